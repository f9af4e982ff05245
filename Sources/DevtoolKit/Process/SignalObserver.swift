import Synchronization

/// Work that is told of the signals that ask devtool to stop, and decides itself what they mean to it.
final class SignalObserver: Interruptible {
    private struct State {
        var first: Int32?
        var count = 0
    }

    private let state = Mutex(State())
    private let onSignal: @Sendable (Int) -> Void

    /// Creates work that calls a closure for each signal, with how many there have been.
    init(_ onSignal: @escaping @Sendable (Int) -> Void) {
        self.onSignal = onSignal
    }

    var decides: Bool { true }

    /// The first signal that came.
    var first: Int32? { state.withLock(\.first) }

    /// Tells of a signal; with the third one the process is to end, whatever the work is about.
    func receive(_ signal: Int32) -> Bool {
        let count = state.withLock { state in
            state.first = state.first ?? signal
            state.count += 1
            return state.count
        }
        if count == 1 { Interruption.shared.settle() }
        onSignal(count)
        return count > 2
    }
}

extension Context {
    /// Does work, and tells it of each signal that asks devtool to stop, as Ctrl-C does; the children that
    /// run at that time are told, too, those that are started later are not.
    ///
    /// - Parameters:
    ///   - onSignal: is told how many signals there have been; it is called on any thread. What the
    ///     work starts from then on is not stopped by the first signal. The third one ends devtool.
    ///   - work: the work.
    /// - Returns: what the work returns.
    /// - Throws: ``Interrupted`` once the work has ended after a signal; ``ProcessError`` when signals cannot
    ///   be caught; what the work throws.
    package func observingSignals<Result>(
        _ onSignal: @escaping @Sendable (Int) -> Void, while work: () async throws -> Result
    ) async throws -> Result {
        let observer = SignalObserver(onSignal)
        do {
            try Interruption.shared.watch(observer)
        } catch {
            throw ProcessError.cannotCatchSignals("\(error)")
        }
        defer { Interruption.shared.forget(observer) }
        let result = try await work()
        if let signal = observer.first { throw Interrupted(signal: signal) }
        return result
    }
}
