import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// The table that all benchmarks print.
@Suite struct BenchmarkTableScenarios {
    @Test func goalsAndVerdicts() async throws {
        let program = """
            import benchmark
            table = benchmark.Table()
            table.add("a start", 0.0021, "s", "make", 0.001, most=2.0)
            table.add("1 KB", 1000, "pages/s", "curl", 1000, least=1)
            table.add("a plan", 0.2, "s", most=0.3)
            table.add("the program", 18.25, "MB")
            table.add("a board", 2, "s", "a script", 40)
            table.print()
            """
        let result = try await Subprocess.run(
            .name("python3"), arguments: ["-c", program],
            environment: .inherit.updating(["PYTHONPATH": DocumentationPage.package.appending(path: "Scripts").path]),
            output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
        #expect(result.standardError == "")
        #expect(
            result.standardOutput == """
                | measured    | figure        | beside   | its figure    | ratio | goal           | verdict |
                | ----------- | ------------- | -------- | ------------- | ----- | -------------- | ------- |
                | a start     | 2.10 ms       | make     | 1.00 ms       | 2.10  | at most 2      | MISSED  |
                | 1 KB        | 1,000 pages/s | curl     | 1,000 pages/s | 1.00  | at least 1     | met     |
                | a plan      | 200 ms        |          |               |       | at most 300 ms | met     |
                | the program | 18.2 MB       |          |               |       |                |         |
                | a board     | 2.00 s        | a script | 40.0 s        | 0.050 |                |         |

                """)
    }

    /// Each benchmark prints it.
    @Test func everyBenchmarkPrintsIt() throws {
        let scripts = DocumentationPage.package.appending(path: "Scripts")
        let names = try FileManager.default.contentsOfDirectory(atPath: scripts.path).filter {
            $0.hasPrefix("bench-") && !$0.hasSuffix("-sources")
        }
        #expect(names.count == 7)
        for name in names {
            let text = try String(contentsOf: scripts.appending(path: name), encoding: .utf8)
            #expect(text.contains("table.print()\n"), "\(name)")
            #expect(text.contains("benchmark.machine("), "\(name)")
        }
    }
}
