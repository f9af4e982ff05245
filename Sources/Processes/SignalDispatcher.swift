import Glibc
import Synchronization
package import SystemPackage

/// A signal asked devtool to stop; after the clean-up the ``Host`` ends the process by the same signal.
public struct Interrupted: Error {
    /// The signal's number.
    public let signal: Int32

    /// Tells of a signal.
    package init(signal: Int32) { self.signal = signal }
}

extension Interrupted {
    /// Ends the process by the signal that ended its work, so that the parent sees the same.
    package func endProcess() -> Never {
        Glibc.signal(signal, SIG_DFL)
        // Dispatch's threads, one of which may be running this, have all signals blocked.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        ProcessGuard.end()
        raise(signal)
        exit(128 + signal)  // For a signal that does not end a process.
    }
}

/// What is to stop when a signal asks devtool to.
package protocol Interruptible: AnyObject, Sendable {
    /// Whether the work decides itself what a signal stops: what is started after the signal is then not told
    /// of it.
    var decides: Bool { get }
    /// Notes a signal before anybody is told of it: a child may end for it at once, and the work that ran the child
    /// after it, before that is told itself.
    func note(_ signal: Int32)
    /// Tells that the signals so far have been dealt with, and the next one asks anew.
    func settle()
    /// Tells of a signal, which may come more than once.
    ///
    /// - Returns: whether the process shall end without waiting for the work.
    func receive(_ signal: Int32) -> Bool
    /// Tells of a signal that a process has sent to devtool alone.
    ///
    /// - Returns: as ``receive(_:)``.
    func receiveFromProcess(_ signal: Int32) -> Bool
    /// Tells whether a signal is the work's alone, as it has the terminal, which sent it there, too; no other
    /// work is told then.
    func keeps(_ signal: Int32) -> Bool
}

extension Interruptible {
    package var decides: Bool { false }
    package func note(_ signal: Int32) {}
    package func settle() {}
    package func receiveFromProcess(_ signal: Int32) -> Bool { receive(signal) }
    package func keeps(_ signal: Int32) -> Bool { false }
}

/// Passes the signals that ask devtool to stop on to the children that run, and to its own work that can
/// be cancelled.
///
/// Children have process groups of their own, so a Ctrl-C on the terminal reaches devtool only. There is
/// one `SignalDispatcher`, as what a signal does is decided for a process, not for a part of it: the signals
/// are caught from the first work's start to the last one's end, and do then what they did before.
package final class SignalDispatcher: Watcher {
    /// The process' own.
    package static let shared = SignalDispatcher()

    private struct State {
        /// What is watched, the last begun first: so a child is told of a signal before the work is that
        /// runs it, and that would cancel it.
        var works: [any Interruptible] = []
        /// The signal that stops what is started from now on, too.
        var received: SignalPipe.Arrival?
        var caught: [(signal: Int32, before: sigaction)] = []

        /// Notes the first of some signals before anybody is told of it: a child may end at once for it, and
        /// something be started because of that.
        mutating func note(_ arrivals: [SignalPipe.Arrival]) {
            if works.contains(where: \.decides) { return }
            received = received ?? arrivals.first
        }
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    private let state = Mutex(State())

    /// Tells the work of all signals from now on, and of the one that is stopping the others; to be
    /// called before it is started, so that none is missed.
    ///
    /// - Throws: `Errno`, when the process has no file descriptor left.
    package func watch(_ work: any Interruptible) throws(Errno) {
        let received = try state.withLock { state throws(Errno) in
            if state.works.isEmpty { try begin(&state) }
            state.works.insert(work, at: 0)
            return state.received
        }
        if let received { Self.tell([work], of: [received]) }
    }

    /// Forgets work that has ended; with the last one, signals do what they did before.
    ///
    /// A signal that has arrived by then is still told to the work, before this returns.
    package func forget(_ work: any Interruptible) {
        let late: [SignalPipe.Arrival] = state.withLock { state in
            guard state.works.count == 1 else {
                state.works.removeAll { $0 === work }
                return []
            }
            end(&state)
            state.works = []
            state.received = nil
            return SignalPipe.shared.drain()
        }
        Self.tell([work], of: late)
    }

    /// Lets the next signal ask anew, once all that is running has been told of the signals so far.
    func settle() {
        state.withLock(\.works).forEach { $0.settle() }
    }

    /// Tells all work of a signal that a child has kept, and then ended for.
    func passOn(_ signal: Int32) {
        let (arrival, works) = state.withLock { state in
            let arrival = SignalPipe.Arrival(signal: signal, isFromProcess: false)
            state.note([arrival])
            return (arrival, state.works)
        }
        Self.tell(works, of: [arrival])
    }

    private func begin(_ state: inout State) throws(Errno) {
        try EventLoop.shared.watch(SignalPipe.shared.open(), for: self)
        for signal in Self.signals {
            var before = sigaction()
            sigaction(signal, nil, &before)
            // Who started devtool under nohup wants the signal to do nothing.
            if before.isIgnored { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = { number, info, _ in
                // Safety: with SA_SIGINFO the kernel passes a pointer that is valid within the handler.
                SignalPipe.shared.note(number, isFromProcess: (info?.pointee.si_code ?? 1) <= 0)
            }
            action.sa_flags = SA_SIGINFO | SA_RESTART
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
        if let pipe = SignalPipe.shared.reading { EventLoop.shared.forget(pipe) }
    }

    func isReady(_ descriptor: Int32) { catchUp() }

    /// Tells the work of the signals that have arrived.
    func catchUp() {
        let (signals, works) = state.withLock { state in
            // With the last work gone, what arrives has been taken by `forget`.
            let arrived = state.works.isEmpty ? [] : SignalPipe.shared.drain()
            let signals = arrived.filter { arrival in
                arrival.isFromProcess || !state.works.contains { $0.keeps(arrival.signal) }
            }
            state.note(signals)
            return (signals, state.works)
        }
        Self.tell(works, of: signals)
    }

    /// All are told before the process ends for one of them: children would outlive it.
    private static func tell(_ works: [any Interruptible], of arrivals: [SignalPipe.Arrival]) {
        for arrival in arrivals {
            let signal = arrival.signal
            works.forEach { $0.note(signal) }
            let ends = works.filter { work in
                arrival.isFromProcess ? work.receiveFromProcess(signal) : work.receive(signal)
            }
            if !ends.isEmpty { Interrupted(signal: signal).endProcess() }
        }
    }
}

extension sigaction {
    fileprivate var isIgnored: Bool {
        // Safety: `SIG_IGN` is a number in a pointer's place; only the numbers are compared.
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
