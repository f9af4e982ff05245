import Foundation
import TestSupport
import Testing

/// `devtool migrate` in hands that are new to it.
@Suite struct MigrateUsageScenarios {
    /// Liquibase would take the first word for its command no more than devtool may.
    @Test(arguments: [["--changelog-file", "db/changelog.xml"], ["--log-level", "warning"]])
    func asksAlsoWhenOptionsStandBeforeTheCommand(options: [String]) async throws {
        let scenario = try Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started")
        try await scenario.run(["migrate"] + options + ["drop-all"]).stderr(
            """
            devtool: Run drop-all on 'dev' (jdbc:x)? Confirmation required, but standard input is not a terminal
              hint: use --yes to skip confirmation prompts

            """
        ).exits(64)
        #expect(!scenario.folder.names.contains("started"))
    }

    @Test(arguments: [
        ["update-sql", "--report=json=a.json"], ["update-sql", "--quiet"], ["-q", "update-sql"], ["update-sql", "-v"],
        ["update-sql", "--verbose"], ["update-sql", "--color", "never"], ["update-sql", "-C", "."],
    ]) func globalOptionsMayFollowTheCommand(words: [String]) async throws {
        let outcome = try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("echo \"$*\" | tail -c 11").run(
            ["migrate", "--raw"] + words
        ).stdout("update-sql\n").exits(0)
        #expect((outcome.folder.text("a.json") != nil) == words.contains("--report=json=a.json"))
    }

    @Test(arguments: ["plan", "rehearse", "drift", "repair", "new", "lint", "targets", "install"])
    func everySubcommandIsQuietOnRequest(subcommand: String) async throws {
        for option in ["-q", "-v"] {
            let outcome = try await Scenario().run("migrate", subcommand, option, "--no-such-option")
            #expect(!outcome.errorText.contains("'\(option)'"), "\(outcome.errorText)")
        }
    }

    /// Issue 15.17: Liquibase takes its own options in camelCase, too.
    @Test(arguments: [
        ("--dryrun", "--dry-run"), ("--dryRun", "--dry-run"), ("--allTargets", "--all-targets"),
        ("--exitCode=1", "--exit-code"),
    ]) func knowsItsOptionsInOtherSpellings(written: String, meant: String) async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started").run(
            "migrate", "update", written
        ).stdout("").stderr(
            """
            devtool: unknown option '\(written.prefix { $0 != "=" })'
              hint: did you mean '\(meant)'?

            """
        ).exits(64).file("started", nil)
    }

    @Test func whatFollowsTheTerminatorIsLiquibases() async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("echo \"$*\" | tail -c 20").run(
            "migrate", "--", "status", "--verbose", "-q"
        ).stdout("status --verbose -q\n").exits(0)
    }

    /// Issue 15.17: Liquibase tells of these in words of Java's, and the user is not asked first.
    @Test(arguments: [
        (["rollback-count", "x"], "'x' is not a valid number of changesets"),
        (["rollbackCount", "1.5"], "'1.5' is not a valid number of changesets"),
        (["rollback-count", "-1"], "'-1' is not a valid number of changesets"),
        (["update-count", "0"], "'0' is not a valid number of changesets"),
        (["update-count-sql", "--count=many"], "'many' is not a valid number of changesets"),
        (["rollback-count", "--count", "99999999999"], "'99999999999' is not a valid number of changesets"),
        (["future-rollback-count-sql", "--labels", "1", "x"], "'x' is not a valid number of changesets"),
        (["rollback-to-date", "yesterday"], "'yesterday' is not a date"),
        (["rollback-to-date", "2026-13-01"], "'2026-13-01' is not a date"),
        (["rollbackToDateSQL", "01.02.2026"], "'01.02.2026' is not a date"),
        (["rollback"], "'rollback' requires a tag"),
        (["rollback", "--yes", "--labels", "a"], "'rollback' requires a tag"),
        (["rollback", "--tag="], "'rollback' requires a tag"), (["tag-exists"], "'tag-exists' requires a tag"),
        (["rollback-count"], "'rollback-count' requires the number of changesets"),
        (["rollback-to-date-sql"], "'rollback-to-date-sql' requires a date"),
    ]) func refusesValuesThatLiquibaseCannotRead(words: [String], message: String) async throws {
        let outcome = try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started").run(
            ["migrate"] + words
        ).stdout("").exits(64).file("started", nil)
        #expect(outcome.errorText.hasPrefix("devtool: \(message)\n  hint: write "), "\(outcome.errorText)")
    }

    @Test(arguments: [
        ["rollback-count", "1"], ["update-count", "--count=2"], ["rollback-count-sql", "3"],
        ["rollback-to-date", "2026-01-31"], ["rollback-to-date", "2026-01-31T12:00:00"],
        ["rollback-to-date", "2026-01-31", "12:00:00"], ["rollback-to-date-sql", "--date=2026-01-31"],
    ]) func takesValuesThatLiquibaseCanRead(words: [String]) async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started").run(
            ["migrate", "--yes"] + words
        ).exits(0).file("started", "")
    }

    /// One rule for where options stand: before the command, or after it.
    @Test(arguments: [
        ["--target", "dev", "plan"], ["plan", "--target", "dev"], ["--json", "--target=dev", "plan"],
        ["--target", "dev", "plan", "update"], ["--contexts", "plan", "plan"], ["plan", "--contexts", "a", "update"],
    ]) func optionsStandBeforeTheCommandAndAfterIt(words: [String]) async throws {
        let outcome = try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava(
            "echo '-- Changeset db/changelog.xml::1::ada'; echo 'select 1;'"
        ).run(["migrate"] + words).exits(0)
        #expect(outcome.outputText.contains(words.contains("--json") ? "\"id\": \"1\"" : "dev: 1 changeset to apply"))
    }

    /// What is the value of an option, or follows another command, is none of devtool's own commands.
    @Test(arguments: [["--contexts", "plan", "status"], ["status", "plan"], ["--", "plan"]])
    func noOtherWordIsTakenForACommand(words: [String]) async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("echo \"$*\" | grep -o 'stdin .*'").run(
            ["migrate", "--raw"] + words
        ).stdout("stdin \(words.filter { $0 != "--" }.joined(separator: " "))\n").exits(0)
    }

    /// Whoever reads JSON gets a document, whatever is wrong.
    @Test func jsonIsADocumentIfNothingCouldBeStarted() async throws {
        let scenario = try Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started")
        func document(_ command: String, _ message: String, hint: String?) -> String {
            let hint = hint.map { "\"\($0)\"" } ?? "null"
            return """
                {
                  "schema": 1,
                  "command": "\(command)",
                  "target": null,
                  "status": 64,
                  "failure": {
                    "message": "\(message)",
                    "hint": \(hint)
                  }
                }

                """
        }
        for command in ["status", "plan"] {
            try await scenario.run("migrate", command, "--json", "--target", "prd").stdout(
                document(command == "plan" ? "update" : command, "unknown target 'prd'", hint: "known: dev")
            ).stderr("devtool: unknown target 'prd'\n  hint: known: dev\n").exits(64)
        }
        try await scenario.run("migrate", "--json", "rollback").stdout(
            document(
                "rollback", "'rollback' requires a tag",
                hint: "write it after the command: devtool migrate rollback TAG")
        ).exits(64)
        try await scenario.run("migrate", "--json", "update", "--exit-code").stdout(
            document("update", "'--exit-code' requires 'status' or 'diff'", hint: nil)
        ).exits(64).file("started", nil)
    }

    /// Liquibase ends with 0, whether the tag is there or not; in 4.6.2 it is said on standard error.
    @Test(arguments: [["tag-exists", "v1"], ["tag-exists", "--tag=v1"], ["tagExists", "--tag", "v1"]])
    func aMissingTagIsAProblem(words: [String]) async throws {
        func scenario(_ answer: String) throws -> Scenario {
            try Scenario().project("{url: 'jdbc:x'}").withScriptedJava(
                """
                echo "$*" | grep -oE 'tag-?[eE]xists .*'
                echo "The tag 'v1' \(answer) in jdbc:x" >&2
                """)
        }
        let given = words.count == 2 ? ["tag-exists", "--tag=v1"] : words
        let missing = try await scenario("does NOT exist").run(["migrate"] + words).exits(1)
        missing.stdout(given.joined(separator: " ") + "\n")
        try await scenario("already exists").run(["migrate"] + words).exits(0)
    }

    @Test func differencesAreAProblemWithExitCode() async throws {
        func scenario(_ lines: String) throws -> Scenario {
            try Scenario().project("{url: 'jdbc:x'}").withScriptedJava("printf '\(lines)'")
        }
        let same = "Product Version: EQUAL\\nMissing Table(s): NONE\\nChanged Column(s): NONE\\n"
        let namesake = "Changed Catalog(s): \\n     a\\n          name changed from b to a\\n"
        let other = "Missing Table(s): NONE\\nChanged Foreign Key(s): \\n     t.a\\n"
        let diff = ["diff", "--reference-url", "jdbc:y"]
        try await scenario(same).run(["migrate", "--exit-code"] + diff).stderr("").exits(0)
        try await scenario(namesake).run(["migrate", "--exit-code"] + diff).stderr("").exits(0)
        try await scenario(other).run(["migrate"] + diff).stderr("").exits(0)
        try await scenario(other).run(["migrate", "--exit-code"] + diff).stdout(
            "Missing Table(s): NONE\nChanged Foreign Key(s): \n     t.a\n"
        ).stderr("").exits(1)
        try await scenario("{}").run(["migrate", "--exit-code"] + diff).stderr(
            """
            devtool: cannot tell whether the databases differ: Liquibase did not print a comparison
              hint: omit '--output-file' and '--format'

            """
        ).exits(1)
    }

    @Test(arguments: ["diff-changelog", "generate-changelog", "diffChangeLog"])
    func theProjectsChangelogIsNotWrittenUnasked(command: String) async throws {
        let scenario = try Scenario().project("{url: 'jdbc:x'}").withScriptedJava("touch started")
        try await scenario.run("migrate", command, "--reference-url=jdbc:y").stdout("").stderr(
            """
            devtool: '\(command)' would write to the project's changelog 'db/changelog.xml'
              hint: name another file: devtool migrate \(command) --changelog-file FILE

            """
        ).exits(64).file("started", nil)
        try await scenario.run("migrate", command, "--changelog-file", "new.xml").exits(0).file("started", "")
    }

    @Test(arguments: ["--json", "--raw"]) func aDryRunHasOneForm(option: String) async throws {
        let outcome = try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("").run(
            "migrate", "--dry-run", option, "update"
        ).exits(64)
        let message = "devtool: '--dry-run' and '\(option)' cannot be combined"
        #expect(outcome.errorText.hasPrefix(message))
    }

    @Test func aShardWithoutTargetsIsAnEmptyList() async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava("").run(
            "migrate", "--json", "--shard", "2/2", "status"
        ).stdout("[]\n").stderr("no targets in shard 2/2\n").exits(0)
    }

    /// On a command line without secrets, nothing is hidden; an empty one hid each place between two
    /// letters.
    @Test func anEmptyPasswordHidesNothing() async throws {
        let outcome = try await Scenario().project("{url: 'jdbc:x', username: app, password: {env: SECRET}}")
            .withScriptedJava("").variable("SECRET", "").run("--verbose", "migrate", "tag", "a").exits(0)
        #expect(outcome.errorText.contains(" --defaults-file=/dev/stdin tag a\n"))
    }

    @Test func aShortPasswordIsInNoVariableThatIsNamedForOne() async throws {
        try await Scenario().project("{url: 'jdbc:x', username: app, password: {env: SECRET}}").withScriptedJava(
            "env | grep =app$ | sort"
        ).variable("SECRET", "app").variable("PGPASSWORD", "app").variable("OWNER", "app").run("migrate", "tag", "a")
            .stdout("OWNER=***\n").exits(0)
    }

    @Test(arguments: [
        ("echo 'Error occurred during initialization of VM'; exit 1", 69),
        ("echo 'Error: Could not create the Java Virtual Machine.' >&2; exit 1", 69),
        (
            """
            echo 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space' >&2
            echo '\tat java.base/java.util.HashMap.resize(HashMap.java:702)' >&2; exit 1
            """, 69
        ), ("exit 1", 1),
    ]) func aJavaThatDoesNotStartIsNoFailedMigration(script: String, status: Int32) async throws {
        try await Scenario().project("{url: 'jdbc:x'}").withScriptedJava(script).run("migrate", "tag", "a").exits(
            status)
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
        let text = try await scenario.run("migrate", "--target", "a,b", "--jobs", "1", "update").errorText
        #expect(text.contains(#/\na +stopped +1 unknown /#), "\(text)")
        #expect(text.contains(#/\nb +not run/#), "\(text)")
    }
}
