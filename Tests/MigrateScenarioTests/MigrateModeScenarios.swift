import Foundation
import TestSupport
import Testing

/// How `devtool migrate` runs a command, with a script in the place of Java: for show, later, as it is,
/// for programs.
@Suite struct MigrateModeScenarios {
    /// Standard error without the properties that mark a run.
    private static func said(_ outcome: Outcome) -> String {
        outcome.errorText.replacing(#/-Dliquibase\.\S+ /#, with: "").replacing(
            #/[?&]ApplicationName=devtool-migrate-\w+/#, with: "")
    }

    @Test func aDryRunShowsTheProcessAndTheSQL() async throws {
        let outcome = try await Scenario().project(
            "{url: 'jdbc:postgresql://db/app?password=hunter2', password: {env: SECRET}, "
                + "parameters: {color: blue}}"
        ).withScriptedJava("case $* in *update-sql*) echo 'CREATE TABLE a;'; cat >input ;; *) touch changed ;; esac")
            .variable("SECRET", "hunter3").run("migrate", "--no-lint", "--dry-run", "update", "--contexts=c").stdout(
                "CREATE TABLE a;\n"
            ).exits(0).file("changed", nil)
        #expect(
            Self.said(outcome) == """
                dev: would run in [DIR]
                  [DIR]/jdk/bin/java -XX:TieredStopAtLevel=1 -XX:Tier3InvocationThreshold=50 \
                -XX:CICompilerCount=1 -XX:+UseSerialGC -Duser.language=en -Duser.country=US -Dcolor=blue -cp \
                [DIR]/liquibase/liquibase.jar:. liquibase.integration.commandline.LiquibaseCommandLine \
                --defaults-file=/dev/stdin update --contexts=c
                  changeLogFile=db/changelog.xml
                  url=jdbc:postgresql://db/app?password=***
                  password=***
                  logLevel=info

                """)
        // What was shown is what Liquibase would get.
        let input = try #require(outcome.folder.text("input"))
        #expect(input.contains("password=hunter3\n"))
        #expect(input.contains("?password\\=hunter2"))
    }

    @Test func aDryRunNeedsNoApprovalAndStartsNothing() async throws {
        let scenario = try Scenario().withScriptedJava("touch started").config(
            "migrate: {targets: {a: {url: jdbc:a}, b: {url: jdbc:b, protected: true}}}\n")
        let outcome = try await scenario.run("migrate", "--dry-run", "--all-targets", "drop-all").stdout("").exits(0)
            .file("started", nil)
        let lines = Self.said(outcome).split(separator: "\n")
        #expect(lines.filter { $0.hasSuffix(": would run in [DIR]") }.count == 2)
        #expect(lines.filter { $0.hasSuffix("--defaults-file=/dev/stdin drop-all") }.count == 2)
        #expect(lines.contains("  url=jdbc:b"))
    }

    /// What servers of these kinds say first.
    private static let greetings: [String: [UInt8]] = [
        "mysql": [4, 0, 0, 0, 10, 0x38, 0x2E, 0], "mariadb": [4, 0, 0, 0, 10, 0x35, 0x2E, 0],
        "postgresql": [UInt8(ascii: "R"), 0, 0, 0, 8, 0, 0, 0, 5], "sqlserver": [0x04, 0x01, 0, 8, 0, 0, 1, 0],
    ]
    /// PostgreSQL's error of this state.
    private static func error(_ state: String, _ message: String) -> [UInt8] {
        let fields = "SFATAL\0C\(state)\0M\(message)\0\0"
        return [UInt8(ascii: "E"), 0, 0, 0, UInt8(fields.utf8.count + 4)] + fields.utf8
    }

    /// What takes connections may be a proxy before a server that is not there yet.
    @Test(
        .enabled(if: SystemCallTrap.shared != nil, "no C compiler"),
        arguments: ["mysql", "mariadb", "postgresql", "sqlserver"]) func aServerThatComesUpLateIsWaitedFor(
            engine: String
        ) async throws
    {
        let socket = try LoopbackSocket()
        // The second connection comes after the first was refused.
        let scenario = try Scenario().withScriptedJava("echo started").project(
            "{url: 'jdbc:\(engine)://127.0.0.1:\(socket.port)/app'}"
        ).trap("connect", after: 1, "echo >refused")
        async let outcome = scenario.run("migrate", "--wait", "300", "status")
        try await eventually { scenario.folder.text("refused") != nil }
        let starting = engine == "postgresql" ? Self.error("57P03", "starting up") : []
        try socket.accept(answering: [[], starting, Self.greetings[engine] ?? []])
        try await outcome.stdout("started\n").stderr("").exits(0)
    }

    @Test(
        arguments: [
            ("mysql", [], "the connection was closed immediately"),
            ("mariadb", [9, 0, 0, 0, 0xFF, 0x1D, 0x04], "it is shutting down"),
            ("postgresql", error("57P03", "the database system is starting up"), "the database system is starting up"),
            ("postgresql", Array("HTTP/1.1 400".utf8), "it is a different kind of server"),
            ("sqlserver", [0x15, 3, 1, 0, 2], "it is a different kind of server"),
        ] as [(String, [UInt8], String)]) func aServerThatIsNotReadyIsTold(
            engine: String, answer: [UInt8], reason: String
        ) async throws
    {
        let socket = try LoopbackSocket()
        try socket.accept(answering: [answer])
        try await Scenario().withScriptedJava("echo started").project(
            "{url: 'jdbc:\(engine)://127.0.0.1:\(socket.port)/app'}"
        ).run("migrate", "--wait", "1", "status").stdout("").stderr(
            """
            devtool: the server at 127.0.0.1:\(socket.port) is not ready: \(reason)
              hint: wait for it with --wait, or correct the url in devtool.yml

            """
        ).exits(69)
    }

    /// Errors that waiting does not mend are Liquibase's to tell.
    @Test func aServerThatRefusesIsThere() async throws {
        let socket = try LoopbackSocket()
        try socket.accept(answering: [Self.error("28000", "no entry in pg_hba.conf")])
        try await Scenario().withScriptedJava("echo started").project(
            "{url: 'jdbc:postgresql://127.0.0.1:\(socket.port)/app'}"
        ).run("migrate", "--wait", "9", "status").stdout("started\n").exits(0)
    }

    @Test func aServerThatNeverComesUpIsTold() async throws {
        let socket = try LoopbackSocket()
        let scenario = try Scenario().withScriptedJava("echo started").config(
            """
            migrate:
              targets:
                file: {url: 'jdbc:sqlite:a.db'}
                server: {url: 'jdbc:mysql://127.0.0.1:\(socket.port)/app'}

            """)
        let begin = ContinuousClock.now
        try await scenario.run("migrate", "--wait", "1", "--all-targets", "status").stdout("").stderr(
            """
            devtool: cannot connect to 127.0.0.1:\(socket.port): Connection refused
              hint: start the database, or correct the url in devtool.yml

            """
        ).exits(69)
        #expect(ContinuousClock.now - begin > .milliseconds(700))
        try await scenario.run("migrate", "--wait", "1", "--target", "file", "status").stdout("started\n").stderr("")
            .exits(0)
    }

    @Test(
        arguments: [
            // What is not understood is printed as it is.
            ("2 change sets have not been applied to app@x", "2 change sets have not been applied to app@x", 1),
            ("app@x is up to date", "dev: nothing to apply", 0),
        ] as [(String, String, Int32)]) func pendingChangesAreAStatus(line: String, told: String, status: Int32)
        async throws
    {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava("echo '\(line)'")
        try await scenario.run("migrate", "status", "--exit-code").stdout(told + "\n").stderr("").exits(status)
        try await scenario.run("migrate", "status").stdout(told + "\n").stderr("").exits(0)
        try await scenario.run("migrate", "--raw", "status").stdout(line + "\n").exits(0)
    }

    /// Options that nobody would look at.
    @Test(arguments: [
        (["--raw", "--exit-code", "status"], "'--raw' and '--exit-code' cannot be combined"),
        (["--exit-code", "update"], "'--exit-code' requires 'status' or 'diff'"),
        (["--drift", "update"], "'--drift' requires 'status'"),
        (["--drift", "--json", "status"], "'--drift' and '--json' cannot be combined"),
        (["--drift", "--raw", "status"], "'--drift' and '--raw' cannot be combined"),
        (["update", "--contexts=a or b"], "'--contexts' must be names, not an expression: 'a or b'"),
        (["update", "--contexts=a,!b"], "'--contexts' must be names, not an expression: 'a,!b'"),
    ]) func optionsOfNoUse(arguments: [String], message: String) async throws {
        let outcome = try await Scenario().project("{url: jdbc:x}").withScriptedJava("touch started").run(
            ["migrate"] + arguments
        ).stdout("").exits(64).file("started", nil)
        #expect(outcome.errorText.hasPrefix("devtool: \(message)\n"), "\(outcome.errorText)")
    }

    @Test func contextsAreNames() async throws {
        try await Scenario().project("{url: jdbc:x, contexts: [a, b or c]}").withScriptedJava("touch started").run(
            "migrate", "update"
        ).stdout("").stderr(
            """
            devtool.yml:4:34: 'migrate.targets.dev.contexts' must be names, not an expression: 'b or c'
                dev: {url: jdbc:x, contexts: [a, b or c]}
                                             ^

            """
        ).exits(78).file("started", nil)
    }

    /// What was being applied when a run is stopped is told of.
    @Test func aRunThatIsStoppedAsJSON() async throws {
        let outcome = try await Scenario().project("{url: jdbc:x, timeout: 2s}").withScriptedJava(
            """
            echo "Running Changeset: a.sql::1::ada" >&2
            echo "[2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet a.sql::1::ada ran successfully in 5ms" >&2
            exec sleep 600
            """
        ).run("migrate", "--no-lint", "--json", "update").exits(75)
        let run = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        #expect(run["status"] as? Int == 75)
        // The database does not tell whether it has been recorded.
        #expect((run["applied"] as? [Any])?.count == 0)
        let unsettled = try #require(run["unsettled"] as? [[String: Any]])
        #expect(unsettled.map { $0["result"] as? String } == ["unknown"])
    }

    /// A failure is one, whoever reads of it.
    @Test(arguments: ["migrate --json update", "migrate --exit-code status", "migrate --json --exit-code status"])
    func aFailureThatNobodyReads(command: String) async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava(
            """
            case $* in
            *status*) echo '1 change sets have not been applied to x' ;;
            *) echo "Unexpected error running Liquibase: Migration is off" >&2; exit 1 ;;
            esac
            """)
        let told = try await scenario.shellOutput(
            "{ '\(Scenario.devtool)' \(command) 2>/dev/null; echo $? >status; } | true; cat status")
        #expect(told == "1\n")
    }

    @Test func rawIsUntouched() async throws {
        let banner = "####\n##   Liquibase\nStarting Liquibase at 10:00\n"
        try await Scenario().project("{url: jdbc:x}").withScriptedJava(
            "printf '%s' '\(banner)' >&2; echo data; cat; exit 3"
        ).run("migrate", "--raw", "status").stdout("data\nchangeLogFile=db/changelog.xml\nurl=jdbc\\:x\n").stderr(
            banner
        ).exits(3)
    }

    @Test func aRunAsJSON() async throws {
        let outcome = try await Scenario().project("{url: jdbc:x}").withScriptedJava(
            "echo '1 change sets have not been applied to x'; echo \"$@\" >words"
        ).run("migrate", "--json", "--exit-code", "status").stderr("").exits(1)
        let run = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        #expect(run["command"] as? String == "status")
        #expect(run["target"] as? String == "dev")
        #expect(run["status"] as? Int == 1)
        #expect(run["pendingCount"] as? Int == 1)
        #expect(run["output"] as? String == "1 change sets have not been applied to x\n")
        #expect(outcome.folder.text("words")?.hasSuffix(" status --verbose\n") == true)
    }

    @Test(arguments: [
        (["--raw", "--json", "status"], "'--raw' and '--json' cannot be combined"),
        (["--wait=-1", "status"], "'--wait' must be a duration like 500ms, 10s or 1h30m, not '-1'"),
        (["--jobs", "0", "status"], "'--jobs' must be an integer from 1 to 1000, not '0'"),
        (["--target", "a", "--all-targets", "x"], "'--target' and '--all-targets' cannot be combined"),
    ]) func optionsThatDoNotFit(options: [String], message: String) async throws {
        let outcome = try await Scenario().project("{url: jdbc:x}").run(["migrate"] + options).stdout("").exits(64)
        #expect(outcome.errorText.hasPrefix("devtool: \(message)\n"), "\(outcome.errorText)")
    }
}
