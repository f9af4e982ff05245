extension Context {
    /// Runs work that Ctrl-C or another termination signal cancels, so that it can clean up.
    ///
    /// A second signal ends devtool at once.
    ///
    /// ```swift
    /// try await context.cancellingOnSignals {
    ///     for page in pages { try await look(at: page) }   // throws CancellationError
    /// }
    /// ```
    ///
    /// - Parameter work: runs in its own task.
    /// - Returns: the result of the work.
    /// - Throws: `Interrupted` if a signal arrived, even if the work finished; `ProcessError` if signals cannot be
    ///   caught; otherwise the error of the work.
    public func cancellingOnSignals<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result)
        async throws -> Result
    {
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

    /// Runs work to its end even if a signal arrives, which stops running children and those that start later.
    ///
    /// So it can report what they did. The third signal ends devtool.
    package func outlastingSignals<Result>(_ work: () async throws -> Result) async throws -> Result {
        try await catching(with: SignalObserver(decides: false) { _, _ in }, while: work)
    }

    /// Runs work and reports each termination signal: the number of signals so far and the latest one.
    ///
    /// Child processes that are running receive the signal too. Children started after the first signal do not. The
    /// third signal ends devtool. `onSignal` is called on any thread. Throws `Interrupted` if the work finishes after a
    /// signal.
    package func observingSignals<Result>(
        _ onSignal: @escaping @Sendable (_ count: Int, _ signal: Int32) -> Void, while work: () async throws -> Result
    ) async throws -> Result {
        let observer = SignalObserver(onSignal)
        let result = try await catching(with: observer, while: work)
        // After `forget`, which hands over a signal that the event loop has not read yet.
        if let signal = observer.first { throw Interrupted(signal: signal) }
        return result
    }

    private func catching<Result>(with observer: SignalObserver, while work: () async throws -> Result) async throws
        -> Result
    {
        try SignalDispatcher.shared.catchSignals(for: observer)
        defer { SignalDispatcher.shared.forget(observer) }
        return try await work()
    }
}

extension SignalDispatcher {
    fileprivate func catchSignals(for work: any Interruptible) throws {
        do { try watch(work) } catch { throw ProcessError.cannotCatchSignals("\(error)") }
    }
}
