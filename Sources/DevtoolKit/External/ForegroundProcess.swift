import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// A program that replaces devtool in the foreground: it gets devtool's process group, terminal and streams.
///
/// It behaves as after `execve`, except that devtool waits to read the program's events. Arguments and environment are
/// therefore passed as bytes, which need not be UTF-8, and the program starts with the signal dispositions that devtool
/// was started with.
struct ForegroundProcess {
    let path: FilePath
    let arguments: [String]
    /// Changes to devtool's environment; `nil` removes a variable.
    let environment: [String: String?]

    func run() async throws -> Termination {
        ForegroundSignals.begin()
        defer { ForegroundSignals.end() }
        let process = try start()
        let signals = ForegroundTree(of: process)
        ForegroundSignals.forward(to: process, through: signals?.writing ?? -1)
        // The wait blocks its thread, so it does not run on Swift's executor.
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let termination = wait(for: process)
                signals?.end()
                continuation.resume(returning: termination)
            }
        }
    }

    private func start() throws -> pid_t {
        do {
            let variables = try ChildEnvironment(changes: environment).strings()
            return try Spawn(path: path, arguments: RawCommandLine.bytes(of: arguments), environment: variables).start()
        } catch { throw Problem.cannotStart(path, error) }
    }
}

extension Problem {
    fileprivate static func cannotStart(_ path: FilePath, _ errno: Errno) -> Problem {
        // The two errors of `execve` that are misleading for a script.
        let hint: String? =
            switch errno {
            case .execFormatError: "the first line of a script must name its interpreter, such as '#!/bin/sh'"
            case .noSuchFileOrDirectory: "check that the interpreter in its first line is installed"
            default: nil
            }
        return Problem(.unavailable, "cannot run '\(path)': \(errno)", hint: hint)
    }
}

private func wait(for process: pid_t) -> Termination {
    while true {
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        ForegroundSignals.forgetProcess()
        if let termination = Termination(reaping: process) { return termination }
    }
}

/// Forwards signals from devtool to the program and all its descendants, which a signal handler could not find.
private final class ForegroundTree: Sendable {
    private struct State {
        var tree: ProcessTree
        var isSignaled = false
    }

    /// The time that descendants have to exit after a signal.
    private static let gracePeriod = Duration.seconds(10)

    private let pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor)
    private let state: Mutex<State>

    var writing: Int32 { pipe.writing.descriptor.rawValue }

    init?(of process: pid_t) {
        guard let pipe = try? OwnedDescriptor.pipe() else { return nil }
        self.pipe = pipe
        state = Mutex(State(tree: ProcessTree(of: process)))
        DispatchQueue(label: "devtool.foreground-signals").async { [self] in
            var number: UInt8 = 0
            while read(pipe.reading.descriptor.rawValue, &number, 1) == 1 {
                state.withLock { state in
                    state.isSignaled = true
                    state.tree.send(Int32(number))
                }
            }
        }
    }

    /// Waits for the processes that were signaled, and kills those left after the grace period.
    func end() {
        pipe.writing.close()
        guard state.withLock(\.isSignaled) else { return }
        let deadline = ContinuousClock.now + Self.gracePeriod
        while state.withLock(\.tree.hasLivingMembers) {
            if ContinuousClock.now > deadline { state.withLock { $0.tree.send(SIGKILL) } }
            usleep(10_000)
        }
    }
}
