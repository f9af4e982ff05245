import Synchronization

/// Work that decides itself how to handle termination signals.
package final class SignalObserver: Interruptible {
    private struct State {
        var first: Int32?
        var count = 0
    }

    private let state = Mutex(State())
    private let onSignal: @Sendable (_ count: Int, _ signal: Int32) -> Void
    package let decides: Bool

    package init(decides: Bool = true, _ onSignal: @escaping @Sendable (_ count: Int, _ signal: Int32) -> Void) {
        self.decides = decides
        self.onSignal = onSignal
    }

    package var first: Int32? { state.withLock(\.first) }

    package func note(_ signal: Int32) { state.withLock { $0.first = $0.first ?? signal } }

    /// The third signal always ends the process.
    package func receive(_ signal: Int32) -> Bool {
        let count = state.withLock { state in
            state.count += 1
            return state.count
        }
        if count == 1, decides { SignalDispatcher.shared.settle() }
        onSignal(count, signal)
        return count > 2
    }
}
