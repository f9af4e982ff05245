import Dispatch
import Glibc
import Synchronization

/// A child process and the ways to stop it.
///
/// The first stop request runs the invocation's `beforeStop`, then signals the child's process group, and kills the
/// rest of the group after the grace period. The user's second signal kills at once.
final class Child: Interruptible {
    enum StopReason: Hashable {
        case signal(Int32)
        case timeout
        case cancellation

        fileprivate var signal: Int32 {
            switch self {
            case .signal(let number): number
            case .timeout, .cancellation: SIGTERM
            }
        }
    }

    private struct State {
        var process: pid_t?
        /// The descendants of an interactive child, which shares devtool's process group.
        var tree: ProcessTree?
        var reason: StopReason?
        var asking: Task<Void, Never>?
        var kept: Int32?
        var isSignaled = false
        var isKilled = false
        var isGone = false
    }

    private static let writingPeriod = DispatchTimeInterval.milliseconds(500)
    private static let askingPeriod = Duration.seconds(4)

    private let gracePeriod: Duration
    /// Whether the terminal also signals the child.
    let isInteractive: Bool
    private let isGuarded: Bool
    private let beforeStop: (@Sendable () async -> Bool)?
    private let state = Mutex(State())

    /// Completes with the first write error when the child has ended and its output is written.
    ///
    /// It also completes if the child was killed and its output is blocked.
    let relayed = OneShot<(any Error)?>()

    init(_ invocation: Invocation, gracePeriod: Duration) {
        self.gracePeriod = gracePeriod
        isInteractive = invocation.isInteractive
        isGuarded = invocation.isGuarded
        beforeStop = invocation.beforeStop
        if isGuarded { ProcessGuard.prepare(gracePeriod: gracePeriod) }
    }

    /// The process leads its own group unless it is interactive.
    ///
    /// It is stopped at once if that was requested before its start.
    func started(as process: pid_t, timeout: Duration?) {
        if isGuarded { ProcessGuard.start(gracePeriod: gracePeriod) }
        let reason = state.withLock { state in
            state.process = process
            if isInteractive { state.tree = ProcessTree(of: process) }
            return state.reason
        }
        if let reason { begin(reason) } else if let timeout { after(timeout.interval) { $0.stop(.timeout) } }
    }

    /// Handles a signal that devtool has received.
    ///
    /// The terminal signals an interactive child itself, and the child may not exit: in a database shell, Ctrl-C ends a
    /// query.
    func receive(_ signal: Int32) -> Bool {
        let isFromTerminal = isInteractive && (signal == SIGINT || signal == SIGQUIT)
        if !isFromTerminal { stop(.signal(signal)) }
        return false
    }

    func receiveFromProcess(_ signal: Int32) -> Bool {
        stop(.signal(signal))
        return false
    }

    /// The child decides how to handle the terminal's signal: a run of several tasks continues after a query that was
    /// ended with Ctrl-C.
    func keeps(_ signal: Int32) -> Bool {
        guard isInteractive, signal == SIGINT || signal == SIGQUIT else { return false }
        return state.withLock { state in
            guard state.reason == nil, !state.isGone else { return false }
            state.kept = signal
            return true
        }
    }

    /// The signal that was left to the child, if it ended the child.
    func endSignal(of termination: Termination) -> Int32? {
        guard let kept = state.withLock(\.kept) else { return nil }
        return termination == .signaled(kept) || termination == .exited(128 + kept) ? kept : nil
    }

    /// Requests a stop; a second request by the user kills the child.
    func stop(_ reason: StopReason) {
        let before = state.withLock { state in
            let before = state.reason
            // The user's signal takes precedence as the reason.
            if case .signal = reason { state.reason = reason }
            state.reason = state.reason ?? reason
            return before
        }
        switch (before, reason) {
        case (nil, _): begin(reason)
        case (.signal, .signal): kill()
        // The grace period is already running.
        case (_, .signal(let number)): signal(number, again: true)
        case (_, _): break
        }
    }

    /// Called when the process has ended.
    ///
    /// Its descendants get SIGTERM too, since shells start background jobs with SIGINT ignored.
    func ended() {
        state.withLock { state in
            state.asking?.cancel()
            guard let reason = state.reason else { return }
            if reason.signal != SIGTERM || !state.isSignaled { send(SIGTERM, &state) }
            state.isSignaled = true
        }
    }

    /// Whether the child was stopped and its descendants may still be ending.
    var isWindingDown: Bool {
        let state = state.withLock(\.self)
        guard let process = state.process, state.reason != nil, !state.isKilled else { return false }
        if let tree = state.tree { return tree.hasLivingMembers }
        return ProcessStatus.hasLivingMembers(inGroup: process)
    }

    /// Kills the descendants of a stopped child.
    ///
    /// Call this before reaping the process, because its ID may be reused afterwards.
    func leave() {
        state.withLock { state in
            if state.reason != nil { send(SIGKILL, &state) }
            if isGuarded, !state.isGone, let process = state.process { ProcessGuard.remove(process) }
            state.isGone = true
        }
    }

    var stopReason: StopReason? { state.withLock(\.reason) }

    private func begin(_ reason: StopReason) {
        // A child that has not started yet is stopped at its start.
        guard state.withLock(\.process) != nil else { return }
        guard let beforeStop else {
            // The signal comes before the timer, which blocks if no thread can be started; the child's end frees one.
            signal(reason.signal)
            after(gracePeriod.interval) { $0.kill() }
            return
        }
        after(gracePeriod.interval) { $0.kill() }
        state.withLock { state in
            // A suspended child could not exit.
            send(SIGCONT, &state)
            state.asking = Task { [weak self] in if await !beforeStop() { self?.signal(reason.signal) } }
        }
        after(min(Self.askingPeriod, gracePeriod / 2).interval) { $0.signal(reason.signal) }
    }

    private func signal(_ number: Int32, again: Bool = false) {
        state.withLock { state in
            guard again || !state.isSignaled else { return }
            state.isSignaled = true
            state.asking?.cancel()
            send(number, &state)
            // A suspended child could not react.
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
        if isInteractive { state.tree?.send(signal) } else { _ = Glibc.kill(-process, signal) }
    }

    private func after(_ time: DispatchTimeInterval, _ action: @escaping @Sendable (Child) -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + time) { [weak self] in if let self { action(self) } }
    }
}

extension Duration {
    /// Very long durations become `.never`.
    fileprivate var interval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        guard seconds < 1 << 32 else { return .never }
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
