import Dispatch
import Glibc
public import Reporting
import Synchronization
public import SystemPackage

/// The one place where children are started.
///
/// Every child gets a process group of its own, so that signals reach all that it starts; its input is
/// what the ``Invocation`` says, its output is relayed as it comes, secrets redacted. When the output
/// can no longer be written, the child still runs to its end: a migration is not to be cut short because
/// its log is piped into `head`.
///
/// Any number of children may run at once. A signal that asks devtool to stop stops them all, the
/// cancellation of the task that runs one stops that one; each has the grace period to end by itself.
public struct ProcessRunner: Sendable {
    private let console: Console
    private let gracePeriod: Duration
    private let environment: ChildEnvironment
    private let directory: FilePath?
    private let lines: SharedLines
    private let gate: ReadWriteGate
    /// What children inherit besides their streams.
    private let kept: FileDescriptor?

    /// How long a child that was asked to end may take before it is killed, where nobody says otherwise.
    public static let defaultGracePeriod = Duration.seconds(10)

    /// Creates a runner that relays to a console.
    ///
    /// - Parameters:
    ///   - console: where the output of children goes.
    ///   - gracePeriod: how long a child that was asked to end may take before it is killed.
    ///   - environment: variables that differ from devtool's own, unless an ``Invocation`` says otherwise;
    ///     nil takes one away.
    ///   - directory: the folder that children start in, unless an ``Invocation`` says otherwise; one that is
    ///     relative there is looked for from here.
    public init(
        console: Console, gracePeriod: Duration = ProcessRunner.defaultGracePeriod,
        environment: [String: String?] = [:], directory: FilePath? = nil
    ) {
        self.init(
            console: console, gracePeriod: gracePeriod,
            environment: ChildEnvironment(changes: environment), directory: directory,
            lines: SharedLines(), gate: ReadWriteGate(), kept: nil)
    }

    private init(
        console: Console, gracePeriod: Duration, environment: ChildEnvironment,
        directory: FilePath?, lines: SharedLines, gate: ReadWriteGate, kept: FileDescriptor?
    ) {
        self.console = console
        self.gracePeriod = gracePeriod
        self.environment = environment
        self.directory = directory
        self.lines = lines
        self.gate = gate
        self.kept = kept
    }

    /// A runner whose children have other defaults, and share everything else with this one's: the console,
    /// and the terminal that an interactive child has for itself.
    ///
    /// - Parameters:
    ///   - console: where the output of children goes; nil for this one's.
    ///   - environment: further variables that differ; nil takes one away.
    ///   - directory: the folder that children start in, relative to this one's; nil for this one's.
    ///   - kept: what children inherit besides their streams, such as a lock, which they then hold, too; it
    ///     must stay open.
    /// - Returns: the runner.
    package func with(
        console: Console? = nil, environment: [String: String?] = [:],
        directory: FilePath? = nil, keepingOpen kept: FileDescriptor? = nil
    ) -> ProcessRunner {
        ProcessRunner(
            console: console ?? self.console, gracePeriod: gracePeriod,
            environment: environment.isEmpty
                ? self.environment
                : ChildEnvironment(
                    changes: self.environment.changes.merging(environment) { $1 }),
            directory: folder(directory), lines: lines, gate: gate,
            kept: kept ?? self.kept)
    }

    private func folder(_ own: FilePath?) -> FilePath? {
        guard let own else { return directory }
        return directory?.pushing(own) ?? own
    }

    /// Runs a child to its end, relaying its standard output and standard error as they come.
    ///
    /// - Parameters:
    ///   - invocation: the child.
    ///   - style: how its output is shown; of no meaning for an interactive child.
    /// - Returns: how the child ended.
    /// - Throws: ``ProcessError`` when it cannot be started or takes too long, ``Interrupted`` when devtool
    ///   was asked to stop while it ran, `CancellationError`, ``ConsoleError`` when its output could not be
    ///   written.
    public func run(
        _ invocation: Invocation, showing style: OutputStyle = .raw
    ) async throws -> Termination {
        let console = self.console
        return try await run(
            invocation,
            output: sink(Destination { try console.write($0) }, style),
            error: sink(Destination { console.writeError($0) }, style))
    }

    /// Runs a child to its end, and hands each line that it writes to `consume`, as it comes.
    ///
    /// Nothing is shown: what is to be seen, `consume` writes itself. It is called for one line at a time,
    /// on a thread that may block.
    ///
    /// ```swift
    /// try await context.processes.run(invocation) { line in
    ///     if line.stream == .error { context.console.say(line.text, at: .verbose) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - invocation: the child; an interactive one has no lines.
    ///   - consume: takes a line. When it throws, the child runs on, and the stream's further lines are
    ///     dropped.
    /// - Returns: how the child ended.
    /// - Throws: as ``run(_:showing:)``, and what `consume` throws.
    public func run(
        _ invocation: Invocation, passing consume: @escaping @Sendable (OutputLine) throws -> Void
    ) async throws -> Termination {
        try await run(
            invocation, output: LineSink(.output, to: consume), error: LineSink(.error, to: consume)
        )
    }

    /// Runs a child to its end, passing the bytes of its standard output and standard error on as they
    /// come, secrets redacted; `output` and `error` are called one after the other.
    ///
    /// - Throws: as ``run(_:showing:)``, and what `output` and `error` throw.
    package func run(
        _ invocation: Invocation,
        output: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void,
        error: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws -> Termination {
        try await run(
            invocation, output: RawSink(destination: Destination(write: output)),
            error: RawSink(destination: Destination(write: error)))
    }

    /// Runs a child to its end and returns its standard output; its standard error is relayed, unless the
    /// streams are combined.
    ///
    /// - Throws: as ``run(_:showing:)``.
    public func output(of invocation: Invocation) async throws -> (Termination, output: [UInt8]) {
        let collected = Collected()
        let console = self.console
        let termination = try await run(
            invocation, output: RawSink(destination: Destination { collected.append($0) }),
            error: RawSink(destination: Destination { console.writeError($0) }))
        return (termination, collected.bytes)
    }

    /// Runs a child to its end, passing the bytes of its standard output and standard error, secrets
    /// redacted, to sinks, one after the other.
    ///
    /// - Throws: as ``run(_:showing:)``, and what the sinks throw.
    package func run(
        _ invocation: Invocation, output: any OutputSink, error: any OutputSink
    ) async throws -> Termination {
        // Also what devtool itself says from now on, and GitHub's runner, must not show them.
        console.hide(invocation.secrets)
        if console.verbosity >= .verbose { console.say("\(invocation)", at: .verbose) }
        await gate.enter(alone: invocation.isInteractive)
        defer { gate.leave() }
        try Task.checkCancellation()
        let child = Child(
            gracePeriod: invocation.gracePeriod ?? gracePeriod,
            isInteractive: invocation.isInteractive, isGuarded: invocation.isGuarded,
            beforeStop: invocation.beforeStop)
        let hidden = Hidden()
        let result: (termination: Termination, failure: (any Error)?)
        do {
            let streams = try streams(of: invocation, output: output, error: error, hidden)
            if !invocation.outlivesSignals { try SignalDispatcher.shared.watch(child) }
            defer { if !invocation.outlivesSignals { SignalDispatcher.shared.forget(child) } }
            let spawn = try spawn(invocation, streams)
            result = try await withTaskCancellationHandler {
                try await Self.run(child, spawn, streams, timeout: invocation.timeout)
            } onCancel: {
                child.stop(.cancellation)
            }
        } catch let error as Errno {
            throw ProcessError.cannotRun(
                invocation.executable.string, reason(error, for: invocation))
        }
        if let signal = child.endSignal(of: result.termination) {
            SignalDispatcher.shared.passOn(signal)
        }
        if hidden.mark.load(ordering: .relaxed), let onHidden = invocation.onHidden {
            onHidden()
        } else if hidden.mark.load(ordering: .relaxed) {
            // A script that the child wrote, for instance, is not what it would be.
            console.report(
                Diagnostic(
                    "the output of '\(invocation.executable)' held a secret, which shows as ***",
                    severity: .warning))
        }
        switch child.stopReason {
        case .signal(let number): throw Interrupted(signal: number)
        case .timeout:
            throw ProcessError.timedOut(
                invocation.executable.string, after: invocation.timeout ?? .zero)
        case .cancellation: throw CancellationError()
        case nil: break
        }
        if let failure = result.failure, !(failure is OutputClosed) { throw failure }
        return result.termination
    }

    /// Why a child could not be started; the system's answer is the same when there is no program as when
    /// there is no folder to start it in.
    private func reason(_ error: Errno, for invocation: Invocation) -> String {
        guard let folder = folder(invocation.directory), !folder.isDirectory else {
            return "\(error)"
        }
        return "the working directory '\(folder)' does not exist"
    }

    private func streams(
        of invocation: Invocation, output: any OutputSink, error: any OutputSink, _ hidden: Hidden
    ) throws(Errno) -> ChildStreams {
        if invocation.isInteractive, !invocation.isRelayed { return .inherited }
        if invocation.output == .inherited {
            return try ChildStreams(
                input: invocation.input, combiningOutputs: invocation.combinesStreams)
        }
        return try ChildStreams(
            input: invocation.isInteractive ? .file(.standardInput) : invocation.input,
            output: redacting(invocation.secrets, before: output) {
                hidden.mark.store(true, ordering: .relaxed)
            },
            error: invocation.combinesStreams
                ? nil : redacting(invocation.secrets, before: error) {})
    }

    private func spawn(
        _ invocation: Invocation, _ streams: ChildStreams
    ) throws(Errno) -> Spawn {
        var spawn = Spawn(
            path: invocation.executable, arguments: invocation.arguments.map(\.heldBytes),
            environment: try environment.strings(updatedBy: invocation.environment))
        spawn.directory = folder(invocation.directory)
        spawn.streams = (streams.input, streams.output, streams.error)
        spawn.hasOwnGroup = !invocation.isInteractive
        spawn.isGuarded = invocation.isGuarded
        spawn.closesOthers = true
        spawn.kept = kept
        spawn.holdsSecret =
            invocation.receivesSecret || console.secretsAreIn(spawn.arguments)
            || console.secretsAreIn(spawn.environment.strings)
        spawn.mayWriteFromBackground = invocation.output == .inherited && Self.isOnTerminal
        return spawn
    }

    /// Whether what children inherit leads to a terminal.
    private static var isOnTerminal: Bool {
        FileDescriptor.standardOutput.isTerminal || FileDescriptor.standardError.isTerminal
    }

    /// Starts a child, and waits for its end and that of its output.
    private static func run(
        _ child: Child, _ spawn: Spawn, _ streams: ChildStreams, timeout: Duration?
    ) async throws(Errno) -> (Termination, (any Error)?) {
        let process = try spawn.start()
        streams.closeInput()
        let exit = try OwnedDescriptor.ofProcess(process)
        child.started(as: process, timeout: timeout)
        QuietChild(child, exit: exit, streams).watch()
        let failure = await child.relayed.value()
        // What the terminal has sent so far is the child's, which may have dealt with it, and ended, before devtool
        // has looked at it.
        if child.isInteractive { SignalDispatcher.shared.catchUp() }
        child.leave()
        return (await end(of: process), failure)
    }

    /// How a process has ended, as one that has been killed soon will have.
    private static func end(of process: pid_t) async -> Termination {
        while true {
            if let termination = Termination(reaping: process) { return termination }
            await withCheckedContinuation { continuation in
                // Not 'Task.sleep': the task may have been cancelled, and still has to wait.
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) {
                    continuation.resume()
                }
            }
        }
    }

    private func sink(_ destination: Destination, _ style: OutputStyle) -> any OutputSink {
        switch style {
        case .raw: RawSink(destination: destination)
        case .prefixed(let name):
            PrefixedSink(prefix: "\(name) | ", destination: destination, lines: lines)
        case .grouped: GroupedSink(destination: destination, lines: lines)
        }
    }

    private func redacting(
        _ secrets: [Secret], before sink: any OutputSink,
        tellHidden: @escaping @Sendable () -> Void
    ) -> any OutputSink {
        if secrets.isEmpty { return sink }
        let redactor = Redactor(hiding: secrets)
        return redactor.isIdle
            ? sink : RedactingSink(redactor, before: sink, tellHidden: tellHidden)
    }

    /// Whether a secret was in a child's standard output.
    private final class Hidden: Sendable {
        let mark = Atomic(false)
    }

    /// Output that is kept rather than relayed.
    private final class Collected: Sendable {
        private let storage = Mutex<[UInt8]>([])

        var bytes: [UInt8] { storage.withLock { $0 } }

        func append(_ bytes: UnsafeRawBufferPointer) {
            storage.withLock { $0 += bytes }
        }
    }
}
