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
                devtool: Run drop-all on 'dev' (jdbc:x)? This must be confirmed, and there is no terminal to ask on
                  hint: add --yes if you mean it

                """
            )
            .exits(64)
        #expect(!scenario.folder.names.contains("started"))
    }

    @Test(arguments: [["--report", "junit=a.xml", "update"], ["update", "--report=junit=a.xml"]])
    func saysWhereDevtoolsOwnOptionsStand(words: [String]) async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("")
            .run(["migrate"] + words)
            .stderr(
                """
                devtool: '--report' is no option of Liquibase, but one of devtool
                  hint: it stands before the name: 'devtool --report ... migrate ...'

                """
            )
            .exits(64)
    }

    @Test(arguments: ["--json", "--raw"])
    func aDryRunHasOneForm(option: String) async throws {
        let outcome = try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("")
            .run("migrate", "--dry-run", option, "update").exits(64)
        let message = "Error: '--dry-run' and '\(option)' exclude each other"
        #expect(outcome.errorText.hasPrefix(message))
    }

    @Test func aShardWithoutTargetsIsAnEmptyList() async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("")
            .run("migrate", "--json", "--shard", "2/2", "status")
            .stdout("[]\n").stderr("no target is in the part 2/2\n").exits(0)
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
            sleep 0.5
            kill -INT $PPID
            exec sleep 600
            """)
        let text = try await scenario.run("migrate", "--target", "a,b", "--jobs", "1", "update")
            .errorText
        #expect(text.contains(#/\na +stopped +1 applied /#), "\(text)")
        #expect(text.contains(#/\nb +not run/#), "\(text)")
    }
}
