import Changelogs
import DevtoolKit
import Scanning
import SystemPackage

/// Liquibase's own `liquibase.properties`, which devtool reads because it passes all settings through standard input.
///
/// Liquibase gives precedence to `liquibase.local.properties` in the same folder.
struct PropertiesFile: Sendable {
    struct Property: Sendable {
        let key: String
        let value: String
        let location: SourceLocation
    }

    static let defaultName = "liquibase.properties"

    /// If a name is repeated, the first property wins.
    let properties: [Property]

    /// Reads the configured file, or else the default one if it exists.
    ///
    /// - Throws: ``ConfigurationError`` if a configured file is missing, where Liquibase would continue without it, or
    ///   if the default file belongs to another user.
    init(configuredBy section: ConfigurationSection, in configuration: Configuration) throws {
        let directory = configuration.directory
        let named = section[TargetSetting.propertiesFile]
        let name = named ?? Self.defaultName
        var properties: [Property] = []
        for name in Self.names(for: name) {
            let path = FilePath(name).absolute(in: directory)
            guard path.isTaken else { continue }
            if named == nil, let refusal = configuration.owners.refusal(of: path, shownAs: name) {
                throw ConfigurationError(refusal)
            }
            do { properties += Self.read(try path.contents(), shownAs: name) } catch {
                throw Self.failure("cannot read '\(name)': \(error)", section)
            }
        }
        if let named, !FilePath(named).absolute(in: directory).isFile {
            throw Self.failure("file '\(named)' not found", section)
        }
        self.properties = properties
    }

    private static func names(for name: String) -> [String] {
        let ending = ".properties"
        return name.hasSuffix(ending) ? [name.dropLast(ending.count) + ".local" + ending, name] : [name]
    }

    /// Reads the beginnings of files in a folder without `devtool.yml`, to detect its settings.
    init(recognizing name: String, in folder: FilePath) throws {
        properties = try Self.names(for: name).flatMap { name in
            let path = folder.pushing(FilePath(name))
            return path.isFile ? Self.read(try path.beginningToRecognize(), shownAs: name) : []
        }
    }

    init(_ bytes: [UInt8], shownAs name: String) { properties = Self.read(bytes, shownAs: name) }

    func without(_ keys: [String]) -> PropertiesFile {
        let names = Set(keys.map { PropertyName($0) })
        return PropertiesFile(properties.filter { !names.contains(PropertyName($0.key)) })
    }

    private init(_ properties: [Property]) { self.properties = properties }

    subscript(key: String) -> String? { property(key)?.value }

    func location(of key: String) -> SourceLocation? { property(key)?.location }

    private func property(_ key: String) -> Property? {
        let wanted = PropertyName(key)
        return properties.first { PropertyName($0.key) == wanted }
    }

    private static func failure(_ message: String, _ section: ConfigurationSection) -> ConfigurationError {
        ConfigurationError(Diagnostic(message, at: section.location(of: TargetSetting.propertiesFile)))
    }

    static func read(_ bytes: [UInt8], shownAs name: String) -> [Property] {
        var reader = PropertiesReader(bytes)
        var properties: [Property] = []
        while let (key, value, line) = reader.next() {
            properties.append(
                Property(key: key, value: value.trimmed, location: SourceLocation(file: name, line: line, column: 1)))
        }
        return properties
    }
}

extension Context {
    /// The project's configuration.
    ///
    /// Without `devtool.yml`, `liquibase.properties` in the working directory is enough: the defaults apply.
    ///
    /// - Throws: `ConfigurationError` with all errors, or if neither file exists.
    func migrateConfiguration() throws -> Configuration {
        workingDirectory.appending(PropertiesFile.defaultName).isTaken
            ? try configurationOrDefaults() : try configuration()
    }

    func warnOfOtherProperties(_ configuration: Configuration) {
        let section = configuration.section(of: MigrateCommand.self)
        guard configuration.directory != workingDirectory, section[TargetSetting.propertiesFile] == nil,
            workingDirectory.appending(PropertiesFile.defaultName).isTaken
        else { return }
        console.report(
            Diagnostic(
                "'\(PropertiesFile.defaultName)' in this folder is ignored: the "
                    + "project is in '\(configuration.directory.string)'", severity: .warning,
                hint: "start a project here with '\(suiteName) init --here'"))
    }
}

/// The name of a property, normalized.
///
/// Liquibase accepts `changeLogFile`, `changelog-file`, `liquibase.command.changelogFile`,
/// `liquibase.command.update.changelogFile` and `update.changelogFile`, and has renamed some properties.
struct PropertyName: Hashable, CustomStringConvertible {
    let description: String

    init(_ spelling: String) {
        var name = spelling[...]
        for prefix in ["liquibase.", "command."] where name.lowercased().hasPrefix(prefix) {
            name = name.dropFirst(prefix.count)
        }
        if let dot = name.firstIndex(of: "."), CommandName(String(name[..<dot])).isKnown {
            name = name[name.index(after: dot)...]
        }
        let form = name.filter { $0 != "-" && $0 != "_" }.lowercased()
        description = Self.formerNames[form] ?? form
    }

    /// Names in later versions, with the older ones that devtool uses.
    private static let formerNames = ["contextfilter": "contexts", "labelfilter": "labels"]

    var isSecret: Bool { ["password", "key", "token", "secret"].contains { description.hasSuffix($0) } }
}
