import Dispatch
import Synchronization

/// Runs blocking work on a separate thread, because the threads shared by tasks must not block.
///
/// Returns the result of the work, or the fallback at the time limit; late work continues and is ignored.
func runBlocking<Result: Sendable>(
    within limit: Duration, else fallback: Result, _ work: @escaping @Sendable () -> Result
) async -> Result {
    await withCheckedContinuation { continuation in
        let waiting = Mutex<CheckedContinuation<Result, Never>?>(continuation)
        let resume: @Sendable (Result) -> Void = { result in
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }?.resume(returning: result)
        }
        DispatchQueue(label: "devtool.blocking").async { resume(work()) }
        let end = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
        DispatchQueue.global().asyncAfter(deadline: end) { resume(fallback) }
    }
}
