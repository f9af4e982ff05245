import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Batches that are interrupted and go on, and batches that many machines share.
@Suite struct FaviconBatchResumeScenarios {
    private typealias Line = FaviconBatchScenarios.Line

    @Test func appendsToAFileAndPassesOverWhatIsInIt() async throws {
        let server = try Self.server()
        let first = [server.url("/0"), server.url("/1")]
        let scenario = try Scenario().file("list", first.joined(separator: "\n"))
        try await scenario.run("favicon", "--batch", "list", "--resume", "out").stdout("").stderr(
            "2 pages: 2 with an icon\n"
        ).exits(0)
        let asked = server.requests.count
        // The second run has a longer list, and what a killed run left of a line.
        try scenario.folder.write((scenario.folder.text("out") ?? "") + "{\"schema\":1,\"url\":\"http://12", to: "out")
        _ = try scenario.file("list", (first + [server.url("/2")]).joined(separator: "\n"))
        try await scenario.run("favicon", "--batch", "list", "--resume", "out").stdout("").stderr(
            "1 page: 1 with an icon; 2 done earlier\n"
        ).exits(0)
        #expect(try urls(in: scenario.folder.text("out")) == first + [server.url("/2")])
        #expect(server.requests.count <= asked + 3)
    }

    /// To repeat a command must not turn its failure into a success: CI does so after each failure.
    @Test func whatFailedEarlierIsNoSuccess() async throws {
        let server = try Self.server()
        let scenario = try Scenario().file("list", "http://127.0.0.1:1/\n\(server.url("/0"))\n")
        let arguments = ["favicon", "--batch", "list", "--resume", "out"]
        try await scenario.run(arguments).stderr("devtool: 2 pages: 1 with an icon, 1 failed\n").exits(1)
        let summary = "0 pages; 2 done earlier (1 failed)"
        let outcome = try await scenario.run(arguments + ["--report", "junit=report.xml"]).stdout("").stderr(
            "devtool: \(summary)\n"
        ).exits(1)
        // The pages are in the report of the run that looked at them, and the message is in this one's.
        let report = try #require(outcome.folder.text("report.xml"))
        #expect(report.contains(summary) && !report.contains("127.0.0.1"))
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["/dev/full", "/dev/null"]) func refusesADeviceThatKeepsNothing(
        path: String
    ) async throws {
        // Nobody reads standard input then, and to write there would end the tests by a signal.
        try await Scenario().run("favicon", "--batch", "-", "--resume", path).stdout("").stderr(
            "devtool: cannot resume from '\(path)': not a regular file\n"
        ).exits(73)
    }

    @Test func leavesAFileAloneThatNoRunHasWritten() async throws {
        try await Scenario().file("notes.txt", "milk\nbread\n").run("favicon", "--batch", "-", "--resume", "notes.txt")
            .stdout("").stderr(
                """
                notes.txt:1:1: not a JSON object with the member "url"
                  hint: --resume requires a file written by an earlier run; this file was not changed

                """
            ).exits(65).file("notes.txt", "milk\nbread\n")
    }

    @Test(arguments: [SIGINT, SIGTERM]) func whatIsInterruptedLeavesWholeLinesAndGoesOn(signal: Int32) async throws {
        let server = try LoopbackServer([
            "*": .html("<link rel=icon href=data:,>"), "/slow": CannedResponse.raw("").held,
        ])
        let quick = (0..<5).map { server.url("/\($0)") }
        let pages = quick + [server.url("/slow")] + (5..<9).map { server.url("/\($0)") }
        let scenario = try Scenario().file("list", pages.joined(separator: "\n"))
        let arguments = ["favicon", "--batch", "list", "--resume", "out", "--timeout"]
        let status = try await Subprocess.run(
            scenario.configuration(arguments + ["600"]), input: .none, output: .discarded, error: .discarded
        ) { execution in
            try await eventually { scenario.folder.text("out")?.filter { $0 == "\n" }.count ?? 0 >= quick.count }
            kill(execution.processIdentifier.value, signal)
        }.terminationStatus
        #expect(status == .signaled(signal))
        #expect(try urls(in: scenario.folder.text("out")) == quick)
        try await scenario.run(arguments + ["1"]).stdout("").exits(1).stderr(
            "devtool: 5 pages: 4 without, 1 failed; 5 done earlier (5 without an icon)\n")
        #expect(try urls(in: scenario.folder.text("out")) == pages)
    }

    @Test(arguments: [
        ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"], ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "3"],
        ["BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "3"],
        [
            "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "5", "SLURM_ARRAY_TASK_MAX": "9",
            "SLURM_ARRAY_TASK_STEP": "2", "SLURM_ARRAY_TASK_COUNT": "3",
        ], ["JOB_COMPLETION_INDEX": "1", "JOB_COMPLETIONS": "3"],
    ]) func findsItsPartOfAList(variables: [String: String]) async throws {
        let list = (0..<30).map { "ftp://host\($0).test/" }.joined(separator: "\n")
        var scenario = Scenario().stdin(list)
        let expected = try await scenario.run("favicon", "--batch", "-", "--shard", "2/3").exits(1)
        for (name, value) in variables { scenario = scenario.variable(name, value) }
        try await scenario.run("favicon", "--batch", "-", "--shard", "auto").stdout(expected.outputText).stderr(
            expected.errorText
        ).exits(1)
        let count = expected.outputText.split(separator: "\n").count
        #expect(count > 3 && count < 20)
    }

    @Test func saysWhyItDoesNotFindItsPart() async throws {
        try await Scenario().run("favicon", "--batch", "-", "--shard", "auto").stdout("").stderr(
            """
            devtool: --shard auto found no variable with the part number
              hint: looked for CI_NODE_INDEX (GitLab), CIRCLE_NODE_INDEX (CircleCI), \
            BUILDKITE_PARALLEL_JOB (Buildkite), SLURM_ARRAY_TASK_ID (Slurm), \
            JOB_COMPLETION_INDEX (Kubernetes)

            """
        ).exits(78)
        try await Scenario().run("favicon", "--batch", "-", "--shard", "0/3").stdout("").stderr(
            """
            devtool: invalid shard '0/3'
              hint: write 2/5 (the second of five), auto or auto/5

            """
        ).exits(64)
    }

    private static let hasParallel = ["/usr/bin", "/usr/local/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/parallel")
    }

    @Test(.enabled(if: hasParallel, "GNU parallel is not installed")) func manyRunsShareAListUnderGNUParallel()
        async throws
    {
        let servers = try (0..<6).map { _ in try Self.server() }
        let pages = (0..<60).map { servers[$0 % 6].url("/\($0)") }
        let outcome = try await Scenario().file("list", pages.joined(separator: "\n")).shell(
            """
            parallel --will-cite -j 3 "$devtool favicon --batch list --shard {}/3 \
            --resume part-{}" ::: 1 2 3 2>/dev/null; echo "$?"; cat part-*
            """)
        let lines = outcome.outputText.split(separator: "\n")
        #expect(lines.first == "0")
        #expect(try lines.dropFirst().map { try Line($0).url }.sorted() == pages.sorted())
        // All pages of a server are in one part.
        for server in servers {
            let parts = (1...3).filter { outcome.folder.text("part-\($0)")?.contains(":\(server.port)/") == true }
            #expect(parts.count == 1)
        }
    }

    /// A server that has the same page everywhere.
    private static func server() throws -> LoopbackServer {
        try LoopbackServer([
            "*": .html("<link rel=icon href=/icon.gif>").kept(),
            "/icon.gif": .body(FaviconBatchScenarios.picture).kept(),
        ])
    }

    private func urls(in text: String?) throws -> [String] {
        try (text ?? "").split(separator: "\n").map { try Line($0).url }
    }
}
