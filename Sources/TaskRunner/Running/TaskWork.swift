import DevtoolKit
import Shell
import SystemPackage

/// Executes one task: its condition, its attempts, its steps.
///
/// A class, because a context has two dozen properties.
final class TaskWork: Sendable {
    let task: PlannedTask
    let context: Context
    let channel: TaskChannel
    let programs: ProgramSearch
    /// The tasks that led to this one, itself included.
    let callers: TaskCallers
    /// Runs the tasks of a step, given the index of the call; throws if one fails.
    let runCall: @Sendable (Int, TaskCallers) async throws -> Void

    init(
        task: PlannedTask, context: Context, channel: TaskChannel, programs: ProgramSearch, callers: TaskCallers,
        runCall: @escaping @Sendable (Int, TaskCallers) async throws -> Void
    ) {
        self.task = task
        self.context = context
        self.channel = channel
        self.programs = programs
        self.callers = callers
        self.runCall = runCall
    }

    /// The work with the task's lock held; its children inherit the lock, in case devtool is killed.
    func holding(_ lock: FileDescriptor, named name: String) -> TaskWork {
        var context = context
        context.processes = context.processes.with(keepingOpen: lock)
        var callers = callers
        callers.append(held: name)
        return TaskWork(
            task: task, context: context, channel: channel, programs: programs, callers: callers, runCall: runCall)
    }

    /// Runs the task's condition, hiding its output.
    func meetsCondition() async throws -> Bool {
        guard let condition = task.condition else { return true }
        return try await succeeds(condition)
    }

    /// The first failing line of `status`, if any; hides the output.
    func failingStatus() async throws -> ShellLine? {
        for line in task.status where try await !succeeds(line) { return line }
        return nil
    }

    private func succeeds(_ line: ShellLine) async throws -> Bool {
        var invocation = invocation(ofShellLine: line, arguments: [])
        invocation.endsWithDevtool = true
        return try await channel.ask(invocation, in: context) == .exited(0)
    }

    func perform() async -> TaskResult {
        let attempts = task.definition.retry?.attempts ?? 1
        for attempt in 1...attempts {
            let result = await attemptOnce()
            guard case .failed(let reason, let status) = result, attempts > 1 else { return result }
            guard attempt < attempts else { return .failed("\(reason), after \(attempts) attempts", status) }
            channel.note(failedAttempt: reason)
            let delay = task.definition.retry?.delay(afterAttempt: attempt) ?? .zero
            channel.say(
                "\(task.name): attempt \(attempt) of \(attempts) failed: \(reason);"
                    + " next attempt in \(delay.shortText)")
            do { try await context.clock.sleep(for: delay) } catch { return .stopped }
        }
        return .stopped
    }

    private func attemptOnce() async -> TaskResult {
        await catching {
            guard let limit = task.definition.timeout else { return await runSteps() }
            return try await context.clock.withLimit(limit) { await self.runSteps() }
                ?? .failed("timed out after \(DurationText.format(limit))", .timedOut)
        }
    }

    /// Converts errors into results.
    func catching(_ work: () async throws -> TaskResult) async -> TaskResult {
        do { return try await work() } catch is CancellationError { return .stopped } catch is Interrupted {
            return .stopped
        } catch is OutputClosed {
            // As for devtool's own commands, a closed output is not a failure.
            return .unwanted
        } catch let error as any DiagnosableError {
            let diagnostics = error.diagnostics
            // Do not repeat a message that the task's failure will contain.
            let isSentence = diagnostics.count == 1 && diagnostics[0].location == nil && diagnostics[0].hint == nil
            if !isSentence { diagnostics.forEach(channel.report) }
            return .failed(diagnostics.first?.message ?? "\(error)", error.exitStatus)
        } catch { return .failed("\(error)", .internalError) }
    }

    private func runSteps() async -> TaskResult {
        for step in task.steps {
            let result = await catching {
                try await run(step)
                return .succeeded
            }
            if case .failed(let reason, _) = result, step.ignoresError {
                channel.report(
                    Diagnostic(
                        "a step of the task '\(task.name)' failed: \(reason) (ignored)", severity: .warning,
                        rule: .taskFailed))
            } else if result != .succeeded {
                return result
            }
        }
        return .succeeded
    }

    private func run(_ step: PlannedStep) async throws {
        switch step.work {
        case .action(let action):
            let status = try await run(action, isSilent: step.isSilent)
            if status != .success { throw Problem(status, status.words) }
        case .tasks(let call): try await channel.pausing { try await runCall(call, callers) }
        }
    }

    private func run(_ action: PlannedAction, isSilent: Bool) async throws -> ExitStatus {
        var whenStarted: (@Sendable () -> Void)?
        if task.definition.isInteractive, !isBuiltIn(action) {
            // It has to wait for the terminal.
            whenStarted = { [self] in
                channel.note(begin: context.clock.now)
                if !isSilent { channel.announce(action, of: task) }
            }
        } else if !isSilent {
            channel.announce(action, of: task)
        }
        switch action {
        case .shell(let line, let arguments):
            return try await run(invocation(ofShellLine: line, arguments: arguments), whenStarted)
        case .script(let text, let arguments):
            let script = InterpretedScript(text)
            return try await script.withFile(of: task.name, in: context.temporaryFolder) { words in
                try await run(invocation(of: [script.interpreter] + words + arguments), whenStarted)
            }
        case .program(let words, _): return try await run(invocation(of: words), whenStarted)
        case .command(let words, _):
            if context.hasCommand(words[0]) { return try await channel.run(in: context) { try await $0.run(words) } }
            return try await runPlugin(words, whenStarted)
        }
    }

    private func isBuiltIn(_ action: PlannedAction) -> Bool {
        if case .command(let words, _) = action { context.hasCommand(words[0]) } else { false }
    }

    private func run(_ invocation: Invocation, _ whenStarted: (@Sendable () -> Void)?) async throws -> ExitStatus {
        let termination = try await channel.run(prepared(invocation, whenStarted), in: context)
        // A child in the foreground handles Ctrl-C itself.
        try Task.checkCancellation()
        return termination.status
    }

    /// A child of the task, which ends with devtool.
    private func prepared(_ invocation: Invocation, _ whenStarted: (@Sendable () -> Void)?) -> Invocation {
        var invocation = invocation
        invocation.whenStarted = whenStarted
        invocation.isInteractive = task.definition.isInteractive
        invocation.endsWithDevtool = true
        callers.tell(&invocation)
        return invocation
    }

    /// Runs a plugin, which reads its configuration from devtool, including the task's options.
    private func runPlugin(_ words: [String], _ whenStarted: (@Sendable () -> Void)?) async throws -> ExitStatus {
        try await channel.run(in: context) { own in
            let termination = try await own.runPlugin(words) { [self] invocation in
                var invocation = invocation
                for setting in task.settings { invocation.environment[setting.variable(of: words[0])] = setting.text }
                return try await channel.run(prepared(invocation, whenStarted), in: context)
            }
            guard let termination else { throw Problem(.unavailable, "plugin '\(words[0])' not found") }
            return termination.status
        }
    }

    private func invocation(ofShellLine line: ShellLine, arguments: [String]) -> Invocation {
        let (text, values) = line.script(beside: context.environment.keys)
        if values.isEmpty, arguments.isEmpty, task.shell == ShellCall(shell: .sh),
            let words = ShellText.programCall(text), let program = programs.binary(named: words[0], in: context)
        {
            return Invocation(program, Array(words.dropFirst()), directory: task.directory)
        }
        let call = task.shell
        let shell = call.shell.rawValue
        return Invocation(
            programs.program(named: shell, in: context) ?? FilePath("/bin/\(shell)"),
            call.options + [text, task.definition.name] + values + arguments, directory: task.directory)
    }

    private func invocation(of words: [String]) throws -> Invocation {
        guard let program = programs.program(named: words[0], in: context) else {
            throw Problem(ExitStatus(ofChild: 127), "program '\(words[0])' not found")
        }
        return Invocation(program, Array(words.dropFirst()), directory: task.directory)
    }
}

extension Context {
    func program(named name: String, from directory: FilePath) -> FilePath? {
        guard name.contains("/") else { return executable(named: name) }
        let path = FilePath(holding: name).absolute(in: directory)
        return path.isExecutable ? path : nil
    }
}

extension Termination {
    /// The exit status for a child; for a signal, the same as a shell's.
    var status: ExitStatus {
        switch self {
        case .exited(let status): ExitStatus(ofChild: status)
        case .signaled(let signal): ExitStatus(ofChild: 128 + signal)
        }
    }
}

extension ExitStatus { var words: String { "exit status \(rawValue)" } }

extension TimeSource {
    /// Runs `work`, and cancels it at the limit; `nil` if it did not end in time.
    fileprivate func withLimit<Value: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () async throws -> Value)
        async throws -> Value?
    {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            if let value = try await group.next() ?? nil { return value }
            group.cancelAll()
            // Wait for the end of the work, and ignore its result.
            _ = try? await group.next()
            return nil
        }
    }
}
