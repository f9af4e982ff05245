import Glibc
import Synchronization
package import SystemPackage

/// A signal asked devtool to stop; after cleanup, the ``Host`` ends the process with the same signal.
public struct Interrupted: Error {
    /// The signal's number.
    public let signal: Int32

    package init(signal: Int32) { self.signal = signal }
}

extension Interrupted {
    /// Ends the process with the signal, so that the parent sees the same.
    package func endProcess() -> Never {
        Glibc.signal(signal, SIG_DFL)
        // Dispatch's threads, one of which may run this, block all signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        ProcessGuard.end()
        raise(signal)
        exit(128 + signal)  // For a signal that does not end a process.
    }
}

package protocol Interruptible: AnyObject, Sendable {
    /// Whether the work itself decides what a signal stops.
    ///
    /// Work that starts after the signal is then not informed of it.
    var decides: Bool { get }
    /// Called for all work before ``receive(_:)``, because a child may end at once, and the work that runs it must
    /// already know why.
    func note(_ signal: Int32)
    /// The signals so far are handled; the next one counts as the first.
    func settle()
    /// Handles a signal, possibly repeated; returns whether the process must end without waiting for the work.
    func receive(_ signal: Int32) -> Bool
    /// Like ``receive(_:)``, for a signal that a process has sent to devtool alone.
    func receiveFromProcess(_ signal: Int32) -> Bool
    /// Whether the signal is left to this work, which also got it from the terminal; other work is then not informed.
    func keeps(_ signal: Int32) -> Bool
}

extension Interruptible {
    package var decides: Bool { false }
    package func note(_ signal: Int32) {}
    package func settle() {}
    package func receiveFromProcess(_ signal: Int32) -> Bool { receive(signal) }
    package func keeps(_ signal: Int32) -> Bool { false }
}

/// Forwards termination signals to running children and to cancellable work.
///
/// Children have their own process groups, so Ctrl-C on a terminal reaches only devtool. Signal actions are per
/// process, so there is one dispatcher. Signals are caught from the start of the first work to the end of the last one;
/// then their previous actions are restored.
package final class SignalDispatcher: Watcher {
    package static let shared = SignalDispatcher()

    private struct State {
        /// The most recently watched work is first, so that a child learns of a signal before the work that runs and
        /// would cancel it.
        var works: [any Interruptible] = []
        /// The signal that also stops work that starts from now on.
        var received: SignalPipe.Arrival?
        var caught: [(signal: Int32, before: sigaction)] = []

        /// Has all work note the signals, and notes the first one for later work, before any work receives them: a
        /// child may end at once, and something else start as a result.
        ///
        /// Work that is forgotten afterwards knows of them, even if it never receives them.
        mutating func note(_ arrivals: [SignalPipe.Arrival]) {
            for arrival in arrivals { works.forEach { $0.note(arrival.signal) } }
            if works.contains(where: \.decides) { return }
            received = received ?? arrivals.first
        }
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    private let state = Mutex(State())

    /// Informs the work of all signals from now on, and of one that is already stopping the others.
    ///
    /// Call this before starting the work, so that no signal is lost. Throws `Errno` if no file descriptor is
    /// available.
    package func watch(_ work: any Interruptible) throws(Errno) {
        let received = try state.withLock { state throws(Errno) in
            if state.works.isEmpty { try begin(&state) }
            state.works.insert(work, at: 0)
            if let received = state.received { work.note(received.signal) }
            return state.received
        }
        if let received { Self.tell([work], of: [received]) }
    }

    /// Stops watching.
    ///
    /// A signal that has already arrived still reaches the last work; other work leaves it to those that remain. With
    /// the last work, signals get their previous actions.
    package func forget(_ work: any Interruptible) {
        let late: [SignalPipe.Arrival] = state.withLock { state in
            guard state.works.count == 1 else {
                state.works.removeAll { $0 === work }
                return []
            }
            end(&state)
            let late = SignalPipe.shared.drain()
            state.note(late)
            state.works = []
            state.received = nil
            return late
        }
        Self.tell([work], of: late)
    }

    func settle() { state.withLock(\.works).forEach { $0.settle() } }

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
            // A signal ignored at the start, as under nohup, stays ignored.
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

    func catchUp() {
        let (signals, works) = state.withLock { state in
            // After the last work is gone, `forget` has taken the signals.
            let arrived = state.works.isEmpty ? [] : SignalPipe.shared.drain()
            let signals = arrived.filter { arrival in
                arrival.isFromProcess || !state.works.contains { $0.keeps(arrival.signal) }
            }
            state.note(signals)
            return (signals, state.works)
        }
        Self.tell(works, of: signals)
    }

    /// All are informed before the process ends, because children would outlive it.
    private static func tell(_ works: [any Interruptible], of arrivals: [SignalPipe.Arrival]) {
        for arrival in arrivals {
            let signal = arrival.signal
            let ends = works.filter { work in
                arrival.isFromProcess ? work.receiveFromProcess(signal) : work.receive(signal)
            }
            if !ends.isEmpty { Interrupted(signal: signal).endProcess() }
        }
    }
}

extension sigaction {
    fileprivate var isIgnored: Bool {
        // Safety: `SIG_IGN` is an integer in place of a pointer, and is only compared.
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
