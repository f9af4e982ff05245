import Foundation
import Testing

@testable import DevtoolKit
@testable import Migrate

/// What hundreds of real runs of Liquibase failed of, on SQLite, H2 and PostgreSQL.
@Suite struct FailureCorpusTests {
    private struct Unit: Decodable {
        struct Run: Decodable {
            let rc: Int32
            let err: String
        }
        let id: String
        let runs: [String: Run]

        enum CodingKeys: String, CodingKey {
            case id
            case runs = "liquibase_4_6_2_update"
        }
    }

    static let folder = ProcessInfo.processInfo.environment["DEVTOOL_CORPUS"].map {
        URL(filePath: $0).appending(path: "changelogs")
    }

    @Test(.enabled(if: folder != nil, "set DEVTOOL_CORPUS to the folder of test data")) func everyFailureIsClassified()
        throws
    {
        let folder = try #require(Self.folder)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }.filter { $0.lastPathComponent == "unit.json" }
        var counts: [FailureKind: Int] = [:]
        for file in try #require(files) {
            let unit = try JSONDecoder().decode(Unit.self, from: Data(contentsOf: file))
            for (database, run) in unit.runs where run.rc != 0 {
                var interpreter = RunInterpreter()
                for line in run.err.split(separator: "\n", omittingEmptySubsequences: false) {
                    _ = interpreter.receive(String(line), on: .error)
                }
                let failure = try #require(interpreter.end(status: run.rc).failure)
                counts[failure.kind, default: 0] += 1
                #expect(failure.kind != .other, "\(unit.id) on \(database): \(run.err)")
                #expect(!failure.message.isEmpty, "\(unit.id) on \(database): \(run.err)")
                #expect(!failure.message.contains("Exception: "), "\(unit.id): \(run.err)")
            }
        }
        #expect(counts == Self.expected)
    }

    private static let expected: [FailureKind: Int] = [
        .changelogSyntax: 24, .changelogFileMissing: 42, .changelogInvalid: 393, .duplicateChangeSet: 9,
        .classMissing: 45, .preconditionFailed: 89, .statementFailed: 317, .changeSetFailed: 3,
    ]
}
