import DevtoolKit
import SystemPackage

/// A database to migrate, with its settings from `devtool.yml`.
///
/// Its settings are those of the target, and where it is silent the options for all targets, which stand
/// under `migrate` itself. Where both are silent, Liquibase's own properties file counts, and for the
/// address the variable `DATABASE_URL`.
struct Target: Sendable {
    /// The name of the only target where the file names none.
    static let unnamed = "default"

    /// The name it has in the file.
    let name: String
    /// Its checked settings, with the options for all targets filled in.
    private(set) var section: ConfigurationSection
    /// The folder of `devtool.yml`, which relative paths refer to and where Liquibase runs.
    let directory: FilePath
    /// What Liquibase's own properties file says.
    let properties: PropertiesFile
    /// Its address; nil where nobody says it, and Liquibase is left to ask for it.
    private(set) var address: DatabaseURL?
    /// Whether `DATABASE_URL` is the address.
    private(set) var isOfEnvironment: Bool
    /// Jar files and folders that come before Liquibase's own, from the folder of `devtool.yml`.
    let classpath: [String]

    /// Reads a target from its checked section.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - own: what it says itself; nil for a file that names no targets.
    ///   - options: the options for all targets.
    ///   - configuration: the rest of the configuration.
    ///   - environment: the environment, for `DATABASE_URL`.
    /// - Throws: ``ConfigurationError`` when the address is missing or not understood, or a file of the
    ///   class path or the properties file is missing.
    init(
        name: String, own: ConfigurationSection?, options: ConfigurationSection,
        in configuration: Configuration, environment: [String: String]
    ) throws {
        self.name = name
        directory = configuration.directory
        section = own?.filled(from: options) ?? options
        properties = try PropertiesFile(configuredBy: section, in: configuration)
        classpath = try ClassPathPatterns.expanded(section, of: name, in: directory)
        let configured = try TargetAddress(own, options: options).url
        // Which database a protected target is, nothing but the configuration says.
        let mayInherit =
            properties["url"] == nil && !(own != nil && section[TargetSetting.protected])
        let inherited = configured == nil && mayInherit ? try Self.databaseURL(environment) : nil
        address = configured ?? inherited
        isOfEnvironment = inherited != nil
        if let own, address == nil, properties["url"] == nil {
            throw ConfigurationError(
                Diagnostic("the target '\(name)' has no url", at: own.location))
        }
        // Liquibase would wait for a pipe.
        if let changelog, case let path = FilePath(changelog).absolute(in: directory), path.isFile,
            !path.isRegularFile
        {
            throw FileError(reading: changelog, .notRegular)
        }
    }

    /// The same target with another database, to which nothing of its own login is sent.
    ///
    /// - Parameters:
    ///   - address: the other database.
    ///   - keepsLogin: whether the login is the target's own where the address has none, as for `--url`.
    /// - Returns: the target.
    func moved(to address: DatabaseURL, keepsLogin: Bool = false) -> Target {
        var copy = self
        copy.address = address
        copy.isOfEnvironment = false
        if !keepsLogin || address.username != nil {
            copy.section = section.without(
                [TargetSetting.username.setting.key, TargetSetting.password.setting.key])
        }
        return copy
    }

    /// The JDBC URL, wherever it is from.
    var url: String? { address?.jdbc ?? properties["url"] }
    var urlPasswords: [Secret] {
        (address ?? properties["url"].flatMap { DatabaseURL($0) })?.passwords ?? []
    }
    /// The user to log in as.
    var username: String? {
        let named = section[TargetSetting.username]
        return takesFromLiquibase(TargetSetting.username.setting.key)
            ? address?.username ?? named : named ?? address?.username
    }
    /// Whether the schema is the database that the URL names, as with MariaDB and MySQL.
    var isSchemaOfURL: Bool {
        guard let url, ["mysql", "mariadb"].contains(url.engine) else { return false }
        return url.contains(/:\/\/[^\/?]*\/[^?]/)
    }
    /// The schema that changes apply to; Liquibase's variable does not move them to another database.
    var defaultSchema: String? {
        let isMoved =
            isSchemaOfURL && !takesFromLiquibase(TargetSetting.url.setting.key)
            && takesFromLiquibase(TargetSetting.defaultSchema.setting.key)
        return isMoved ? nil : section[TargetSetting.defaultSchema]
    }
    var changelog: String? { section[TargetSetting.changelog] ?? properties["changeLogFile"] }
    /// Whether everything that writes there must be meant.
    var isProtected: Bool {
        section[TargetSetting.protected] || protectedNamesake != nil
    }
    /// A protected target with the same database, where another one or the command line has it, too.
    fileprivate(set) var protectedNamesake: String?
    /// Its database, where it has a URL; several, where that may mean any of them.
    var databases: Set<DatabaseIdentity> {
        url.map {
            DatabaseIdentity.all(of: $0, as: username, schema: defaultSchema, in: directory)
        } ?? []
    }

    /// Whether a setting has been taken from a variable of Liquibase's, which is the last to be asked: the address
    /// comes before it.
    func takesFromLiquibase(_ key: String) -> Bool {
        switch section.origin(ofKey: key) {
        case .environment(let name)?, .task(let name, _)?: return InheritedSettings.areNamed(name)
        case .dotenv?, .project?, .user?, .declaration?, nil: return false
        }
    }

    private static func databaseURL(_ environment: [String: String]) throws -> DatabaseURL? {
        guard let text = environment["DATABASE_URL"], !text.isEmpty else { return nil }
        guard let url = DatabaseURL(text) else {
            throw ConfigurationError(
                Diagnostic("DATABASE_URL is not a supported database URL"))
        }
        return url
    }

    /// The password, if the target has one: the configured one, else the one in its URL.
    ///
    /// - Throws: ``ConfigurationError`` when its variable is not set, or when Liquibase would not get it
    ///   as it is: Liquibase trims what it reads from a defaults file.
    func resolvePassword(in context: Context) async throws -> Secret? {
        // The driver repeats a URL in its messages, with all that it holds.
        context.console.hide(urlPasswords)
        guard let reference = section[TargetSetting.password] else {
            let password = properties["password"].map { Secret($0) } ?? nil
            context.console.hide([password].compactMap(\.self))
            return address?.password ?? password
        }
        if takesFromLiquibase(TargetSetting.password.setting.key), let password = address?.password
        {
            return password
        }
        // Liquibase's own file is the project's, too, and so is a variable that its task sets.
        let ofFile = address == nil ? properties.location(of: "url").map(Origin.project) : nil
        let ofTask = isOfEnvironment ? context.taskVariables["DATABASE_URL"] : nil
        let other = ofTask.map { Origin.task("DATABASE_URL", $0) } ?? ofFile
        for (key, origin) in [
            (TargetSetting.url, nil), (TargetSetting.host, nil), (TargetSetting.url, other),
        ] {
            if let problem = section.misdirection(
                ofSecret: TargetSetting.password, to: key, namedBy: origin)
            {
                throw ConfigurationError(problem)
            }
        }
        let secret = try await reference.resolve(in: context)
        if let first = secret.revealed.utf8.first, let last = secret.revealed.utf8.last,
            min(first, last) <= UInt8(ascii: " ")
        {
            throw ConfigurationError(
                Diagnostic(
                    "the password in \(reference) begins or ends with whitespace, "
                        + "which Liquibase would strip",
                    at: reference.location))
        }
        return secret
    }
}

extension [Target] {
    /// The targets, protected where a database is that of a protected one.
    ///
    /// - Parameter databases: the databases of protected targets, with the names of these.
    /// - Returns: the targets.
    func protected(like databases: [DatabaseIdentity: String]) -> [Target] {
        if databases.isEmpty { return self }
        return map { target in
            var target = target
            let namesakes = target.databases.compactMap { databases[$0] }.sorted()
            target.protectedNamesake = namesakes.first { $0 != target.name }
            return target
        }
    }

    /// Checks that no two have taken their address from `DATABASE_URL`: one would be changed in the name of
    /// the other.
    ///
    /// - Throws: ``ConfigurationError``.
    func checkAddresses() throws {
        let inheriting = filter(\.isOfEnvironment)
        guard inheriting.count > 1 else { return }
        let names = inheriting.map { "'\($0.name)'" }.joined(separator: ", ")
        throw ConfigurationError(
            Diagnostic(
                "the targets \(names) have no url, and DATABASE_URL is only one database",
                at: inheriting[0].section.location, hint: "set the url of each target"))
    }
}
