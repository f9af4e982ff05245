import Dispatch
import Glibc
import Synchronization

/// A child process, from before its start to its end, and how it is made to end.
///
/// The first request to stop sends a signal to the child's process group, once what the ``Invocation`` has
/// for that case has been tried; what is left of the group after the grace period is killed. The user's
/// second signal does not wait.
final class Child: Interruptible {
    /// Why a child is made to end.
    enum StopReason: Hashable {
        /// devtool received this signal.
        case signal(Int32)
        /// Its time ran out.
        case timeout
        /// The task that waits for it was cancelled.
        case cancellation

        /// What the group is sent first.
        fileprivate var signal: Int32 {
            switch self {
            case .signal(let number): number
            case .timeout, .cancellation: SIGTERM
            }
        }
    }

    private struct State {
        var process: pid_t?
        /// What an interactive child has started, which shares devtool's own group.
        var tree: ProcessTree?
        var reason: StopReason?
        var asking: Task<Void, Never>?
        var kept: Int32?
        var isSignaled = false
        var isKilled = false
        var isGone = false
    }

    /// How long a killed child's last output may take to be written.
    private static let writingPeriod = DispatchTimeInterval.milliseconds(500)
    /// How long it may take to have the child end without a signal.
    private static let askingPeriod = Duration.seconds(4)

    private let gracePeriod: Duration
    /// Whether the terminal sends its signals to the child, too.
    let isInteractive: Bool
    private let isGuarded: Bool
    private let beforeStop: (@Sendable () async -> Bool)?
    private let state = Mutex(State())

    /// Complete when the child has ended and its output is written, with the first error met in writing.
    ///
    /// Also complete when the child has been killed and its output has nowhere to go.
    let relayed = OneShot<(any Error)?>()

    /// Describes a child that is to be started.
    init(
        gracePeriod: Duration, isInteractive: Bool, isGuarded: Bool = false,
        beforeStop: (@Sendable () async -> Bool)? = nil
    ) {
        self.gracePeriod = gracePeriod
        self.isInteractive = isInteractive
        self.isGuarded = isGuarded
        self.beforeStop = beforeStop
        if isGuarded { ProcessGuard.prepare(gracePeriod: gracePeriod) }
    }

    /// Names the process, which leads a group of its own unless it is interactive, and stops it if that
    /// was asked for in the meantime.
    func started(as process: pid_t, timeout: Duration?) {
        if isGuarded { ProcessGuard.start(gracePeriod: gracePeriod) }
        let reason = state.withLock { state in
            state.process = process
            if isInteractive { state.tree = ProcessTree(of: process) }
            return state.reason
        }
        if let reason {
            begin(reason)
        } else if let timeout {
            after(timeout.interval) { $0.stop(.timeout) }
        }
    }

    /// Tells the child of a signal that devtool has received.
    ///
    /// The terminal sends its signals to an interactive child itself, which may do something other than
    /// end for them: a database shell takes Ctrl-C for the end of a query.
    func receive(_ signal: Int32) -> Bool {
        let isFromTerminal = isInteractive && (signal == SIGINT || signal == SIGQUIT)
        if !isFromTerminal { stop(.signal(signal)) }
        return false
    }

    func receiveFromProcess(_ signal: Int32) -> Bool {
        stop(.signal(signal))
        return false
    }

    /// What the child makes of the terminal's signal is what devtool makes of it: a run of several tasks goes
    /// on after a query that was ended by Ctrl-C.
    func keeps(_ signal: Int32) -> Bool {
        guard isInteractive, signal == SIGINT || signal == SIGQUIT else { return false }
        return state.withLock { state in
            guard state.reason == nil, !state.isGone else { return false }
            state.kept = signal
            return true
        }
    }

    /// The signal that the child has kept, and has then ended for.
    func endSignal(of termination: Termination) -> Int32? {
        guard let kept = state.withLock(\.kept) else { return nil }
        return termination == .signaled(kept) || termination == .exited(128 + kept) ? kept : nil
    }

    /// Asks the child to end; it is killed if the user has asked before.
    func stop(_ reason: StopReason) {
        let before = state.withLock { state in
            let before = state.reason
            // What the user wants counts most.
            if case .signal = reason { state.reason = reason }
            state.reason = state.reason ?? reason
            return before
        }
        switch (before, reason) {
        case (nil, _): begin(reason)
        case (.signal, .signal): kill()
        // The grace period has begun already.
        case (_, .signal(let number)): signal(number, again: true)
        case (_, _): break
        }
    }

    /// Notes that the process itself has ended; what a stopped child has left running is asked to end,
    /// too, as shells let what they start in the background ignore Ctrl-C.
    func ended() {
        state.withLock { state in
            state.asking?.cancel()
            guard let reason = state.reason else { return }
            if reason.signal != SIGTERM || !state.isSignaled { send(SIGTERM, &state) }
            state.isSignaled = true
        }
    }

    /// Whether the child was stopped, and what it has left running has time to end.
    var isWindingDown: Bool {
        let state = state.withLock(\.self)
        guard let process = state.process, state.reason != nil, !state.isKilled else {
            return false
        }
        if let tree = state.tree { return tree.hasLivingMembers }
        return ProcessGroup(number: process).hasLivingMembers
    }

    /// Kills what a stopped child has left running; to be called before the process is reaped, as its
    /// number can be another's afterwards.
    func leave() {
        state.withLock { state in
            if state.reason != nil { send(SIGKILL, &state) }
            if isGuarded, !state.isGone, let process = state.process {
                ProcessGuard.remove(process)
            }
            state.isGone = true
        }
    }

    /// Why the child was made to end, if it was.
    var stopReason: StopReason? { state.withLock(\.reason) }

    private func begin(_ reason: StopReason) {
        // One that has not been started yet is asked when it is.
        guard state.withLock(\.process) != nil else { return }
        guard let beforeStop else {
            // Before the timer is set, which waits where no thread can be started: the child's end makes room.
            signal(reason.signal)
            after(gracePeriod.interval) { $0.kill() }
            return
        }
        after(gracePeriod.interval) { $0.kill() }
        state.withLock { state in
            // One that the terminal has stopped could not end.
            send(SIGCONT, &state)
            state.asking = Task { [weak self] in
                if await !beforeStop() { self?.signal(reason.signal) }
            }
        }
        after(min(Self.askingPeriod, gracePeriod / 2).interval) { $0.signal(reason.signal) }
    }

    /// Signals the group, once or again.
    private func signal(_ number: Int32, again: Bool = false) {
        state.withLock { state in
            guard again || !state.isSignaled else { return }
            state.isSignaled = true
            state.asking?.cancel()
            send(number, &state)
            // One that the terminal has stopped could not answer.
            send(SIGCONT, &state)
        }
    }

    private func kill() {
        state.withLock { state in
            state.asking?.cancel()
            send(SIGKILL, &state)
            state.isKilled = true
        }
        after(Self.writingPeriod) { $0.relayed.complete(with: nil) }
    }

    private func send(_ signal: Int32, _ state: inout State) {
        guard let process = state.process, !state.isGone else { return }
        if isInteractive {
            state.tree?.send(signal)
        } else {
            ProcessGroup(number: process).send(signal)
        }
    }

    private func after(
        _ time: DispatchTimeInterval, _ action: @escaping @Sendable (Child) -> Void
    ) {
        DispatchQueue.global().asyncAfter(deadline: .now() + time) { [weak self] in
            if let self { action(self) }
        }
    }
}

extension Duration {
    /// The duration as Dispatch takes it; centuries are for ever.
    fileprivate var interval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        guard seconds < 1 << 32 else { return .never }
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
