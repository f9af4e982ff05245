import Foundation
import SystemPackage
import TestSupport
import Testing

/// Liquibase reads variables of its own from 4.18 on, and they would win over what devtool hands to it: an
/// update would reach another database than the one that is meant.
@Suite struct InheritedSettingScenarios {
    /// What a run is given: its settings, the variables of Liquibase, and the options for Java.
    private static let recording = """
        cat >settings
        env | grep -E '^(LIQUIBASE_|liquibase)' | grep -v ^LIQUIBASE_HOME= | sort >variables
        echo "$JAVA_TOOL_OPTIONS|$JDK_JAVA_OPTIONS" >options
        printf '%s\\n' "$@" >words

        """

    private func scenario(_ target: String) throws -> Scenario {
        try Scenario().project(target).withScriptedJava(Self.recording)
    }

    @Test(arguments: [
        ("LIQUIBASE_COMMAND_URL", "url"), ("LIQUIBASE_COMMAND_UPDATE_URL", "url"), ("liquibase_command_url", "url"),
        ("LIQUIBASE_COMMAND_USERNAME", "username"), ("LIQUIBASE_COMMAND_CHANGELOG_FILE", "changelog"),
        ("LIQUIBASE_COMMAND_DEFAULT_SCHEMA_NAME", "default-schema"),
        ("LIQUIBASE_COMMAND_UPDATE_CONTEXT_FILTER", "contexts"),
    ]) func whatTheFileSaysIsNotTakenFromThem(name: String, key: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine', username: me, default-schema: s, contexts: [c]}")
        try await scenario.variable(name, "other").run("migrate", "--no-lint", "update").says(
            """
            devtool: warning: \(name) is ignored: devtool.yml sets the \(key)
            nothing to apply (TIME)

            """)
        #expect(scenario.folder.text("variables") == "")
        let settings = try #require(scenario.folder.text("settings"))
        #expect(settings.contains("url=jdbc\\:mine\n"))
        #expect(!settings.contains("other"))
    }

    @Test(arguments: ["JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"])
    func optionsForJavaDoNotNameAnotherDatabase(name: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}")
        let outcome = try await scenario.variable(name, "-Dliquibase.command.url=jdbc:other -Dmine=1").run(
            "migrate", "--raw", "status"
        ).exits(0)
        #expect(
            outcome.errorText == "devtool: warning: -Dliquibase.command.url in \(name) is ignored: "
                + "devtool.yml sets the url\n")
        let seen = ["options", "words"].compactMap { scenario.folder.text($0) }.joined()
        #expect(seen.contains("-Dmine=1") && !seen.contains("jdbc:other"))
    }

    /// With this one, Liquibase would be silent, and three changesets that were applied be none.
    @Test func devtoolSetsTheLog() async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}")
        try await scenario.variable("LIQUIBASE_LOG_LEVEL", "off").run("migrate", "--raw", "status").stderr(
            "devtool: warning: LIQUIBASE_LOG_LEVEL is ignored: " + "devtool reads Liquibase's output and sets the log\n"
        ).exits(0).file("variables", "")
    }

    /// What nobody else says they may say, whatever the version of Liquibase.
    @Test func theyAreTheLastLayerOfTheConfiguration() async throws {
        let scenario = try Scenario().file("db/changelog.xml", Scenario.changelog).config(
            "migrate: {changelog: db/changelog.xml}\n"
        ).withScriptedJava(Self.recording).file("a.jar", "").file("b.jar", "").variable(
            "LIQUIBASE_COMMAND_URL", "jdbc:theirs"
        ).variable("LIQUIBASE_COMMAND_PASSWORD", "sesame open").variable("LIQUIBASE_CLASSPATH", "a.jar:b.jar")
        try await scenario.run("config", "--origin").stdout(
            """
            cards.format: "#{number} "  # default
            cards.api: https://api.trello.com  # default
            cards.timeout: 5m  # default
            favicon.for: tab  # default
            favicon.scheme: light  # default
            favicon.timeout: 10s  # default
            migrate.changelog: db/changelog.xml  # devtool.yml:1:22
            migrate.url: jdbc:theirs  # LIQUIBASE_COMMAND_URL
            migrate.password: ***  # LIQUIBASE_COMMAND_PASSWORD
            migrate.classpath: [a.jar:b.jar]  # LIQUIBASE_CLASSPATH
            migrate.lock-timeout: 5m  # default
            migrate.grace-period: 10s  # default
            migrate.protected: false  # default
            run.keep-going: false  # default
            run.fail-fast: wait  # default
            run.grace-period: 10s  # default
            run.silent: false  # default
            run.cache-size: 5000  # default
            run.cache-age: 720h  # default
            run.remote-cache-write: false  # default
            run.remote-cache-timeout: 10s  # default

            """
        ).stderr("").exits(0)
        try await scenario.run("migrate", "--raw", "status").stdout("").stderr("").exits(0).file("variables", "").file(
            "settings", "changeLogFile=db/changelog.xml\nurl=jdbc\\:theirs\npassword=sesame\\ open\n")
        #expect(
            scenario.folder.text("words")?.contains("\(scenario.folder.path)/a.jar:\(scenario.folder.path)/b.jar:")
                == true)
    }

    /// Options for Java that set the same come before them, as for Liquibase.
    @Test func optionsForJavaAreALayerToo() async throws {
        let scenario = try Scenario().file("db/changelog.xml", Scenario.changelog).config(
            "migrate: {changelog: db/changelog.xml, labels: [mine]}\n"
        ).withScriptedJava(Self.recording).variable("LIQUIBASE_COMMAND_URL", "jdbc:variable").variable(
            "JAVA_OPTS",
            "-Dliquibase.command.url=jdbc:option -Dliquibase.command.password=sesame"
                + " -Dliquibase.command.defaultSchemaName=a=b -Dliquibase.command.labels=theirs"
        ).variable("JAVA_TOOL_OPTIONS", "-Dliquibase.command.defaultSchemaName=before")
        try await scenario.run("config", "--origin").stdout(
            """
            cards.format: "#{number} "  # default
            cards.api: https://api.trello.com  # default
            cards.timeout: 5m  # default
            favicon.for: tab  # default
            favicon.scheme: light  # default
            favicon.timeout: 10s  # default
            migrate.changelog: db/changelog.xml  # devtool.yml:1:22
            migrate.url: jdbc:option  # -Dliquibase.command.url in JAVA_OPTS
            migrate.password: ***  # -Dliquibase.command.password in JAVA_OPTS
            migrate.default-schema: a=b  # -Dliquibase.command.defaultSchemaName in JAVA_OPTS
            migrate.labels: [mine]  # devtool.yml:1:48
            migrate.lock-timeout: 5m  # default
            migrate.grace-period: 10s  # default
            migrate.protected: false  # default
            run.keep-going: false  # default
            run.fail-fast: wait  # default
            run.grace-period: 10s  # default
            run.silent: false  # default
            run.cache-size: 5000  # default
            run.cache-age: 720h  # default
            run.remote-cache-write: false  # default
            run.remote-cache-timeout: 10s  # default

            """
        ).stderr("").exits(0)
        let outcome = try await scenario.run("migrate", "--raw", "status").exits(0)
        #expect(
            outcome.errorText == """
                devtool: warning: -Dliquibase.command.labels in JAVA_OPTS is ignored: devtool.yml sets the labels
                devtool: warning: -Dliquibase.command.defaultSchemaName in JAVA_TOOL_OPTIONS is ignored: \
                -Dliquibase.command.defaultSchemaName in JAVA_OPTS sets the default-schema
                devtool: warning: LIQUIBASE_COMMAND_URL is ignored: -Dliquibase.command.url in JAVA_OPTS sets the url

                """)
        let settings = try #require(scenario.folder.text("settings"))
        for line in ["url=jdbc\\:option", "password=sesame", "defaultSchemaName=a\\=b"] {
            #expect(settings.contains(line + "\n"), "\(settings)")
        }
        let seen = ["options", "variables", "words"].compactMap { scenario.folder.text($0) }
        #expect(!seen.joined().contains("liquibase.command") && !seen.joined().contains("sesame"))
    }

    /// A target that the file names has the address that the file gives it, or none.
    @Test func aNamedTargetTakesNoAddressFromThem() async throws {
        try await scenario("{username: me}").variable("LIQUIBASE_COMMAND_URL", "jdbc:theirs").run("migrate", "status")
            .stdout("").stderr(
                """
                devtool.yml:4:10: the target 'dev' has no url
                    dev: {username: me}
                         ^

                """
            ).exits(78).file("settings", nil)
    }

    @Test(arguments: ["update", "drop-all"]) func aProtectedTargetIsNotChanged(command: String) async throws {
        try await scenario("{url: 'jdbc:mine', protected: true}").variable("LIQUIBASE_COMMAND_URL", "jdbc:theirs").run(
            "migrate", "--yes", command
        ).stdout("").stderr(
            """
            devtool: the target 'dev' is protected, but LIQUIBASE_COMMAND_URL would affect its changes
              hint: set it in devtool.yml, and remove it from the environment

            """
        ).exits(78).file("settings", nil)
    }

    @Test func keysOfLicencesPass() async throws {
        try await scenario("{url: 'jdbc:mine'}").variable("LIQUIBASE_LICENSE_KEY", "abc").variable(
            "LIQUIBASE_ANALYTICS_ENABLED", "false"
        ).run("migrate", "--raw", "status").stdout("").stderr("").exits(0).file(
            "variables", "LIQUIBASE_ANALYTICS_ENABLED=false\nLIQUIBASE_LICENSE_KEY=abc\n")
    }

    /// What comes by a way that nobody thought of is seen before Liquibase connects, or writes.
    @Test(
        arguments: [
            (
                "-Dliquibase.command.url=jdbc:sqlite:other.db", "database", false,
                [["--yes", "drop-all"], ["execute-sql", "--sql=create table databasechangelog(i int)"]]
            ),
            // A schema is known once something asks for it, which a statement alone does not.
            ("-DDEVTOOL_MEANT_SCHEMA=0", "schema", true, [["tag", "v1"]]),
        ] as [(String, String, Bool, [[String]])]) func anotherDatabaseIsNotUsed(
            option: String, thing: String, connects: Bool, commands: [[String]]
        ) async throws
    {
        let url = connects ? "jdbc:h2:./a" : "jdbc:sqlite:a.db"
        let scenario = try Scenario().withLiquibase().project(
            "{url: '\(url)', username: sa, jvm-options: ['\(option)']}")
        // Only commands that compare have a second database.
        if !connects { _ = try scenario.file("liquibase.properties", "referenceUrl: jdbc:sqlite:other.db\n") }
        for command in commands {
            try await scenario.run(["migrate"] + command).stdout("").stderr(
                """
                devtool: Liquibase is about to use another \(thing) than the one that is meant
                  hint: find what overrides devtool.yml: a Liquibase setting, an extension or the changelog

                """
            ).exits(78)
        }
        #expect(!scenario.folder.names.contains("other.db"))
        if connects {
            // Nothing was made in it; H2's file has the definitions as they are.
            func names(_ table: String) throws -> Bool {
                let file = scenario.folder.path.appending("a.mv.db").string
                let text = try String(contentsOfFile: file, encoding: .isoLatin1)
                return text.contains(table)
            }
            #expect(try !names("DATABASECHANGELOG"))
            let plain = try scenario.project("{url: '\(url)', username: sa}")
            try await plain.run("migrate", "update").exits(0)
            #expect(try names("DATABASECHANGELOG"))
        }
    }

    /// Commands that compare use two databases, and no third.
    @Test func whatIsComparedIsWhatIsMeant() async throws {
        let option = "-Dliquibase.command.url=jdbc:sqlite:other.db"
        let scenario = try Scenario().withLiquibase().project("{url: 'jdbc:sqlite:a.db', jvm-options: ['\(option)']}")
        try await scenario.run("migrate", "diff", "--reference-url=jdbc:sqlite:b.db").stdout("").exits(78)
        #expect(!scenario.folder.names.contains("other.db"))
    }

    /// What Liquibase writes into a file devtool would not see: what was applied, and who has the lock.
    @Test func theLogIsWhereDevtoolReadsIt() async throws {
        let named = try scenario("{url: 'jdbc:mine'}")
        try await named.run("migrate", "--log-file=a.log", "update").stdout("").stderr(
            """
            devtool: '--log-file' would hide Liquibase's log from devtool
              hint: redirect the output: devtool --verbose migrate … 2>FILE

            """
        ).exits(64)
        let scenario = try scenario("{url: 'jdbc:mine'}").file("liquibase.properties", "logFile: a.log\n")
        try await scenario.run("migrate", "--raw", "status").stderr(
            """
            liquibase.properties:1:1: warning: 'logFile' is ignored: devtool reads Liquibase's output

            """
        ).exits(0)
        #expect(scenario.folder.text("settings")?.contains("a.log") == false)
    }

    /// The last target's output would be all that there is.
    @Test func oneFileIsNotForTheOutputOfSeveralTargets() async throws {
        try await Scenario().config("migrate: {targets: {a: {url: jdbc:a}, b: {url: jdbc:b}}}\n").withScriptedJava(
            "echo >>started"
        ).run("migrate", "--all-targets", "--output-file=out.sql", "update-sql").stdout("").stderr(
            """
            devtool: all targets would write to the same output file
              hint: choose one target, or redirect standard output, in which each line starts with its target

            """
        ).exits(64).file("started", nil)
    }

    /// Several databases in one process are each compared with the one that was meant.
    @Test func eachOfSeveralDatabasesIsTheOneThatIsMeant() async throws {
        let scenario = try Scenario().withLiquibase().file("db/changelog.xml", Scenario.changelog).config(
            """
            migrate:
              changelog: db/changelog.xml
              targets:
                a: {url: "jdbc:sqlite:a.db"}
                b:
                  url: "jdbc:sqlite:b.db"
                  parameters: {liquibase.command.url: "jdbc:sqlite:other.db"}
                c: {url: "jdbc:sqlite:c.db"}
            """)
        let outcome = try await scenario.run("migrate", "--all-targets", "update").exits(78)
        #expect(outcome.errorText.contains("b | Liquibase is about to use another database"))
        #expect(Set(scenario.folder.names).isSuperset(of: ["a.db", "c.db"]))
        #expect(!scenario.folder.names.contains("other.db"))
    }
}
