import Foundation
import Glibc
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Processes
@testable import Reporting
@testable import Settings

/// Progress as a terminal shows it; the other end of a pseudo-terminal reads what is drawn.
@Suite struct ReportingProgressTests {
    private let terminal = PseudoTerminal()

    /// Back to the first column, and nothing on the line.
    private static let erase = "\r\u{1B}[2K"

    private func console(verbosity: Verbosity = .normal) throws -> Console {
        let end = try #require(terminal).end
        return Console(output: end, error: end, verbosity: verbosity)
    }

    @Test func comesLateTurnsAndGoes() async throws {
        let console = try console()
        try await console.withProgress("Work", after: .milliseconds(1), every: .milliseconds(1)) { progress in
            try await terminal?.wait(for: "/ Work (")
            progress.update("More\u{1B}[31m work")
            try await terminal?.wait(for: "More\u{FFFD}[31m work")
        }
        let text = try #require(terminal).everything()
        #expect(text.hasPrefix(Self.erase + "| Work ("))
        #expect(text.hasSuffix(Self.erase))
    }

    @Test func hidesSecretsThatAnUpdateBrings() {
        let console = Console()
        let progress = Progress("Work", on: console)
        console.hide([Secret("hunter2")])
        progress.update("Asking for hunter2")
        #expect(progress.line(width: 80).hasPrefix("| Asking for *** ("))
    }

    @Test func isGoneBeforeALineAndDrawnAnew() async throws {
        let console = try console()
        try await console.withProgress("Work", after: .milliseconds(1), every: .milliseconds(1)) { _ in
            try await terminal?.wait(for: "Work (")
            console.say("a message")
            try console.print("a result")
            try await terminal?.wait(for: "a result\r\n" + Self.erase)
        }
        let text = try #require(terminal).everything()
        for line in ["a message\r\n", "a result\r\n"] {
            let range = try #require(text.range(of: line))
            // Nothing between the last erasure and the line, or right after another line.
            let before = text[..<range.lowerBound]
            #expect(before.hasSuffix(Self.erase) || before.hasSuffix("\r\n"))
        }
    }

    @Test func isNotDrawnIntoAnUnfinishedLine() async throws {
        let console = try console()
        let screen = try #require(console.screen)
        let work = NSObject()
        screen.begin(work)
        try Array("half".utf8).withUnsafeBytes { try console.write($0) }
        screen.show("progress", from: work)
        console.say(" a line")
        screen.show("progress", from: work)
        screen.end(work)
        screen.show("late", from: work)
        #expect(try #require(terminal).everything() == "half a line\r\n\(Self.erase)progress\(Self.erase)")
    }

    @Test func theLastToBeginIsShown() throws {
        let screen = try #require(try console().screen)
        let (outer, inner) = (NSObject(), NSObject())
        screen.begin(outer)
        screen.begin(inner)
        screen.show("outer", from: outer)
        screen.show("inner", from: inner)
        screen.end(inner)
        screen.show("outer", from: outer)
        screen.end(outer)
        #expect(try #require(terminal).everything() == "\(Self.erase)inner\(Self.erase)\(Self.erase)outer\(Self.erase)")
    }

    @Test func shortWorkShowsNothing() async throws {
        let result = try await console().withProgress("Work", after: .seconds(3600), every: .seconds(1)) { _ in 42 }
        #expect(result == 42)
        #expect(try #require(terminal).everything() == "")
    }

    @Test func isErasedAlsoWhenTheWorkFails() async throws {
        let console = try console()
        await #expect(throws: ExitStatus.problemsFound) {
            try await console.withProgress("Work", after: .milliseconds(1), every: .milliseconds(1)) { _ in
                try await terminal?.wait(for: "Work (")
                throw ExitStatus.problemsFound
            }
        }
        #expect(try #require(terminal).everything().hasSuffix(Self.erase))
    }

    /// Waits until another console, on a terminal, has drawn its progress twice.
    private static func showOther() async throws {
        let terminal = try #require(PseudoTerminal())
        try await Console(output: terminal.end, error: terminal.end).withProgress(
            "Other", after: .milliseconds(1), every: .milliseconds(1)
        ) { _ in try await terminal.wait(for: "/ Other (") }
    }

    @Test func quietShowsNothing() async throws {
        let console = try console(verbosity: .quiet)
        try await console.withProgress("Work", after: .milliseconds(1), every: .milliseconds(1)) { _ in
            try await Self.showOther()
        }
        #expect(try #require(terminal).everything() == "")
    }

    @Test func aFileShowsNothing() async throws {
        let folder = TemporaryFolder()
        let file = try FileDescriptor.open(
            folder.path.appending("err"), .readWrite, options: .create, permissions: .ownerReadWrite)
        defer { try? file.close() }
        let console = Console(error: file)
        try await console.withProgress("Work", after: .milliseconds(1), every: .milliseconds(1)) { _ in
            try await Self.showOther()
        }
        #expect(folder.text("err") == "")
    }

    @Test func neverMixesWhoeverWrites() async throws {
        let console = try console()
        // Not more often: it goes on for as long as the other tests have the processors.
        try await console.withProgress("Work", after: .nanoseconds(1), every: .milliseconds(1)) { progress in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        for number in 0..<100 {
                            console.say("line \(writer) \(number)")
                            if number % 10 == 0 { try console.print("result \(writer) \(number)") }
                            progress.update("Work \(number)")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let text = try #require(terminal).everything()
        let shown = text.components(separatedBy: "\r\n").map { line in
            line.components(separatedBy: Self.erase).last ?? ""
        }
        // 100 lines and 10 results of each writer, and what follows the last line break.
        #expect(shown.count == 441)
        #expect(shown.dropLast().allSatisfy { $0.wholeMatch(of: /(line|result) \d \d+/) != nil })
        #expect(shown.last == "")
    }

    @Test(arguments: [(80, "| Work on it (3 s)"), (11, "| Work on…"), (1, ""), (0, "")]) func isCutToTheWidth(
        width: Int, expected: String
    ) {
        let progress = Progress("Work on it", on: Console())
        #expect(progress.line(width: width, now: .now + .milliseconds(3500)) == expected)
    }
}

/// A terminal without a screen: what is written to its end can be read.
private final class PseudoTerminal: Sendable {
    /// Where programs write.
    let end: FileDescriptor
    private let master: FileDescriptor
    private let text = Mutex("")

    init?() {
        var lock: Int32 = 0
        var number: Int32 = -1
        let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0, ioctl(descriptor, Self.setLock, &lock) == 0,
            ioctl(descriptor, Self.getNumber, &number) == 0
        else { return nil }
        let other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard other >= 0 else { return nil }
        master = FileDescriptor(rawValue: descriptor)
        end = FileDescriptor(rawValue: other)
        // A terminal holds 4 KiB, and whoever writes more waits. A thread, because the tests' writers may
        // occupy every thread of tasks while they wait.
        DispatchQueue(label: "terminal \(number)").async { [weak self] in
            while let terminal = self {
                _ = terminal.everything()
                usleep(2000)
            }
        }
    }

    /// `TIOCSPTLCK` and `TIOCGPTN` of Linux, which Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    deinit {
        try? end.close()
        try? master.close()
    }

    /// All that has been written so far.
    func everything() -> String {
        text.withLock { text in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while let count = try? buffer.withUnsafeMutableBytes({ try master.read(into: $0) }), count > 0 {
                text += String(decoding: buffer[..<count], as: UTF8.self)
            }
            return text
        }
    }

    /// Waits until one of the texts has been written.
    func wait(for expected: String...) async throws {
        try await eventually(within: .seconds(60)) { expected.contains { everything().contains($0) } }
    }
}
