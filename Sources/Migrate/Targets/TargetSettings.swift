import DevtoolKit

extension Target {
    /// The keys of a target; under `migrate` itself they are the options for all targets, which take what nobody
    /// else says from the variables that Liquibase, from 4.18 on, has for it.
    static let settings = [
        Setting("changelog", .string, help: "The root changelog, from the folder of devtool.yml.")
            .takingFromLiquibase("LIQUIBASE_COMMAND_CHANGELOG_FILE"),
        Setting(
            "url", .url,
            help: "The database: a JDBC URL, or one like postgres://user:password@host/name."
        )
        .takingFromLiquibase(
            "LIQUIBASE_COMMAND_URL", unless: ["engine", "host", "port", "database", "targets"]),
        Setting("engine", .choice(DatabaseEngine.allCases.map(\.rawValue)), help: engineHelp),
        Setting("host", .string, help: "The host of the database, by default localhost."),
        Setting("port", .integer(1...65535), help: "Its port, by default that of the engine."),
        Setting("database", .string, help: "The name of the database, or its file."),
        Setting("username", .string, help: "The user to log in as.")
            .takingFromLiquibase("LIQUIBASE_COMMAND_USERNAME"),
        Setting(
            "password", .secret,
            help: "Where the password is: {env: NAME}, {file: PATH} or {command: [WORD]}."
        )
        .takingFromLiquibase("LIQUIBASE_COMMAND_PASSWORD"),
        Setting("driver", .string, help: "The JDBC driver's class, if the URL does not tell.")
            .takingFromLiquibase("LIQUIBASE_COMMAND_DRIVER"),
        Setting(
            "classpath", .list,
            help: "Jar files to load before Liquibase's own drivers; * stands for any name."
        )
        .takingFromLiquibase("LIQUIBASE_CLASSPATH"),
        Setting("default-schema", .string, help: "The schema that changes apply to.")
            .takingFromLiquibase("LIQUIBASE_COMMAND_DEFAULT_SCHEMA_NAME"),
        Setting("liquibase-schema", .string, help: "The schema of Liquibase's own tables.")
            .takingFromLiquibase("LIQUIBASE_LIQUIBASE_SCHEMA_NAME"),
        Setting("contexts", .list, help: "The contexts to run, or an expression of them.")
            .takingFromLiquibase("LIQUIBASE_COMMAND_CONTEXT_FILTER", "LIQUIBASE_COMMAND_CONTEXTS"),
        Setting("labels", .list, help: "The labels to run, or an expression of them.")
            .takingFromLiquibase("LIQUIBASE_COMMAND_LABEL_FILTER", "LIQUIBASE_COMMAND_LABELS"),
        Setting("parameters", .mapping, help: "What ${NAME} stands for in the changelog."),
        Setting(
            "properties-file", .string,
            help: "Liquibase's own settings, which those here override; liquibase.properties."
        )
        .takingFromLiquibase("LIQUIBASE_DEFAULTS_FILE"),
        Setting("log-level", .choice(logLevels), help: "What Liquibase writes to its log."),
        Setting(
            "search-path", .list,
            help: "Where changelogs are looked for, if this Liquibase knows it (4.11)."
        )
        .takingFromLiquibase("LIQUIBASE_SEARCH_PATH"),
        Setting(
            "known-changes", .list,
            help: "Changes of extensions whose jars are not in the classpath, for the lint."),
        Setting("java", .string, help: "Java: its folder or its program; JAVA_HOME, else java."),
        Setting(
            "liquibase", .string,
            help: "Liquibase: its folder, an installed version, or 'system' for that on the PATH."),
        Setting("jvm-options", .list, help: "Options for the Java virtual machine."),
        Setting("timeout", .duration, help: "How long a run may take; any time."),
        Setting(
            "lock-timeout", .duration,
            help: "How long a run waits while another one changes the database; 5m."),
        Setting(
            "grace-period", .duration,
            help: "How long Liquibase may take to end after a signal, before it is killed; 10s."),
        Setting(
            "protected", .boolean, help: "Whether everything that writes there needs --yes."),
    ]

    /// The levels that Liquibase knows; it takes any other word, and exits with success.
    static let logLevels = ["off", "severe", "warning", "info", "fine", "debug"]

    private static let engineHelp =
        "The kind of database, to give its host, port and name instead of a url."
}
