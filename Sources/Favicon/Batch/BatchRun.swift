import Dispatch
import Fetching
import Glibc
import Synchronization

/// Processes the lines of a list concurrently, and writes one result per line, in the order of the list or of arrival.
///
/// It holds no more than the look-ahead, however long the list is. If order matters, a slow page first delays the
/// writing of later results, and finally the reading.
///
/// ```swift
/// try await BatchRun().run(
///     reading: { try await lines.next(atMost: $0) },
///     answering: { line in await search(line) },
///     writing: { try context.console.write($0) },
///     telling: { progress.update($0) })
/// ```
struct BatchRun: Sendable {
    var limits = ConnectionLimits()
    /// The maximum number of lines that are read but not yet written.
    var lookAhead = 4_096
    var isOrdered = true

    /// Answers all lines; `starting` handles a line without a task, or returns `nil` to leave it to `answering`.
    ///
    /// If the task is cancelled, or an answer throws, all other answers are cancelled. Complete answers whose turn has
    /// come are written before this method throws. If reading fails, the lines read so far are answered first.
    func run(
        reading: @escaping @Sendable (Int) async throws -> [BatchLine],
        starting: @escaping BatchStart = { _, _ in nil },
        answering: @escaping @Sendable (BatchLine) async throws -> BatchAnswer,
        writing: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void,
        telling: @escaping @Sendable (BatchTally) -> Void = { _ in }
    ) async throws {
        let work = BatchWork(limits: limits, lookAhead: lookAhead, isOrdered: isOrdered)
        let driver = Driver(
            work: work, reading: reading, starting: starting, answering: answering, writing: writing, telling: telling)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { driver.go(on: .begun($0)) }
        } onCancel: {
            driver.go(on: .cancelled)
        }
    }

    private typealias Outcome<Value: Sendable> = Result<Value, any Error>

    private enum Event: Sendable {
        case begun(CheckedContinuation<Void, any Error>)
        case cancelled
        case read(Outcome<[BatchLine]>)
        case answered(TransferQueue.Number, Outcome<BatchAnswer>)
        case wrote(Outcome<Void>, Int)
    }

    private enum Step {
        case read(Int)
        case answer(TransferQueue.Number, BatchLine)
        case write([UInt8], Int)
        case cancel([@Sendable () -> Void])
        case end(CheckedContinuation<Void, any Error>, (any Error)?)
    }

    /// Performs the steps of a run on the thread that completed the previous step, which avoids a thread switch per
    /// page.
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
            starting: @escaping BatchStart, answering: @escaping @Sendable (BatchLine) async throws -> BatchAnswer,
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
            case .read(let count): run(State.reading) { [self] in .read(await Outcome { try await reading(count) }) }
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
                    // Safety: the bytes are only used during the call.
                    let result = Result { try bytes.withUnsafeBytes(writing) }
                    // Small writes pause for a moment so that more lines accumulate, which avoids a system call per
                    // line.
                    if bytes.count < 4096 { usleep(1000) }
                    go(on: .wrote(result, count))
                }
            case .cancel(let cancels): cancels.forEach { $0() }
            case .end(let continuation, let failure):
                continuation.resume(with: failure.map { .failure($0) } ?? .success(()))
            }
        }

        private func finish(_ number: TransferQueue.Number, _ rest: @escaping @Sendable () async throws -> BatchAnswer)
        {
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

        private func run(_ number: TransferQueue.Number, _ work: @escaping @Sendable () async -> Event) {
            let task = Task { go(on: await work()) }
            note({ task.cancel() }, of: number)
        }

        /// Records how to cancel an operation, which may have ended already.
        private func note(_ cancel: @escaping @Sendable () -> Void, of number: TransferQueue.Number) {
            if state.withLock({ $0.note(cancel, of: number) }) { cancel() }
        }
    }

    private struct State {
        var work: BatchWork
        private(set) var tally = BatchTally()
        private(set) var failure: (any Error)?
        /// Whether nothing new starts, except for writing complete answers.
        private(set) var isStopped = false
        /// Running operations with their cancellation, by the numbers of lines, or ``reading``.
        private var running: [TransferQueue.Number: (@Sendable () -> Void)?] = [:]
        private var waiter: CheckedContinuation<Void, any Error>?
        private var isAtEnd = false
        private var isWriting = false
        private var canWrite = true
        private var readCount = 0

        static let reading: TransferQueue.Number = 0

        init(work: BatchWork) { self.work = work }

        private mutating func stop(for error: any Error) {
            isStopped = true
            failure = failure ?? error
        }

        /// Records how to cancel a running operation, and returns whether the caller must cancel it now.
        mutating func note(_ cancel: @escaping @Sendable () -> Void, of number: TransferQueue.Number) -> Bool {
            guard !isStopped else { return true }
            if running[number] != nil { running[number] = .some(cancel) }
            return false
        }

        /// The next step; `nil` if it depends on running operations.
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

        /// Applies an event, and returns whether the tally has changed.
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
                // A failed write is the cause; the cancellation of the answers is only a consequence.
                if failure is CancellationError { failure = error }
                stop(for: error)
                return false
            }
            return true
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
