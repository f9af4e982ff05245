import Glibc
import Synchronization

/// What devtool does with signals while a program has its place: it survives them, and the program gets
/// them, once.
///
/// What the terminal sends (Ctrl-C, Ctrl-\, the end of the connection) reaches its whole group, hence the
/// program without devtool's help. What a process sends to devtool alone is passed on. A signal handler is
/// told which of the two it is, where Dispatch is not; and a handler, unlike an ignored signal, is not
/// inherited.
enum ForegroundSignals {
    private static let numbers = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

    /// The program that signals are passed on to, or 0; a handler has no other way to know it.
    private static let process = Atomic<pid_t>(0)
    /// A signal that came before the program was there; 0 for none.
    private static let pending = Atomic<Int32>(0)
    /// Where signals are written that are for all that the program has started, too; -1 for nowhere.
    private static let tree = Atomic<Int32>(-1)

    /// Begins to take signals; to be called before the program is started, so that none is missed.
    ///
    /// Those that devtool was told to ignore, as `nohup` does, stay ignored, by the program, too.
    static func begin() {
        process.store(0, ordering: .sequentiallyConsistent)
        pending.store(0, ordering: .sequentiallyConsistent)
        // Where devtool was started with SIGCHLD ignored, the kernel would forget how the program ended.
        signal(SIGCHLD, SIG_DFL)
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = { number, info, _ in
            // Safety: with SA_SIGINFO the kernel passes a pointer that is valid within the handler. What
            // is called from here is only atomics and `kill`, as signal-safety(7) demands.
            if let info, info.pointee.si_code <= 0 { ForegroundSignals.pass(number) }
        }
        action.sa_flags = SA_SIGINFO | SA_RESTART
        for number in numbers where !isIgnored(number) { sigaction(number, &action, nil) }
    }

    /// Names the program, and sends it what has come in the meantime.
    ///
    /// - Parameters:
    ///   - program: the program.
    ///   - pipe: takes the numbers of signals, and passes them on to the program and what it has started; -1
    ///     for nobody.
    static func forward(to program: pid_t, through pipe: Int32) {
        tree.store(pipe, ordering: .sequentiallyConsistent)
        process.store(program, ordering: .sequentiallyConsistent)
        sendPending()
    }

    /// Forgets the program; to be called before it is reaped, as its number can be another's afterwards.
    static func forgetProcess() {
        process.store(0, ordering: .sequentiallyConsistent)
        tree.store(-1, ordering: .sequentiallyConsistent)
    }

    /// Gives the signals their default action back.
    static func end() {
        for number in numbers where !isIgnored(number) { signal(number, SIG_DFL) }
    }

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
        if write(tree.load(ordering: .sequentiallyConsistent), &byte, 1) != 1 {
            kill(program, number)
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // Safety: the handler is a function's address, or one of two small numbers; only compared.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
