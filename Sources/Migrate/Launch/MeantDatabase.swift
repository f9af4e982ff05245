import DevtoolKit

/// Checksums of the intended database, which ``JavaProgram`` compares; a URL may contain a password.
struct MeantDatabase {
    let variables: [String: String]

    /// Engines whose drivers report the user as given at login; others report a derived name.
    private static let tellingUsers: Set = ["postgresql", "mysql", "mariadb"]

    private static func checksum(of text: String) -> String { SHA256(of: Array(text.utf8)).description }

    private static func checksum(ofName name: String) -> String? {
        name.isEmpty ? nil : checksum(of: name.lowercased())
    }

    /// The database in the settings, unless the command line names another.
    init(in settings: DefaultsFile, for arguments: LiquibaseArguments, environment: [String: String] = [:]) {
        func value(_ option: String, _ property: String) -> String? {
            arguments.value(of: option)
                ?? settings.properties.first { PropertyName($0.key) == PropertyName(property) }?.value
        }
        guard let url = value("--url", "url") else {
            variables = [:]
            return
        }
        var meant = ["URL": Self.checksum(of: url)]
        let compares =
            arguments.command.map { command in
                ["diff", "diff-changelog", "snapshot-reference"].contains { command == $0 }
            } ?? false
        let named = environment.filter { $0.key.hasPrefix("LIQUIBASE_COMMAND_") }.first {
            $0.key.hasSuffix("_REFERENCE_URL") && !$0.value.isEmpty
        }?.value
        if compares, let reference = value("--reference-url", "referenceUrl") ?? named {
            // Comparisons use two databases, each with its own user and schema.
            meant["URL", default: ""] += "," + Self.checksum(of: reference)
        } else if Self.tellingUsers.contains(url.engine) {
            meant["USER"] = value("--username", "username").flatMap(Self.checksum(ofName:))
            meant["SCHEMA"] = value("--default-schema-name", "defaultSchemaName").flatMap(Self.checksum(ofName:))
        }
        variables = Dictionary(uniqueKeysWithValues: meant.map { name, text in ("DEVTOOL_MEANT_\(name)", text) })
    }
}
