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
    /// - Throws: what the work throws; `Interrupted` once it has ended after a signal, whatever it made
    ///   of that; `ProcessError` when signals cannot be caught.
    public func cancellingOnSignals<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let interruptible = InterruptibleWork()
        try SignalDispatcher.shared.catchSignals(for: interruptible)
        let task = Task { try await work() }
        interruptible.started { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        SignalDispatcher.shared.forget(interruptible)
        if let signal = interruptible.signal { throw Interrupted(signal: signal) }
        return try result.get()
    }

    /// Does work, and tells it of each signal that asks devtool to stop, as Ctrl-C does; the children that
    /// run at that time are told, too, those that are started later are not.
    ///
    /// - Parameters:
    ///   - onSignal: is told how many signals there have been, and the last; it is called on any thread. What the
    ///     work starts from then on is not stopped by the first signal. The third one ends devtool.
    ///   - work: the work.
    /// - Returns: what the work returns.
    /// - Throws: `Interrupted` once the work has ended after a signal; `ProcessError` when signals cannot
    ///   be caught; what the work throws.
    package func observingSignals<Result>(
        _ onSignal: @escaping @Sendable (_ count: Int, _ signal: Int32) -> Void,
        while work: () async throws -> Result
    ) async throws -> Result {
        let observer = SignalObserver(onSignal)
        try SignalDispatcher.shared.catchSignals(for: observer)
        defer { SignalDispatcher.shared.forget(observer) }
        let result = try await work()
        if let signal = observer.first { throw Interrupted(signal: signal) }
        return result
    }
}

extension SignalDispatcher {
    /// Watches the work.
    ///
    /// - Throws: ``ProcessError/cannotCatchSignals(_:)``.
    fileprivate func catchSignals(for work: any Interruptible) throws {
        do {
            try watch(work)
        } catch {
            throw ProcessError.cannotCatchSignals("\(error)")
        }
    }
}
