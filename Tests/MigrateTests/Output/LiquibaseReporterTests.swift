import JSON
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Migrate

/// A whole report, of a child that says what Liquibase says.
@Suite struct LiquibaseReporterTests {
    /// A reporter whose console is two files, and the child.
    private struct Recording {
        let folder = TemporaryFolder()
        let context: Context

        init(verbosity: Verbosity = .normal, environment: [String: String] = [:]) throws {
            let folder = self.folder
            let files = try ["out", "err"].map { name in
                try FileDescriptor.open(
                    folder.path.appending(name), .writeOnly, options: [.create, .truncate, .append],
                    permissions: .ownerReadWrite)
            }
            let console = Console(output: files[0], error: files[1], verbosity: verbosity)
            context = Context(
                console: console, processes: ProcessRunner(console: console), environment: environment,
                workingDirectory: folder.path, plugins: [])
        }

        func run(_ reporter: LiquibaseReporter, error: String, output: String = "", status: Int32 = 0) async throws
            -> DevtoolKit.ExitStatus
        {
            try folder.write(error, to: "error")
            try folder.write(output, to: "output")
            return try await report(
                reporter,
                Invocation("/bin/sh", ["-c", "cat error >&2; cat output; exit \(status)"], directory: folder.path)
            ).status
        }

        func report(_ reporter: LiquibaseReporter, _ invocation: Invocation) async throws -> LiquibaseReport {
            let ending: Result<Termination, any Error>
            do { ending = .success(try await context.processes.run(invocation) { try reporter.receive($0) }) } catch {
                ending = .failure(error)
            }
            return try reporter.report(ending)
        }

        /// Standard error, the time of the run as `T`.
        var said: String {
            (folder.text("err") ?? "").replacing(#/in \d[\d.]* m?s$/#, with: "in T").replacing(
                #/in \d[\d.]* m?s\n$/#, with: "in T\n")
        }
    }

    /// What Liquibase writes, and what is reported among that.
    private static let log =
        "Starting Liquibase at 18:21:25 (version 4.6.2 #886 built at 2021-11-30 16:20+0000)\n"
        + text([
            JavaReport("listening", []), JavaReport("will-run", ["db/c.xml", "1", "ada", "NOT_RAN"]),
            JavaReport("ran", ["db/c.xml", "1", "ada", "EXECUTED", "34", "1"]),
        ]) + "hello\n"
        + text([
            JavaReport("will-run", ["db/c.xml", "2", "ada", "NOT_RAN"]),
            JavaReport(
                "run-failed",
                ["db/c.xml", "2", "ada", "x.MigrationFailedException", "", "", "Migration failed"] + [
                    "x.DatabaseException", "", "",
                ] + ["no such table: nix [Failed SQL: (1) drop table nix]"]),
        ]) + """

            Unexpected error running Liquibase: no such table: nix [Failed SQL: (1) drop table nix]
            liquibase.exception.CommandExecutionException: liquibase.exception.LiquibaseException: x
            \tat liquibase.command.CommandScope.execute(CommandScope.java:156)

            """

    private static func text(_ reports: [JavaReport]) -> String {
        reports.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }

    @Test func tellsAFailingUpdate() async throws {
        let recording = try Recording()
        let reporter = LiquibaseReporter(of: "update", on: "dev", in: recording.context) { subject in
            guard case .changeSet(let changeSet) = subject else { return nil }
            return SourceLocation(file: changeSet.file, line: 7, column: 3)
        }
        let status = try await recording.run(reporter, error: Self.log, output: "data\r\nwithout an end", status: 1)
        #expect(status == .problemsFound)
        #expect(recording.folder.text("out") == "data\r\nwithout an end")
        #expect(
            recording.said == """
                hello
                applied db/c.xml::1::ada in 34 ms
                db/c.xml:7:3: changeset db/c.xml::2::ada: no such table: nix
                  SQL: drop table nix
                1 changeset applied, 1 failed in T

                """)
        #expect(recording.context.console.testCases.map(\.name) == ["1::ada", "2::ada"])
    }

    /// Liquibase 4.33 and 5.0 print it for each attempt, also among the SQL of `update-sql`.
    @Test func waitingForTheLockIsNoData() throws {
        let recording = try Recording()
        let reporter = LiquibaseReporter(of: "update-sql", on: nil, in: recording.context)
        for text in ["Waiting for changelog lock....", "Waiting for changelog lock....", "SELECT 1;"] {
            try reporter.receive(OutputLine(Array("\(text)\n".utf8), on: .output))
        }
        reporter.end(.exited(0))
        #expect(recording.folder.text("out") == "SELECT 1;\n")
        #expect(recording.said == "")
    }

    /// What a child writes in pieces, and without an end, does not get between the lines of others.
    @Test func ofSeveralRunsOnlyWholeLinesAreShown() throws {
        let recording = try Recording()
        let reporters = ["a", "b"].map { name in
            LiquibaseReporter(of: "execute-sql", on: name, style: .init(prefix: name + " | "), in: recording.context)
        }
        for (number, text) in [(0, "x"), (1, "u\n"), (1, "v"), (0, "y\n"), (1, "w")] {
            try reporters[number].receive(OutputLine(Array(text.utf8), on: .output))
        }
        reporters.forEach { $0.end(.exited(0)) }
        #expect(recording.folder.text("out") == "b | u\na | xy\nb | vw\n")
    }

    @Test func withVerboseLiquibasesLinesComeOutToo() async throws {
        let recording = try Recording(verbosity: .verbose)
        let reporter = LiquibaseReporter(of: "update", on: nil, in: recording.context)
        _ = try await recording.run(reporter, error: Self.log, status: 1)
        let said = recording.said
        #expect(said.contains("Unexpected error running Liquibase: no such table"))
        #expect(!said.contains("run-failed"))
        #expect(!said.contains("applied db/c.xml::1::ada"))
        #expect(said.hasSuffix("1 changeset applied, 1 failed in T\n"))
    }

    @Test func theLastChangeSetThatIsUndoneIsTold() async throws {
        let recording = try Recording()
        let reporter = LiquibaseReporter(of: "rollback-count", on: nil, in: recording.context)
        _ = try await recording.run(
            reporter,
            error: Self.text(
                ["2", "1"].flatMap { id in
                    [JavaReport("will-roll-back", ["a", id, "b"]), JavaReport("rolled-back", ["a", id, "b", "5"])]
                }))
        #expect(
            recording.said == """
                rolled back a::2::b
                rolled back a::1::b
                2 changesets rolled back in T

                """)
    }

    @Test func quietlyOnlyWhatIsWrongIsTold() async throws {
        let recording = try Recording(verbosity: .quiet)
        let reporter = LiquibaseReporter(of: "update", on: nil, in: recording.context)
        _ = try await recording.run(reporter, error: Self.log, status: 1)
        #expect(
            recording.said == """
                devtool: changeset db/c.xml::2::ada: no such table: nix
                  SQL: drop table nix

                """)
    }

    @Test func isOneObject() async throws {
        let recording = try Recording()
        let reporter = LiquibaseReporter(
            of: "status", on: "dev", style: LiquibaseReporter.Style(isJSON: true), in: recording.context)
        let rows = "1 change sets have not been applied to x\n     db/c.xml::1::ada\n"
        try recording.folder.write(rows, to: "output")
        let report = try await recording.report(
            reporter, Invocation("/bin/cat", ["output"], directory: recording.folder.path))
        #expect(report.status == .success)
        var json = JSONWriter(isPretty: true)
        report.write(to: &json)
        let text = json.text + "\n"
        #expect(recording.folder.text("out") == "")
        #expect(text.contains(#""pendingCount": 1,"#))
        #expect(text.contains(#""output": "1 change sets have not been applied to x\n "#))
        #expect(text.hasPrefix("{\n") && text.hasSuffix("\n}\n"))
        #expect(recording.said == "")
    }

    @Test func theStepGetsItsSummary() async throws {
        let recording = try Recording()
        let file = recording.folder.path.appending("summary.md").string
        let context = Context(
            console: recording.context.console, processes: recording.context.processes,
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": file],
            workingDirectory: recording.folder.path, plugins: [])
        _ = try await recording.run(LiquibaseReporter(of: "update", on: "dev", in: context), error: Self.log, status: 1)
        let text = try #require(recording.folder.text("summary.md"))
        #expect(text.hasPrefix("### devtool migrate update: dev\n\n1 changeset applied, 1 failed in "))
        #expect(text.contains("| 1 | ada | db/c.xml | applied | 34 ms |"))
    }

    @Test(arguments: [1, 2, 134]) func aSilentEndIsPassedOn(code: Int32) async throws {
        let recording = try Recording()
        let reporter = LiquibaseReporter(of: "update", on: nil, in: recording.context)
        let status = try await recording.run(reporter, error: "", status: code)
        #expect(status.rawValue == code)
        #expect(recording.said == "devtool: Liquibase exited with status \(code)\n")
    }

    /// What is recorded is told, and what is not, and all reports agree.
    @Test(arguments: [[ChangeSetIdentity(file: "db/c.xml", id: "1", author: "ada")], [], nil])
    func aRunThatIsStoppedIsReported(history: [ChangeSetIdentity]?) async throws {
        let recording = try Recording()
        let reporter = LiquibaseReporter(of: "update", on: "dev", in: recording.context)
        try recording.folder.write(Self.log, to: "error")
        var invocation = Invocation(
            "/bin/sh", ["-c", "head -n 4 error >&2; exec sleep 600"], directory: recording.folder.path)
        invocation.timeout = .seconds(1)
        let error = await #expect(throws: ProcessError.self) {
            try await recording.context.processes.run(invocation) { try reporter.receive($0) }
        }
        #expect(reporter.isOpen)
        #expect(throws: ProcessError.self) { try reporter.report(.failure(try #require(error)), history) }
        let name = "db/c.xml::1::ada"
        let said =
            switch history?.count {
            case 1: "applied \(name) in 34 ms\n1 changeset applied in T\n"
            case 0:
                """
                devtool: warning: changeset \(name) was interrupted: its changes may exist without a row in the history
                  hint: 'devtool migrate --target dev repair' shows which of them exist
                1 changeset interrupted in T

                """
            default:
                """
                devtool: warning: the result of changeset \(name) is unknown: the history cannot be read
                  hint: 'devtool migrate --target dev history' lists what was applied
                1 changeset unknown in T

                """
            }
        #expect(recording.said == said)
        let cases = recording.context.console.testCases
        #expect(cases.map(\.name) == ["1::ada"])
        var json = JSONWriter()
        try #require(reporter.ended).write(to: &json)
        let isApplied = history?.count == 1
        if case .passed = cases[0].outcome { #expect(isApplied) } else { #expect(!isApplied) }
        #expect(json.text.contains(#""applied":[]"#) != isApplied)
        #expect(json.text.contains(#""unsettled":[]"#) == isApplied)
        // All that the text says.
        #expect(json.text.contains(#""failure":{"rule":"liquibase-failed","message":"'/bin/sh' timed out after 1 s""#))
        #expect(json.text.contains("repair' shows which of them exist") == (history == []))
    }

    /// Not of a Java that did not start, nor of a command line that Liquibase does not accept.
    @Test(arguments: [
        ("Error: could not open libjvm.so", false), ("Unexpected argument(s): --nix", false),
        ("[2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet a.sql::1::ada ran successfully in 3ms", true),
    ]) func thatTheLogWasReadIsSaidIfItWas(line: String, isRead: Bool) async throws {
        let recording = try Recording(verbosity: .verbose)
        let reporter = LiquibaseReporter(of: "update", on: nil, in: recording.context)
        try reporter.receive(OutputLine(Array("\(line)\n".utf8), on: .error))
        reporter.end(.exited(1))
        #expect(recording.said.contains("changeset results were read from Liquibase's log\n") == isRead)
    }

    @Test func aChildThatIsKilledIsPassedOn() async throws {
        let recording = try Recording()
        let reporter = LiquibaseReporter(of: "update", on: nil, in: recording.context)
        let error = await #expect(throws: Interrupted.self) {
            try await recording.report(reporter, Invocation("/bin/sh", ["-c", "kill -KILL $$"]))
        }
        #expect(error?.signal == 9)
        #expect(
            recording.said == """
                devtool: Liquibase was terminated by signal 9
                  hint: if the signal was not sent on purpose, the system probably ran out of memory

                """)
        var json = JSONWriter()
        try #require(reporter.ended).write(to: &json)
        #expect(json.text.contains(#""message":"Liquibase was terminated by signal 9""#))
        #expect(
            json.text.contains(
                #""hint":"if the signal was not sent on purpose, the system probably ran out of memory""#))
    }
}
