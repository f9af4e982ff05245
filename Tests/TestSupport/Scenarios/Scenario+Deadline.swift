import Foundation
import SystemPackage
import Testing

extension Scenario {
    /// Runs what starts processes of the scenario, and ends them when that takes ten minutes: a defect that
    /// makes one wait for ever shall fail its test, by name, and not keep all the others.
    package func withinDeadline<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        let home = folder.path.string
        let deadline = Task {
            try await Task.sleep(for: .seconds(600))
            let processes = RunningProcess.all(with: "HOME", home)
            Issue.record("not done after ten minutes: \(processes)")
            for process in processes { kill(process.id, SIGKILL) }
        }
        defer { deadline.cancel() }
        return try await body()
    }
}
