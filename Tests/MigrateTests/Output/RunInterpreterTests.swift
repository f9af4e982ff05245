import Testing

@testable import DevtoolKit
@testable import Migrate

@Suite struct RunInterpreterTests {
    /// A report, its words with spaces between them: `ran a.xml 1 ada EXECUTED 34 1`.
    private static func report(_ words: String) -> JavaReport {
        let fields = words.split(separator: " ").map(String.init)
        return JavaReport(fields[0], Array(fields.dropFirst()))
    }

    private static func log(_ level: String, _ message: String, from logger: String = "changelog", _ causes: String...)
        -> JavaReport
    { JavaReport("log", [level, "liquibase.\(logger)", message] + causes) }

    private static let confirmation = "Liquibase command 'update' was executed successfully."

    /// What a run showed, and how it ended.
    private static func read(
        _ reports: [JavaReport], command: String = "update", status: Int32? = 0, history: [ChangeSetIdentity]? = nil
    ) -> (shown: [String], outcome: LiquibaseOutcome) {
        var interpreter = RunInterpreter(of: CommandName(command))
        var shown: [String] = []
        for report in [report("listening")] + reports { shown += interpreter.receive(report).map(text) }
        if status == 0 { shown += interpreter.receive(confirmation, on: .error).map(text) }
        return (shown, interpreter.end(status: status, history: history))
    }

    private static func read(text error: String, output: String = "", status: Int32 = 0) -> (
        shown: [String], outcome: LiquibaseOutcome
    ) {
        var interpreter = RunInterpreter()
        var shown: [String] = []
        for (text, stream) in [(error, OutputLine.Stream.error), (output, .output)] {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                shown += interpreter.receive(String(line), on: stream).map(Self.text)
            }
        }
        return (shown, interpreter.end(status: status))
    }

    private static func text(_ event: RunInterpreter.Event) -> String {
        switch event {
        case .began(let changeSet): "began \(changeSet)"
        case .ended(let run): run.line
        case .isWaitingForLock: "waiting"
        case .line(let line): "| " + line
        }
    }

    @Test func anUpdateTellsItsChangeSets() {
        let failed = "no such table: nix"
        let (shown, outcome) = Self.read([
            Self.report("will-run c.xml 1 ada NOT_RAN"), Self.report("ran c.xml 1 ada EXECUTED 34 1"),
            Self.report("will-run c.xml 2 ada NOT_RAN"),
            JavaReport("precondition", ["MARK_RAN", "c.xml : Table nix does not exist"]),
            Self.report("ran c.xml 2 ada MARK_RAN 1 0"),
            // Later versions do not report its end.
            Self.report("will-run c.xml 3 ada NOT_RAN"),
            JavaReport("precondition", ["CONTINUE", "c.xml : no", "c.xml : neither"]),
            Self.report("will-run c.xml 3w ada NOT_RAN"),
            JavaReport("precondition", ["WARN", "c.xml : Table nix does not exist"]),
            Self.report("ran c.xml 3w ada RERAN 1019 1"), Self.report("will-run c.xml 4 ada NOT_RAN"),
            Self.log(
                "INFO",
                "Change set c.xml::4::ada failed, but failOnError was false.  Error: \(failed) [Failed SQL: (1) x]"),
            Self.report("ran c.xml 4 ada FAILED 1 0"),
        ])
        #expect(
            shown.filter { !$0.hasPrefix("began") } == [
                "applied c.xml::1::ada in 34 ms", "marked as run c.xml::2::ada: c.xml : Table nix does not exist",
                "skipped c.xml::3::ada: c.xml : no c.xml : neither", "applied c.xml::3w::ada in 1.0 s",
                "failed c.xml::4::ada (allowed): \(failed)",
            ])
        #expect(
            outcome.falseSuccesses.map { $0.diagnostic(at: nil).rule?.id } == [
                "precondition-ignored", "failure-allowed",
            ])
        #expect(outcome.status == .success)
    }

    /// Liquibase reports it before it has recorded it.
    @Test func aChangeSetCountsOnceSomethingFollows() {
        let begin = [Self.report("will-run c.xml 1 ada NOT_RAN"), Self.report("ran c.xml 1 ada EXECUTED 34 1")]
        #expect(Self.read(begin, status: nil).shown == ["began c.xml::1::ada"])
        let next = Self.report("will-run c.xml 2 ada NOT_RAN")
        #expect(
            Self.read(begin + [next], status: nil).shown == [
                "began c.xml::1::ada", "applied c.xml::1::ada in 34 ms", "began c.xml::2::ada",
            ])
    }

    private static let first = ChangeSetIdentity(file: "c.xml", id: "1", author: "ada")

    /// What a sudden end means, by what is recorded.
    @Test(
        arguments: [
            (["will-run c.xml 1 ada NOT_RAN"], [first], .applied),
            (["will-run c.xml 1 ada NOT_RAN"], [], .interrupted(isRollback: false)),
            (["will-run c.xml 1 ada NOT_RAN"], nil, .unknown),
            (["will-run ./c.xml 1 ada NOT_RAN", "ran ./c.xml 1 ada EXECUTED 1 1"], [first], .applied),
            (["will-run c.xml 1 ada NOT_RAN", "ran c.xml 1 ada EXECUTED 1 1"], [], .interrupted(isRollback: false)),
            // Its row may be that of the run before.
            (["will-run c.xml 1 ada RUN_AGAIN"], [first], .interrupted(isRollback: false)),
            (["will-roll-back c.xml 1 ada"], [first], .interrupted(isRollback: true)),
            (["will-roll-back c.xml 1 ada", "rolled-back c.xml 1 ada 1"], [], .rolledBack),
        ] as [([String], [ChangeSetIdentity]?, ChangeSetRun.Result)]) func aSuddenEndIsSettledByTheHistory(
            reports: [String], history: [ChangeSetIdentity]?, result: ChangeSetRun.Result
        ) throws
    {
        let outcome = Self.read(reports.map(Self.report), status: nil, history: history).outcome
        #expect(outcome.changeSets.map(\.result) == [result])
        #expect(outcome.failure == nil)
    }

    /// A failure that Liquibase reports is an end in order, but for one of the connection.
    @Test(arguments: [("42601", 0), ("57P01", 1)]) func aFailureIsAnEndInOrder(state: String, unsettled: Int) throws {
        let outcome = Self.read(
            [
                Self.report("will-run c.xml 1 ada NOT_RAN"),
                JavaReport(
                    "run-failed",
                    ["c.xml", "1", "ada", "x.MigrationFailedException", "", "", "Migration failed"] + [
                        "x.DatabaseException", state, "", "x [Failed SQL: (0) drop]",
                    ]),
            ], status: 1, history: []
        ).outcome
        #expect(outcome.failure?.changeSet?.id == "1")
        #expect(outcome.failure?.sql == "drop")
        #expect(outcome.unsettled.count == unsettled)
        #expect(outcome.failedAlone?.id == (unsettled == 0 ? "1" : nil))
        // One failed test case, which has the hint if there is one.
        let summary = LiquibaseSummary(
            command: "update", target: "dev", outcome: outcome, duration: .zero, place: { _ in nil })
        #expect(summary.testCases.count == 1)
        guard case .failed(let message, let details) = try #require(summary.testCases.first).outcome else {
            Issue.record("not failed")
            return
        }
        #expect(message == summary.diagnostics.first?.message)
        #expect(details.ranges(of: "  hint: ").count == unsettled)
    }

    /// A changeset that is cancelled leaves what MariaDB has committed.
    @Test(arguments: ["true", "false"]) func whatIsCancelledMayLeaveSomething(commits: String) {
        let outcome = Self.read(
            [
                JavaReport("listening", [commits]), Self.report("will-run c.xml 1 ada NOT_RAN"),
                JavaReport(
                    "run-failed",
                    ["c.xml", "1", "ada", "x.MigrationFailedException", "", "", "Migration failed"] + [
                        "java.sql.SQLException", "70100", "1317", "interrupted",
                    ]),
            ], status: nil, history: []
        ).outcome
        #expect(outcome.failure?.message == "interrupted")
        #expect(outcome.unsettled.map(\.changeSet.id) == (commits == "true" ? ["1"] : []))
    }

    /// `update-sql` reports as `update` does.
    @Test func whatIsOnlyPrintedIsNotApplied() {
        let reports = [Self.report("will-run a.xml 1 ada NOT_RAN"), Self.report("ran a.xml 1 ada EXECUTED 34 1")]
        for command in ["update", "update-sql"] {
            let outcome = Self.read(reports, command: command).outcome
            #expect(outcome.applied.isEmpty == (command == "update-sql"))
            var interpreter = RunInterpreter(of: CommandName(command))
            for report in reports { _ = interpreter.receive(report) }
            #expect(interpreter.isOpen == (command == "update"))
        }
    }

    @Test func aRollbackTellsWhatWasUndone() {
        let (shown, outcome) = Self.read(
            [
                Self.report("will-roll-back rb.xml 2 ada"), Self.report("rolled-back rb.xml 2 ada 5"),
                Self.report("will-roll-back rb.xml 1 ada"),
                JavaReport(
                    "rollback-failed",
                    ["rb.xml", "1", "ada", "x.RollbackFailedException", "", "", "y"] + [
                        "liquibase.exception.RollbackImpossibleException", "", "",
                    ] + ["No inverse to liquibase.change.core.RawSQLChange created"]),
            ], command: "rollback-count", status: 1)
        #expect(shown == ["began rb.xml::2::ada", "rolled back rb.xml::2::ada", "began rb.xml::1::ada"])
        #expect(outcome.failure?.kind == .rollbackImpossible)
        #expect(outcome.failure?.changeSet?.id == "1")
        #expect(outcome.failure?.message == "a change of type RawSQL cannot be rolled back automatically")
    }

    /// The statement is in the cause, whatever the driver says of it.
    @Test func aFailureIsNamedByItsChangeSet() throws {
        let outcome = Self.read(
            [
                Self.report("will-run m.xml 2 ada NOT_RAN"),
                JavaReport(
                    "run-failed",
                    ["m.xml", "2", "ada", "x.MigrationFailedException", "", "", "Migration failed"] + [
                        "liquibase.exception.DatabaseException", "", "",
                    ] + ["(conn=9) Unknown table 'app.nix' [Failed SQL: (1051) drop\ntable nix]"] + [
                        "java.sql.SQLSyntaxErrorException", "42S02", "1051", "x",
                    ]), Self.log("SEVERE", "Unknown table 'app.nix'", from: "integration"),
            ], status: 1
        ).outcome
        let failure = try #require(outcome.failure)
        #expect(failure.kind == .statementFailed)
        #expect(failure.message == "Unknown table 'app.nix'")
        #expect(failure.sql == "drop\ntable nix")
        #expect(failure.changeSet?.id == "2")
    }

    @Test func whatIsNotKnownTellsNothing() {
        let (shown, outcome) = Self.read([
            JavaReport("else", ["c.xml", "1", "ada"]), JavaReport("", []), JavaReport("log", []),
            Self.report("ran c.xml"),
        ])
        #expect(shown == [])
        #expect(outcome.changeSets == [])
    }

    /// What ends a process with 0 need not be Liquibase; one without reports and log tells nothing of changesets.
    @Test(
        arguments: [
            ("update", false, [.unconfirmed]), ("update-sql", false, []), ("status", false, []),
            ("update", true, [.noLog]), ("status", true, []), ("rollback-count", true, []),
        ] as [(String, Bool, [FalseSuccess])]) func aSuccessThatIsNotToldIsNone(
            command: String, isConfirmed: Bool, found: [FalseSuccess]
        )
    {
        var interpreter = RunInterpreter(of: CommandName(command))
        if isConfirmed { _ = interpreter.receive(Self.confirmation, on: .error) }
        let outcome = interpreter.end(status: 0)
        #expect(outcome.falseSuccesses == found)
        #expect(outcome.status == (found.isEmpty ? .success : .badConfiguration))
    }

    @Test(arguments: [
        ("will-run u.yaml 1 ada NOT_RAN", "ran u.yaml 1 ada EXECUTED 0 0", "nothing-run"),
        ("will-run n.sql raw includeAll NOT_RAN", "ran n.sql raw includeAll EXECUTED 12 1", "sql-without-header"),
    ]) func findsSuccessesThatAreNone(begin: String, end: String, rule: String) {
        let outcome = Self.read([Self.report(begin), Self.report(end)]).outcome
        #expect(outcome.falseSuccesses.map { $0.diagnostic(at: nil).rule?.id } == [rule])
        #expect(outcome.status == .success)
    }

    @Test(
        arguments: [
            ("Could not find defaults file nix.properties", "", "defaults-file-missing", 78),
            ("", "WARNING:  Unknown log level NIXLEVEL. Defaulting to 'INFO'\n", "unknown-log-level", 64),
        ] as [(String, String, String, Int32)]) func findsSettingsThatAreNone(
            error: String, output: String, rule: String, status: Int32
        )
    {
        let outcome = Self.read(text: error, output: output).outcome
        #expect(outcome.falseSuccesses.map { $0.diagnostic(at: nil).rule?.id } == [rule])
        #expect(outcome.status.rawValue == status)
    }

    @Test(
        arguments: [
            ("3 change sets have not been applied to null@jdbc:sqlite:a.db\n", 3, 0),
            (
                "2 changesets have not been applied to null@jdbc:sqlite:a.db\n     db/c.xml::3::ada\n     db/c.xml::4::ada b\n",
                2, 2
            ), ("1 change set has not been applied to x\n     a::1::b\n     a::2::b\n", 1, 1),
            ("null@jdbc:sqlite:a.db is up to date\n", 0, 0), ("-- a script\n", nil, 0),
        ] as [(String, Int?, Int)]) func readsTheRowsOfStatus(output: String, count: Int?, rows: Int)
    {
        let outcome = Self.read(text: "", output: output).outcome
        #expect(outcome.pendingCount == count)
        #expect(outcome.pending.count == rows)
    }

    @Test func tellsThatItWaitsForTheLock() {
        let (shown, outcome) = Self.read(
            [
                Self.log("INFO", "Waiting for changelog lock....", from: "lockservice"),
                Self.log(
                    "SEVERE", "Could not acquire change log lock.  Currently locked by host x since 11/21/26, 6:25 PM",
                    from: "integration"),
            ], status: 1)
        #expect(shown == ["waiting"])
        #expect(
            outcome.failure?.message == "could not get the changelog lock: it is held by host x since 11/21/26, 6:25 PM"
        )
        #expect(outcome.status == .timedOut)
    }

    @Test func warningsAreShown() {
        let (shown, _) = Self.read([
            Self.log("WARNING", "a warning", from: "change"),
            Self.log("WARNING", "Skipping auto-registration", from: "hub"),
            Self.log("WARNING", "Exception thrown loading com.example.Nix", from: "change"),
            Self.log("WARNING", "Exception thrown loading com.example.Nix", from: "change"),
            Self.log("WARNING", "A non-standard character x", from: "configuration"),
        ])
        #expect(shown == ["| warning: a warning", "| warning: class com.example.Nix not found"])
    }

    private static let banner = """
        ####################################################
        ##   _     _             _ _                      ##
        ##                                                ##\u{20}
        ##  Get documentation at docs.liquibase.com       ##
        ####################################################
        Starting Liquibase at 18:21:25 (version 4.6.2 #886 built at 2021-11-30 16:20+0000)
        Liquibase Version: 4.6.2
        Liquibase Community 4.6.2 by Liquibase
        Skipping auto-registration

        """

    @Test func whatChangelogsPrintIsShown() {
        let (shown, _) = Self.read(
            text: Self.banner + """
                Liquibase Community detected and ignored the following environment variables:
                - LIQUIBASE_FOO
                hello from
                the changelog
                WARNING: The changelog file specified is not registered with any Liquibase Hub project,
                so the results will not be recorded in Liquibase Hub.

                Liquibase: Update-count has been successful. Rows affected: 0
                UPDATE SUMMARY
                Run:                          1

                All objects dropped from app@jdbc:postgresql://127.0.0.1/postgres
                Liquibase command 'drop-all' was executed successfully.
                """)
        #expect(
            shown == [
                "| Liquibase Community detected and ignored the following environment variables:", "| - LIQUIBASE_FOO",
                "| hello from", "| the changelog",
                "| All objects dropped from app@jdbc:postgresql://127.0.0.1/postgres",
            ])
    }

    /// What Java 22 says of SQLite's driver, and Java 24 of others.
    @Test func whatJavaRestrictsIsNotTheUsersConcern() {
        let (shown, outcome) = Self.read(
            text: """
                WARNING: A restricted method in java.lang.System has been called
                WARNING: java.lang.System::load has been called by org.sqlite.SQLiteJDBCLoader in an unnamed module (file:/lib/sqlite-jdbc.jar)
                WARNING: Use --enable-native-access=ALL-UNNAMED to avoid a warning for callers in this module
                WARNING: Restricted methods will be blocked in a future release unless native access is enabled

                WARNING: A terminally deprecated method in sun.misc.Unsafe has been called
                WARNING: sun.misc.Unsafe::objectFieldOffset has been called by org.x.Y (file:/lib/x.jar)
                WARNING: Please consider reporting this to the maintainers of class org.x.Y
                WARNING: sun.misc.Unsafe::objectFieldOffset will be removed in a future release
                WARNING: something else
                """)
        #expect(shown == ["| WARNING: something else"])
        #expect(outcome.failure == nil)
    }

    @Test func aFailureMayBeTextOnly() {
        let (shown, outcome) = Self.read(
            text: Self.banner + """
                Unexpected error running Liquibase: [SQLITE_ERROR] SQL error or missing database (no such table: nix) [Failed SQL: (1) drop table nix]

                For more information, please use the --logLevel flag

                """, status: 1)
        #expect(shown == [])
        #expect(outcome.failure?.sql == "drop table nix")
        #expect(outcome.failure?.changeSet == nil)
    }

    /// The log of `update-testing-rollback`; Liquibase 4.6.2 does not print that a changeset begins.
    @Test(arguments: [true, false]) func allStepsOfATestedRollbackAreRead(printsRunning: Bool) {
        func ran(_ id: Int) -> String {
            (printsRunning ? "Running Changeset: a.sql::\(id)::ada\n" : "")
                + "[2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet a.sql::\(id)::ada ran successfully in 3ms\n"
        }
        func rolledBack(_ id: Int) -> String { "Rolling Back Changeset:a.sql::\(id)::ada\n" }
        let steps = ran(1) + ran(2) + rolledBack(2) + rolledBack(1) + ran(1) + ran(2)
        let (shown, outcome) = Self.read(
            text: Self.banner + steps + "Liquibase command 'update-testing-rollback' was executed successfully.")
        let applied = (1...2).map { "applied a.sql::\($0)::ada in 3 ms" }
        let undone = (1...2).reversed().map { "rolled back a.sql::\($0)::ada" }
        #expect(shown.filter { !$0.hasPrefix("began") } == applied + undone + applied)
        #expect(outcome.applied.count == 4)
        #expect(outcome.rolledBack.count == 2)
    }

    /// Where only a launcher knows how Liquibase is started.
    @Test func withoutReportsTheLogIsRead() throws {
        let (shown, outcome) = Self.read(
            text: Self.banner + """
                [2026-11-21 18:21:27] INFO [liquibase.lockservice] Successfully acquired change log lock
                [2026-11-21 18:21:28] INFO [liquibase.changelog] Table customer created
                [2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet db/c.xml::1::ada ran successfully in 34ms
                [2026-11-21 18:21:28] INFO [liquibase.changelog] Marking ChangeSet: db/c.xml::2::ada l ran despite precondition failure due to onFail='MARK_RAN': 
                          db/c.xml : Table nix does not exist

                [2026-11-21 18:21:28] INFO [liquibase.changelog] Change set db/c.xml::4::ada failed, but failOnError was false.  Error: no such table [Failed SQL: (1) insert]
                hidden, as it may belong to the entry
                [2026-11-21 18:21:28] SEVERE [liquibase.integration] no such table: nowhere
                liquibase.exception.CommandExecutionException: Unexpected error running Liquibase: Migration failed for change set db/c.xml::6::ada:
                \tat liquibase.command.CommandScope.execute(CommandScope.java:156)
                Unexpected error running Liquibase: no such table: nowhere [Failed SQL: (1) insert into
                  nowhere values (2)]
                liquibase.exception.CommandExecutionException: liquibase.exception.LiquibaseException: x
                \tat liquibase.command.CommandScope.execute(CommandScope.java:156)

                """, status: 1)
        #expect(
            shown == [
                "applied db/c.xml::1::ada in 34 ms", "marked as run db/c.xml::2::ada l: precondition failure",
                "failed db/c.xml::4::ada (allowed): no such table", "began db/c.xml::6::ada",
            ])
        #expect(outcome.unsettled == [])
        #expect(outcome.failure?.changeSet?.id == "6")
        #expect(outcome.failure?.sql == "insert into\n  nowhere values (2)")
    }

    @Test(
        arguments: [
            ("db/c.xml::1::ada", ["db/c.xml", "1", "ada"]), ("db/c.xml::a::b::ada l", ["db/c.xml", "a::b", "ada l"]),
            ("db/c.xml::::", ["db/c.xml", "", ""]), ("db/c.xml::1", nil), ("::1::ada", nil), ("", nil),
        ] as [(String, [String]?)]) func readsAnIdentity(text: String, parts: [String]?)
    {
        let changeSet = ChangeSetIdentity(text)
        #expect(changeSet.map { [$0.file, $0.id, $0.author] } == parts)
        if let changeSet { #expect("\(changeSet)" == text) }
    }
}
