import Glibc
import Synchronization

/// Signal handling while a foreground program runs: devtool survives signals, and the program gets each one once.
///
/// A signal from the terminal (Ctrl-C, Ctrl-\, hangup) goes to the whole process group and thus reaches the program
/// directly. A signal that a process sends to devtool alone is forwarded. A handler can tell the two apart by
/// `si_code`, which Dispatch does not provide. Unlike ignored signals, handlers are not inherited.
enum ForegroundSignals {
    private static let numbers = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

    /// The program, or 0; global because a signal handler has no other access to it.
    private static let process = Atomic<pid_t>(0)
    /// A signal that arrived before the program started; 0 for none.
    private static let pending = Atomic<Int32>(0)
    /// The pipe for signals to the program's descendants; -1 for none.
    private static let tree = Atomic<Int32>(-1)

    /// Call this before the program starts, so that no signal is lost.
    ///
    /// Signals that devtool has ignored since its start, as under `nohup`, stay ignored in the program, too.
    static func begin() {
        process.store(0, ordering: .sequentiallyConsistent)
        pending.store(0, ordering: .sequentiallyConsistent)
        // If SIGCHLD is ignored, the kernel discards the program's exit status.
        signal(SIGCHLD, SIG_DFL)
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = { number, info, _ in
            // Safety: with SA_SIGINFO the kernel passes a pointer that is valid within the handler. The handler only
            // uses atomics, `write` and `kill`, which are async-signal-safe (signal-safety(7)).
            if let info, info.pointee.si_code <= 0 { ForegroundSignals.pass(number) }
        }
        action.sa_flags = SA_SIGINFO | SA_RESTART
        for number in numbers where !isIgnored(number) { sigaction(number, &action, nil) }
    }

    /// Sets the program, and sends it the signal that arrived in the meantime.
    ///
    /// `pipe` is -1 or serves its descendants.
    static func forward(to program: pid_t, through pipe: Int32) {
        tree.store(pipe, ordering: .sequentiallyConsistent)
        process.store(program, ordering: .sequentiallyConsistent)
        sendPending()
    }

    /// Call this before the program is reaped, because its process ID may be reused afterwards.
    static func forgetProcess() {
        process.store(0, ordering: .sequentiallyConsistent)
        tree.store(-1, ordering: .sequentiallyConsistent)
    }

    static func end() { for number in numbers where !isIgnored(number) { signal(number, SIG_DFL) } }

    private static func pass(_ number: Int32) {
        pending.store(number, ordering: .sequentiallyConsistent)
        sendPending()
    }

    private static func sendPending() {
        let program = process.load(ordering: .sequentiallyConsistent)
        guard program > 0 else { return }
        let number = pending.exchange(0, ordering: .sequentiallyConsistent)
        guard number != 0 else { return }
        var byte = UInt8(truncatingIfNeeded: number)
        if write(tree.load(ordering: .sequentiallyConsistent), &byte, 1) != 1 { kill(program, number) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // Safety: the handler is an address or a small integer, and is only compared.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
