import Synchronization

/// The run of a shared task, for which several others may wait.
///
/// A waiting task that is cancelled stops waiting; if it is the last one, it cancels the run.
final class SharedRun: Sendable {
    private struct State {
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var count = 0
        var result: Bool?
        var run: Task<Void, Never>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Whether the run was cancelled; then later tasks must not use its result.
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    func start(_ work: @escaping @Sendable () async -> Bool) {
        let run = Task {
            let result = await work()
            let waiting = state.withLock { state in
                state.result = result
                defer { state.waiting = [:] }
                return state.waiting.values.map(\.self)
            }
            for continuation in waiting { continuation.resume(returning: result) }
        }
        state.withLock { $0.run = run }
    }

    /// Waits for the result; if the waiting task is cancelled while others wait, returns `false`.
    func value() async -> Bool {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: Bool? = state.withLock { state in
                    if let result = state.result { return result }
                    state.waiting[number] = continuation
                    return nil
                }
                if let result { continuation.resume(returning: result) }
                if Task.isCancelled { leave(number) }
            }
        } onCancel: {
            leave(number)
        }
    }

    /// Stops waiting; the last one cancels the run, and waits for its end.
    private func leave(_ number: Int) {
        let (continuation, run): (CheckedContinuation<Bool, Never>?, Task<Void, Never>?) = state.withLock { state in
            guard state.waiting[number] != nil else { return (nil, nil) }
            if state.waiting.count > 1 { return (state.waiting.removeValue(forKey: number), nil) }
            state.isCancelled = true
            return (nil, state.run)
        }
        continuation?.resume(returning: false)
        run?.cancel()
    }
}
