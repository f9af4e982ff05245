import Dispatch
import Synchronization

/// Runs blocking work on a separate thread, because the threads shared by tasks must not block.
enum BlockingWork {
    /// Returns the result of the work, or the fallback at the time limit; late work continues and is ignored.
    static func run<Result: Sendable>(
        within limit: Duration, else fallback: Result, _ work: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            let caller = Caller(continuation)
            DispatchQueue(label: "devtool.blocking").async { caller.resume(returning: work()) }
            let end = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
            DispatchQueue.global().asyncAfter(deadline: end) { caller.resume(returning: fallback) }
        }
    }

    private final class Caller<Result: Sendable>: Sendable {
        private let waiting: Mutex<CheckedContinuation<Result, Never>?>

        init(_ continuation: CheckedContinuation<Result, Never>) { waiting = Mutex(continuation) }

        func resume(returning result: Result) {
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }?.resume(returning: result)
        }
    }
}
