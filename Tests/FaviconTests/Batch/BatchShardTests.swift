import TestSupport
import Testing

@testable import DevtoolKit
@testable import Favicon

/// How a list is divided among machines, and how each finds out which one it is.
@Suite(.tags(.slow)) struct BatchShardTests {
    private static func line(_ text: String) throws -> BatchLine {
        try #require(BatchLine(Array(text.utf8)[...], number: 1))
    }

    /// The numbers must never change: machines with different versions share a list.
    @Test(
        arguments: [
            ("", 0xF52A_15E9_A9B5_E89B), ("example.com", 0x4D07_E1C6_CC59_7AB7),
            ("example.com:8080", 0x74F3_F9F9_7966_DBCE), ("[::1]", 0x0147_2E64_2C47_87AE),
            ("xn--mnchen-3ya.test", 0x7DAA_050D_78A2_56A5),
        ] as [(String, UInt64)]) func theHashIsTheSameForEver(host: String, expected: UInt64)
    { #expect(StableHash(of: host.utf8).value == expected) }

    @Test(arguments: [1, 2, 3, 7, 64]) func everyLineIsInOnePart(count: Int) throws {
        let shards = try (1...count).map { try #require(Shard($0, of: count)) }
        var sizes = [Int](repeating: 0, count: count)
        for number in 0..<6_400 {
            let line = try Self.line("https://www.host\(number).test/")
            let homes = shards.indices.filter { shards[$0].contains(key: line.host) }
            #expect(homes.count == 1)
            for home in homes { sizes[home] += 1 }
        }
        let share = 6_400 / count
        #expect(sizes.allSatisfy { $0 > share / 2 && $0 < share * 2 }, "\(sizes)")
    }

    @Test func allLinesOfAHostAreInOnePart() throws {
        let texts = ["ex.test", "http://ex.test/", "https://EX.test/a", "https://ex.test:443/?b", "ex.test/c"]
        for index in 1...50 {
            let shard = try #require(Shard(index, of: 50))
            let homes = Set(try texts.map { shard.contains(key: try Self.line($0).host) })
            #expect(homes.count == 1)
        }
    }

    @Test(arguments: [("1/1", 1, 1), ("2/5", 2, 5), ("5/5", 5, 5), ("02/05", 2, 5)]) func readsParts(
        text: String, index: Int, count: Int
    ) throws {
        let shard = try ShardChoice(text).shard(in: ["CI_NODE_INDEX": "9"])
        #expect(shard == Shard(index, of: count))
    }

    @Test(arguments: [
        "", "/", "1", "0/5", "6/5", "1/0", "-1/5", "+1/5", "1/5/6", "a/b", "1/ 5", "auto/", "auto/0", "auto/x", "Auto",
        "auto/2/3", "1/99999999999999999999", "٣/5",
    ]) func refusesWhatIsNoPart(text: String) { #expect(throws: Problem.notShard(text)) { try ShardChoice(text) } }

    @Test(
        arguments: [
            ("auto", ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"], 1, 3),
            ("auto", ["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "3", "GITLAB_CI": "true"], 3, 3),
            ("auto", ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"], 1, 4),
            ("auto", ["CIRCLE_NODE_INDEX": "3", "CIRCLE_NODE_TOTAL": "4"], 4, 4),
            ("auto", ["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "2"], 1, 2),
            ("auto", ["JOB_COMPLETION_INDEX": "2", "JOB_COMPLETIONS": "3"], 3, 3),
            ("auto/3", ["JOB_COMPLETION_INDEX": "2"], 3, 3),
            ("auto/3", ["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "3"], 1, 3),
            ("auto", slurm(id: 0, 0...9, count: 10), 1, 10), ("auto", slurm(id: 10, 1...10, count: 10), 10, 10),
            ("auto", slurm(id: 5, 1...7, step: 2, count: 4), 3, 4),
            ("auto", slurm(id: 12, 0...15, step: 4, count: 4), 4, 4),
            // GitLab tells the total also to a job that has no index.
            ("auto", ["CI_NODE_TOTAL": "1", "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1"], 1, 1),
            (
                "auto",
                ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3", "JOB_COMPLETION_INDEX": "1", "JOB_COMPLETIONS": "3"], 2, 3
            ),
        ] as [(String, [String: String], Int, Int)]) func engines(
            choice: String, environment: [String: String], index: Int, count: Int
        ) throws
    { #expect(try ShardChoice(choice).shard(in: environment) == Shard(index, of: count)) }

    @Test(
        arguments: [
            ("auto", ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"], ShardEngine.gitLab),
            ("auto", ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"], .gitLab), ("auto", ["CI_NODE_INDEX": "1"], .gitLab),
            ("auto", ["CI_NODE_INDEX": "one", "CI_NODE_TOTAL": "3"], .gitLab),
            ("auto/4", ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"], .gitLab),
            ("auto", ["CIRCLE_NODE_INDEX": "4", "CIRCLE_NODE_TOTAL": "4"], .circleCI),
            ("auto", ["CIRCLE_NODE_INDEX": "-1", "CIRCLE_NODE_TOTAL": "4"], .circleCI),
            ("auto", ["BUILDKITE_PARALLEL_JOB": "", "BUILDKITE_PARALLEL_JOB_COUNT": "4"], .buildkite),
            ("auto", ["JOB_COMPLETION_INDEX": "0"], .kubernetes),
            ("auto", ["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "0"], .kubernetes),
            // --array=1,5,6
            ("auto", slurm(id: 5, 1...6, count: 3), .slurm), ("auto", slurm(id: 11, 1...10, count: 10), .slurm),
            ("auto", slurm(id: 2, 1...7, step: 2, count: 4), .slurm),
            ("auto", slurm(id: 1, 1...7, step: 0, count: 4), .slurm),
            ("auto", ["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "4"], .slurm),
            ("auto", ["SLURM_ARRAY_TASK_ID": "99999999999999999999", "SLURM_ARRAY_TASK_COUNT": "4"], .slurm),
        ] as [(String, [String: String], ShardEngine)]) func whatDoesNotMakeSenseIsAnError(
            choice: String, environment: [String: String], engine: ShardEngine
        )
    {
        let error = #expect(throws: Problem.self) { try ShardChoice(choice).shard(in: environment) }
        let message = error?.diagnostics.first?.message ?? ""
        #expect(message.hasPrefix("--shard auto cannot use the \(engine.rawValue) variables: "), "\(message)")
        #expect(error?.exitStatus == .badConfiguration)
    }

    @Test func namesWhatWasLookedFor() throws {
        let error = #expect(throws: Problem.self) { try ShardChoice("auto").shard(in: ["CI_NODE_TOTAL": "1"]) }
        let hint = try #require(error?.diagnostics.first?.hint)
        #expect(
            hint == "looked for CI_NODE_INDEX (GitLab), CIRCLE_NODE_INDEX (CircleCI), "
                + "BUILDKITE_PARALLEL_JOB (Buildkite), SLURM_ARRAY_TASK_ID (Slurm), "
                + "JOB_COMPLETION_INDEX (Kubernetes)")
    }

    @Test func enginesThatContradictEachOtherAreAnError() {
        let error = #expect(throws: Problem.self) {
            try ShardChoice("auto/3").shard(in: [
                "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3", "JOB_COMPLETION_INDEX": "2",
            ])
        }
        #expect(error?.diagnostics.first?.message.contains("found different parts for GitLab and Kubernetes") == true)
    }

    private static func slurm(id: Int, _ range: ClosedRange<Int>, step: Int = 1, count: Int) -> [String: String] {
        [
            "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(range.lowerBound)",
            "SLURM_ARRAY_TASK_MAX": "\(range.upperBound)", "SLURM_ARRAY_TASK_STEP": "\(step)",
            "SLURM_ARRAY_TASK_COUNT": "\(count)",
        ]
    }
}
