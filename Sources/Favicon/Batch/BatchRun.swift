import Dispatch
package import Fetching

/// Answers the lines of a list, many at once, and writes the answers as lines, in the list's order or
/// as they come.
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
package struct BatchRun: Sendable {
    /// How many lines are answered at once, and how many of those with one host.
    package var limits = ConnectionLimits()
    /// How many lines may be read and not yet written.
    package var lookAhead = 4_096
    /// Whether the answers come in the order of the lines.
    package var isOrdered = true

    /// Creates a run in order.
    package init() {}

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
    package func run(
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

    /// What has come to its end.
    private enum Event: Sendable {
        case read(Outcome<[BatchLine]>)
        case answered(TransferQueue.Number, Outcome<BatchAnswer>)
        case wrote(Outcome<Void>, Int)
    }

    /// How far the run has come, and what it does next.
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
            guard !isReading, !isAtEnd, !isStopped, work.room > 0 else { return nil }
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
            async { continuation.resume(with: Result { try bytes.withUnsafeBytes(writing) }) }
        }
    }
}
