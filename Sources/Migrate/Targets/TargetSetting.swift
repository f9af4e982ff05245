import DevtoolKit

/// The keys of a target, which apply to all targets if they are under `migrate` itself.
///
/// They fall back to the variables of Liquibase 4.18 and later.
enum TargetSetting {
    static let changelog = SettingKey.string(
        "changelog", help: "The root changelog, relative to the folder of devtool.yml."
    ).takingFromLiquibase(["LIQUIBASE_COMMAND_CHANGELOG_FILE"])
    static let url = SettingKey.url(
        "url", help: "The database URL: a JDBC URL or, for example, postgres://user:password@host/name."
    ).takingFromLiquibase(["LIQUIBASE_COMMAND_URL"], unless: ["engine", "host", "port", "database", "targets"])
    static let engine = SettingKey<DatabaseEngine?>.choice(
        "engine", help: "The kind of database, for use with host, port and database instead of url.")
    static let host = SettingKey.string("host", help: "The database's host, by default localhost.")
    static let port = SettingKey.integer("port", in: 1...65535, help: "The port, by default the engine's.")
    static let database = SettingKey.string("database", help: "The database's name or file.")
    static let username = SettingKey.string("username", help: "The user to log in as.").takingFromLiquibase([
        "LIQUIBASE_COMMAND_USERNAME"
    ])
    static let password = SettingKey.secret(
        "password", help: "Where to read the password: {env: NAME}, {file: PATH} or {command: [WORD]}."
    ).takingFromLiquibase(["LIQUIBASE_COMMAND_PASSWORD"])
    static let driver = SettingKey.string("driver", help: "The JDBC driver's class, if the URL does not imply it.")
        .takingFromLiquibase(["LIQUIBASE_COMMAND_DRIVER"])
    static let classpath = SettingKey.list(
        "classpath", help: "Jar files to load before Liquibase's own drivers; * matches any name."
    ).takingFromLiquibase(["LIQUIBASE_CLASSPATH"])
    static let defaultSchema = SettingKey.string("default-schema", help: "The schema that changes apply to.")
        .takingFromLiquibase(["LIQUIBASE_COMMAND_DEFAULT_SCHEMA_NAME"])
    static let liquibaseSchema = SettingKey.string("liquibase-schema", help: "The schema of Liquibase's own tables.")
        .takingFromLiquibase(["LIQUIBASE_LIQUIBASE_SCHEMA_NAME"])
    static let contexts = SettingKey.list("contexts", help: "The contexts to run.").takingFromLiquibase([
        "LIQUIBASE_COMMAND_CONTEXT_FILTER", "LIQUIBASE_COMMAND_CONTEXTS",
    ]).checked(by: contextProblem)
    static let labels = SettingKey.list("labels", help: "The labels to run, or a label expression.")
        .takingFromLiquibase(["LIQUIBASE_COMMAND_LABEL_FILTER", "LIQUIBASE_COMMAND_LABELS"])
    static let parameters = SettingKey.mapping("parameters", help: "The values of ${NAME} in the changelog.")
    static let propertiesFile = SettingKey.string(
        "properties-file",
        help: "Liquibase's own settings file, by default liquibase.properties; devtool.yml overrides it."
    ).takingFromLiquibase(["LIQUIBASE_DEFAULTS_FILE"])
    static let logLevel = SettingKey.choice("log-level", of: logLevels, help: "The level of Liquibase's log.")
    static let searchPath = SettingKey.list("search-path", help: "Where Liquibase looks for changelogs (since 4.11).")
        .takingFromLiquibase(["LIQUIBASE_SEARCH_PATH"])
    static let knownChanges = SettingKey.list(
        "known-changes", help: "Change types that lint accepts from extensions not in the classpath.")
    static let lintRules = SettingKey.rules(
        "lint.rules", of: .changelogs, help: "The levels of lint rules and rule groups.")
    static let lintIDPattern = SettingKey.string(
        "lint.id-pattern", help: "A regular expression that the whole id of a changeset must match."
    ).checked(by: regexProblem)
    static let lintAuthorPattern = SettingKey.string(
        "lint.author-pattern", help: "A regular expression that the whole author of a changeset must match."
    ).checked(by: regexProblem)
    static let rehearseURL = SettingKey.url(
        "rehearse-url", help: "An empty database for 'devtool migrate rehearse', which empties it afterwards.")
    static let driftIgnore = SettingKey.list(
        "drift.ignore",
        help: "What 'devtool migrate drift' ignores: kinds and patterns, such as 'table public.audit_*'."
    ).checked(by: DriftPattern.problem)
    static let java = SettingKey.string(
        "java", help: "Java's folder or program; by default JAVA_HOME, or java on the PATH.")
    static let liquibase = SettingKey.string(
        "liquibase", help: "Liquibase's folder, an installed version, or 'system' for the one on the PATH.")
    static let javaOptions = SettingKey.list("jvm-options", help: "Options for the Java virtual machine.")
    static let timeout = SettingKey.duration("timeout", help: "How long a run may take; unlimited by default.")
    static let lockTimeout = SettingKey.duration(
        "lock-timeout", default: .seconds(300), help: "How long a run waits while another one changes the database.")
    static let gracePeriod = SettingKey.duration(
        "grace-period", default: ProcessRunner.defaultGracePeriod,
        help: "How long Liquibase may take to stop after a signal.")
    static let protected = SettingKey.boolean(
        "protected", default: false, help: "Whether commands that write to the database require --yes.")

    static let eachQuery = SettingKey.string(
        "each.query", help: "A query whose rows are the items of a list of targets; it runs read-only.")
    static let eachOn = SettingKey.string("each.on", help: "The target to query.")
    static let eachFile = SettingKey.string("each.file", help: "A file with one item per line.")
    static let eachCommand = SettingKey.list(
        "each.command", help: "A program, with arguments, that prints one item per line.")
    static let eachMayBeEmpty = SettingKey.boolean(
        "each.allow-empty", default: false, help: "Whether the list may be empty.")

    /// The keys that only targets have, not all of them together: they make a list of targets out of one.
    static let each = [
        eachQuery.setting, eachOn.setting, eachFile.setting, eachCommand.setting, eachMayBeEmpty.setting,
    ]

    static let all = [
        changelog.setting, url.setting, engine.setting, host.setting, port.setting, database.setting, username.setting,
        password.setting, driver.setting, classpath.setting, defaultSchema.setting, liquibaseSchema.setting,
        contexts.setting, labels.setting, parameters.setting, propertiesFile.setting, logLevel.setting,
        searchPath.setting, knownChanges.setting, lintRules.setting, lintIDPattern.setting, lintAuthorPattern.setting,
        rehearseURL.setting, driftIgnore.setting, java.setting, liquibase.setting, javaOptions.setting, timeout.setting,
        lockTimeout.setting, gracePeriod.setting, protected.setting,
    ]

    /// Rejects an expression of contexts: a run takes names, and Liquibase would read an expression as a single name.
    static func contextProblem(_ text: String) -> String? {
        let isExpression = text.split(separator: ",").contains { item in
            let words = item.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
            return item.contains { "!()".contains($0) }
                || words.count > 1 && !Set(words).isDisjoint(with: ["and", "or", "not"])
        }
        return isExpression ? "must be names, not an expression: '\(text)'" : nil
    }

    private static func regexProblem(_ pattern: String) -> String? {
        (try? Regex(pattern)) == nil ? "is not a regular expression" : nil
    }

    /// Liquibase ignores any other level and exits with success.
    static let logLevels = ["off", "severe", "warning", "info", "fine", "debug"]
}

enum MigrateSetting {
    static let defaultTarget = SettingKey.reference(
        "default-target", to: "targets", help: "The target to use without --target; required if there are several.")
    /// A missing key has the value from `migrate` itself, so its own default is dropped.
    static let targets = SettingKey.entries(
        "targets", of: (TargetSetting.all + TargetSetting.each).map(\.withoutDefault),
        help: "The databases, under names of your choice."
    ).with { $0.keeping("each") }
    static let installFrom = SettingKey.string(
        "install-from", help: "The Liquibase archive for 'devtool migrate install': a path or a URL.")
    static let installSHA256 = SettingKey.string("install-sha256", help: "The SHA-256 of that archive, in hexadecimal.")
        .checked { SHA256(argument: $0) == nil ? "must be 64 hexadecimal digits" : nil }

    static let all =
        TargetSetting.all + [defaultTarget.setting, targets.setting, installFrom.setting, installSHA256.setting]
}
