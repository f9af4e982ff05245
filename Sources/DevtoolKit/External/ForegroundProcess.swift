import Dispatch
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// A program that takes devtool's place in front of the user: it has devtool's process group, terminal and
/// streams, and is waited for.
///
/// This is what `execve` would do, but devtool lives on to read what the program leaves. So nothing may
/// be lost on the way: arguments and environment are passed as bytes, which need not be UTF-8, and signals
/// find the program with the dispositions that devtool was started with.
struct ForegroundProcess {
    /// The program.
    let path: FilePath
    /// Its arguments, after its name.
    let arguments: [String]
    /// Variables that differ from devtool's own; nil takes one away.
    let environment: [String: String?]

    /// Starts the program and waits for its end.
    ///
    /// - Throws: ``ExternalPluginError`` when it cannot be started.
    func run() async throws -> Termination {
        ForegroundSignals.begin()
        defer { ForegroundSignals.end() }
        let process = try start()
        ForegroundSignals.forward(to: process)
        // The wait blocks its thread, so it is not one of those that run Swift's tasks.
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: wait(for: process)) }
        }
    }

    private func start() throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        // Devtool itself ignores these, and a signal that is ignored stays so in a child.
        for ignored in [SIGPIPE, SIGXFSZ] { sigaddset(&defaults, ignored) }
        // Dispatch's threads have all signals blocked, and a child inherits that, too.
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &unblocked)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let words = CStrings([Array(path.string.utf8)] + RawCommandLine.bytes(of: arguments))
        let variables = CStrings(RawCommandLine.environment(updatedBy: environment))
        var process = pid_t()
        let result = path.withPlatformString {
            posix_spawn(&process, $0, nil, &attributes, words.pointers, variables.pointers)
        }
        guard result == 0 else {
            throw ExternalPluginError.cannotStart(path, Errno(rawValue: result))
        }
        return process
    }
}

/// Waits for a child's end.
private func wait(for process: pid_t) -> Termination {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    ForegroundSignals.forgetProcess()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
        guard errno == EINTR else { return .exited(ExitStatus.internalError.rawValue) }
    }
    // What `WIFSIGNALED`, `WTERMSIG` and `WEXITSTATUS` read, which are macros that Swift does not see.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
}
