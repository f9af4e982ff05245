import DevtoolKit

/// The address of a database in `devtool.yml`: a URL, or parts, which suit the variables of CI systems.
struct TargetAddress {
    let url: DatabaseURL?

    private static let parts = [
        TargetSetting.engine.setting, TargetSetting.host.setting, TargetSetting.port.setting,
        TargetSetting.database.setting,
    ].map(\.key)

    /// Reads the address of a target, or else that of the options for all targets.
    ///
    /// - Throws: ``MissingPart``; ``ConfigurationError`` if a URL is invalid or combined with parts.
    init(_ own: ConfigurationSection?, options: ConfigurationSection) throws {
        let says = { (section: ConfigurationSection) in
            section.origin(of: TargetSetting.url) != nil || section.has(anyOf: Self.parts)
        }
        guard let own, says(own) else {
            try self.init(options)
            return
        }
        // Parts complete parts, but never a URL.
        let isFilled = own[TargetSetting.url] == nil && options[TargetSetting.url] == nil
        try self.init(isFilled ? own.filled(from: options) : own)
    }

    private init(_ section: ConfigurationSection) throws {
        let given = Self.parts.first { section.has(anyOf: [$0]) }
        if let text = section[TargetSetting.url] {
            if let given {
                throw ConfigurationError(
                    Diagnostic("'\(given)' and 'url' cannot be combined", at: section.location(ofKey: given)))
            }
            guard let url = DatabaseURL(text) else {
                throw ConfigurationError(DatabaseURL.unsupported(text, at: section.location(of: TargetSetting.url)))
            }
            self.url = url
            return
        }
        guard let given else {
            url = nil
            return
        }
        func missing<Value>(_ key: SettingKey<Value>) -> MissingPart {
            MissingPart(key: key.setting.key, given: given, location: section.location(ofKey: given))
        }
        guard let engine = section[TargetSetting.engine] else { throw missing(TargetSetting.engine) }
        guard let database = section[TargetSetting.database], !database.isEmpty else {
            throw missing(TargetSetting.database)
        }
        let host = section[TargetSetting.host] ?? ""
        url = DatabaseURL(
            engine.url(
                host: host.isEmpty ? "localhost" : host,
                port: section[TargetSetting.port].flatMap { UInt16(exactly: $0) }, database: database))
    }
}

extension TargetAddress {
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
