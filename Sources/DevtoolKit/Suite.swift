import ArgumentParser

/// The commands of a suite: how arguments become a command, how it is run, and what is said when it fails.
struct Suite: Sendable {
    let root: any RootCommand.Type
    /// The commands with all their names.
    ///
    /// Creating a command's configuration to learn its name takes 10 µs; so each is created once.
    private let commands: [(type: any Plugin.Type, names: [String])]

    /// Describes the suite whose commands are those of a root command.
    init(root: any RootCommand.Type) {
        self.root = root
        commands = root.commands.map { ($0, $0.commandNames) }
    }

    /// What stands for the suite's name in the help of a command, which cannot know it.
    ///
    /// It is as wide as `devtool`, so that ArgumentParser breaks the lines at the same places.
    static let placeholder = "{suite}"

    /// The suite's name, as users type it.
    var name: String { root._commandName }

    /// The suite's version; empty where it has none.
    var version: String { root.configuration.version }

    var commandNames: [String] {
        commands.flatMap(\.names) + ["help"]
    }

    var plugins: [any Plugin.Type] { commands.map(\.type) }

    /// The command that the first of the arguments names; nil where it names none.
    func command(namedIn arguments: [String]) -> (any Plugin.Type)? {
        guard let name = arguments.first else { return nil }
        return commands.first { $0.names.contains(name) }?.type
    }

    /// How a command has ended, and the process is to end for it.
    enum Outcome {
        case exit(ExitStatus)
        case die(signal: Int32)
    }

    /// Parses the arguments of a built-in command.
    ///
    /// The command is tried by itself first: going through the root costs twice as much, and is needed
    /// only for messages, which name the whole suite.
    func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let command = command(namedIn: arguments)
        var arguments = arguments
        if let command {
            arguments =
                [arguments[0]] + command.traits.arguments.read(Array(arguments.dropFirst()))
        }
        if let accepting = command as? any GlobalOptionsAccepting.Type,
            let option = GlobalOptions.missingValue(in: arguments, of: accepting)
        {
            throw GlobalOptionsError.missingValue(option)
        }
        if let command, let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())) {
            return parsed
        }
        return try root.parseAsRoot(arguments)
    }

    /// Whether the arguments are of a command that takes what is not UTF-8 among them.
    func takesBytes(_ arguments: [String]) -> Bool {
        command(namedIn: arguments)?.traits.arguments.takesBytes ?? false
    }

    /// The work that the arguments of a built-in command ask for, where it reads them by itself.
    func shorthand(for arguments: [String]) -> (@Sendable (Context) async throws -> Void)? {
        command(namedIn: arguments)?.traits.arguments.shorthand?(Array(arguments.dropFirst()))
    }

    /// Runs a command, and reports what goes wrong.
    func run(_ command: sending any ParsableCommand, in context: Context) async -> Outcome {
        var command = command
        do {
            if var plugin = command as? any Plugin {
                if type(of: plugin).traits.staysOnMainThread {
                    try await plugin.run(in: context)
                } else {
                    try await withTaskExecutorPreference(globalConcurrentExecutor) {
                        try await plugin.run(in: context)
                    }
                }
            } else if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return .exit(.success)
        } catch {
            return outcome(of: error, console: context.console)
        }
    }

    /// Does the work of a command, and reports what goes wrong.
    func run(_ work: (Context) async throws -> Void, in context: Context) async -> Outcome {
        do {
            try await work(context)
            return .exit(.success)
        } catch {
            return outcome(of: error, console: context.console)
        }
    }

    /// Reports what went wrong, and decides how to end for it.
    func outcome(of error: any Error, console: Console) -> Outcome {
        switch error {
        case let status as ExitStatus: return .exit(status)
        case let interruption as Interrupted: return .die(signal: interruption.signal)
        case is OutputClosed: return .exit(.success)
        // Who has cancelled the command's task says why.
        case is CancellationError where Task.isCancelled: return .exit(.internalError)
        case let error as any DiagnosableError:
            let diagnostics = error.diagnostics
            diagnostics.prefix(Self.listed).forEach(console.report)
            let rest = diagnostics.count - Self.listed
            // Whoever mends the first twenty has mended others with them.
            if rest > 0 { console.report(Diagnostic("\(rest) more of these")) }
            return .exit(error.exitStatus)
        default: return report(error, console: console)
        }
    }

    /// How many errors of one kind are listed; the rest are counted.
    private static let listed = 20

    /// Reports what ArgumentParser threw: help and version on standard output, usage errors on standard
    /// error.
    ///
    /// Anything else should have been a `DiagnosableError`: that is a defect.
    private func report(_ error: any Error, console: Console) -> Outcome {
        switch root.exitCode(for: error) {
        case .success: break
        case .validationFailure:
            console.report(usageDiagnostic(of: error))
            return .exit(.usage)
        default:
            console.report(Diagnostic("\(error)"))
            return .exit(.internalError)
        }
        do {
            try console.print(HelpText(suite: self).completed(root.fullMessage(for: error)))
            return .exit(.success)
        } catch is OutputClosed {
            return .exit(.success)
        } catch {
            return .exit(.inputOutputError)
        }
    }
}

extension Suite {
    /// What ArgumentParser says of a command line, as devtool says what is wrong.
    private func usageDiagnostic(of error: any Error) -> Diagnostic {
        // "See 'devtool cards --help' for more information."
        let command = root.fullMessage(for: error).firstMatch(of: /See '(.+) --help'/)
            .map { String($0.1) }
        return Diagnostic(
            root.message(for: error), hint: "run '\(command ?? name) --help' for usage")
    }
}

extension Context {
    var suiteVersion: String {
        guard let version = suite?.version, !version.isEmpty else { return "without a version" }
        return version
    }

    /// Whether a word names a command of the suite.
    package func hasCommand(_ name: String) -> Bool { commandNames.contains(name) }

    /// Checks the arguments of a command of the suite, the first of which is its name.
    ///
    /// - Parameters:
    ///   - arguments: the arguments.
    ///   - configuration: the configuration that the command will see.
    ///   - location: where they are written.
    /// - Returns: what is wrong; nil where nothing is.
    package func problem(
        with arguments: [String], in configuration: Configuration, at location: SourceLocation
    ) -> Diagnostic? {
        guard let suite else { return nil }
        do {
            let parsed = try suite.parse(arguments)
            try suite.command(namedIn: arguments)?.traits.arguments.check(
                parsed, configuration, self)
            return nil
        } catch let error as any DiagnosableError {
            return error.diagnostics.first.map {
                Diagnostic($0.message, at: $0.location ?? location, hint: $0.hint)
            }
        } catch {
            return suite.root.exitCode(for: error) == .success
                ? nil : Diagnostic(suite.root.message(for: error), at: location)
        }
    }

    /// Runs a command of the suite within this process, in this context, as if the user had typed it; what
    /// goes wrong is reported on the context's console.
    ///
    /// ```swift
    /// let status = try await context.run(["migrate", "update"])
    /// ```
    ///
    /// - Parameter arguments: the command's name and its arguments. Of the global options among them those
    ///   that choose the configuration and how much is said count; reports are those of the whole run.
    /// - Returns: what the suite would end with.
    /// - Throws: `Interrupted` when a signal ended the command, `CancellationError` when its task was
    ///   cancelled.
    public func run(_ arguments: [String]) async throws -> ExitStatus {
        guard let suite else { return .internalError }
        let command: any ParsableCommand
        do {
            command = try suite.parse(arguments)
        } catch {
            return try status(of: suite.outcome(of: error, console: console))
        }
        var context = self
        if let own = (command as? any GlobalOptionsAccepting)?.globalOptions.values {
            context.apply(own)
        }
        let outcome = await suite.run(command, in: context)
        try Task.checkCancellation()
        return try status(of: outcome)
    }

    private func status(of outcome: Suite.Outcome) throws -> ExitStatus {
        switch outcome {
        case .exit(let status): return status
        case .die(let signal): throw Interrupted(signal: signal)
        }
    }

    private mutating func apply(_ options: HostOptions) {
        environment = options.applied(to: environment)
        console = console.with(verbosity: options.verbosity ?? console.verbosity)
    }
}
