import Dispatch
import Subprocess
import Synchronization
import SystemPackage

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
    private let lines = SharedLines()
    private let turnstile = Turnstile()

    /// Creates a runner that relays to a console.
    ///
    /// - Parameters:
    ///   - console: where the output of children goes.
    ///   - gracePeriod: how long a child that was asked to end may take before it is killed.
    public init(console: Console, gracePeriod: Duration = .seconds(10)) {
        self.console = console
        self.gracePeriod = gracePeriod
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

    private func run(
        _ invocation: Invocation, output: any OutputSink, error: any OutputSink
    ) async throws -> Termination {
        // Also what devtool itself says from now on, and GitHub's runner, must not show them.
        console.hide(invocation.secrets)
        console.say("\(invocation)", at: .verbose)
        await turnstile.enter(alone: invocation.isInteractive)
        defer { turnstile.leave() }
        try Task.checkCancellation()
        let child = Child(
            gracePeriod: invocation.gracePeriod ?? gracePeriod,
            isInteractive: invocation.isInteractive, beforeStop: invocation.beforeStop)
        let hidden = Hidden()
        let result: (termination: Termination, failure: (any Error)?)
        do {
            let streams =
                try invocation.isInteractive
                ? ChildStreams.inherited()
                : ChildStreams.piped(
                    input: invocation.input,
                    output: redacting(invocation.secrets, before: output) {
                        hidden.mark.store(true, ordering: .relaxed)
                    },
                    error: invocation.combinesStreams
                        ? nil : redacting(invocation.secrets, before: error) {})
            try Interruption.shared.watch(child)
            defer { Interruption.shared.forget(child) }
            // In a task of its own, as Subprocess kills at once where a task is cancelled, and only the
            // child itself.
            let running = Task { try await Self.run(child, invocation, streams) }
            result = try await withTaskCancellationHandler {
                try await running.value
            } onCancel: {
                child.stop(.cancellation)
            }
        } catch let error as SubprocessError {
            throw ProcessError.cannotRun(invocation.executable.string, "\(error)")
        } catch let error as Errno {
            throw ProcessError.cannotRun(invocation.executable.string, "\(error)")
        }
        if hidden.mark.load(ordering: .relaxed) {
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

    /// Starts a child, and waits for its end and that of its output.
    private static func run(
        _ child: Child, _ invocation: Invocation, _ streams: ChildStreams
    ) async throws -> (Termination, (any Error)?) {
        let pump = streams.pump
        let result = try await Subprocess.run(
            Subprocess.Configuration(invocation),
            input: .fileDescriptor(
                streams.descriptors[0].descriptor, closeAfterSpawningProcess: false),
            output: .fileDescriptor(
                streams.descriptors[1].descriptor, closeAfterSpawningProcess: false),
            error: .fileDescriptor(
                streams.descriptors[2].descriptor, closeAfterSpawningProcess: false)
        ) { execution in
            // The child has them now; its output ends when no one else does.
            streams.descriptors.forEach { $0.close() }
            let exit = try OwnedDescriptor.duplicate(
                of: execution.processIdentifier.processDescriptor)
            child.started(as: execution.processIdentifier.value, timeout: invocation.timeout)
            // A queue of its own has a thread of its own, which may block.
            DispatchQueue(label: "devtool.child").async {
                var pump = pump
                child.relayed.complete(with: pump.run(for: child, until: exit))
            }
            defer { child.leave() }
            return await child.relayed.value()
        }
        return (Termination(result.terminationStatus), result.closureResult)
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

extension Subprocess.Configuration {
    fileprivate init(_ invocation: Invocation) {
        var options = PlatformOptions()
        options.processGroupID = invocation.isInteractive ? nil : 0
        self.init(
            executable: .path(invocation.executable),
            arguments: Arguments(invocation.arguments),
            environment: .inherit.updating(
                Dictionary(
                    uniqueKeysWithValues: invocation.environment.map {
                        (Environment.Key(stringLiteral: $0), $1)
                    })),
            workingDirectory: invocation.directory,
            platformOptions: options)
    }
}

extension Termination {
    fileprivate init(_ status: TerminationStatus) {
        switch status {
        case .exited(let status): self = .exited(status)
        case .signaled(let signal): self = .signaled(signal)
        }
    }
}
