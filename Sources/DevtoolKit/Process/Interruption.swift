import Dispatch
import Synchronization
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// A signal asked devtool to stop; after the clean-up the ``Host`` ends the process by the same signal.
public struct Interrupted: Error {
    /// The signal's number.
    public let signal: Int32
}

/// Passes the signals that ask devtool to stop on to the children that run.
///
/// Children have process groups of their own, so a Ctrl-C on the terminal reaches devtool only. There is
/// one `Interruption`, as what a signal does is decided for a process, not for a part of it: the signals
/// are caught from the first child's start to the last one's end, and do then what they did before.
final class Interruption: Sendable {
    /// The process' own.
    static let shared = Interruption()

    private struct State {
        var children: [ObjectIdentifier: Child] = [:]
        var received: Int32?
        var caught: [(signal: Int32, before: sigaction)] = []
        var source: (any DispatchSourceRead)?
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    private let state = Mutex(State())

    /// Tells the child of all signals from now on, and of the one that is stopping the others; to be
    /// called before it is started, so that none is missed.
    ///
    /// - Throws: `Errno`, when the process has no file descriptor left.
    func watch(_ child: Child) throws(Errno) {
        let received = try state.withLock { state throws(Errno) in
            if state.children.isEmpty { try begin(&state) }
            state.children[ObjectIdentifier(child)] = child
            return state.received
        }
        if let received { child.receive(received) }
    }

    /// Forgets a child that has ended; with the last one, signals do what they did before.
    ///
    /// A signal that has arrived by then is still told to the child, before it returns.
    func forget(_ child: Child) {
        let late: [Int32] = state.withLock { state in
            guard state.children.count == 1 else {
                state.children[ObjectIdentifier(child)] = nil
                return []
            }
            end(&state)
            state.children = [:]
            state.received = nil
            return SignalPipe.shared.drain()
        }
        late.forEach(child.receive)
    }

    private func begin(_ state: inout State) throws(Errno) {
        let pipe = try SignalPipe.shared.open()
        let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: .global())
        source.setEventHandler { [self] in receive() }
        source.activate()
        state.source = source
        for signal in Self.signals {
            var before = sigaction()
            sigaction(signal, nil, &before)
            // Who started devtool under nohup wants the signal to do nothing.
            if before.isIgnored { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { SignalPipe.shared.note($0) }
            action.sa_flags = SA_RESTART
            sigaction(signal, &action, nil)
            state.caught.append((signal, before))
        }
    }

    private func end(_ state: inout State) {
        for (signal, before) in state.caught {
            var before = before
            sigaction(signal, &before, nil)
        }
        state.caught = []
        state.source?.cancel()
        state.source = nil
    }

    private func receive() {
        let (signals, children) = state.withLock { state in
            // With the last child gone, what arrives has been taken by `forget`.
            let signals = state.children.isEmpty ? [] : SignalPipe.shared.drain()
            state.received = state.received ?? signals.first
            return (signals, Array(state.children.values))
        }
        for signal in signals { children.forEach { $0.receive(signal) } }
    }
}

extension sigaction {
    fileprivate var isIgnored: Bool {
        // Safety: `SIG_IGN` is a number in a pointer's place; only the numbers are compared.
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
