import DevtoolKit

extension DatabaseURL {
    private static let parts = [
        TargetSetting.engine.setting, TargetSetting.host.setting, TargetSetting.port.setting,
        TargetSetting.database.setting,
    ].map(\.key)

    /// Reads the address of a target in `devtool.yml`, or else that of the options for all targets.
    ///
    /// It is a URL, or parts, which suit the variables of CI systems. Fails if there is neither.
    ///
    /// - Throws: ``MissingPart``; ``ConfigurationError`` if a URL is invalid or combined with parts.
    init?(configuredBy own: ConfigurationSection?, options: ConfigurationSection) throws {
        let says = { (section: ConfigurationSection) in
            section.origin(of: TargetSetting.url) != nil || section.has(anyOf: Self.parts)
        }
        // Parts complete parts, but never a URL.
        let section =
            if let own, says(own) {
                own[TargetSetting.url] == nil && options[TargetSetting.url] == nil ? own.filled(from: options) : own
            } else { options }
        let given = Self.parts.first { section.has(anyOf: [$0]) }
        if let text = section[TargetSetting.url] {
            if let given {
                throw ConfigurationError(
                    Diagnostic("'\(given)' and 'url' cannot be combined", at: section.location(ofKey: given)))
            }
            guard let url = DatabaseURL(text) else {
                throw ConfigurationError(DatabaseURL.unsupported(text, at: section.location(of: TargetSetting.url)))
            }
            self = url
            return
        }
        guard let given else { return nil }
        func missing<Value>(_ key: SettingKey<Value>) -> MissingPart {
            MissingPart(key: key.setting.key, given: given, location: section.location(ofKey: given))
        }
        guard let engine = section[TargetSetting.engine] else { throw missing(TargetSetting.engine) }
        guard let database = section[TargetSetting.database], !database.isEmpty else {
            throw missing(TargetSetting.database)
        }
        let host = section[TargetSetting.host] ?? ""
        self.init(
            engine.url(
                host: host.isEmpty ? "localhost" : host,
                port: section[TargetSetting.port].flatMap { UInt16(exactly: $0) }, database: database))
    }
}

extension DatabaseURL {
    /// A part without which there is no address; it may be missing on this machine only.
    struct MissingPart: DiagnosableError {
        let key: String
        let given: String
        let location: SourceLocation?

        var diagnostics: [Diagnostic] {
            [
                Diagnostic(
                    "'\(given)' requires '\(key)'", at: location,
                    hint: "set 'engine' and 'database'; 'host' and 'port' are optional")
            ]
        }

        var exitStatus: ExitStatus { .badConfiguration }
    }
}
