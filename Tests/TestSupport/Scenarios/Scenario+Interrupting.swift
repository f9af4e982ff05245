import Foundation
package import Subprocess
import SystemPackage
import Testing

extension Scenario {
    /// Runs devtool, and `body` with its process meanwhile.
    package func whileRunning(_ arguments: String..., body: @escaping @Sendable (pid_t) async throws -> Void)
        async throws -> Outcome
    {
        let result = try await withinDeadline {
            try await Subprocess.run(configuration(arguments), input: .none, output: .discarded, error: .sequence) {
                execution in
                let process = execution.processIdentifier.value
                let acting = Task { try await body(process) }
                var said: [UInt8] = []
                for try await buffer in execution.standardError { buffer.withUnsafeBytes { said += $0 } }
                // Where it ends before its time, nothing else will happen.
                acting.cancel()
                try await acting.value
                return said
            }
        }
        let status: Int32
        switch result.terminationStatus {
        case .exited(let code): status = code
        case .signaled(let signal): status = 128 + signal
        }
        return Outcome(folder: folder, status: status, output: [], error: result.closureResult)
    }

    /// Waits until the program, or what it runs, has written a file.
    package func wait(for name: String) async throws { try await eventually { folder.text(name) != nil } }

    /// The processes that a process has started.
    package func children(of process: pid_t) -> [pid_t] {
        let path = "/proc/\(process)/task"
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return tasks.flatMap { task in
            let text = try? String(contentsOfFile: "\(path)/\(task)/children", encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
        }
    }

    /// The processes that a process has started, and those that they have.
    package func descendants(of process: pid_t) -> [pid_t] {
        children(of: process).flatMap { [$0] + descendants(of: $0) }
    }

    /// Expects that no Java runs in the folder.
    package func expectNoOrphan() async throws {
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        for process in processes where Int(process) != nil {
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
            let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            #expect(place != folder.path.string || name != "java\n")
        }
    }
}
