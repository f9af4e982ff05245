import Synchronization

/// Work of devtool itself that a signal cancels; the second signal does not wait for it.
final class InterruptibleWork: Interruptible {
    private struct State {
        var signal: Int32?
        var isAsked = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// The first signal that came while the work was watched.
    var signal: Int32? { state.withLock(\.signal) }

    /// Tells how the work is cancelled once it runs; it is at once, if a signal has come in the meantime.
    func started(cancel: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.cancel = cancel
            return state.isAsked
        }
        if isLate { cancel() }
    }

    /// Cancels the work; the process is to end if it was cancelled before.
    func receive(_ signal: Int32) -> Bool {
        let (isFirst, cancel) = state.withLock { state in
            defer {
                state.signal = state.signal ?? signal
                state.isAsked = true
            }
            return (!state.isAsked, state.cancel)
        }
        if isFirst { cancel?() }
        return !isFirst
    }

    /// Lets the next signal count as the first.
    func settle() {
        state.withLock { $0.isAsked = false }
    }
}

extension Context {
    /// Does work that Ctrl-C, or another signal that asks devtool to stop, cancels, so that it can leave
    /// things in order; a second signal ends devtool at once.
    ///
    /// ```swift
    /// try await context.cancellingOnSignals {
    ///     for page in pages { try await look(at: page) }   // throws CancellationError
    /// }
    /// ```
    ///
    /// - Parameter work: the work; it runs in a task of its own.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws; ``Interrupted`` once it has ended after a signal, whatever it made
    ///   of that; ``ProcessError`` when signals cannot be caught.
    public func cancellingOnSignals<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let interruptible = InterruptibleWork()
        do {
            try Interruption.shared.watch(interruptible)
        } catch {
            throw ProcessError.cannotCatchSignals("\(error)")
        }
        let task = Task { try await work() }
        interruptible.started { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        Interruption.shared.forget(interruptible)
        if let signal = interruptible.signal { throw Interrupted(signal: signal) }
        return try result.get()
    }
}
