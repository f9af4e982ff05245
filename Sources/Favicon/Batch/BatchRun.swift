import Dispatch
import Fetching
import Glibc
import JSON

/// Processes the lines of a list concurrently, and writes the results as lines, in the order of the
/// list or as they arrive.
///
/// However long the list is, no more of it is held than the look-ahead: one slow page holds up what is
/// written after it, and in the end what is read.
///
/// ```swift
/// try await BatchRun().run(
///     reading: { try await lines.next(atMost: $0) },
///     answering: { line in await search(line) },
///     writing: { try context.console.write($0) },
///     telling: { progress.update($0) })
/// ```
struct BatchRun: Sendable {
    /// How many lines are answered at once, and how many of those with one host.
    var limits = ConnectionLimits()
    /// How many lines may be read and not yet written.
    var lookAhead = 4_096
    /// Whether the answers come in the order of the lines.
    var isOrdered = true

    /// Answers all lines.
    ///
    /// When it is cancelled, or an answer throws, the other answers are cancelled; what is complete, and
    /// in its turn, is written before this throws. When the list cannot be read on, what has been read is
    /// answered first.
    ///
    /// - Parameters:
    ///   - reading: gives the next lines, at most as many as it is asked for; none at the end.
    ///   - answering: answers a line; what it returns when it is cancelled is not written.
    ///   - writing: writes one or more whole lines, on a thread that may wait.
    ///   - telling: is told how far the run has come, after each change.
    /// - Throws: `CancellationError`, or what one of the closures throws.
    func run(
        reading: @escaping @Sendable (Int) async throws -> [BatchLine],
        answering: @escaping @Sendable (BatchLine) async throws -> BatchAnswer,
        writing: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void,
        telling: (BatchTally) -> Void = { _ in }
    ) async throws {
        let failure: (any Error)? = await withTaskGroup(of: Event.self) { group in
            let writer = DispatchQueue(label: "devtool.batch")
            var state = State(
                work: BatchWork(limits: limits, lookAhead: lookAhead, isOrdered: isOrdered))
            repeat {
                if Task.isCancelled { state.stop(for: CancellationError()) }
                if state.isStopped { group.cancelAll() }
                if let count = state.nextReading() {
                    group.addTask { await .read(Outcome { try await reading(count) }) }
                }
                while let (number, line) = state.nextAnswering() {
                    group.addTask {
                        await .answered(
                            number,
                            Outcome {
                                let answer = try await answering(line)
                                try Task.checkCancellation()
                                return answer
                            })
                    }
                }
                if let (bytes, count) = state.nextWriting() {
                    group.addTask {
                        await .wrote(Outcome { try await writer.write(bytes, writing) }, count)
                    }
                }
                guard let event = await group.next() else { break }
                if state.take(event) { telling(state.tally) }
            } while true
            return state.failure
        }
        if let failure { throw failure }
    }

    private typealias Outcome<Value: Sendable> = Result<Value, any Error>

    /// A completed step of the run.
    private enum Event: Sendable {
        case read(Outcome<[BatchLine]>)
        case answered(TransferQueue.Number, Outcome<BatchAnswer>)
        case wrote(Outcome<Void>, Int)
    }

    /// The state of the run, and its next step.
    private struct State {
        var work: BatchWork
        private(set) var tally = BatchTally()
        /// What the run ends with.
        private(set) var failure: (any Error)?
        /// Whether no more is begun, but for writing what is complete.
        private(set) var isStopped = false
        private var isReading = false
        private var isAtEnd = false
        private var isWriting = false
        private var canWrite = true
        private var readCount = 0

        init(work: BatchWork) { self.work = work }

        mutating func stop(for error: any Error) {
            isStopped = true
            failure = failure ?? error
        }

        /// How many lines are to be read, if any.
        mutating func nextReading() -> Int? {
            guard !isReading, !isAtEnd, !isStopped, work.isRoomWorthReading else { return nil }
            isReading = true
            return work.room
        }

        mutating func nextAnswering() -> (TransferQueue.Number, BatchLine)? {
            isStopped ? nil : work.next()
        }

        mutating func nextWriting() -> (bytes: [UInt8], count: Int)? {
            guard !isWriting, canWrite, case let (bytes, count) = work.takeOutput(), count > 0
            else { return nil }
            isWriting = true
            return (bytes, count)
        }

        /// Returns whether the tally has changed.
        mutating func take(_ event: Event) -> Bool {
            switch event {
            case .read(.success(let lines)):
                isReading = false
                lines.forEach { work.append($0) }
                readCount += lines.count
                guard lines.isEmpty else { return false }
                isAtEnd = true
                tally.total = readCount
            case .read(.failure(let error)):
                isReading = false
                isAtEnd = true
                failure = failure ?? error
                return false
            case .answered(let number, .success(let answer)):
                work.end(number, with: answer.line)
                tally.count(answer.outcome)
            case .answered(let number, .failure(let error)):
                work.end(number, with: nil)
                stop(for: error)
                return false
            case .wrote(.success, let count):
                isWriting = false
                work.wrote(count)
                tally.written += count
            case .wrote(.failure(let error), _):
                isWriting = false
                canWrite = false
                // That the answers were cancelled for it is not what went wrong.
                if failure is CancellationError { failure = error }
                stop(for: error)
                return false
            }
            return true
        }
    }
}

extension Result where Failure == any Error {
    /// What comes of work that may wait.
    fileprivate init(_ work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}

extension DispatchQueue {
    /// Writes bytes on a thread of the queue.
    fileprivate func write(
        _ bytes: [UInt8], _ writing: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            // Safety: the bytes are lent for the call, and whole lines are written by then.
            async {
                let result = Result { try bytes.withUnsafeBytes(writing) }
                // After a few lines a moment, in which more come, lest each takes a writing of its own.
                if bytes.count < 4096 { usleep(1000) }
                continuation.resume(with: result)
            }
        }
    }
}

/// The lines of a batch that have been read but not written, and which of them come next.
///
/// It decides only; ``BatchRun`` does.
struct BatchWork {
    private let lookAhead: Int
    private let isOrdered: Bool
    private var queue: TransferQueue
    /// The lines that wait for their turn.
    private var waiting: [TransferQueue.Number: BatchLine] = [:]
    /// The answers that are complete, and wait for those before them.
    private var complete: [TransferQueue.Number: [UInt8]] = [:]
    private var output: [UInt8] = []
    private var outputCount = 0
    private var writtenCount = 0
    private var lastNumber = 0
    /// The number of the line that is written next, where the order counts.
    private var nextNumber = 1

    /// Creates a work without lines.
    init(limits: ConnectionLimits, lookAhead: Int, isOrdered: Bool) {
        queue = TransferQueue(limit: limits.total, hostLimit: limits.host)
        self.lookAhead = lookAhead
        self.isOrdered = isOrdered
    }

    /// How many lines more may be read.
    var room: Int { max(0, lookAhead - (lastNumber - writtenCount)) }

    /// Whether there is so much room that a reading is not for a few lines each time some are written.
    var isRoomWorthReading: Bool { room >= max(1, lookAhead / 8) }

    /// Takes a line on.
    mutating func append(_ line: BatchLine) {
        lastNumber += 1
        waiting[lastNumber] = line
        queue.append(lastNumber, host: line.host)
    }

    /// The next line to be answered now, and its number; nil if the limits allow no more.
    mutating func next() -> (number: TransferQueue.Number, line: BatchLine)? {
        guard let number = queue.next(), let line = waiting.removeValue(forKey: number)
        else { return nil }
        return (number, line)
    }

    /// Takes the answer to a line; nil where there will be none.
    mutating func end(_ number: TransferQueue.Number, with answer: [UInt8]?) {
        queue.remove(number)
        guard let answer else { return }
        guard isOrdered else { return write(answer) }
        complete[number] = answer
        while let answer = complete.removeValue(forKey: nextNumber) {
            write(answer)
            nextNumber += 1
        }
    }

    /// The whole lines that can be written, none of which is given again; they count as not yet written.
    mutating func takeOutput() -> (bytes: [UInt8], count: Int) {
        defer { (output, outputCount) = ([], 0) }
        return (output, outputCount)
    }

    /// Notes that so many lines have been written.
    mutating func wrote(_ count: Int) { writtenCount += count }

    private mutating func write(_ answer: [UInt8]) {
        output += answer
        output.append(UInt8(ascii: "\n"))
        outputCount += 1
    }
}

/// The result for a line of a batch's list.
struct BatchAnswer: Sendable, Equatable {
    /// The kind of result that the tally counts.
    enum Outcome: Sendable {
        /// The page has an icon.
        case icon
        /// The page has none.
        case noIcon
        /// It could not be found out.
        case failed
    }

    /// The line to write, without its end.
    var line: [UInt8]
    /// How it went.
    var outcome: Outcome

    /// The answer that is written as a JSON object on one line.
    init(_ outcome: Outcome, _ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        write(&json)
        line = json.bytes
        self.outcome = outcome
    }
}
