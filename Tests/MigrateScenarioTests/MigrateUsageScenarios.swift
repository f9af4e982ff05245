import Foundation
import TestSupport
import Testing

/// `devtool migrate` in hands that are new to it.
@Suite struct MigrateUsageScenarios {
    /// Liquibase would take the first word for its command no more than devtool may.
    @Test(arguments: [["--changelog-file", "db/changelog.xml"], ["--log-level", "warning"]])
    func asksAlsoWhenOptionsStandBeforeTheCommand(options: [String]) async throws {
        let scenario = try Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started")
        try await scenario.run(["migrate"] + options + ["drop-all"])
            .stderr(
                """
                devtool: Run drop-all on 'dev' (jdbc:x)? Confirmation required, but standard input is not a terminal
                  hint: use --yes to skip confirmation prompts

                """
            )
            .exits(64)
        #expect(!scenario.folder.names.contains("started"))
    }

    @Test(
        arguments: [
            ("--report", ["--report", "junit=a.xml", "update"]),
            ("--report", ["update", "--report=junit=a.xml"]), ("--quiet", ["update", "--quiet"]),
            ("-q", ["update", "-q"]), ("--verbose", ["update", "--verbose"]),
            ("--color", ["update", "--color", "never"]),
        ])
    func saysWhereDevtoolsOwnOptionsStand(option: String, words: [String]) async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started")
            .run(["migrate"] + words).stdout("")
            .stderr(
                """
                devtool: '\(option)' is an option of devtool, not of Liquibase
                  hint: put it before 'migrate': devtool \(option) ... migrate ...

                """
            )
            .exits(64).file("started", nil)
    }

    /// Issue 15.17: Liquibase takes its own options in camelCase, too.
    @Test(
        arguments: [
            ("--dryrun", "--dry-run"), ("--dryRun", "--dry-run"), ("--allTargets", "--all-targets"),
            ("--exitCode=1", "--exit-code"),
        ])
    func knowsItsOptionsInOtherSpellings(written: String, meant: String) async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started")
            .run("migrate", "update", written).stdout("")
            .stderr(
                """
                devtool: unknown option '\(written.prefix { $0 != "=" })'
                  hint: did you mean '\(meant)'?

                """
            )
            .exits(64).file("started", nil)
    }

    @Test func whatFollowsTheTerminatorIsLiquibases() async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("echo \"$*\" | tail -c 20")
            .run("migrate", "--", "status", "--verbose", "-q").stdout("status --verbose -q\n")
            .exits(0)
    }

    /// Issue 15.17: Liquibase tells of these in words of Java's, and the user is not asked first.
    @Test(
        arguments: [
            (["rollback-count", "x"], "'x' is not a number of changesets"),
            (["rollbackCount", "1.5"], "'1.5' is not a number of changesets"),
            (["rollback-count", "-1"], "'-1' is not a number of changesets"),
            (["update-count", "0"], "'0' is not a number of changesets"),
            (["update-count-sql", "--count=many"], "'many' is not a number of changesets"),
            (
                ["rollback-count", "--count", "99999999999"],
                "'99999999999' is not a number of changesets"
            ),
            (
                ["future-rollback-count-sql", "--labels", "1", "x"],
                "'x' is not a number of changesets"
            ),
            (["rollback-to-date", "yesterday"], "'yesterday' is not a date"),
            (["rollback-to-date", "2026-13-01"], "'2026-13-01' is not a date"),
            (["rollbackToDateSQL", "01.02.2026"], "'01.02.2026' is not a date"),
        ])
    func refusesValuesThatLiquibaseCannotRead(words: [String], message: String) async throws {
        let outcome = try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava(
            "touch started"
        )
        .run(["migrate"] + words).stdout("").exits(64).file("started", nil)
        #expect(
            outcome.errorText.hasPrefix("devtool: \(message)\n  hint: write "),
            "\(outcome.errorText)")
    }

    @Test(
        arguments: [
            ["rollback-count", "1"], ["update-count", "--count=2"], ["rollback-count-sql", "3"],
            ["rollback-to-date", "2026-01-31"], ["rollback-to-date", "2026-01-31T12:00:00"],
            ["rollback-to-date", "2026-01-31", "12:00:00"],
            ["rollback-to-date-sql", "--date=2026-01-31"],
        ])
    func takesValuesThatLiquibaseCanRead(words: [String]) async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started")
            .run(["migrate", "--yes"] + words).exits(0).file("started", "")
    }

    @Test(arguments: ["--json", "--raw"])
    func aDryRunHasOneForm(option: String) async throws {
        let outcome = try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("")
            .run("migrate", "--dry-run", option, "update").exits(64)
        let message = "devtool: '--dry-run' and '\(option)' cannot be combined"
        #expect(outcome.errorText.hasPrefix(message))
    }

    @Test func aShardWithoutTargetsIsAnEmptyList() async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("")
            .run("migrate", "--json", "--shard", "2/2", "status")
            .stdout("[]\n").stderr("no targets in shard 2/2\n").exits(0)
    }

    /// On a command line without secrets, nothing is hidden; an empty one hid each place between two
    /// letters.
    @Test func anEmptyPasswordHidesNothing() async throws {
        let outcome = try await Scenario()
            .project("{url: 'jdbc:x', username: app, password: {env: SECRET}}")
            .withScriptedJava("").variable("SECRET", "")
            .run("--verbose", "migrate", "tag", "a").exits(0)
        #expect(outcome.errorText.contains(" --defaults-file=/dev/stdin tag a\n"))
    }

    @Test func aShortPasswordIsInNoVariableThatIsNamedForOne() async throws {
        try await Scenario()
            .project("{url: 'jdbc:x', username: app, password: {env: SECRET}}")
            .withScriptedJava("env | grep =app$ | sort")
            .variable("SECRET", "app").variable("PGPASSWORD", "app").variable("OWNER", "app")
            .run("migrate", "tag", "a").stdout("OWNER=***\n").exits(0)
    }

    @Test(
        arguments: [
            ("echo 'Error occurred during initialization of VM'; exit 1", 69),
            ("echo 'Error: Could not create the Java Virtual Machine.' >&2; exit 1", 69),
            (
                """
                echo 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space' >&2
                echo '\tat java.base/java.util.HashMap.resize(HashMap.java:702)' >&2; exit 1
                """, 69
            ),
            ("exit 1", 1),
        ])
    func aJavaThatDoesNotStartIsNoFailedMigration(script: String, status: Int32) async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava(script)
            .run("migrate", "tag", "a").exits(status)
    }

    @Test func aCommandThatSaysNothingIsTold() async throws {
        let done = try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava(
            "echo \"Liquibase command 'clearCheckSums' was executed successfully.\" >&2"
        ).run("migrate", "clearCheckSums", "--yes").stdout("").exits(0)
        #expect(done.errorText.wholeMatch(of: #/clearCheckSums done \(\S+ m?s\)\n/#) != nil)
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava(
            """
            echo tagged
            echo "Liquibase command 'tag' was executed successfully." >&2
            """
        ).run("migrate", "tag", "a").stdout("tagged\n").stderr("").exits(0)
    }

    @Test func theVersionIsShownWithoutTheBanner() async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava(
            """
            echo '####################'; echo '##   _     _    ##'
            echo 'Starting Liquibase at 19:45:18 (version 4.6.2 #886)'
            echo 'Liquibase Version: 4.6.2'
            """
        ).run("migrate", "--version").stdout("Liquibase Version: 4.6.2\n").stderr("").exits(0)
    }

    @Test func whatWasDoneOnEachTargetIsToldAfterASignal() async throws {
        let scenario = try Scenario().config(
            """
            migrate:
              targets:
                a: {url: 'jdbc:x:a'}
                b: {url: 'jdbc:x:b'}

            """
        ).withScriptedJava(
            """
            cat >/dev/null
            echo '[2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet a.xml::1::ada ran successfully in 34ms' >&2
            \(Scenario.untilRead(2))
            kill -INT $PPID
            exec sleep 600
            """)
        let text = try await scenario.run("migrate", "--target", "a,b", "--jobs", "1", "update")
            .errorText
        #expect(text.contains(#/\na +stopped +1 unknown /#), "\(text)")
        #expect(text.contains(#/\nb +not run/#), "\(text)")
    }
}
