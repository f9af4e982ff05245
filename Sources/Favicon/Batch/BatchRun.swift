import Dispatch
import Fetching
import Glibc
import Synchronization

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
    ///   - starting: begins to answer a line without a task, tells later how far it has come, and returns what
    ///     ends it; `nil` for a line that is for `answering` from the beginning.
    ///   - answering: answers a line; what it returns when it is cancelled is not written.
    ///   - writing: writes one or more whole lines, on a thread that may wait.
    ///   - telling: is told how far the run has come, after each change, in order.
    /// - Throws: `CancellationError`, or what one of the closures throws.
    func run(
        reading: @escaping @Sendable (Int) async throws -> [BatchLine],
        starting: @escaping BatchStart = { _, _ in nil },
        answering: @escaping @Sendable (BatchLine) async throws -> BatchAnswer,
        writing: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void,
        telling: @escaping @Sendable (BatchTally) -> Void = { _ in }
    ) async throws {
        let work = BatchWork(limits: limits, lookAhead: lookAhead, isOrdered: isOrdered)
        let driver = Driver(
            work: work, reading: reading, starting: starting, answering: answering,
            writing: writing, telling: telling)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { driver.go(on: .begun($0)) }
        } onCancel: {
            driver.go(on: .cancelled)
        }
    }

    private typealias Outcome<Value: Sendable> = Result<Value, any Error>

    /// A completed step of the run.
    private enum Event: Sendable {
        /// Somebody waits for the end.
        case begun(CheckedContinuation<Void, any Error>)
        case cancelled
        case read(Outcome<[BatchLine]>)
        case answered(TransferQueue.Number, Outcome<BatchAnswer>)
        case wrote(Outcome<Void>, Int)
    }

    /// What is to be done next.
    private enum Step {
        case read(Int)
        case answer(TransferQueue.Number, BatchLine)
        case write([UInt8], Int)
        case cancel([@Sendable () -> Void])
        case end(CheckedContinuation<Void, any Error>, (any Error)?)
    }

    /// Takes the steps of a run, on whichever thread the one before has ended: no page waits for another thread.
    private final class Driver: Sendable {
        private let reading: @Sendable (Int) async throws -> [BatchLine]
        private let starting: BatchStart
        private let answering: @Sendable (BatchLine) async throws -> BatchAnswer
        private let writing: @Sendable (UnsafeRawBufferPointer) throws -> Void
        private let telling: @Sendable (BatchTally) -> Void
        private let writer = DispatchQueue(label: "devtool.batch")
        private let state: Mutex<State>

        init(
            work: BatchWork, reading: @escaping @Sendable (Int) async throws -> [BatchLine],
            starting: @escaping BatchStart,
            answering: @escaping @Sendable (BatchLine) async throws -> BatchAnswer,
            writing: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void,
            telling: @escaping @Sendable (BatchTally) -> Void
        ) {
            state = Mutex(State(work: work))
            self.reading = reading
            self.starting = starting
            self.answering = answering
            self.writing = writing
            self.telling = telling
        }

        /// Takes note of an event, and does all that can be done then.
        func go(on event: Event) {
            var next = state.withLock { state in
                if state.take(event) { telling(state.tally) }
                return state.nextStep()
            }
            while let step = next {
                take(step)
                next = state.withLock { $0.nextStep() }
            }
        }

        private func take(_ step: Step) {
            switch step {
            case .read(let count):
                run(State.reading) { [self] in .read(await Outcome { try await reading(count) }) }
            case .answer(let number, let line):
                let cancel = starting(line) { [self] beginning in
                    switch beginning {
                    case .answered(let answer): go(on: .answered(number, .success(answer)))
                    case .unfinished(let rest): finish(number, rest)
                    }
                }
                if let cancel {
                    note(cancel, of: number)
                } else {
                    finish(number) { [answering] in try await answering(line) }
                }
            case .write(let bytes, let count):
                writer.async { [self] in
                    // Safety: the bytes are lent for the call, and whole lines are written by then.
                    let result = Result { try bytes.withUnsafeBytes(writing) }
                    // After a few lines a moment, in which more come, lest each takes a writing of its own.
                    if bytes.count < 4096 { usleep(1000) }
                    go(on: .wrote(result, count))
                }
            case .cancel(let cancels): cancels.forEach { $0() }
            case .end(let continuation, let failure):
                continuation.resume(with: failure.map { .failure($0) } ?? .success(()))
            }
        }

        private func finish(
            _ number: TransferQueue.Number,
            _ rest: @escaping @Sendable () async throws -> BatchAnswer
        ) {
            run(number) {
                .answered(
                    number,
                    await Outcome {
                        let answer = try await rest()
                        try Task.checkCancellation()
                        return answer
                    })
            }
        }

        private func run(
            _ number: TransferQueue.Number, _ work: @escaping @Sendable () async -> Event
        ) {
            let task = Task { go(on: await work()) }
            note({ task.cancel() }, of: number)
        }

        /// Remembers how something is ended that may have ended by now.
        private func note(_ cancel: @escaping @Sendable () -> Void, of number: TransferQueue.Number)
        {
            if state.withLock({ $0.note(cancel, of: number) }) { cancel() }
        }
    }

    /// The state of the run, and its next step.
    private struct State {
        var work: BatchWork
        private(set) var tally = BatchTally()
        /// What the run ends with.
        private(set) var failure: (any Error)?
        /// Whether no more is begun, but for writing what is complete.
        private(set) var isStopped = false
        /// What is under way, and how it is ended: the numbers of lines, and ``reading``.
        private var running: [TransferQueue.Number: (@Sendable () -> Void)?] = [:]
        private var waiter: CheckedContinuation<Void, any Error>?
        private var isAtEnd = false
        private var isWriting = false
        private var canWrite = true
        private var readCount = 0

        /// The number of reading; those of lines are greater.
        static let reading: TransferQueue.Number = 0

        init(work: BatchWork) { self.work = work }

        private mutating func stop(for error: any Error) {
            isStopped = true
            failure = failure ?? error
        }

        /// Remembers how something that is under way is ended.
        ///
        /// - Returns: whether that is to be done at once.
        mutating func note(
            _ cancel: @escaping @Sendable () -> Void, of number: TransferQueue.Number
        ) -> Bool {
            guard !isStopped else { return true }
            if running[number] != nil { running[number] = .some(cancel) }
            return false
        }

        /// What is to be done now; nil if that depends on what is under way.
        mutating func nextStep() -> Step? {
            if isStopped {
                let cancels = running.values.compactMap(\.self)
                if !cancels.isEmpty {
                    for number in running.keys { running[number] = .some(nil) }
                    return .cancel(cancels)
                }
            } else {
                if !isAtEnd, running[Self.reading] == nil, work.isRoomWorthReading {
                    running[Self.reading] = .some(nil)
                    return .read(work.room)
                }
                if let (number, line) = work.next() {
                    running[number] = .some(nil)
                    return .answer(number, line)
                }
            }
            if !isWriting, canWrite, case let (bytes, count) = work.takeOutput(), count > 0 {
                isWriting = true
                return .write(bytes, count)
            }
            guard running.isEmpty, !isWriting, let waiter = waiter.take() else { return nil }
            return .end(waiter, failure)
        }

        /// Returns whether the tally has changed.
        mutating func take(_ event: Event) -> Bool {
            switch event {
            case .begun(let waiter):
                self.waiter = waiter
                return false
            case .cancelled:
                stop(for: CancellationError())
                return false
            case .read(.success(let lines)):
                running[Self.reading] = nil
                lines.forEach { work.append($0) }
                readCount += lines.count
                guard lines.isEmpty else { return false }
                isAtEnd = true
                tally.total = readCount
            case .read(.failure(let error)):
                running[Self.reading] = nil
                isAtEnd = true
                failure = failure ?? error
                return false
            case .answered(let number, .success(let answer)):
                running[number] = nil
                work.end(number, with: answer.line)
                tally.pages.count(answer.outcome)
            case .answered(let number, .failure(let error)):
                running[number] = nil
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
