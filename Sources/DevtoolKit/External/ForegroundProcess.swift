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
        do {
            let variables = try ChildEnvironment(changes: environment).strings()
            return try Spawn(
                path: path, arguments: RawCommandLine.bytes(of: arguments), environment: variables
            ).start()
        } catch {
            throw ExternalPluginError.cannotStart(path, error)
        }
    }
}

/// Waits for a child's end.
private func wait(for process: pid_t) -> Termination {
    while true {
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        ForegroundSignals.forgetProcess()
        if let termination = Termination(reaping: process) { return termination }
    }
}
