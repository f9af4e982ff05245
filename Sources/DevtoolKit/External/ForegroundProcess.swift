import Dispatch
import Glibc
import Synchronization
import SystemPackage

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
        let signals = ForegroundTree(of: process)
        ForegroundSignals.forward(to: process, through: signals?.writing ?? -1)
        // The wait blocks its thread, so it is not one of those that run Swift's tasks.
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
            return try Spawn(
                path: path, arguments: RawCommandLine.bytes(of: arguments), environment: variables
            ).start()
        } catch {
            throw ExternalPluginError.cannotStart(path, error)
        }
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

/// Sends the signals that devtool was sent to the program and to all that it has started, which no handler of a
/// signal could find.
private final class ForegroundTree: Sendable {
    private struct State {
        var tree: ProcessTree
        var isSignaled = false
    }

    /// How long what the program leaves may take to end, when that was asked to.
    private static let gracePeriod = Duration.seconds(10)

    private let pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor)
    private let state: Mutex<State>

    /// Where the numbers of signals are written, a byte each.
    var writing: Int32 { pipe.writing.descriptor.rawValue }

    /// Begins to listen; nil where no descriptors are left.
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

    /// Waits until all have ended that were sent a signal, and kills what has not after a time.
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
