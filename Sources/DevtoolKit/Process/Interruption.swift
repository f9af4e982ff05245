import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A signal asked devtool to stop; after the clean-up the ``Host`` ends the process by the same signal.
public struct Interrupted: Error {
    /// The signal's number.
    public let signal: Int32
}

/// Passes the signals that ask devtool to stop on to a child's process group.
///
/// The child has a process group of its own, so a Ctrl-C on the terminal reaches devtool only. The first
/// signal is forwarded, and what is left of the group after the grace period is killed; the second
/// signal does not wait.
final class Interruption: Sendable {
    private struct State {
        var group: pid_t?
        var received: Int32?
        var sources: [any DispatchSourceSignal] = []
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    private static let gracePeriod = DispatchTimeInterval.seconds(10)

    private let state = Mutex(State())

    /// Begins to watch for signals; to be called before the child is started, so that none is missed.
    init() {
        state.withLock { state in
            state.sources = Self.signals.map { number in
                // Dispatch observes a signal beside its default action, which would end devtool.
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { [weak self] in self?.receive(number) }
                source.activate()
                return source
            }
        }
    }

    /// Names the group that signals go to, and sends it the one that has come in the meantime.
    func forward(to group: pid_t) {
        let pending = state.withLock { state in
            state.group = group
            return state.received
        }
        if let pending { begin(with: pending, in: group) }
    }

    /// Stops watching, gives the signals their default action back, and kills what an interrupted child
    /// has left running.
    ///
    /// - Returns: the signal that was received, if one was.
    func end() -> Int32? {
        let (group, received) = state.withLock { state in
            defer { state.group = nil }
            state.sources.forEach { $0.cancel() }
            return (state.group, state.received)
        }
        Self.signals.forEach { signal($0, SIG_DFL) }
        if let group, received != nil { kill(-group, SIGKILL) }
        return received
    }

    private func receive(_ number: Int32) {
        let (group, isFirst) = state.withLock { state in
            defer { state.received = state.received ?? number }
            return (state.group, state.received == nil)
        }
        guard let group else { return }
        if isFirst { begin(with: number, in: group) } else { kill(-group, SIGKILL) }
    }

    private func begin(with number: Int32, in group: pid_t) {
        kill(-group, number)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.gracePeriod) { [weak self] in
            guard let group = self?.state.withLock(\.group) else { return }
            kill(-group, SIGKILL)
        }
    }
}
