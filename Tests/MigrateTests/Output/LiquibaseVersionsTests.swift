import DevtoolKit
import Foundation
import Testing

@testable import Migrate

/// What versions from 4.6.2 to 5.0.4 report of the same runs means the same; `Scripts/record-events` has recorded it.
@Suite struct LiquibaseVersionsTests {
    private struct Run: Decodable {
        let `case`: String
        let command: String
        let status: Int32
        let reports: [[String]]
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/Liquibase")

    /// What users read of a run: its changesets, and its failure.
    private static func reading(of run: Run) -> [String] {
        var interpreter = RunInterpreter(of: CommandName(run.command))
        for report in run.reports { _ = interpreter.receive(JavaReport(report[0], Array(report.dropFirst()))) }
        if run.status == 0 {
            let confirmation = "Liquibase command '\(run.command)' was executed successfully."
            _ = interpreter.receive(confirmation, on: .error)
        }
        let outcome = interpreter.end(status: run.status)
        let failure = outcome.failure.map { failure in
            "\(failure.kind.rawValue) \(failure.changeSet.map { "\($0)" } ?? "-")"
                + (failure.sql.map { " " + $0.oneLine } ?? "")
        }
        return outcome.changeSets.map { $0.line.replacing(#/ in \d+ ms/#, with: "") }
            + outcome.falseSuccesses.compactMap { $0.diagnostic(at: nil).rule?.id } + [failure].compactMap(\.self)
    }

    private static let expected: [String: [String]] = [
        "update": [
            "applied c.xml::1::ada", "marked as run c.xml::2::ada: c.xml : Table nix does not exist",
            "skipped c.xml::3::ada: c.xml : Table nix does not exist", "applied c.xml::4::ada",
            "failed c.xml::5::ada (allowed): " + "[SQLITE_ERROR] SQL error or missing database (no such table: nix)",
            "marked as run c.xml::6::ada: NIX", "skipped c.xml::7::ada: NIX", "applied c.xml::8::ada",
            "applied c.xml::9::ada", "precondition-ignored", "failure-allowed", "nothing-run",
        ], "again": ["applied c.xml::1::ada"],
        "failing": ["applied c.xml::1::ada", "statement-failed c.xml::2::ada insert into nowhere values (1)"],
        "count": ["applied c.xml::1::ada"], "sql": ["changeset-failed c.xml::2::ada"],
        "rollback": ["rolled back c.xml::2::ada", "rolled back c.xml::1::ada"],
        "impossible": ["rollback-impossible c.xml::1::ada"],
        "rollback-fails": ["statement-failed c.xml::1::ada drop table nix"],
        "halt": ["applied c.xml::1::ada", "precondition-failed c.xml::2::ada"],
        "halt-on-error": ["precondition-failed c.xml::1::ada"], "root": ["precondition-failed -"],
        "twice": ["duplicate-changeset c.xml::1::ada"], "syntax": ["changelog-syntax -"],
        "missing": ["changelog-file-missing -"], "class": ["class-missing -"],
        "header": ["applied sql/a.sql::raw::includeAll", "sql-without-header"], "refused": ["database-unreachable -"],
        "sync": [], "tag": [], "drop": [],
    ]

    @Test(arguments: ["4.6.2", "4.29.2", "4.33.0", "5.0.4"]) func meanTheSame(version: String) throws {
        let file = Self.folder.appending(path: "events-\(version).jsonl")
        let runs = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Run.self, from: Data($0.utf8))
        }
        #expect(runs.map(\.case).sorted() == Self.expected.keys.sorted())
        for run in runs {
            let reading = Self.reading(of: run).map {
                // What is wrong with the question is said in other words.
                $0.replacing(/c.xml : .*no such table: nix.*/, with: "NIX")
            }
            var expected = Self.expected[run.case]
            if run.case == "update", ["4.33.0", "5.0.4"].contains(version) {
                // They do not record what is for another database only.
                expected?[7] = "skipped c.xml::8::ada: none of its changes apply to this database"
                expected?.removeLast()
            }
            // It goes on without the class for a while.
            if run.case == "class", version == "5.0.4" { expected = ["class-missing c.xml::1::ada"] }
            #expect(reading == expected, "\(run.case)")
        }
    }
}
