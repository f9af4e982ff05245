import Changelogs
import DevtoolKit
import Scanning
import SystemPackage

/// Liquibase's own `liquibase.properties`, which existing projects have.
///
/// Liquibase looks for it in the folder it is started in, and reads `liquibase.local.properties` beside
/// it first. As devtool hands over all settings on standard input, it reads the files itself.
struct PropertiesFile: Sendable {
    /// A line of a file.
    struct Property: Sendable {
        let key: String
        /// The value, without white space at its ends, which Liquibase strips.
        let value: String
        /// Where it stands.
        let location: SourceLocation
    }

    /// The name that Liquibase looks for by itself.
    static let defaultName = "liquibase.properties"

    /// What the files say; of a repeated key the first counts.
    let properties: [Property]

    /// Reads the file that a section names, else the one that Liquibase would read; nothing where there
    /// is neither.
    ///
    /// - Throws: ``ConfigurationError`` when a file that is named is not there: Liquibase would go on
    ///   without it; or when one that is not named is another user's.
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
            do {
                properties += Self.read(try path.contents(), shownAs: name)
            } catch {
                throw Self.failure("cannot read '\(name)': \(error)", section)
            }
        }
        if let named, !FilePath(named).absolute(in: directory).isFile {
            throw Self.failure("file '\(named)' not found", section)
        }
        self.properties = properties
    }

    /// The files that are read for a name, the one that counts first.
    private static func names(for name: String) -> [String] {
        let ending = ".properties"
        return name.hasSuffix(ending)
            ? [name.dropLast(ending.count) + ".local" + ending, name] : [name]
    }

    /// Reads the beginnings of files that are not configured yet, to look what they set.
    ///
    /// - Throws: `FileError`.
    init(recognizing name: String, in folder: FilePath) throws {
        properties = try Self.names(for: name).flatMap { name in
            let path = folder.pushing(FilePath(name))
            return path.isFile ? Self.read(try path.beginningToRecognize(), shownAs: name) : []
        }
    }

    init(_ bytes: [UInt8], shownAs name: String) {
        properties = Self.read(bytes, shownAs: name)
    }

    /// The value of a key, in whatever way it is written; nil where there is none.
    subscript(key: String) -> String? { property(key)?.value }

    /// Where a key stands, in whatever way it is written; nil where it does not.
    func location(of key: String) -> SourceLocation? { property(key)?.location }

    private func property(_ key: String) -> Property? {
        let wanted = PropertyName(key)
        return properties.first { PropertyName($0.key) == wanted }
    }

    private static func failure(
        _ message: String, _ section: ConfigurationSection
    ) -> ConfigurationError {
        ConfigurationError(
            Diagnostic(message, at: section.location(of: TargetSetting.propertiesFile)))
    }

    /// Reads a file as `java.util.Properties.load(InputStream)` does.
    static func read(_ bytes: [UInt8], shownAs name: String) -> [Property] {
        var reader = PropertiesReader(bytes)
        var properties: [Property] = []
        while let (key, value, line) = reader.next() {
            properties.append(
                Property(
                    key: key, value: value.trimmed,
                    location: SourceLocation(file: name, line: line, column: 1)))
        }
        return properties
    }
}

extension Context {
    /// The project's configuration; the defaults if there is no `devtool.yml`, but Liquibase's own file in the working
    /// directory.
    ///
    /// - Throws: `ConfigurationError`, with all that is wrong, or if there is neither file.
    func migrateConfiguration(file: String? = nil) throws -> Configuration {
        workingDirectory.appending(PropertiesFile.defaultName).isTaken
            ? try configurationOrDefaults(file: file) : try configuration(file: file)
    }

    /// Warns of Liquibase's own file in the working directory where it does not count, as the project is another folder.
    func warnOfOtherProperties(_ configuration: Configuration) {
        let section = configuration.section(of: MigrateCommand.self)
        guard configuration.directory != workingDirectory,
            section[TargetSetting.propertiesFile] == nil,
            workingDirectory.appending(PropertiesFile.defaultName).isTaken
        else { return }
        console.report(
            Diagnostic(
                "'\(PropertiesFile.defaultName)' in this folder does not count: the project is "
                    + "'\(configuration.directory.string)'", severity: .warning,
                hint: "start a project here with '\(suiteName) init --here'"))
    }
}

/// The name of a property, which Liquibase accepts in many spellings: `changeLogFile`,
/// `changelog-file`, `liquibase.command.changelogFile`, `liquibase.command.update.changelogFile`,
/// `update.changelogFile`; some have been renamed.
struct PropertyName: Hashable, CustomStringConvertible {
    /// The name in lower case, without what words are joined by.
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

    /// The names that devtool hands over, by those that later versions have for the same.
    private static let formerNames = ["contextfilter": "contexts", "labelfilter": "labels"]

    /// Whether what it names is nobody's to see: a password, the key of a licence.
    var isSecret: Bool {
        ["password", "key", "token", "secret"].contains { description.hasSuffix($0) }
    }
}
