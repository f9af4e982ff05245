import Testing

@testable import DevtoolKit
@testable import Migrate

@Suite struct LiquibaseLogParserTests {
    /// `update-sql` logs as `update` does.
    @Test func whatIsOnlyPrintedIsNotApplied() {
        let line =
            "[2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet a.xml::1::ada "
            + "ran successfully in 34ms"
        for isPreview in [false, true] {
            var transcript = LiquibaseLogParser(
                of: CommandName(isPreview ? "update-sql" : "update"))
            let events = transcript.receive(line, on: .error)
            #expect(events.isEmpty == isPreview)
            #expect(transcript.end(status: 0).applied.isEmpty == isPreview)
        }
    }

    /// A log that goes elsewhere does not tell what was applied.
    @Test(arguments: [("update", true), ("status", false), ("rollback-count", false)])
    func aSuccessWithoutALogIsNone(command: String, isWrong: Bool) {
        var transcript = LiquibaseLogParser(of: CommandName(command))
        _ = transcript.receive(
            "Liquibase command '\(command)' was executed successfully.", on: .error)
        let outcome = transcript.end(status: 0)
        #expect(outcome.falseSuccesses == (isWrong ? [.noLog] : []))
        #expect(outcome.status == (isWrong ? .badConfiguration : .success))
    }

    /// What ends a process with 0 need not be Liquibase.
    @Test(arguments: [("update", true), ("update-sql", false), ("status", false)])
    func aSuccessThatIsNotConfirmedIsNone(command: String, isWrong: Bool) {
        var transcript = LiquibaseLogParser(of: CommandName(command))
        _ = transcript.receive(
            "[2026-11-21 18:21:28] INFO [liquibase.lockservice] Waiting for changelog lock....",
            on: .error)
        let outcome = transcript.end(status: 0)
        #expect(outcome.falseSuccesses == (isWrong ? [.unconfirmed] : []))
        #expect(outcome.status == (isWrong ? .badConfiguration : .success))
    }

    /// What a run showed, and how it ended.
    private static func read(
        _ error: String, output: String = "", status: Int32 = 0
    ) -> (shown: [String], outcome: LiquibaseOutcome) {
        var transcript = LiquibaseLogParser()
        var shown: [String] = []
        for (text, stream) in [(error, OutputLine.Stream.error), (output, .output)] {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                shown += transcript.receive(String(line), on: stream).map(Self.text)
            }
        }
        return (shown, transcript.end(status: status))
    }

    private static func text(_ event: LiquibaseLogParser.Event) -> String {
        switch event {
        case .began(let changeSet): "began \(changeSet)"
        case .ended(let run): run.line
        case .isWaitingForLock: "waiting"
        case .line(let line): "| " + line
        }
    }

    private static let banner = """
        ####################################################
        ##   _     _             _ _                      ##
        ##                                                ## 
        ##  Get documentation at docs.liquibase.com       ##
        ####################################################
        Starting Liquibase at 18:21:25 (version 4.6.2 #886 built at 2021-11-30 16:20+0000)
        Liquibase Version: 4.6.2
        Liquibase Community 4.6.2 by Liquibase

        """

    @Test func anUpdateTellsItsChangeSets() {
        let (shown, outcome) = Self.read(
            Self.banner + """
                [2026-11-21 18:21:27] INFO [liquibase.lockservice] Successfully acquired change log lock
                [2026-11-21 18:21:28] INFO [liquibase.changelog] Creating database history table with name: DATABASECHANGELOG
                [2026-11-21 18:21:28] INFO [liquibase.changelog] Reading from DATABASECHANGELOG
                Skipping auto-registration
                [2026-11-21 18:21:28] WARNING [liquibase.hub] Skipping auto-registration
                [2026-11-21 18:21:28] INFO [liquibase.changelog] Table customer created
                [2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet db/c.xml::1::ada ran successfully in 34ms
                [2026-11-21 18:21:28] INFO [liquibase.changelog] Marking ChangeSet: db/c.xml::2::ada lovelace ran despite precondition failure due to onFail='MARK_RAN': 
                          db/c.xml : Table nix does not exist

                [2026-11-21 18:21:28] INFO [liquibase.changelog] Continuing past: db/c.xml::3::ada despite precondition failure due to onFail='CONTINUE': 
                          db/c.xml : Table nix does not exist

                WARNING: Executing db/c.xml::3w::ada despite precondition failure due to onFail='WARN':
                      1 preconditions failed
                     db/c.xml : Table nix does not exist

                [2026-11-21 18:21:28] WARNING [liquibase.precondition] Executing db/c.xml::3w::ada despite precondition failure due to onFail='WARN':
                      1 preconditions failed
                     db/c.xml : Table nix does not exist

                [2026-11-21 18:21:28] INFO [liquibase.changelog] Table c3w created
                [2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet db/c.xml::3w::ada ran successfully in 1019ms
                [2026-11-21 18:21:28] INFO [liquibase.changelog] Change set db/c.xml::4::ada failed, but failOnError was false.  Error: [SQLITE_ERROR] SQL error or missing database (no such table: nonexist) [Failed SQL: (1) insert into nonexist
                values (1)]
                [2026-11-21 18:21:28] INFO [liquibase.lockservice] Successfully released change log lock
                Liquibase command 'update' was executed successfully.

                """)
        let failed = "[SQLITE_ERROR] SQL error or missing database (no such table: nonexist)"
        #expect(
            shown == [
                "applied db/c.xml::1::ada in 34 ms",
                "marked as run db/c.xml::2::ada lovelace: db/c.xml : Table nix does not exist",
                "skipped db/c.xml::3::ada: db/c.xml : Table nix does not exist",
                "applied db/c.xml::3w::ada in 1.0 s",
                "failed db/c.xml::4::ada, which is allowed: \(failed)",
            ])
        #expect(outcome.changeSets.map(\.changeSet.id) == ["1", "2", "3", "3w", "4"])
        #expect(
            outcome.falseSuccesses.map { $0.diagnostic(at: nil).rule?.id }
                == ["precondition-ignored", "failure-allowed"])
        #expect(outcome.failure == nil)
        #expect(outcome.status == .success)
    }

    /// Version 5 says so each second.
    @Test func waitingIsToldByTheKeeperOfTheLock() {
        let (shown, _) = Self.read(
            """
            Waiting for changelog lock....
            [2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet db/c.xml::5::ada ran successfully in 14ms

            """)
        #expect(shown == ["applied db/c.xml::5::ada in 14 ms"])
    }

    /// What Java 22 says of SQLite's driver, and Java 24 of others.
    @Test func whatJavaRestrictsIsNotTheUsersConcern() {
        let (shown, outcome) = Self.read(
            """
            WARNING: A restricted method in java.lang.System has been called
            WARNING: java.lang.System::load has been called by org.sqlite.SQLiteJDBCLoader in an unnamed module (file:/lib/sqlite-jdbc.jar)
            WARNING: Use --enable-native-access=ALL-UNNAMED to avoid a warning for callers in this module
            WARNING: Restricted methods will be blocked in a future release unless native access is enabled

            WARNING: A terminally deprecated method in sun.misc.Unsafe has been called
            WARNING: sun.misc.Unsafe::objectFieldOffset has been called by org.x.Y (file:/lib/x.jar)
            WARNING: Please consider reporting this to the maintainers of class org.x.Y
            WARNING: sun.misc.Unsafe::objectFieldOffset will be removed in a future release
            WARNING: something else
            [2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet db/c.xml::5::ada ran successfully in 14ms

            """)
        #expect(shown == ["| WARNING: something else", "applied db/c.xml::5::ada in 14 ms"])
        #expect(outcome.failure == nil)
    }

    /// Liquibase names the changeset in its stack trace only, and says everything twice.
    private static let failed = """
        [2026-11-21 18:21:28] INFO [liquibase.changelog] Custom SQL executed
        [2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet db/c.xml::5::ada ran successfully in 14ms
        [2026-11-21 18:21:28] SEVERE [liquibase.integration] [SQLITE_ERROR] SQL error or missing database (no such table: nowhere) [Failed SQL: (1) insert into
          nowhere values (2)]
        liquibase.exception.CommandExecutionException: liquibase.exception.LiquibaseException: Unexpected error running Liquibase: Migration failed for change set db/c.xml::6::ada:
             Reason: liquibase.exception.DatabaseException: [SQLITE_ERROR] SQL error or missing database (no such table: nowhere) [Failed SQL: (1) insert into
          nowhere values (2)]
        \tat liquibase.command.CommandScope.execute(CommandScope.java:156)
        Caused by: liquibase.exception.LiquibaseException: Unexpected error running Liquibase: Migration failed for change set db/c.xml::6::ada:
             Reason: liquibase.exception.DatabaseException: [SQLITE_ERROR] SQL error or missing database (no such table: nowhere) [Failed SQL: (1) insert into
          nowhere values (2)]
        \tat liquibase.integration.commandline.Main$1.run(Main.java:443)
        \t... 14 more


        Unexpected error running Liquibase: [SQLITE_ERROR] SQL error or missing database (no such table: nowhere) [Failed SQL: (1) insert into
          nowhere values (2)]

        liquibase.exception.CommandExecutionException: liquibase.exception.LiquibaseException: Unexpected error running Liquibase: Migration failed for change set db/c.xml::6::ada:
        \tat liquibase.command.CommandScope.execute(CommandScope.java:156)
        \t... 66 more

        """

    @Test func aFailureIsNamedByItsChangeSet() throws {
        let (shown, outcome) = Self.read(Self.banner + Self.failed, status: 1)
        #expect(shown == ["applied db/c.xml::5::ada in 14 ms"])
        let failure = try #require(outcome.failure)
        #expect(failure.kind == .statementFailed)
        #expect(failure.changeSet?.description == "db/c.xml::6::ada")
        #expect(failure.sql == "insert into\n  nowhere values (2)")
        let place = SourceLocation(file: "db/c.xml", line: 12, column: 5)
        #expect(
            failure.diagnostics { $0 == failure.changeSet.map { .changeSet($0) } ? place : nil }.map
            { $0.rendered(program: "x") }
                == [
                    """
                    db/c.xml:12:5: changeset db/c.xml::6::ada: [SQLITE_ERROR] SQL error or missing \
                    database (no such table: nowhere)
                      SQL: insert into
                             nowhere values (2)
                    """
                ])
    }

    /// MariaDB's driver tells the statement to its log only.
    @Test func theReasonMaySayMoreThanTheMessage() throws {
        let outcome = Self.read(
            """
            [2026-11-21 18:57:00] SEVERE [liquibase.integration] Unknown table 'app.nix'
            liquibase.exception.CommandExecutionException: liquibase.exception.LiquibaseException: Unexpected error running Liquibase: Migration failed for change set db/multi.xml::2::ada:
                 Reason: liquibase.exception.DatabaseException: (conn=9) Unknown table 'app.nix' [Failed SQL: (1051) drop
            table nix]
            \tat liquibase.command.CommandScope.execute(CommandScope.java:156)
            Caused by: java.sql.SQLSyntaxErrorException: Unknown table 'app.nix'
            """, status: 1
        ).outcome
        let failure = try #require(outcome.failure)
        #expect(failure.kind == .statementFailed)
        #expect(failure.message == "Unknown table 'app.nix'")
        #expect(failure.sql == "drop\ntable nix")
        #expect(failure.changeSet?.id == "2")
    }

    @Test func atAnotherLogLevelAFailureHasNoChangeSet() throws {
        let (shown, outcome) = Self.read(
            Self.banner + """
                Unexpected error running Liquibase: [SQLITE_ERROR] SQL error or missing database (no such table: nix) [Failed SQL: (1) drop table nix]

                For more information, please use the --logLevel flag

                """, status: 1)
        #expect(shown == [])
        #expect(outcome.failure?.sql == "drop table nix")
        #expect(outcome.failure?.changeSet == nil)
    }

    @Test func aRollbackTellsWhatWasUndone() {
        let text =
            "Rolling Back Changeset:db/rb.xml::2::ada\nRolling Back Changeset:db/rb.xml::1::ada\n"
        let (shown, outcome) = Self.read(
            text + "Liquibase command 'rollback-count' was executed successfully.")
        #expect(
            shown == [
                "began db/rb.xml::2::ada", "rolled back db/rb.xml::2::ada",
                "began db/rb.xml::1::ada",
            ])
        #expect(outcome.rolledBack.map(\.changeSet.id) == ["2", "1"])

        let failed = Self.read(
            text
                + "Unexpected error running Liquibase: No inverse to liquibase.change.core.RawSQLChange created\n\n",
            status: 1
        ).outcome
        #expect(failed.rolledBack.map(\.changeSet.id) == ["2"])
        #expect(failed.failure?.kind == .rollbackImpossible)
        #expect(failed.failure?.changeSet?.id == "1")
        #expect(
            failed.failure?.message == "a change of type RawSQL cannot be rolled back automatically"
        )
    }

    @Test func showsWhatAChangelogPrintsOnce() {
        let (shown, outcome) = Self.read(
            """
            Skipping auto-registration
            [2026-11-21 18:26:43] WARNING [liquibase.hub] Skipping auto-registration
            hello from
            the changelog
            [2026-11-21 18:26:43] INFO [liquibase.changelog] Output: hello from
            the changelog
            [2026-11-21 18:26:43] WARNING [liquibase.change] a warning
            [2026-11-21 18:26:43] INFO [liquibase.changelog] Output: a warning
            [2026-11-21 18:26:43] INFO [liquibase.changelog] ChangeSet db/outp.xml::1::ada ran successfully in 7ms
            WARNING: The changelog file specified is not registered with any Liquibase Hub project,
            so the results will not be recorded in Liquibase Hub.
            Learn more at https://hub.liquibase.com.
            [2026-11-21 18:24:48] WARNING [liquibase.command] The changelog file specified is not registered with any Liquibase Hub project,
            so the results will not be recorded in Liquibase Hub.

            All objects dropped from app@jdbc:postgresql://127.0.0.1/postgres
            Liquibase command 'drop-all' was executed successfully.
            """)
        #expect(
            shown == [
                "| hello from", "| the changelog", "| warning: a warning",
                "applied db/outp.xml::1::ada in 7 ms",
                "| All objects dropped from app@jdbc:postgresql://127.0.0.1/postgres",
            ])
        #expect(outcome.falseSuccesses == [])
    }

    @Test(
        arguments: [
            (
                "[2026-11-21 18:24:00] INFO [liquibase.changelog] ChangeSet db/u.yaml::1::ada ran successfully in 0ms",
                "", "nothing-run", 0
            ),
            (
                """
                [2026-11-21 18:24:00] INFO [liquibase.changelog] Custom SQL executed
                [2026-11-21 18:24:00] INFO [liquibase.changelog] ChangeSet db/n.sql::raw::includeAll ran successfully in 12ms
                """, "", "sql-without-header", 0
            ),
            ("Could not find defaults file nix.properties", "", "defaults-file-missing", 78),
            (
                "", "WARNING:  Unknown log level NIXLEVEL. Defaulting to 'INFO'\n",
                "unknown-log-level", 64
            ),
        ] as [(String, String, String, Int32)])
    func findsSuccessesThatAreNone(
        error: String, output: String, rule: String, status: Int32
    ) {
        let outcome = Self.read(error, output: output).outcome
        #expect(outcome.falseSuccesses.map { $0.diagnostic(at: nil).rule?.id } == [rule])
        #expect(outcome.status.rawValue == status)
    }

    @Test func anEmptyChangeIsNoFinding() {
        let outcome = Self.read(
            """
            [2026-11-21 18:24:00] INFO [liquibase.changelog] Empty change did nothing
            [2026-11-21 18:24:00] INFO [liquibase.changelog] ChangeSet db/e.xml::2::ada ran successfully in 1ms
            """
        ).outcome
        #expect(outcome.falseSuccesses == [])
    }

    @Test(
        arguments: [
            ("3 change sets have not been applied to null@jdbc:sqlite:a.db\n", 3, 0),
            (
                "2 changesets have not been applied to null@jdbc:sqlite:a.db\n     db/c.xml::3::ada\n     db/c.xml::4::ada b\n",
                2, 2
            ),
            ("1 change set has not been applied to x\n     a::1::b\n     a::2::b\n", 1, 1),
            ("null@jdbc:sqlite:a.db is up to date\n", 0, 0),
            ("-- a script\n", nil, 0),
        ] as [(String, Int?, Int)])
    func readsTheRowsOfStatus(output: String, count: Int?, rows: Int) {
        let outcome = Self.read("", output: output).outcome
        #expect(outcome.pendingCount == count)
        #expect(outcome.pending.count == rows)
    }

    @Test func tellsThatItWaitsForTheLock() throws {
        let (shown, outcome) = Self.read(
            """
            [2026-11-21 18:25:30] INFO [liquibase.lockservice] Waiting for changelog lock....
            [2026-11-21 18:26:30] SEVERE [liquibase.integration] Could not acquire change log lock.  Currently locked by host x since 11/21/26, 6:25 PM
            liquibase.exception.CommandExecutionException: liquibase.exception.LiquibaseException: x
            \tat liquibase.command.CommandScope.execute(CommandScope.java:156)
            """, status: 1)
        #expect(shown == ["waiting"])
        #expect(
            outcome.failure?.message
                == "could not get the changelog lock: it is held by host x since 11/21/26, 6:25 PM")
        #expect(outcome.status == .timedOut)
    }

    @Test func noticesALockThatIsLeft() {
        let outcome = Self.read(
            """
            [2026-11-21 18:24:50] SEVERE [liquibase] Could not release lock
            liquibase.exception.LockException: liquibase.exception.DatabaseException: This connection has been closed.
            \tat liquibase.lockservice.StandardLockService.releaseLock(StandardLockService.java:354)

            Unexpected error running Liquibase: FATAL: terminating connection due to administrator command [Failed SQL: (0) select pg_sleep(60)]

            """, status: 1
        ).outcome
        #expect(outcome.leftLock)
        #expect(outcome.failure?.kind == .connectionLost)
    }

    /// As 4.18 and later say it, by their documentation and sources.
    @Test func understandsLaterVersions() throws {
        let (shown, outcome) = Self.read(
            """
            Starting Liquibase at 12:00:00 (version 4.24.0 #14062 built at 2023-09-28 12:18+0000)
            Liquibase Version: 4.24.0
            Liquibase Open Source 4.24.0 by Liquibase
            Running Changeset: db/c.xml::1::ada
            [2023-11-21 12:00:01] INFO [liquibase.changelog] Table customer created
            [2023-11-21 12:00:01] INFO [liquibase.changelog] ChangeSet db/c.xml::1::ada ran successfully in 5ms
            Running Changeset: db/c.xml::2::ada

            UPDATE SUMMARY
            Run:                          1
            Previously run:               0
            Filtered out:                 0
            -------------------------------
            Total change sets:            2

            Unexpected error running Liquibase: Connection lost

            """, status: 1)
        #expect(
            shown == [
                "began db/c.xml::1::ada", "applied db/c.xml::1::ada in 5 ms",
                "began db/c.xml::2::ada",
            ])
        #expect(outcome.failure?.changeSet?.id == "2")
    }

    @Test(
        arguments: [
            ("db/c.xml::1::ada", ["db/c.xml", "1", "ada"]),
            ("db/c.xml::a::b::ada l", ["db/c.xml", "a::b", "ada l"]),
            ("db/c.xml::::", ["db/c.xml", "", ""]),
            ("db/c.xml::1", nil), ("::1::ada", nil), ("", nil),
        ] as [(String, [String]?)])
    func readsAnIdentity(text: String, parts: [String]?) {
        let changeSet = ChangeSetIdentity(text)
        #expect(changeSet.map { [$0.file, $0.id, $0.author] } == parts)
        if let changeSet { #expect("\(changeSet)" == text) }
    }
}
