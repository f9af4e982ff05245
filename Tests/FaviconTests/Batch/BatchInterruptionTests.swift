import DevtoolKit
import Foundation
import JSON
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Favicon

/// What Ctrl-C leaves of a batch, in a process of its own, as the signal is the process'.
@Suite(.timeLimit(.minutes(10))) struct BatchInterruptionTests {
    @Test(arguments: [SIGINT, SIGTERM]) func leavesWholeLinesAndARunThatGoesOn(number: Int32) async throws {
        let folder = TemporaryFolder()
        let path = folder.path.string
        let list = (1...500).map { "h\($0).test" }
        try folder.write(list.joined(separator: "\n"), to: "list")
        await #expect(processExitsWith: .success) { [number, path = path as String] in
            // The 200th page never answers; the signal comes when all before it are written.
            let isSent = Atomic(false)
            let error = await #expect(throws: Interrupted.self) {
                try await Self.run(in: path, hangingAt: 200) {
                    let done = FileManager.default.contents(atPath: "\(path)/out") ?? Data()
                    guard done.count(where: { $0 == 0x0A }) == 199,
                        // The second would end the process.
                        !isSent.exchange(true, ordering: .relaxed)
                    else { return }
                    kill(getpid(), number)
                }
            }
            #expect(error?.signal == number)
        }
        let first = try #require(folder.text("out"))
        let lines = first.split(separator: "\n").map(String.init)
        #expect(first.hasSuffix("\n"))
        #expect(lines == list.prefix(199).map { "{\"url\":\"\($0)\"}" })
        try await Self.run(in: path, hangingAt: 0) {}
        let whole = try #require(folder.text("out"))
        #expect(whole == list.map { "{\"url\":\"\($0)\"}\n" }.joined())
    }

    /// Runs a batch over the folder's list, as the command does; one line has no answer, but `meanwhile`
    /// is done until it is cancelled.
    private static func run(in folder: String, hangingAt number: Int, _ meanwhile: @escaping @Sendable () -> Void)
        async throws
    {
        let console = Console()
        let context = Context(
            console: console, processes: ProcessRunner(console: console), environment: [:],
            workingDirectory: FilePath(folder), plugins: [])
        let list = try FileDescriptor.open(FilePath("\(folder)/list"), .readOnly)
        defer { try? list.close() }
        let file = try ResumeFile(FilePath("\(folder)/out"))
        let lines = BatchLines(list, named: "list") { !file.isDone($0) }
        try await context.cancellingOnSignals {
            try await BatchRun().run(
                reading: { try await lines.next(atMost: $0) },
                answering: { line in
                    while line.number == number {
                        meanwhile()
                        try await Task.sleep(for: .milliseconds(5))
                    }
                    return BatchAnswer(["url": .string(line.text)], outcome: .icon)
                }, writing: { try file.append($0) })
        }
    }
}
