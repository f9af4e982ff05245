import DevtoolKit
import SystemPackage

/// A database to migrate, with its settings from `devtool.yml`.
///
/// A target's own settings come first, then the options for all targets under `migrate`, then Liquibase's properties
/// file. For the address, `DATABASE_URL` is last.
struct Target: Sendable {
    static let unnamed = "default"

    let name: String
    private(set) var section: ConfigurationSection
    /// The folder of `devtool.yml`: the base of relative paths and Liquibase's working directory.
    let directory: FilePath
    private(set) var properties: PropertiesFile
    /// `nil` if the URL is in the properties file, or missing.
    private(set) var address: DatabaseURL?
    private(set) var isOfEnvironment: Bool
    let classpath: [String]

    init(
        name: String, own: ConfigurationSection?, options: ConfigurationSection, in configuration: Configuration,
        environment: [String: String]
    ) throws {
        self.name = name
        directory = configuration.directory
        section = own?.filled(from: options) ?? options
        properties = try PropertiesFile(configuredBy: section, in: configuration)
        classpath = try section.classPath(of: name, in: directory)
        let configured = try DatabaseURL(configuredBy: own, options: options)
        // Only the configuration may choose the database of a protected target.
        let mayInherit = properties["url"] == nil && !(own != nil && section[TargetSetting.protected])
        let inherited = configured == nil && mayInherit ? try Self.databaseURL(environment) : nil
        address = configured ?? inherited
        isOfEnvironment = inherited != nil
        if let own, address == nil, properties["url"] == nil {
            throw ConfigurationError(Diagnostic("the target '\(name)' has no url", at: own.location))
        }
        // Liquibase would block on a pipe.
        if let changelog, case let path = FilePath(changelog).absolute(in: directory), !path.isRegularFile {
            if path.isDirectory { throw Problem.folder(changelog, at: section.location(of: TargetSetting.changelog)) }
            if path.isFile { throw FileError(reading: changelog, .notRegular) }
        }
    }

    /// The same target with another database.
    ///
    /// It does not get the target's login, unless `keepsLogin` is set and the address has none.
    func moved(to address: DatabaseURL, keepsLogin: Bool = false) -> Target {
        var copy = self
        copy.address = address
        copy.isOfEnvironment = false
        if !keepsLogin || address.username != nil {
            copy.section = section.without([TargetSetting.username.setting.key, TargetSetting.password.setting.key])
        }
        return copy
    }

    /// The same target with all contexts and labels.
    var withoutFilters: Target {
        var copy = self
        copy.section = section.without([TargetSetting.contexts.setting.key, TargetSetting.labels.setting.key])
        copy.properties = properties.without(["contexts", "contextFilter", "labels", "labelFilter"])
        return copy
    }

    var url: String? { address?.jdbc ?? properties["url"] }
    var urlPasswords: [Secret] { (address ?? properties["url"].flatMap { DatabaseURL($0) })?.passwords ?? [] }
    var username: String? {
        let named = section[TargetSetting.username]
        return takesFromLiquibase(TargetSetting.username.setting.key)
            ? address?.username ?? named : named ?? address?.username
    }
    var isSchemaOfURL: Bool {
        guard let url, ["mysql", "mariadb"].contains(url.engine) else { return false }
        return url.contains(/:\/\/[^\/?]*\/[^?]/)
    }
    /// The schema of the changes; Liquibase's variable cannot move them to another database.
    var defaultSchema: String? {
        let isMoved =
            isSchemaOfURL && !takesFromLiquibase(TargetSetting.url.setting.key)
            && takesFromLiquibase(TargetSetting.defaultSchema.setting.key)
        return isMoved ? nil : section[TargetSetting.defaultSchema]
    }
    var changelog: String? { section[TargetSetting.changelog] ?? properties["changeLogFile"] }
    var isProtected: Bool { section[TargetSetting.protected] || protectedNamesake != nil }
    /// A protected target with the same database.
    fileprivate(set) var protectedNamesake: String?
    var databases: Set<DatabaseIdentity> {
        url.map { DatabaseIdentity.all(of: $0, as: username, schema: defaultSchema, in: directory) } ?? []
    }

    /// Whether a setting is from one of Liquibase's variables, over which the address takes precedence.
    func takesFromLiquibase(_ key: String) -> Bool {
        switch section.origin(ofKey: key) {
        case .environment(let name)?, .task(let name, _)?: return InheritedSettings.areNamed(name)
        case .dotenv?, .project?, .user?, .declaration?, nil: return false
        }
    }

    private static func databaseURL(_ environment: [String: String]) throws -> DatabaseURL? {
        guard let text = environment["DATABASE_URL"], !text.isEmpty else { return nil }
        guard let url = DatabaseURL(text) else {
            throw ConfigurationError(Diagnostic("DATABASE_URL is not a supported database URL"))
        }
        return url
    }

    /// The configured password, or else the one in the URL.
    ///
    /// - Throws: ``ConfigurationError`` if its variable is not set, or if it begins or ends with white space, which
    ///   Liquibase strips from a defaults file.
    func resolvePassword(in context: Context) async throws -> Secret? {
        context.console.hide(urlPasswords)
        guard let reference = section[TargetSetting.password] else {
            let password = properties["password"].map { Secret($0) } ?? nil
            context.console.hide([password].compactMap(\.self))
            return address?.password ?? password
        }
        if takesFromLiquibase(TargetSetting.password.setting.key), let password = address?.password { return password }
        // Liquibase's properties file and a variable set by a task are part of the project, too.
        let ofFile = address == nil ? properties.location(of: "url").map(Origin.project) : nil
        let ofTask = isOfEnvironment ? context.taskVariables["DATABASE_URL"] : nil
        let other = ofTask.map { Origin.task("DATABASE_URL", $0) } ?? ofFile
        for (key, origin) in [(TargetSetting.url, nil), (TargetSetting.host, nil), (TargetSetting.url, other)] {
            if let problem = section.misdirection(ofSecret: TargetSetting.password, to: key, namedBy: origin) {
                throw ConfigurationError(problem)
            }
        }
        let secret = try await reference.resolve(in: context)
        if let first = secret.revealed.utf8.first, let last = secret.revealed.utf8.last,
            min(first, last) <= UInt8(ascii: " ")
        {
            throw ConfigurationError(
                Diagnostic(
                    "the password in \(reference) begins or ends with whitespace, which Liquibase would strip",
                    at: reference.location))
        }
        return secret
    }
}

extension [Target] {
    /// Extends protection to targets that share a database with a protected one.
    func protected(like databases: [DatabaseIdentity: String]) -> [Target] {
        if databases.isEmpty { return self }
        return map { target in
            var target = target
            let namesakes = target.databases.compactMap { databases[$0] }.sorted()
            target.protectedNamesake = namesakes.first { $0 != target.name }
            return target
        }
    }

    /// Rejects several targets that take their address from `DATABASE_URL`: they are the same database.
    ///
    /// - Throws: ``ConfigurationError``.
    func checkAddresses() throws {
        let inheriting = filter(\.isOfEnvironment)
        guard inheriting.count > 1 else { return }
        let names = inheriting.map { "'\($0.name)'" }.joined(separator: ", ")
        throw ConfigurationError(
            Diagnostic(
                "the targets \(names) have no url, and DATABASE_URL specifies only one database",
                at: inheriting[0].section.location, hint: "set 'url' for each target"))
    }
}

extension Problem {
    /// A folder in place of a changelog.
    static func folder(_ name: String, at location: SourceLocation? = nil) -> Problem {
        Problem(
            .noInput, "'\(name)' is a folder", at: location, hint: "specify a changelog in it, or one that includes all"
        )
    }
}
