import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A child process, from before its start to its end, and how it is made to end.
///
/// The first request to stop sends a signal to the child's process group; what is left of the group after
/// the grace period is killed. The user's second signal does not wait.
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
        var reason: StopReason?
        var isKilled = false
        var isGone = false
    }

    /// How long a killed child's last output may take to be written.
    private static let writingPeriod = DispatchTimeInterval.milliseconds(500)

    private let gracePeriod: Duration
    private let isInteractive: Bool
    private let state = Mutex(State())

    /// Complete when the child has ended and its output is written, with the first error met in writing.
    ///
    /// Also complete when the child has been killed and its output has nowhere to go.
    let relayed = Completion<(any Error)?>()

    /// Describes a child that is to be started.
    init(gracePeriod: Duration, isInteractive: Bool) {
        self.gracePeriod = gracePeriod
        self.isInteractive = isInteractive
    }

    /// Names the process, which leads a group of its own unless it is interactive, and stops it if that
    /// was asked for in the meantime.
    func started(as process: pid_t, timeout: Duration?) {
        let reason = state.withLock { state in
            state.process = process
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
        case (_, .signal(let number)): state.withLock { send(number, $0) }
        case (_, _): break
        }
    }

    /// Notes that the process itself has ended; what a stopped child has left running is asked to end,
    /// too, as shells let what they start in the background ignore Ctrl-C.
    func ended() {
        state.withLock { state in
            guard let reason = state.reason, reason.signal != SIGTERM else { return }
            send(SIGTERM, state)
        }
    }

    /// Whether the child was stopped, and what it has left running has time to end.
    var isWindingDown: Bool {
        let state = state.withLock(\.self)
        guard let process = state.process, state.reason != nil, !state.isKilled, !isInteractive
        else { return false }
        return ProcessGroup(number: process).hasLivingMembers
    }

    /// Kills what a stopped child has left running; to be called before the process is reaped, as its
    /// number can be another's afterwards.
    func leave() {
        state.withLock { state in
            if state.reason != nil { send(SIGKILL, state) }
            state.isGone = true
        }
    }

    /// Why the child was made to end, if it was.
    var stopReason: StopReason? { state.withLock(\.reason) }

    private func begin(_ reason: StopReason) {
        let isRunning = state.withLock { state in
            send(reason.signal, state)
            // One that the terminal has stopped could not answer.
            send(SIGCONT, state)
            return state.process != nil
        }
        if isRunning { after(gracePeriod.interval) { $0.kill() } }
    }

    private func kill() {
        state.withLock { state in
            send(SIGKILL, state)
            state.isKilled = true
        }
        after(Self.writingPeriod) { $0.relayed.complete(with: nil) }
    }

    private func send(_ signal: Int32, _ state: State) {
        guard let process = state.process, !state.isGone else { return }
        if isInteractive {
            _ = Glibc.kill(process, signal)
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
