import Foundation
import SystemPackage
import TestSupport

@testable import DevtoolKit

/// A process runner whose console is two files.
///
/// Its grace period is for ever, unless a test says otherwise, so that no stall of the machine matters.
struct ProcessRecording {
    /// The folder that holds the files, and whatever a script writes.
    let folder = TemporaryFolder()
    /// The console.
    let console: Console
    /// The runner.
    let runner: ProcessRunner
    private let files: [OwnedDescriptor]

    init(gracePeriod: Duration = .seconds(600)) throws {
        // As the Host does: a child that does not read its input must not end us.
        signal(SIGPIPE, SIG_IGN)
        let folder = self.folder
        files = try ["out", "err"].map { name in
            OwnedDescriptor(
                try FileDescriptor.open(
                    folder.path.appending(name), .readWrite,
                    options: [.create, .truncate, .append], permissions: .ownerReadWrite))
        }
        console = Console(output: files[0].descriptor, error: files[1].descriptor)
        runner = ProcessRunner(console: console, gracePeriod: gracePeriod)
    }

    /// What has been relayed to standard output.
    var output: String { folder.text("out") ?? "" }
    /// What has been relayed to standard error.
    var error: String { folder.text("err") ?? "" }

    /// The shell script as a child that starts in the folder.
    func script(_ text: String) -> Invocation {
        Invocation("/bin/sh", ["-c", text], directory: folder.path)
    }

    /// Waits until a file has been written, and returns its text.
    func wait(for name: String) async throws -> String {
        while true {
            if let text = folder.text(name), text.hasSuffix("\n") { return String(text.dropLast()) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits until a process, whose number a script has written to the file, runs no more.
    func waitForEnd(of name: String) async throws {
        let process = try await wait(for: name)
        while Self.isRunning(process) {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Whether a process runs; one that has ended may stay listed until init reaps it, as state Z.
    private static func isRunning(_ process: String) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let name = status.lastIndex(of: ")")
        else { return false }
        return !status[name...].hasPrefix(") Z")
    }
}
