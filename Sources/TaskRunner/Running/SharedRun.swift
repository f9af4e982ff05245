import Synchronization

/// A task's run that several wait for, as all of a run share what their tasks need.
///
/// One who waits and is cancelled goes away while others wait; the run is cancelled with the last.
final class SharedRun: Sendable {
    private struct State {
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var count = 0
        var result: Bool?
        var run: Task<Void, Never>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Whether it was cancelled, so that its result is that of nobody who comes later.
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Starts the work; to be called once.
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

    /// Waits for the work, or, where others wait for it, until the waiting task is cancelled.
    ///
    /// - Returns: whether the work went well.
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

    /// Lets one go, and cancels the work with the last, who waits for its end.
    private func leave(_ number: Int) {
        let (continuation, run): (CheckedContinuation<Bool, Never>?, Task<Void, Never>?) =
            state.withLock { state in
                guard state.waiting[number] != nil else { return (nil, nil) }
                if state.waiting.count > 1 {
                    return (state.waiting.removeValue(forKey: number), nil)
                }
                state.isCancelled = true
                return (nil, state.run)
            }
        continuation?.resume(returning: false)
        run?.cancel()
    }
}
