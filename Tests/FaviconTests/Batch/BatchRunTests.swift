import DevtoolKit
import Dispatch
import Fetching
import JSON
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Favicon

/// How the lines of a list are answered and written, whatever the answers take.
@Suite(.timeLimit(.minutes(10)), .tags(.slow)) struct BatchRunTests {
    private static func run(ordered: Bool = true, lookAhead: Int = 4_096) -> BatchRun {
        var run = BatchRun()
        run.isOrdered = ordered
        run.lookAhead = lookAhead
        return run
    }

    private static func texts(_ count: Int, hosts: Int = .max) -> [String] {
        (0..<count).map { "http://h\($0 % hosts).test/\($0)" }
    }

    private static func numbers(_ range: ClosedRange<Int>) -> [String] { range.map { "\($0)" } }

    @Test(arguments: 1...12 as ClosedRange<UInt64>, [true, false]) func keepsOrderAndLimitsInAnySchedule(
        seed: UInt64, isOrdered: Bool
    ) async throws {
        var random = SplitMix64(seed: seed)
        let count = Int.random(in: 0...400, using: &random)
        let batch = ScriptedBatch(Self.texts(count, hosts: .random(in: 1...30, using: &random)))
        var run = Self.run(ordered: isOrdered, lookAhead: .random(in: 1...60, using: &random))
        run.limits = ConnectionLimits(
            total: .random(in: 1...9, using: &random), host: .random(in: 1...4, using: &random))
        try await batch.run(run) { line in
            var random = SplitMix64(seed: seed << 32 + UInt64(line.number))
            for _ in 0..<Int.random(in: 0...40, using: &random) { await Task.yield() }
        }
        let record = batch.record
        let expected = count > 0 ? Self.numbers(1...count) : []
        #expect(isOrdered ? record.lines == expected : Set(record.lines) == Set(expected))
        #expect(record.lines.count == count)
        #expect(record.pieces.allSatisfy { $0.hasSuffix("\n") })
        #expect(record.mostRunning <= run.limits.total && record.mostOfHost <= run.limits.host)
        #expect(record.mostHeld <= run.lookAhead)
        #expect(record.last.total == count && record.last.pages.withIcon == count)
        #expect(record.last.written == count)
    }

    @Test(arguments: 1...8 as ClosedRange<Int>) func startsLinesWithoutTasks(seed: Int) async throws {
        let batch = ScriptedBatch(Self.texts(300, hosts: 20))
        let threads = DispatchQueue(label: "transfers", attributes: .concurrent)
        let tasks = Mutex(0)
        try await batch.run(
            Self.run(lookAhead: 40),
            starting: { line, end in
                let answer = BatchAnswer(.integer(line.number), outcome: .icon)
                switch (line.number * 7 + seed) % 3 {
                case 0: return nil
                case 1: threads.async { end(.answered(answer)) }
                default: threads.async { end(.unfinished { answer }) }
                }
                return {}
            }
        ) { _ in tasks.withLock { $0 += 1 } }
        #expect(batch.record.lines == Self.numbers(1...300))
        #expect(batch.record.last.written == 300 && tasks.withLock { $0 } == 100)
    }

    @Test func cancellingEndsWhatWasStarted() async throws {
        let batch = ScriptedBatch(Self.texts(10, hosts: 5))
        let ends = Mutex<[Int: @Sendable (BatchBeginning) -> Void]>([:])
        let task = Task {
            try await batch.run(
                Self.run(),
                starting: { line, end in
                    ends.withLock { $0[line.number] = end }
                    return {
                        let end = ends.withLock { $0.removeValue(forKey: line.number) }
                        end?(.unfinished { throw CancellationError() })
                    }
                }
            ) { _ in }
        }
        try await eventually { ends.withLock { $0.count == 10 } }
        ends.withLock { $0.removeValue(forKey: 1) }?(.answered(BatchAnswer(.integer(1), outcome: .icon)))
        try await batch.wait { $0.lines == ["1"] }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(batch.record.lines == ["1"])
    }

    @Test func usesItsLimitsFully() async throws {
        let batch = ScriptedBatch(Self.texts(400, hosts: 40))
        let gate = Gate()
        let task = Task { try await batch.run(Self.run()) { _ in try await gate.pass() } }
        try await batch.wait { $0.runningCount == 64 }
        gate.open()
        try await task.value
        #expect(batch.record.mostRunning == 64 && batch.record.lines.count == 400)

        let host = ScriptedBatch(Self.texts(9, hosts: 1))
        let hostGate = Gate()
        let hostTask = Task { try await host.run(Self.run()) { _ in try await hostGate.pass() } }
        try await host.wait { $0.runningCount == 4 }
        hostGate.open()
        try await hostTask.value
        #expect(host.record.mostOfHost == 4)
    }

    @Test func aSlowPageHoldsUpWhatComesAfterItAndNoMoreIsRead() async throws {
        let batch = ScriptedBatch(Self.texts(100))
        let gate = Gate()
        let answered = Mutex(0)
        let task = Task {
            try await batch.run(Self.run(lookAhead: 10)) { line in
                if line.number == 1 { try await gate.pass() }
                answered.withLock { $0 += 1 }
            }
        }
        try await batch.wait { _ in answered.withLock { $0 } == 9 }
        #expect(batch.record.read == 10 && batch.record.output == "")
        gate.open()
        try await task.value
        #expect(batch.record.lines == Self.numbers(1...100))
        #expect(batch.record.mostHeld == 10)
    }

    @Test func withoutOrderASlowPageHoldsUpNothing() async throws {
        let batch = ScriptedBatch(Self.texts(100))
        let gate = Gate()
        let task = Task {
            try await batch.run(Self.run(ordered: false, lookAhead: 10)) { line in
                if line.number == 1 { try await gate.pass() }
            }
        }
        try await batch.wait { $0.lines.count == 99 }
        gate.open()
        try await task.value
        #expect(batch.record.lines.last == "1")
    }

    /// A busy host does not keep others from running.
    @Test func aSlowHostHoldsUpNoOther() async throws {
        let batch = ScriptedBatch(Self.texts(50, hosts: 1) + ["http://other.test/"])
        let (gate, other) = (Gate(), Gate())
        let task = Task {
            try await batch.run(Self.run()) { line in
                if line.host == "other.test" { other.open() } else { try await gate.pass() }
            }
        }
        try await other.pass()
        gate.open()
        try await task.value
        #expect(batch.record.lines == Self.numbers(1...51))
    }

    @Test(arguments: [(true, [1, 2, 3, 4, 5]), (false, [1, 2, 3, 4, 5, 7, 8, 9, 10])]) func cancellingLeavesWholeLines(
        isOrdered: Bool, expected: [Int]
    ) async throws {
        let batch = ScriptedBatch(Self.texts(10))
        let complete = Mutex(0)
        let task = Task {
            try await batch.run(Self.run(ordered: isOrdered)) { line in
                // It answers something even if it is cancelled.
                if line.number == 6 { try? await Task.sleep(for: .seconds(600)) }
                complete.withLock { $0 += 1 }
            }
        }
        try await batch.wait { record in complete.withLock { $0 } == 9 && record.lines.count == expected.count }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(batch.record.lines.compactMap { Int($0) }.sorted() == expected)
        #expect(batch.record.output.hasSuffix("\n"))
    }

    @Test func cancellingDoesNotWaitForAListThatWaits() async throws {
        let (reading, writing) = try FileDescriptor.pipe()
        defer {
            try? reading.close()
            try? writing.close()
        }
        try writing.writeAll("a.test\nb.test\n".utf8)
        let lines = BatchLines(reading, named: "<stdin>")
        let written = Mutex("")
        let task = Task {
            try await BatchRun().run(
                reading: { try await lines.next(atMost: $0) },
                answering: { BatchAnswer(.string($0.text), outcome: .noIcon) },
                writing: { bytes in written.withLock { $0 += String(decoding: bytes, as: UTF8.self) } })
        }
        let expected = "\"a.test\"\n\"b.test\"\n"
        try await eventually { written.withLock { $0 } == expected }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func anAnswerThatThrowsEndsTheRun() async throws {
        let batch = ScriptedBatch(Self.texts(1_000))
        await #expect(throws: FetchError.libraryUnusable(reason: "gone")) {
            try await batch.run(Self.run()) { line in
                guard line.number < 100 else { throw FetchError.libraryUnusable(reason: "gone") }
            }
        }
        let lines = batch.record.lines
        #expect(lines.count < 100 && lines == (1...99).prefix(lines.count).map { "\($0)" })
    }

    @Test func aReaderThatHasGoneEndsTheRun() async throws {
        let batch = ScriptedBatch(Self.texts(100_000))
        let pieces = Atomic(0)
        await #expect(throws: OutputClosed.self) {
            try await Self.run().run(
                reading: { batch.read($0) },
                answering: { line in
                    // There is something left to write when the first piece has been.
                    if line.number > 100 { try await eventually { pieces.load(ordering: .relaxed) > 0 } }
                    // These end when they are cancelled, and only then.
                    if line.number > 200 { try await Task.sleep(for: .seconds(600)) }
                    return BatchAnswer(.integer(line.number), outcome: .icon)
                },
                writing: { bytes in
                    if pieces.add(1, ordering: .relaxed).newValue > 1 { throw OutputClosed() }
                    batch.write(bytes)
                })
        }
        #expect(pieces.load(ordering: .relaxed) == 2, "nothing is tried again")
    }

    @Test func aListThatCannotBeReadOnIsAnsweredAsFarAsItWasRead() async throws {
        let batch = ScriptedBatch(Self.texts(50))
        await #expect(throws: FileError.self) {
            try await Self.run().run(
                reading: { _ in
                    let lines = batch.read(20)
                    if lines.count < 20 { throw FileError.cannotRead("list", .ioError) }
                    return lines
                },
                answering: { line in
                    for _ in 0..<line.number { await Task.yield() }
                    return BatchAnswer(.integer(line.number), outcome: .failed)
                }, writing: { batch.write($0) })
        }
        #expect(batch.record.lines == Self.numbers(1...40))
    }

    /// What is complete while a write takes its time goes out with the next one: all but those that run.
    @Test func writesManyLinesAtOnceUnderLoad() async throws {
        let batch = ScriptedBatch(Self.texts(2000))
        let mayWrite = DispatchSemaphore(value: 0)
        let answered = Mutex(0)
        let task = Task {
            try await Self.run().run(
                reading: { batch.read($0) },
                answering: { line in
                    answered.withLock { $0 += 1 }
                    return BatchAnswer(.integer(line.number), outcome: .icon)
                },
                writing: { bytes in
                    mayWrite.wait()
                    batch.write(bytes)
                })
        }
        try await batch.wait { _ in answered.withLock { $0 } == 2000 }
        for _ in 0..<2000 { mayWrite.signal() }
        try await task.value
        #expect(batch.record.lines == Self.numbers(1...2000))
        #expect(batch.record.pieces.count < 100)
    }

    @Test(arguments: [(100_000, true), (20_000, false)]) func holdsNoMoreOfALongListThanOfAShortOne(
        count: Int, isOrdered: Bool
    ) async throws {
        let batch = LongBatch(count: count)
        try await Self.run(ordered: isOrdered).run(
            reading: { batch.read($0) },
            answering: { line in
                if line.number.isMultiple(of: 7) { await Task.yield() }
                return BatchAnswer(.integer(line.number), outcome: .icon)
            }, writing: { batch.write($0) })
        #expect(batch.state.withLock { $0.written } == count)
        #expect(batch.state.withLock { $0.mostHeld } <= 4_096)
        #expect(batch.state.withLock { $0.isInOrder } || !isOrdered)
    }
}

/// A long list whose output is counted, and not kept.
private final class LongBatch: Sendable {
    struct State {
        var read = 0
        var written = 0
        var mostHeld = 0
        var isInOrder = true
    }

    let count: Int
    let state = Mutex(State())
    /// The list is these, again and again: a debug build takes its time to read a line.
    private let lines: [BatchLine]

    init(count: Int) {
        self.count = count
        lines = (1...5_000).compactMap { BatchLine(Array("h\($0).test".utf8)[...], number: $0) }
    }

    func read(_ most: Int) -> [BatchLine] {
        state.withLock { state in
            let first = state.read
            state.read = min(count, first + most)
            state.mostHeld = max(state.mostHeld, state.read - state.written)
            return (first..<state.read).map { lines[$0 % lines.count] }
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                let text = String(decoding: UnsafeRawBufferPointer(rebasing: line), as: UTF8.self)
                if text != "\(lines[state.written % lines.count].number)" { state.isInOrder = false }
                state.written += 1
            }
        }
    }
}
