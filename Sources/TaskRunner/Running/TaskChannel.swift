import DevtoolKit

/// Where the output of a task goes, and what devtool says of the task.
struct TaskChannel: Sendable {
    /// The way of output that is kept apart from other tasks'; nil where it goes straight to devtool's own
    /// streams.
    private let channel: (any OutputChannel)?
    /// What the task's children read.
    private let input: Invocation.Input
    /// Whether the task's children have the terminal, and what devtool shows there, for themselves.
    private let hasTerminal: Bool
    /// Whether every line shows the task's name anyway.
    private let isLabelled: Bool
    private let console: Console

    /// Opens the way of a task.
    init(
        _ channel: (any OutputChannel)?, reading input: Invocation.Input = .none,
        hasTerminal: Bool = false, isLabelled: Bool = false, on console: Console
    ) {
        self.channel = channel
        self.input = input
        self.hasTerminal = hasTerminal
        self.isLabelled = isLabelled
        self.console = console
    }

    /// Says something of the task, unless only what is wrong is to be said.
    func say(_ line: String) {
        guard console.verbosity > .quiet else { return }
        guard let channel else { return console.say(line) }
        channel.say(line.replacingControlCharacters(except: "\n"))
    }

    /// Reports what is wrong with the task, behind what its children have written.
    func report(_ diagnostic: Diagnostic) {
        guard let channel else { return console.report(diagnostic) }
        console.report(diagnostic, saying: channel.say)
    }

    /// Says what a step is about to do.
    func announce(_ step: PlannedStep, of task: PlannedTask) {
        let lines = task.commandLine(of: step).split(separator: "\n")
        let sign = isLabelled ? "$" : "\(task.name):"
        say("\(sign) \(lines.first ?? "")\(lines.count > 1 ? " …" : "")")
    }

    /// Runs a child of the task.
    ///
    /// - Throws: as ``ProcessRunner/run(_:output:error:)``.
    func run(_ invocation: Invocation, in context: Context) async throws -> Termination {
        var invocation = invocation
        invocation.input = input
        if hasTerminal { invocation.isInteractive = true }
        guard let channel else {
            invocation.output = .inherited
            return try await context.processes.run(invocation)
        }
        invocation.combinesStreams = channel.combinesStreams
        return try await context.processes.run(
            invocation, output: channel.output, error: channel.error)
    }

    /// Runs a child that answers by how it ends: only what it complains of is shown.
    ///
    /// - Throws: as ``ProcessRunner/run(_:output:error:)``.
    func ask(_ invocation: Invocation, in context: Context) async throws -> Termination {
        let console = context.console
        let error = channel?.error ?? RawSink(destination: Destination { console.writeError($0) })
        return try await context.processes.run(
            invocation, output: RawSink(destination: Destination { _ in }), error: error)
    }

    /// Does work of devtool's own for the task, in a context whose console is the task's.
    ///
    /// - Throws: what the work throws; `Errno` where no descriptor is left.
    func run(
        in context: Context, _ work: (Context) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        guard let channel else { return try await work(context) }
        return try await channel.relaying { output, error in
            var context = context
            context.console = context.console.with(output: output, error: error)
            context.processes = context.processes.with(console: context.console)
            return try await work(context)
        }
    }

    /// Ends the task's output.
    func close() { channel?.close() }
}
