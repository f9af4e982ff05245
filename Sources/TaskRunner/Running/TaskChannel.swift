import DevtoolKit
import Glibc
import Synchronization
import SystemPackage

/// The destination of a task's output, and of devtool's messages about it.
final class TaskChannel: Sendable {
    /// Opens a separate output channel; `nil` if the output goes directly to devtool's streams.
    private let open: (@Sendable () -> any OutputChannel)?
    private let current: Mutex<(channel: any OutputChannel, begin: Timestamp)?>
    private var channel: (any OutputChannel)? { current.withLock { $0?.channel } }
    /// Where and under which title the output is folded, if it is.
    private let fold: (system: CISystem, title: String)?
    private let input: Invocation.Input
    /// Whether the children have the terminal to themselves.
    private let hasTerminal: Bool
    /// Whether every line already has the task's name.
    private let isLabelled: Bool
    private let console: Console
    private let tail = OutputTail()
    private let notes = Mutex<(failedAttempts: [String], hasFailedPart: Bool)>(([], false))
    /// What ends the output: the annotations of the task's findings.
    private let annotations = Mutex<[String]>([])
    private let beginning = Mutex<ContinuousClock.Instant?>(nil)

    init(
        _ open: (@Sendable () -> any OutputChannel)?, reading input: Invocation.Input = .none,
        hasTerminal: Bool = false, isLabelled: Bool = false, fold: (system: CISystem, title: String)? = nil,
        on console: Console
    ) {
        self.open = open
        self.fold = fold
        current = Mutex(open.map { ($0(), Timestamp.now) })
        self.input = input
        self.hasTerminal = hasTerminal
        self.isLabelled = isLabelled
        self.console = console
    }

    func say(_ line: @autoclosure () -> String, as role: Style.Role? = nil) {
        guard console.verbosity > .quiet else { return }
        guard let channel else { return console.say(line(), as: role) }
        let text = line().replacingControlCharacters(except: "\n")
        channel.say(role.map { console.style($0, text) } ?? text)
    }

    /// Reports a problem, after the children's output so far.
    func report(_ diagnostic: Diagnostic) {
        guard let channel else { return console.report(diagnostic) }
        console.with(annotating: hold).report(diagnostic, saying: channel.say)
    }

    func announce(_ action: PlannedAction, of task: PlannedTask) { say(announcement(of: action, task), as: .command) }

    private func announcement(of action: PlannedAction, _ task: PlannedTask) -> String {
        let lines = task.commandLine(of: action).split(separator: "\n")
        let sign = isLabelled ? "$" : "\(task.name):"
        return "\(sign) \(lines.first ?? "")\(lines.count > 1 ? " …" : "")"
    }

    /// Runs a child of the task; secrets in its output are replaced, unless it writes to the terminal itself.
    ///
    /// - Throws: as ``ProcessRunner/run(_:output:error:)``; ``OutputClosed`` if the reader of the output is gone.
    func run(_ invocation: Invocation, in context: Context) async throws -> Termination {
        var invocation = invocation
        invocation.input = input
        if hasTerminal { invocation.isInteractive = true }
        let secrets = console.knownSecrets
        if channel == nil, isOnTerminal || secrets.isEmpty && !console.reportsOutput {
            invocation.output = .inherited
            return try ended(await context.processes.run(invocation))
        }
        // The invocation has the child's own secrets.
        invocation.secrets += secrets
        let warning = invocation.hiddenSecretWarning
        invocation.onHidden = invocation.onHidden ?? { [self] in report(warning) }
        invocation.isRelayed = true
        invocation.combinesStreams = channel?.combinesStreams ?? console.isOneStream
        let (output, error) = sinks
        let termination = try await context.processes.run(
            invocation, output: TailSink(output, tail), error: TailSink(error, tail))
        return channel == nil ? try ended(termination) : termination
    }

    private var sinks: (output: any OutputSink, error: any OutputSink) {
        if let channel { return (channel.output, channel.error) }
        return (
            Destination(endingWithReader: true) { [console] in try console.write($0) },
            Destination { [console] in console.writeError($0) }
        )
    }

    private var isOnTerminal: Bool {
        FileDescriptor.standardOutput.isTerminal && FileDescriptor.standardError.isTerminal
    }

    /// Throws if a child that used devtool's own streams ended because their reader is gone.
    private func ended(_ termination: Termination) throws -> Termination {
        let isClosed = termination == .signaled(SIGPIPE) || termination == .exited(128 + SIGPIPE)
        if isClosed, FileDescriptor.standardOutput.hasNoReader { throw OutputClosed() }
        return termination
    }

    /// Runs a child for its exit status; only its error output is shown.
    func ask(_ invocation: Invocation, in context: Context) async throws -> Termination {
        var invocation = invocation
        invocation.secrets += console.knownSecrets
        return try await context.processes.run(invocation, output: Destination { _ in }, error: sinks.error)
    }

    /// Runs devtool's own work for the task, with a console for the task's output.
    func run(in context: Context, _ work: (Context) async throws -> ExitStatus) async throws -> ExitStatus {
        guard let channel else {
            let known = console.ownDiagnostics.count
            // Its children have written to the console itself.
            defer {
                tail.append(
                    console.ownDiagnostics.dropFirst(known).map { $0.rendered(program: console.program) + "\n" })
            }
            var context = context
            context.console = console
            return try await work(context)
        }
        let secrets = console.knownSecrets
        return try await channel.relaying(hiding: secrets, { [tail] in TailSink($0, tail) }) { output, error in
            var context = context
            context.console = console.with(output: output, error: error, annotating: hold)
            context.processes = context.processes.with(console: context.console)
            return try await work(context)
        }
    }

    /// The end of the output that has passed through devtool.
    var writtenOutput: String { tail.text }

    func note(failedAttempt reason: String) { notes.withLock { $0.failedAttempts.append(reason) } }

    /// When a task that had to wait for the terminal got it.
    var begin: ContinuousClock.Instant? { beginning.withLock(\.self) }

    func note(begin: ContinuousClock.Instant) { beginning.withLock { $0 = $0 ?? begin } }

    /// Why earlier attempts of the task have failed.
    var failedAttempts: [String] { notes.withLock(\.failedAttempts) }

    /// Whether what has failed is a task of a step, or a test case of a command: the report has a case for it.
    var hasFailedPart: Bool { notes.withLock(\.hasFailedPart) || console.hasFailedCase }

    @Sendable private func hold(annotation: String) { annotations.withLock { $0.append(annotation) } }

    /// Ends the output of a task with this result: what has not succeeded is not folded, and what has failed is last.
    func close(after result: TaskResult) {
        guard let (channel, begin) = current.withLock(\.self) else { return }
        annotations.withLock { annotations in
            annotations.forEach(channel.command)
            annotations = []
        }
        let fold = result.isSuccess ? fold.map { $0.system.fold($0.title, from: begin) } : nil
        channel.close(fold, isLast: result.failure != nil)
    }

    /// Closes the output while a step runs other tasks; what follows is a separate piece.
    func pausing(for work: () async throws -> Void) async rethrows {
        close(after: .succeeded)
        defer { current.withLock { $0 = open.map { ($0(), Timestamp.now) } } }
        do { try await work() } catch {
            notes.withLock { $0.hasFailedPart = true }
            throw error
        }
    }
}

extension FileDescriptor {
    fileprivate var hasNoReader: Bool {
        var polled = pollfd(fd: rawValue, events: 0, revents: 0)
        return poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLERR | POLLHUP) != 0
    }
}
