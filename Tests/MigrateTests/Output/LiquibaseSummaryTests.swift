import JSON
import SystemPackage
import Testing

@testable import DevtoolKit
@testable import Migrate
@testable import Reporting

@Suite struct LiquibaseSummaryTests {
    private static func changeSet(_ id: String) -> ChangeSetIdentity {
        ChangeSetIdentity(file: "db/c_1.xml", id: id, author: "ada")
    }

    private static func summary(_ runs: [ChangeSetRun], failing failure: Failure? = nil, command: String = "update")
        -> LiquibaseSummary
    {
        var outcome = LiquibaseOutcome()
        outcome.changeSets = runs
        outcome.isConfirmed = failure == nil
        outcome.failure = failure
        return LiquibaseSummary(command: command, target: "dev", outcome: outcome, duration: .milliseconds(1234)) {
            subject in
            guard case .changeSet(let changeSet) = subject else { return nil }
            return SourceLocation(file: changeSet.file, line: 7, column: 3)
        }
    }

    private static var failure: Failure {
        var failure = Failure(.statementFailed, "no such table: nix")
        failure.changeSet = changeSet("2")
        failure.sql = "drop table nix"
        return failure
    }

    /// A validation error, before any changeset runs.
    private static var invalid: Failure {
        var failure = failure
        failure.problems = ["1", "2"].map { Failure.Problem(changeSet: changeSet($0), message: "x") }
        return failure
    }

    private static let applied = ChangeSetRun(changeSet("1"), .applied, took: .milliseconds(34))

    @Test(
        arguments: [
            ([applied], nil, "update", "1 changeset applied in 1.2 s"),
            (
                [applied, applied, ChangeSetRun(changeSet("2"), .skipped("x"))], nil, "update",
                "2 changesets applied, 1 skipped in 1.2 s"
            ), ([applied], failure, "update", "1 changeset applied, 1 failed in 1.2 s"),
            (
                [ChangeSetRun(changeSet("1"), .failureAllowed("x"))], nil, "update-count",
                "1 changeset failed (allowed) in 1.2 s"
            ), ([ChangeSetRun(changeSet("1"), .rolledBack)], nil, "rollback-count", "1 changeset rolled back in 1.2 s"),
            ([], nil, "update", "nothing to apply (1.2 s)"), ([], failure, "update", "1 changeset failed in 1.2 s"),
            ([], nil, "status", nil), ([], nil, "rollbackCount", "nothing to roll back (1.2 s)"),
            ([], failure, "rollback", "1 changeset failed in 1.2 s"), ([], invalid, "update", nil),
        ] as [([ChangeSetRun], Failure?, String, String?)]) func saysWhatHappened(
            runs: [ChangeSetRun], failure: Failure?, command: String, expected: String?
        )
    { #expect(Self.summary(runs, failing: failure, command: command).sentence == expected) }

    @Test func aChangeSetIsATestCase() {
        let skipped = ChangeSetRun(Self.changeSet("0"), .markedRan("there already"))
        let cases = Self.summary([skipped, Self.applied], failing: Self.failure).testCases
        #expect(cases.map(\.name) == ["0::ada", "1::ada", "2::ada"])
        #expect(Set(cases.map(\.group)) == ["db/c_1.xml"])
        #expect(cases[0].outcome == .skipped("there already"))
        #expect(cases[1].outcome == .passed)
        #expect(cases[1].duration == .milliseconds(34))
        guard case .failed(let message, let details) = cases[2].outcome else {
            Issue.record("not failed")
            return
        }
        #expect(message.hasPrefix("changeset db/c_1.xml::2::ada: no such table: nix"))
        #expect(details.hasPrefix("db/c_1.xml:7:3: "))
    }

    /// The same as in the documentation of `--json`.
    @Test func theJSONObject() {
        #expect(
            Self.summary([Self.applied], failing: Self.failure).text(output: "text\n", status: .problemsFound) == """
                {
                  "schema": 1,
                  "command": "update",
                  "target": "dev",
                  "status": 1,
                  "seconds": 1.234,
                  "applied": [
                    {
                      "id": "1",
                      "author": "ada",
                      "file": "db/c_1.xml",
                      "milliseconds": 34
                    }
                  ],
                  "rolledBack": [],
                  "passedOver": [],
                  "unsettled": [],
                  "pendingCount": null,
                  "pending": [],
                  "failure": {
                    "rule": "statement-failed",
                    "message": "no such table: nix",
                    "changeSet": {
                      "id": "2",
                      "author": "ada",
                      "file": "db/c_1.xml"
                    },
                    "sql": "drop table nix",
                    "problems": [],
                    "place": {
                      "file": "db/c_1.xml",
                      "line": 7,
                      "column": 3
                    },
                    "hint": null
                  },
                  "warnings": [],
                  "output": "text\\n"
                }
                """)
    }

    @Test func theMarkdown() {
        #expect(
            Self.summary([Self.applied], failing: Self.failure).markdown == """
                ### devtool migrate update: dev

                1 changeset applied, 1 failed in 1.2 s.

                | Changeset | Author | File | Result | Time |
                | - | - | - | - | -: |
                | 1 | ada | db/c&#95;1.xml | applied | 34 ms |

                ❌ db/c&#95;1.xml&#58;7&#58;3&#58; changeset db/c&#95;1.xml&#58;&#58;2&#58;&#58;ada&#58; \
                no such table&#58; nix<br>  SQL&#58; drop table nix

                """)
        #expect(Self.summary([], command: "history").markdown == nil)
        let many = Self.summary((0..<700).map { _ in Self.applied }).markdown ?? ""
        #expect(many.hasSuffix("… and 200 more.\n"))
    }

    /// A failing run is told once in a JUnit report, as its changeset.
    @Test func theReportTellsAFailureOnce() {
        let summary = Self.summary([Self.applied], failing: Self.failure)
        var run = RunRecord(
            program: "devtool", version: "1.2.3", command: "migrate", begin: .now, duration: .seconds(1),
            status: .problemsFound, paths: ReportPaths(workingDirectory: "/", environment: [:]))
        run.diagnostics = summary.diagnostics
        run.testCases = summary.testCases
        #expect(run.junitReport.contains(#"tests="2" failures="1""#))
    }
}

extension LiquibaseSummary {
    fileprivate func text(output: String?, status: DevtoolKit.ExitStatus) -> String {
        var json = JSONWriter(isPretty: true)
        write(to: &json, output: output, status: status)
        return json.text
    }
}
