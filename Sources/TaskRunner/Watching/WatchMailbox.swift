import DevtoolKit
import Synchronization
import SystemPackage

/// Holds changes until they are requested, and suspends a reader until there are some.
final class WatchMailbox: Sendable {
    private struct State {
        var changes: Set<[UInt8]> = []
        var failure: Problem?
        var waiting: CheckedContinuation<[FilePath], any Error>?
        /// The number of the last request, and of the last cancelled one.
        var count = 0
        var cancelled = 0

        mutating func take() -> [FilePath]? {
            if changes.isEmpty { return nil }
            defer { changes = [] }
            return changes.sorted { $0.lexicographicallyPrecedes($1) }.map { FilePath(bytes: $0) }
        }
    }

    private let state = Mutex(State())

    func put(_ changes: Set<[UInt8]>) {
        let delivery: (CheckedContinuation<[FilePath], any Error>, [FilePath])? = state.withLock { state in
            state.changes.formUnion(changes)
            guard let waiting = state.waiting, let paths = state.take() else { return nil }
            state.waiting = nil
            return (waiting, paths)
        }
        if let (waiting, paths) = delivery { waiting.resume(returning: paths) }
    }

    /// Ends the mailbox; pending and later requests throw.
    func fail(with error: Problem) {
        let waiting = state.withLock { state in
            state.failure = error
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(throwing: error)
    }

    func next() async throws -> [FilePath] {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<[FilePath], any Error>? = state.withLock { state in
                    if state.cancelled == number { return .failure(CancellationError()) }
                    if let paths = state.take() { return .success(paths) }
                    if let failure = state.failure { return .failure(failure) }
                    state.waiting = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                guard state.count == number else { return nil as CheckedContinuation<[FilePath], any Error>? }
                state.cancelled = number
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(throwing: CancellationError())
        }
    }
}
