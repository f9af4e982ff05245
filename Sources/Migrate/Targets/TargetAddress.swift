import DevtoolKit

/// Where a section of `devtool.yml` says its database is: by a URL, or in parts that fit the variables of
/// CI systems.
struct TargetAddress {
    /// The address; nil where the section says none.
    let url: DatabaseURL?

    private static let parts = ["engine", "host", "port", "database"]

    /// Reads the address of a target: what it does not say itself, the options for all targets may.
    ///
    /// - Parameters:
    ///   - own: what the target says; nil for a file that names none.
    ///   - options: the options for all targets.
    /// - Throws: ``MissingPart``; ``ConfigurationError`` when a URL is not understood, or when it and parts
    ///   are given.
    init(_ own: ConfigurationSection?, options: ConfigurationSection) throws {
        let says = { (section: ConfigurationSection) in
            (Self.parts + ["url"]).contains { section.origin(of: $0) != nil }
        }
        guard let own, says(own) else {
            try self.init(options)
            return
        }
        // Parts are filled with parts, and nothing is added to a URL.
        let isFilled = own.string("url") == nil && options.string("url") == nil
        try self.init(isFilled ? own.filled(from: options) : own)
    }

    private init(_ section: ConfigurationSection) throws {
        let given = Self.parts.first { section.origin(of: $0) != nil }
        if let text = section.string("url") {
            if let given {
                throw ConfigurationError(
                    Diagnostic(
                        "'\(given)' and 'url' exclude each other",
                        at: section.location(of: given)))
            }
            guard let url = DatabaseURL(text) else {
                throw ConfigurationError(
                    Diagnostic(
                        "'\(text.hidingURLPassword)' is not the URL of a database that devtool knows",
                        at: section.location(of: "url"),
                        hint: "write a JDBC URL, as jdbc:postgresql://host/name"))
            }
            self.url = url
            return
        }
        guard let given else {
            url = nil
            return
        }
        func part(_ key: String) throws -> String {
            guard let text = section.string(key), !text.isEmpty else {
                throw MissingPart(key: key, given: given, location: section.location(of: given))
            }
            return text
        }
        guard let engine = DatabaseEngine(rawValue: try part("engine")) else {
            url = nil
            return
        }
        let host = section.string("host") ?? ""
        url = DatabaseURL(
            engine.url(
                host: host.isEmpty ? "localhost" : host,
                port: section.integer("port").flatMap { UInt16(exactly: $0) },
                database: try part("database")))
    }
}

extension TargetAddress {
    /// A part without which the others are no address; it may be missing on this machine only.
    struct MissingPart: DiagnosableError {
        /// The key of the part.
        let key: String
        /// The key of one that is there, and its place.
        let given: String
        let location: SourceLocation?

        var diagnostics: [Diagnostic] {
            [
                Diagnostic(
                    "'\(given)' is given without '\(key)'", at: location,
                    hint: "a database has an engine and a name, and may have host and port")
            ]
        }

        var exitStatus: ExitStatus { .badConfiguration }
    }
}
