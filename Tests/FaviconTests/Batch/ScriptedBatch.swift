import DevtoolKit
import JSON
import Synchronization
import TestSupport
import Testing

@testable import Favicon

/// A batch whose list, answers and output are a test's, and which watches the limits.
final class ScriptedBatch: Sendable {
    /// What has been seen.
    struct Record {
        var read = 0
        var running: [String: Int] = [:]
        var pieces: [String] = []
        /// The most that was at once under way, of one host, and read and not written.
        var mostRunning = 0
        var mostOfHost = 0
        var mostHeld = 0
        var last = BatchTally()

        var runningCount: Int { running.values.reduce(0, +) }
        var output: String { pieces.joined() }
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    private let lines: [BatchLine]
    private let state = Mutex(Record())

    /// Takes the texts of the list.
    init(_ texts: [String]) {
        lines = texts.enumerated().compactMap { index, text in BatchLine(Array(text.utf8)[...], number: index + 1) }
    }

    var record: Record { state.withLock { $0 } }

    /// Runs the batch; each answer is the line's number once `answer` has returned.
    func run(
        _ run: BatchRun, starting start: @escaping BatchStart = { _, _ in nil },
        answering answer: @escaping @Sendable (BatchLine) async throws -> Void
    ) async throws {
        try await run.run(
            reading: { [self] count in read(count) }, starting: start,
            answering: { [self] line in
                begin(line)
                defer { end(line) }
                try await answer(line)
                return BatchAnswer(.integer(line.number), outcome: .icon)
            }, writing: { [self] in write($0) }, telling: { [self] tally in state.withLock { $0.last = tally } })
    }

    func read(_ count: Int) -> [BatchLine] {
        state.withLock { state in
            let some = Array(lines[state.read...].prefix(count))
            state.read += some.count
            state.mostHeld = max(state.mostHeld, state.read - state.lines.count)
            return some
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { $0.pieces.append(String(decoding: bytes, as: UTF8.self)) }
    }

    /// Waits until something has been seen.
    func wait(until condition: (Record) -> Bool) async throws { try await eventually { condition(record) } }

    private func begin(_ line: BatchLine) {
        state.withLock { state in
            state.running[line.host, default: 0] += 1
            state.mostRunning = max(state.mostRunning, state.runningCount)
            state.mostOfHost = max(state.mostOfHost, state.running[line.host] ?? 0)
        }
    }

    private func end(_ line: BatchLine) { state.withLock { $0.running[line.host]? -= 1 } }
}

/// Holds back whoever passes until it is opened.
final class Gate: Sendable {
    private let isOpen = Atomic(false)

    func open() { isOpen.store(true, ordering: .releasing) }

    /// Waits for the opening, or throws when cancelled.
    func pass() async throws { try await eventually { isOpen.load(ordering: .acquiring) } }
}

extension BatchAnswer {
    /// The answer that is a value.
    init(_ value: JSONValue, outcome: Outcome) { self.init(outcome) { value.write(to: &$0) } }
}

/// How many bytes may still be written before the end.
final class WriteBudget: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    /// How many of so many bytes may be written.
    func take(_ count: Int) -> Int {
        left.withLock { left in
            let taken = min(left, count)
            left -= taken
            return taken
        }
    }
}
