import Dispatch
import Files
import Glibc
public import Reporting
import Synchronization
public import SystemPackage

/// Starts all child processes.
///
/// Each child has its own process group, so that signals reach its descendants. Its output is relayed immediately, with
/// secrets masked. If the output cannot be written anymore, the child still runs to its end: a migration must not be
/// cut short because its log is piped into `head`.
///
/// Any number of children may run concurrently. A termination signal stops all of them; cancellation of a task stops
/// its child. Each has the grace period to exit.
public struct ProcessRunner: Sendable {
    private var console: Console
    private let gracePeriod: Duration
    private var environment: ChildEnvironment
    private var directory: FilePath?
    private let lines = SharedLines()
    private let gate = ReadWriteGate()
    private var kept: FileDescriptor?

    /// The default time between a stop request and killing.
    public static let defaultGracePeriod = Duration.seconds(10)

    /// Creates a runner that relays output to a console.
    ///
    /// - Parameters:
    ///   - console: receives the output of children.
    ///   - gracePeriod: the time between a stop request and killing.
    ///   - environment: changes to devtool's environment, which an ``Invocation`` can override; `nil` removes a
    ///     variable.
    ///   - directory: the working directory of children; the base for a relative one of an ``Invocation``.
    public init(
        console: Console, gracePeriod: Duration = ProcessRunner.defaultGracePeriod,
        environment: [String: String?] = [:], directory: FilePath? = nil
    ) {
        self.console = console
        self.gracePeriod = gracePeriod
        self.environment = ChildEnvironment(changes: environment)
        self.directory = directory
    }

    /// A runner with other defaults, which shares the terminal with this one.
    ///
    /// `environment` and `directory` add to this runner's. `kept` is inherited by children, for example a lock that
    /// they then hold too; it must stay open.
    package func with(
        console: Console? = nil, environment: [String: String?] = [:], directory: FilePath? = nil,
        keepingOpen kept: FileDescriptor? = nil
    ) -> ProcessRunner {
        var runner = self
        runner.console = console ?? self.console
        if !environment.isEmpty {
            runner.environment = ChildEnvironment(changes: self.environment.changes.merging(environment) { $1 })
        }
        runner.directory = folder(directory)
        runner.kept = kept ?? self.kept
        return runner
    }

    private func folder(_ own: FilePath?) -> FilePath? {
        guard let own else { return directory }
        return directory?.pushing(own) ?? own
    }

    /// Runs a child to its end and relays its output.
    ///
    /// - Parameters:
    ///   - invocation: the child.
    ///   - style: the presentation of output; ignored for an interactive child.
    /// - Returns: how the child ended.
    /// - Throws: ``ProcessError`` if it cannot be started or times out, ``Interrupted`` if a signal stops devtool
    ///   meanwhile, `CancellationError`, or ``ConsoleError`` if its output cannot be written.
    public func run(_ invocation: Invocation, showing style: OutputStyle = .raw) async throws -> Termination {
        let console = self.console
        return try await run(
            invocation, output: sink(Destination { try console.write($0) }, style),
            error: sink(Destination { console.writeError($0) }, style))
    }

    /// Runs a child to its end and passes each line of output to `consume`, without showing it.
    ///
    /// ```swift
    /// try await context.processes.run(invocation) { line in
    ///     if line.stream == .error { context.console.say(line.text, at: .verbose) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - invocation: the child; an interactive one has no lines.
    ///   - consume: called for one line at a time, on a thread that may block. If it throws, the child continues, and
    ///     later lines of the stream are discarded.
    /// - Returns: how the child ended.
    /// - Throws: as ``run(_:showing:)``, and the error of `consume`.
    public func run(_ invocation: Invocation, passing consume: @escaping @Sendable (OutputLine) throws -> Void)
        async throws -> Termination
    { try await run(invocation, output: LineSink(.output, to: consume), error: LineSink(.error, to: consume)) }

    /// Runs a child to its end and passes its masked output to closures, which are never called concurrently.
    package func run(
        _ invocation: Invocation, output: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void,
        error: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws -> Termination {
        try await run(invocation, output: Destination(write: output), error: Destination(write: error))
    }

    /// Runs a child to its end and returns its standard output; standard error is relayed, unless the streams are
    /// combined.
    ///
    /// - Throws: as ``run(_:showing:)``.
    public func output(of invocation: Invocation) async throws -> (Termination, output: [UInt8]) {
        let collected = Mutex<[UInt8]>([])
        let console = self.console
        let termination = try await run(
            invocation, output: { bytes in collected.withLock { $0 += bytes } }, error: { console.writeError($0) })
        return (termination, collected.withLock(\.self))
    }

    /// Runs a child to its end and passes its masked output to sinks, which are never called concurrently.
    package func run(_ invocation: Invocation, output: any OutputSink, error: any OutputSink) async throws
        -> Termination
    {
        // devtool's own messages and GitHub's runner must mask them too.
        console.hide(invocation.secrets)
        if console.verbosity >= .verbose { console.say("\(invocation)", at: .verbose) }
        await gate.enter(alone: invocation.isInteractive)
        defer { gate.leave() }
        try Task.checkCancellation()
        invocation.whenStarted?()
        let child = Child(invocation, gracePeriod: invocation.gracePeriod ?? gracePeriod)
        let hasHidden = Atomic(false)
        let result: (termination: Termination, failure: (any Error)?)
        do {
            let streams = try streams(of: invocation, output: output, error: error) {
                hasHidden.store(true, ordering: .relaxed)
            }
            if !invocation.outlivesSignals { try SignalDispatcher.shared.watch(child) }
            defer { if !invocation.outlivesSignals { SignalDispatcher.shared.forget(child) } }
            let spawn = try spawn(invocation, streams)
            result = try await withTaskCancellationHandler {
                try await Self.run(child, spawn, streams, timeout: invocation.timeout)
            } onCancel: {
                child.stop(.cancellation)
            }
        } catch let error as Errno {
            throw ProcessError.cannotRun(invocation.executable.string, reason(error, for: invocation))
        }
        if let signal = child.endSignal(of: result.termination) { SignalDispatcher.shared.passOn(signal) }
        if hasHidden.load(ordering: .relaxed) {
            // For example, masking breaks a script that the child writes.
            if let onHidden = invocation.onHidden { onHidden() } else { console.report(invocation.hiddenSecretWarning) }
        }
        switch child.stopReason {
        case .signal(let number): throw Interrupted(signal: number)
        case .timeout: throw ProcessError.timedOut(invocation.executable.string, after: invocation.timeout ?? .zero)
        case .cancellation: throw CancellationError()
        case nil: break
        }
        if let failure = result.failure, !(failure is OutputClosed) { throw failure }
        return result.termination
    }

    /// The system's error is the same for a missing program and for a missing working directory.
    private func reason(_ error: Errno, for invocation: Invocation) -> String {
        guard let folder = folder(invocation.directory), !folder.isDirectory else { return "\(error)" }
        return "the working directory '\(folder)' does not exist"
    }

    private func streams(
        of invocation: Invocation, output: any OutputSink, error: any OutputSink,
        onHidden: @escaping @Sendable () -> Void
    ) throws(Errno) -> ChildStreams {
        if invocation.isInteractive, !invocation.isRelayed { return .inherited }
        if invocation.output == .inherited {
            return try ChildStreams(input: invocation.input, combiningOutputs: invocation.combinesStreams)
        }
        var (output, error) = (output, error)
        if !invocation.secrets.isEmpty {
            let redactor = Redactor(hiding: invocation.secrets)
            output = output.redacted(by: redactor, onHidden: onHidden)
            error = error.redacted(by: redactor)
        }
        return try ChildStreams(
            input: invocation.isInteractive ? .file(.standardInput) : invocation.input, output: output,
            error: invocation.combinesStreams ? nil : error)
    }

    private func spawn(_ invocation: Invocation, _ streams: ChildStreams) throws(Errno) -> Spawn {
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

    private static var isOnTerminal: Bool {
        FileDescriptor.standardOutput.isTerminal || FileDescriptor.standardError.isTerminal
    }

    private static func run(_ child: Child, _ spawn: Spawn, _ streams: ChildStreams, timeout: Duration?)
        async throws(Errno) -> (Termination, (any Error)?)
    {
        let process = try spawn.start()
        streams.closeInput()
        let exit = try OwnedDescriptor.ofProcess(process)
        child.started(as: process, timeout: timeout)
        QuietChild(child, exit: exit, streams).watch()
        let failure = await child.relayed.value()
        // The child may already have handled the terminal's signals so far, and ended, before devtool reads them.
        if child.isInteractive { SignalDispatcher.shared.catchUp() }
        child.leave()
        return (await end(of: process), failure)
    }

    private static func end(of process: pid_t) async -> Termination {
        while true {
            if let termination = Termination(reaping: process) { return termination }
            await withCheckedContinuation { continuation in
                // `Task.sleep` would return at once after cancellation.
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) { continuation.resume() }
            }
        }
    }

    private func sink(_ destination: Destination, _ style: OutputStyle) -> any OutputSink {
        switch style {
        case .raw: destination
        case .prefixed(let name): PrefixedSink(prefix: "\(name) | ", destination: destination, lines: lines)
        case .grouped: GroupedSink(destination: destination, lines: lines)
        }
    }
}
