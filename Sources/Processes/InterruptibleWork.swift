import Synchronization
import SystemPackage

/// Work in devtool itself that a signal cancels; a second signal ends the process.
package final class InterruptibleWork: Interruptible {
    private struct State {
        var signal: Int32?
        var isAsked = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    package var signal: Int32? { state.withLock(\.signal) }

    package func started(cancel: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.cancel = cancel
            return state.isAsked
        }
        if isLate { cancel() }
    }

    package func note(_ signal: Int32) { state.withLock { $0.signal = $0.signal ?? signal } }

    package func receive(_ signal: Int32) -> Bool {
        let (isFirst, cancel) = state.withLock { state in
            defer { state.isAsked = true }
            return (!state.isAsked, state.cancel)
        }
        if isFirst { cancel?() }
        return !isFirst
    }

    package func settle() { state.withLock { $0.isAsked = false } }
}
