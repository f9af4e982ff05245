import DevtoolKit
import Foundation
import TestSupport
import Testing

@testable import Migrate

/// What versions from 4.6.2 to 5.0.4 print of the same runs means the same.
@Suite struct LiquibaseVersionsTests {
    private struct Run: Decodable {
        let database: String
        let `case`: String
        let arguments: [String]
        let status: Int32
        let stdout: String
        let stderr: String
    }

    /// What users read of a run.
    private struct Reading {
        var shown: [String] = []
        var changeSets: [String] = []
        var failure: FailureKind?

        init(_ run: Run) {
            let command = run.arguments.first { !$0.hasPrefix("-") }.map { CommandName($0) }
            var transcript = LiquibaseLogParser(of: command)
            for line in run.stdout.split(separator: "\n", omittingEmptySubsequences: false) {
                _ = transcript.receive(String(line), on: .output)
            }
            for line in run.stderr.split(separator: "\n", omittingEmptySubsequences: false) {
                for case .line(let text) in transcript.receive(String(line), on: .error) {
                    shown.append(text)
                }
            }
            let outcome = transcript.end(status: run.status)
            changeSets = outcome.changeSets.map { run in
                // The database's own words differ by its version.
                run.line.replacing(
                    #/(?s) in \d+ ms|, which is allowed: .*| public\.| PUBLIC\./#, with: " ")
            }
            failure = outcome.failure?.kind
        }
    }

    private static let folder = ProcessInfo.processInfo.environment["DEVTOOL_CORPUS"]
        .map { URL(filePath: $0).appending(path: "liquibase-output") }

    private static func runs(of version: String) throws -> [Run] {
        let file = try #require(folder).appending(path: "out-\(version).jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Run.self, from: Data($0.utf8)) }
    }

    /// What only one of them can: a change that does not exist is none to 4.6.2, which also cannot drop all of
    /// SQLite.
    private static let different = ["unknown.yaml", "after-ok drop-all"]

    /// What is worth reading; variables of the environment were wrong when the runs were recorded.
    private static let worthy = [
        "hello from output", "Successfully tagged ", "All objects dropped from ",
        "warning: class com.example.Nope not found",
        "Liquibase detected the following invalid LIQUIBASE_", "- LIQUIBASE_ANALYTICS_ENABLED",
        "WARNING: ",
    ]

    @Test(
        .enabled(if: folder != nil, "set DEVTOOL_CORPUS to the folder of test data"),
        arguments: ["4.29.2", "4.33.0", "5.0.4"])
    func meanTheSame(version: String) throws {
        var expected: [String: Reading] = [:]
        for run in try Self.runs(of: "4.6.2") where expected[run.case] == nil {
            expected[run.case] = Reading(run)
        }
        let runs = try Self.runs(of: version)
        #expect(runs.count > 70)
        for run in runs {
            let reading = Reading(run)
            for line in reading.shown {
                #expect(
                    Self.worthy.contains(where: line.hasPrefix),
                    "\(run.case) on \(run.database) shows: \(line)")
            }
            #expect(reading.failure != .other, "\(run.case) on \(run.database)")
            if Self.different.contains(run.case) { continue }
            let first = try #require(expected[run.case])
            #expect(reading.failure == first.failure, "\(run.case) on \(run.database)")
            #expect(reading.changeSets == first.changeSets, "\(run.case) on \(run.database)")
        }
    }
}
