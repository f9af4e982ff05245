import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Processes

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
        let folder = self.folder
        files = try ["out", "err"].map { name in
            OwnedDescriptor(
                try FileDescriptor.open(
                    folder.path.appending(name), .readWrite, options: [.create, .truncate, .append],
                    permissions: .ownerReadWrite))
        }
        console = Console(output: files[0].descriptor, error: files[1].descriptor)
        runner = ProcessRunner(console: console, gracePeriod: gracePeriod)
    }

    /// What has been relayed to standard output.
    var output: String { folder.text("out") ?? "" }
    /// What has been relayed to standard error.
    var error: String { folder.text("err") ?? "" }

    /// The shell script as a child that starts in the folder.
    func script(_ text: String) -> Invocation { Invocation("/bin/sh", ["-c", text], directory: folder.path) }

    /// Waits until a file has been written, and returns its text.
    func wait(for name: String) async throws -> String {
        try await eventually { folder.text(name)?.hasSuffix("\n") == true }
        return String((folder.text(name) ?? "").dropLast())
    }

    /// Waits until a process, whose number a script has written to the file, runs no more.
    func waitForEnd(of name: String) async throws {
        let process = try #require(pid_t(try await wait(for: name)))
        try await eventually { RunningProcess(process) == nil }
    }
}
