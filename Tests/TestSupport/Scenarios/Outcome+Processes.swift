import Foundation
package import Testing

extension Outcome {
    /// Expects the process to have ended whose number is in a file of the scenario's folder.
    package func expectEnded(processIn name: String, at location: Testing.SourceLocation = #_sourceLocation)
        async throws
    {
        let text = try #require(folder.text(name), sourceLocation: location)
        let process = try #require(pid_t(text.split(separator: "\n")[0]), sourceLocation: location)
        try await eventually(at: location) { RunningProcess(process) == nil }
    }
}
