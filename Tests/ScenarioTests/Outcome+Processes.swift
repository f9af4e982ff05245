import Foundation
import TestSupport
import Testing

extension Outcome {
    /// Expects the process to have ended whose number is in a file of the scenario's folder.
    func expectEnded(
        processIn name: String, at location: Testing.SourceLocation = #_sourceLocation
    ) async throws {
        let text = try #require(folder.text(name), sourceLocation: location)
        let process = try #require(pid_t(text.split(separator: "\n")[0]), sourceLocation: location)
        for _ in 0..<200 where Self.isRunning(process) {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(!Self.isRunning(process), sourceLocation: location)
    }

    /// Whether a process runs; one that has ended may stay listed until init reaps it, as state Z.
    private static func isRunning(_ process: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let name = status.lastIndex(of: ")")
        else { return false }
        return !status[name...].hasPrefix(") Z")
    }
}
