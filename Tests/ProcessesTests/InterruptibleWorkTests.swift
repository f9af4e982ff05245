import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Processes

/// What signals do to devtool's own work, each in a process of its own, as the signals are the process'.
@Suite struct ProcessInterruptibleWorkTests {
    private static func context(_ runner: ProcessRunner) -> Context {
        Context(console: Console(), processes: runner, environment: [:], workingDirectory: "/", plugins: [])
    }

    /// Waits until it is cancelled, and then does what is left to do.
    private static func untilCancelled(_ cleanUp: () -> Void = {}) async throws {
        do { try await Task.sleep(for: .seconds(600)) } catch {
            cleanUp()
            throw error
        }
    }

    @Test func withoutASignalTheWorkIsJustDone() async throws {
        await #expect(processExitsWith: .success) {
            let context = Self.context(try ProcessRecording().runner)
            #expect(try await context.cancellingOnSignals { 42 } == 42)
            await #expect(throws: ExitStatus.badData) {
                try await context.cancellingOnSignals { throw ExitStatus.badData }
            }
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func aSignalCancelsTheWorkWhichCleansUp(number: Int32) async {
        await #expect(processExitsWith: .success) { [number] in
            let recording = try ProcessRecording()
            let folder = recording.folder
            let work = Task {
                try await Self.context(recording.runner).cancellingOnSignals {
                    try folder.write("ready\n", to: "ready")
                    try await Self.untilCancelled { try? folder.write("clean\n", to: "clean") }
                }
            }
            _ = try await recording.wait(for: "ready")
            kill(getpid(), number)
            let error = await #expect(throws: Interrupted.self) { try await work.value }
            #expect(error?.signal == number)
            #expect(folder.text("clean") == "clean\n")
        }
    }

    /// Work that has come to its end all the same was asked to stop all the same.
    @Test func workThatDoesNotFailIsInterruptedToo() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let folder = recording.folder
            let work = Task {
                try await Self.context(recording.runner).cancellingOnSignals {
                    try folder.write("ready\n", to: "ready")
                    try? await Self.untilCancelled()
                }
            }
            _ = try await recording.wait(for: "ready")
            kill(getpid(), SIGINT)
            await #expect(throws: Interrupted.self) { try await work.value }
        }
    }

    @Test func theSecondSignalEndsTheProcess() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            let recording = try ProcessRecording()
            let folder = recording.folder
            async let work: Void = Self.context(recording.runner).cancellingOnSignals {
                try folder.write("ready\n", to: "ready")
                try? await Self.untilCancelled { try? folder.write("first\n", to: "first") }
                // It has been asked, and takes its time.
                await withCheckedContinuation { (forever: CheckedContinuation<Void, Never>) in
                    Self.abandoned.withLock { $0.append(forever) }
                }
            }
            _ = try await recording.wait(for: "ready")
            kill(getpid(), SIGINT)
            _ = try await recording.wait(for: "first")
            kill(getpid(), SIGINT)
            try await work
        }
    }

    private static let abandoned = Mutex<[CheckedContinuation<Void, Never>]>([])

    /// The child, which does not end for the first signal, must not outlive devtool.
    @Test func theSecondSignalKillsChildrenFirst() async throws {
        let folder = TemporaryFolder()
        let path: String = folder.path.string
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
            let recording = try ProcessRecording()
            let script = """
                trap 'echo TERM >\(path)/first' TERM
                echo $$ >\(path)/child
                while :; do sleep 0.02; done
                """
            let context = Self.context(recording.runner)
            async let work = context.cancellingOnSignals { try await context.processes.run(recording.script(script)) }
            for name in ["child", "first"] {
                try await eventually { FileManager.default.fileExists(atPath: "\(path)/\(name)") }
                kill(getpid(), SIGTERM)
            }
            _ = try await work
        }
        let child = try #require(folder.text("child").flatMap { pid_t($0.dropLast()) })
        try await eventually(within: .seconds(5)) { kill(child, 0) == -1 }
    }

    @Test func childrenAndWorkAreToldOfTheSameSignal() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let folder = recording.folder
            let context = Self.context(recording.runner)
            let script = "trap 'exit 3' INT; echo ready >child; while :; do sleep 0.02; done"
            let child = Task { try await context.processes.run(recording.script(script)) }
            let work = Task {
                try await context.cancellingOnSignals {
                    try folder.write("ready\n", to: "work")
                    try await Self.untilCancelled()
                }
            }
            for name in ["child", "work"] { _ = try await recording.wait(for: name) }
            kill(getpid(), SIGINT)
            await #expect(throws: Interrupted.self) { try await work.value }
            await #expect(throws: Interrupted.self) { try await child.value }
        }
    }

    @Test func cancellingFromOutsideIsNoSignal() async {
        await #expect(processExitsWith: .success) {
            let context = Self.context(try ProcessRecording().runner)
            let work = Task { try await context.cancellingOnSignals { try await Self.untilCancelled() } }
            work.cancel()
            await #expect(throws: CancellationError.self) { try await work.value }
        }
    }

    @Test func afterTheWorkSignalsDoWhatTheyDid() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let context = Self.context(try ProcessRecording().runner)
            try await context.cancellingOnSignals {}
            kill(getpid(), SIGTERM)
            try await Task.sleep(for: .seconds(600))
        }
    }

    /// 'devtool run' ended with 0 once in 200 interrupted runs: the child was told, and ended, and the run after it,
    /// before the run was told.
    @Test func allWorkKnowsOfASignalBeforeAnyActsOnIt() async {
        await #expect(processExitsWith: .success) {
            let observer = SignalObserver { _, _ in }
            let work = InterruptibleWork()
            let first = FirstTold { [observer.first, work.signal] }
            for work in [observer, work, first] as [any Interruptible] { try SignalDispatcher.shared.watch(work) }
            kill(getpid(), SIGINT)
            for await known in first.known.stream {
                #expect(known == [SIGINT, SIGINT])
                break
            }
        }
    }

    /// The event loop may come to a signal only when the work is done.
    @Test func aSignalAtTheEndOfTheWorkIsNotLost() async {
        await #expect(processExitsWith: .success) {
            let context = Self.context(try ProcessRecording().runner)
            for _ in 0..<200 {
                let error = await #expect(throws: Interrupted.self) {
                    try await context.observingSignals { _, _ in
                    } while: {
                        SignalPipe.shared.note(SIGTERM, isFromProcess: true)
                    }
                }
                #expect(error?.signal == SIGTERM)
            }
        }
    }

    /// Work that a signal stops, and a clean-up after it, as 'devtool run' does them; both have a child that
    /// notes the signals it gets.
    private static func cleaningUp(after work: ProcessRecording) async throws {
        @Sendable func child(_ name: String) -> Invocation {
            work.script(
                """
                trap 'echo INT >\(name).signal; exit 3' INT
                echo $$ >\(name)
                until [ -e \(name).go ]; do sleep 0.02; done
                echo done >\(name).end
                """)
        }
        let context = context(work.runner)
        try await context.observingSignals { _, _ in
        } while: {
            do { _ = try await context.processes.run(child("work")) } catch is Interrupted {
                _ = try await context.processes.run(child("clean"))
            }
        }
    }

    @Test func theSignalThatStoppedTheWorkDoesNotStopTheCleanUp() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let work = Task { try await Self.cleaningUp(after: recording) }
            _ = try await recording.wait(for: "work")
            kill(getpid(), SIGINT)
            _ = try await recording.wait(for: "clean")
            #expect(recording.folder.text("work.signal") == "INT\n")
            try recording.folder.write("", to: "clean.go")
            let error = await #expect(throws: Interrupted.self) { try await work.value }
            #expect(error?.signal == SIGINT)
            #expect(recording.folder.text("clean.end") == "done\n")
            #expect(recording.folder.text("clean.signal") == nil)
        }
    }

    @Test func anotherSignalStopsTheCleanUpInOrder() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let work = Task { try await Self.cleaningUp(after: recording) }
            for name in ["work", "clean"] {
                _ = try await recording.wait(for: name)
                kill(getpid(), SIGINT)
            }
            await #expect(throws: Interrupted.self) { try await work.value }
            #expect(recording.folder.text("clean.signal") == "INT\n")
            #expect(recording.folder.text("clean.end") == nil)
        }
    }

    /// The first observer receives a signal last.
    private final class Last: Interruptible {
        private let folder: TemporaryFolder

        init(_ folder: TemporaryFolder) throws {
            self.folder = folder
            try SignalDispatcher.shared.watch(self)
        }

        func receive(_ signal: Int32) -> Bool {
            try? folder.write("", to: "told")
            return false
        }
    }

    private static let untilAllAreTold = "until [ -e told ]; do sleep 0.02; done"

    /// The first signal is still being told of when the work starts something because of it.
    @Test func theSignalDoesNotStopWhatIsStartedBecauseOfIt() async throws {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let last = try Last(recording.folder)
            defer { SignalDispatcher.shared.forget(last) }
            let context = Self.context(recording.runner)
            let (signals, continuation) = AsyncStream<Int>.makeStream()
            let work = Task {
                try await context.observingSignals { count, _ in
                    continuation.yield(count)
                    while recording.folder.text("child") == nil { usleep(1000) }
                } while: {
                    try recording.folder.write("ready\n", to: "ready")
                    for await _ in signals { break }
                    _ = try await context.processes.run(
                        recording.script("echo started >child; \(Self.untilAllAreTold); echo done >end"))
                }
            }
            _ = try await recording.wait(for: "ready")
            kill(getpid(), SIGINT)
            await #expect(throws: Interrupted.self) { try await work.value }
            #expect(recording.folder.text("end") == "done\n")
        }
    }

    /// A child has ended for the signal, and another is started, before all others are told of it.
    @Test func theSignalDoesNotStopWhatIsStartedWhileItIsTold() async throws {
        final class Slow: Interruptible {
            let folder: TemporaryFolder
            init(_ folder: TemporaryFolder) { self.folder = folder }
            func receive(_ signal: Int32) -> Bool {
                while folder.text("clean") == nil, folder.text("over") == nil { usleep(1000) }
                return false
            }
        }
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let last = try Last(recording.folder)
            defer { SignalDispatcher.shared.forget(last) }
            let slow = Slow(recording.folder)
            let context = Self.context(recording.runner)
            let work = Task {
                try await context.observingSignals { _, _ in
                } while: {
                    try SignalDispatcher.shared.watch(slow)
                    defer { SignalDispatcher.shared.forget(slow) }
                    defer { try? recording.folder.write("", to: "over") }
                    do {
                        let script = "echo heard; echo >child; exec sleep 600"
                        _ = try await context.processes.run(recording.script(script))
                    } catch is Interrupted {
                        _ = try await context.processes.run(
                            recording.script("echo >clean; \(Self.untilAllAreTold); echo done >end"))
                    }
                }
            }
            _ = try await recording.wait(for: "child")
            // Until then its end is noticed by the thread that `Slow` holds up.
            try await eventually { recording.output == "heard\n" }
            kill(getpid(), SIGINT)
            await #expect(throws: Interrupted.self) { try await work.value }
            #expect(recording.folder.text("end") == "done\n")
        }
    }

    @Test func theThirdSignalDoesNotWait() async throws {
        let folder = TemporaryFolder()
        let path: String = folder.path.string
        await #expect(processExitsWith: .signal(SIGINT)) { [path = path as String] in
            let recording = try ProcessRecording()
            let context = Self.context(recording.runner)
            let stubborn = """
                trap 'echo INT >\(path)/signal' INT
                echo $$ >\(path)/child
                while :; do sleep 0.02; done
                """
            let (signals, continuation) = AsyncStream<Int>.makeStream()
            let work = Task {
                try await context.observingSignals { count, _ in
                    continuation.yield(count)
                } while: {
                    try recording.folder.write("ready\n", to: "ready")
                    for await _ in signals { break }
                    _ = try await context.processes.run(recording.script(stubborn))
                }
            }
            _ = try await recording.wait(for: "ready")
            kill(getpid(), SIGINT)
            for name in ["child", "signal"] {
                try await eventually { FileManager.default.fileExists(atPath: "\(path)/\(name)") }
                kill(getpid(), SIGINT)
            }
            try await work.value
        }
        let child = try #require(folder.text("child").flatMap { pid_t($0.dropLast()) })
        try await eventually(within: .seconds(5)) { kill(child, 0) == -1 }
    }
}

/// Work that was begun last, and so is told first: it looks at what the others know then.
private final class FirstTold: Interruptible {
    let known = AsyncStream<[Int32?]>.makeStream()
    private let look: @Sendable () -> [Int32?]

    init(_ look: @escaping @Sendable () -> [Int32?]) { self.look = look }

    func receive(_ signal: Int32) -> Bool {
        known.continuation.yield(look())
        return false
    }
}
