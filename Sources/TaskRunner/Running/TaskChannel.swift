import DevtoolKit
import Glibc
import Synchronization
import SystemPackage

/// The destination of a task's output, and of devtool's messages about it.
final class TaskChannel: Sendable {
    /// Opens a way of output that is kept apart from other tasks'; nil where it goes straight to devtool's own
    /// streams.
    private let open: (@Sendable () -> any OutputChannel)?
    /// The way that is open.
    private let current: Mutex<(any OutputChannel)?>
    private var channel: (any OutputChannel)? { current.withLock(\.self) }
    /// What the task's children read.
    private let input: Invocation.Input
    /// Whether the task's children have the terminal, and what devtool shows there, for themselves.
    private let hasTerminal: Bool
    /// Whether every line shows the task's name anyway.
    private let isLabelled: Bool
    private let console: Console
    private let tail = OutputTail()

    /// Opens the way of a task.
    init(
        _ open: (@Sendable () -> any OutputChannel)?, reading input: Invocation.Input = .none,
        hasTerminal: Bool = false, isLabelled: Bool = false, on console: Console
    ) {
        self.open = open
        current = Mutex(open?())
        self.input = input
        self.hasTerminal = hasTerminal
        self.isLabelled = isLabelled
        self.console = console
    }

    /// Says something of the task, unless only what is wrong is to be said.
    func say(_ line: @autoclosure () -> String) {
        guard console.verbosity > .quiet else { return }
        guard let channel else { return console.say(line()) }
        channel.say(line().replacingControlCharacters(except: "\n"))
    }

    /// Reports what is wrong with the task, behind what its children have written.
    func report(_ diagnostic: Diagnostic) {
        guard let channel else { return console.report(diagnostic) }
        console.report(diagnostic, saying: channel.say)
    }

    /// Says what is about to be executed.
    func announce(_ action: PlannedAction, of task: PlannedTask) {
        say(announcement(of: action, task))
    }

    private func announcement(of action: PlannedAction, _ task: PlannedTask) -> String {
        let lines = task.commandLine(of: action).split(separator: "\n")
        let sign = isLabelled ? "$" : "\(task.name):"
        return "\(sign) \(lines.first ?? "")\(lines.count > 1 ? " …" : "")"
    }

    /// Runs a child of the task.
    ///
    /// What it writes is passed on with `***` for secrets, unless it writes to the terminal itself.
    ///
    /// - Throws: as ``ProcessRunner/run(_:output:error:)``; ``OutputClosed`` where the child has ended because
    ///   nobody reads what it writes.
    func run(_ invocation: Invocation, in context: Context) async throws -> Termination {
        var invocation = invocation
        invocation.input = input
        if hasTerminal { invocation.isInteractive = true }
        let secrets = console.knownSecrets
        if channel == nil, isOnTerminal || secrets.isEmpty && !console.reportsOutput {
            invocation.output = .inherited
            return try ended(await context.processes.run(invocation))
        }
        // Which other secrets the child itself has, its invocation tells.
        invocation.secrets += secrets
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
            RawSink(
                destination: Destination { [console] in try console.write($0) },
                endingWithReader: true),
            RawSink(destination: Destination { [console] in console.writeError($0) })
        )
    }

    /// Whether all that children write goes to a terminal.
    private var isOnTerminal: Bool {
        FileDescriptor.standardOutput.isTerminal && FileDescriptor.standardError.isTerminal
    }

    /// Passes on how a child has ended that had devtool's own streams, unless that was for want of a reader.
    private func ended(_ termination: Termination) throws -> Termination {
        let isClosed = termination == .signaled(SIGPIPE) || termination == .exited(128 + SIGPIPE)
        if isClosed, FileDescriptor.standardOutput.hasNoReader { throw OutputClosed() }
        return termination
    }

    /// Runs a child that answers by how it ends: only what it complains of is shown.
    ///
    /// - Throws: as ``ProcessRunner/run(_:output:error:)``.
    func ask(_ invocation: Invocation, in context: Context) async throws -> Termination {
        var invocation = invocation
        invocation.secrets += console.knownSecrets
        return try await context.processes.run(
            invocation, output: RawSink(destination: Destination { _ in }), error: sinks.error)
    }

    /// Does work of devtool's own for the task, in a context whose console is the task's.
    ///
    /// - Throws: what the work throws; `Errno` where no descriptor is left.
    func run(
        in context: Context, _ work: (Context) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        guard let channel else { return try await work(context) }
        let secrets = console.knownSecrets
        return try await channel.relaying(hiding: secrets, { [tail] in TailSink($0, tail) }) {
            output, error in
            var context = context
            context.console = context.console.with(output: output, error: error)
            context.processes = context.processes.with(console: context.console)
            return try await work(context)
        }
    }

    /// The end of what the task has written, as far as devtool has seen it.
    var writtenOutput: String { tail.text }

    /// Ends the task's output.
    func close() { channel?.close() }

    /// Ends the task's output so far, while other tasks do what one of its steps asks for; what comes after them
    /// is another piece.
    func pausing(for work: () async throws -> Void) async rethrows {
        close()
        defer { current.withLock { $0 = open?() } }
        try await work()
    }
}

extension FileDescriptor {
    /// Whether it is a pipe that nobody reads.
    fileprivate var hasNoReader: Bool {
        var polled = pollfd(fd: rawValue, events: 0, revents: 0)
        return poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLERR | POLLHUP) != 0
    }
}
