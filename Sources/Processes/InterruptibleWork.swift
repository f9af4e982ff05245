import Synchronization
import SystemPackage

/// Work of devtool itself that a signal cancels; the second signal does not wait for it.
package final class InterruptibleWork: Interruptible {
    private struct State {
        var signal: Int32?
        var isAsked = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Begins unasked.
    package init() {}

    /// The first signal that came while the work was watched.
    package var signal: Int32? { state.withLock(\.signal) }

    /// Tells how the work is cancelled once it runs; it is at once, if a signal has come in the meantime.
    package func started(cancel: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.cancel = cancel
            return state.isAsked
        }
        if isLate { cancel() }
    }

    package func note(_ signal: Int32) {
        state.withLock { $0.signal = $0.signal ?? signal }
    }

    /// Cancels the work; the process is to end if it was cancelled before.
    package func receive(_ signal: Int32) -> Bool {
        let (isFirst, cancel) = state.withLock { state in
            defer { state.isAsked = true }
            return (!state.isAsked, state.cancel)
        }
        if isFirst { cancel?() }
        return !isFirst
    }

    /// Lets the next signal count as the first.
    package func settle() {
        state.withLock { $0.isAsked = false }
    }
}
