package import DevtoolKit
package import SystemPackage

/// A database that changes are applied to, as `migrate.targets` of `devtool.yml` describes it.
package struct Target: Sendable {
    /// The name it has in the file.
    package let name: String
    /// The JDBC URL.
    package let url: String
    /// The user to log in as.
    package let username: String?
    /// Where the password is to be had.
    package let password: SecretReference?
    /// The JDBC driver's class, where the URL does not tell.
    package let driver: String?
    /// Jar files and folders that come before Liquibase's own, from the folder of `devtool.yml`.
    package let classpath: [String]

    /// The keys of a target.
    static let settings = [
        Setting("url", .string, help: "The JDBC URL of the database."),
        Setting("username", .string, help: "The user to log in as."),
        Setting(
            "password", .secret,
            help: "Where the password is: {env: NAME}, {file: PATH} or {command: [WORD]}."),
        Setting("driver", .string, help: "The JDBC driver's class, if the URL does not tell."),
        Setting("classpath", .list, help: "Jar files to load before Liquibase's own drivers."),
    ]

    /// Reads a target from its checked section.
    ///
    /// The class path is checked against `directory`, the folder of `devtool.yml`.
    ///
    /// - Throws: ``ConfigurationError`` when the URL or a file of the class path is missing.
    package init(name: String, section: ConfigurationSection, directory: FilePath) throws {
        guard let url = section.string("url") else {
            throw ConfigurationError(
                Diagnostic("the target '\(name)' has no url", at: section.location))
        }
        self.name = name
        self.url = url
        username = section.string("username")
        password = section.secret("password")
        driver = section.string("driver")
        classpath = section.list("classpath") ?? []
        for entry in classpath {
            let path = FilePath(entry).absolute(in: directory)
            guard path.isFile || path.isDirectory else {
                throw ConfigurationError(
                    Diagnostic(
                        "no file '\(entry)' for the class path of the target '\(name)'",
                        at: section.location(of: "classpath")))
            }
        }
    }

    /// The target to use: the one that `default-target` names, else the only one; nil when the section has
    /// none.
    ///
    /// - Throws: ``MigrateError`` when there are several and none is named, ``ConfigurationError`` when
    ///   something of the target is missing.
    package static func select(
        from section: ConfigurationSection, directory: FilePath
    ) throws -> Target? {
        let targets = section.entries("targets")
        let name = section.string("default-target")
        if name == nil, targets.count > 1 {
            throw MigrateError.targetNeeded(known: targets.map(\.name))
        }
        return try targets.first { name == nil || $0.name == name }.map {
            try Target(name: $0.name, section: $0.section, directory: directory)
        }
    }

    /// The password, if the target has one.
    ///
    /// - Throws: ``ConfigurationError`` when its variable is not set, or when Liquibase would not get it
    ///   as it is: Liquibase trims what it reads from a defaults file.
    func resolvePassword(in context: Context) async throws -> Secret? {
        guard let password else { return nil }
        let secret = try await password.resolve(in: context)
        if let first = secret.revealed.utf8.first, let last = secret.revealed.utf8.last,
            min(first, last) <= UInt8(ascii: " ")
        {
            throw ConfigurationError(
                Diagnostic(
                    "the password in \(password) begins or ends with white space, "
                        + "which Liquibase would strip",
                    at: password.location))
        }
        return secret
    }
}
