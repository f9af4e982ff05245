import Synchronization

/// Work that is told of the signals that ask devtool to stop, and decides itself what they mean to it.
package final class SignalObserver: Interruptible {
    private struct State {
        var first: Int32?
        var count = 0
    }

    private let state = Mutex(State())
    private let onSignal: @Sendable (Int) -> Void

    /// Creates work that calls a closure for each signal, with how many there have been.
    package init(_ onSignal: @escaping @Sendable (Int) -> Void) {
        self.onSignal = onSignal
    }

    package var decides: Bool { true }

    /// The first signal that came.
    package var first: Int32? { state.withLock(\.first) }

    package func note(_ signal: Int32) {
        state.withLock { $0.first = $0.first ?? signal }
    }

    /// Tells of a signal; with the third one the process is to end, whatever the work is about.
    package func receive(_ signal: Int32) -> Bool {
        let count = state.withLock { state in
            state.count += 1
            return state.count
        }
        if count == 1 { SignalDispatcher.shared.settle() }
        onSignal(count)
        return count > 2
    }
}
