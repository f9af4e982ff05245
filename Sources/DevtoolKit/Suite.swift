import ArgumentParser

/// The commands of a suite: parses arguments, runs commands and reports errors.
struct Suite: Sendable {
    let root: any RootCommand.Type
    let documentation: DocumentationSite?
    /// The commands with all their names, cached because creating a command's configuration takes 10 µs.
    private let commands: [(type: any Plugin.Type, names: [String])]

    init(root: any RootCommand.Type, documentation: DocumentationSite? = nil) {
        self.root = root
        self.documentation = documentation
        commands = root.commands.map { ($0, $0.commandNames) }
    }

    /// The placeholder for the suite's name in the help of a command, which cannot know it.
    ///
    /// It is as wide as `devtool`, so that ArgumentParser wraps lines at the same columns.
    static let placeholder = "{suite}"

    var name: String { root._commandName }

    /// Empty if the suite has no version.
    var version: String { root.configuration.version }

    var commandNames: [String] { commands.flatMap(\.names) + ["help"] }

    var plugins: [any Plugin.Type] { commands.map(\.type) }

    func command(namedIn arguments: [String]) -> (any Plugin.Type)? {
        guard let name = arguments.first else { return nil }
        return commands.first { $0.names.contains(name) }?.type
    }

    enum Outcome {
        case exit(ExitStatus)
        case die(signal: Int32)
    }

    /// Parses the arguments of a built-in command.
    ///
    /// The command is tried by itself first: parsing from the root takes twice as long and is needed only for messages,
    /// which name the whole suite.
    func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let command = command(namedIn: arguments)
        var arguments = arguments
        if let command { arguments = [arguments[0]] + command.traits.arguments.read(Array(arguments.dropFirst())) }
        if let command, let option = GlobalOptions.missingValue(in: arguments, of: command) {
            throw Problem(.usage, "missing value for '\(option)'")
        }
        if let command {
            if let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())) { return parsed }
            if let word = arguments.dropFirst().first, let hint = Self.hint(forWord: word, after: command) {
                throw Problem(.usage, "unexpected argument '\(word)'", hint: hint)
            }
        }
        return try root.parseAsRoot(arguments)
    }

    /// The hint for the word after a command: an option's name without its dashes, or an unknown subcommand where the
    /// default subcommand has no arguments.
    private static func hint(forWord word: String, after command: any ParsableCommand.Type) -> String? {
        let subcommands = command.configuration.subcommands.map { $0._commandName }
        guard let fallback = command.configuration.defaultSubcommand else {
            return subcommands.isEmpty && command.optionNames.contains(word) ? "did you mean '--\(word)'?" : nil
        }
        let isWrong =
            !word.hasPrefix("-") && !subcommands.contains(word) && CommandOutline(of: fallback).positionals.isEmpty
        return isWrong ? .suggestion(for: word, in: subcommands) : nil
    }

    func takesBytes(_ arguments: [String]) -> Bool { command(namedIn: arguments)?.traits.arguments.takesBytes ?? false }

    func shorthand(for arguments: [String]) -> (@Sendable (Context) async throws -> Void)? {
        command(namedIn: arguments)?.traits.arguments.shorthand?(Array(arguments.dropFirst()))
    }

    func run(_ command: sending any ParsableCommand, in context: Context) async -> Outcome {
        var command = command
        do {
            if var plugin = command as? any Plugin {
                if type(of: plugin).traits.staysOnMainThread {
                    try await plugin.run(in: context)
                } else {
                    try await withTaskExecutorPreference(globalConcurrentExecutor) { try await plugin.run(in: context) }
                }
            } else if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return .exit(.success)
        } catch { return outcome(of: error, console: context.console) }
    }

    func run(_ work: (Context) async throws -> Void, in context: Context) async -> Outcome {
        do {
            try await work(context)
            return .exit(.success)
        } catch { return outcome(of: error, console: context.console) }
    }

    func outcome(of error: any Error, console: Console) -> Outcome {
        switch error {
        case let status as ExitStatus: return .exit(status)
        case let interruption as Interrupted: return .die(signal: interruption.signal)
        case is OutputClosed: return .exit(.success)
        // The code that cancelled the task has reported the reason.
        case is CancellationError where Task.isCancelled: return .exit(.internalError)
        case let error as any DiagnosableError:
            let diagnostics = error.diagnostics
            diagnostics.prefix(Self.listed).forEach(console.report)
            let rest = diagnostics.count - Self.listed
            // Fixing the first twenty usually fixes the rest.
            if rest > 0 { console.report(Diagnostic("\(rest) more \(rest == 1 ? "problem" : "problems") not shown")) }
            return .exit(error.exitStatus)
        default: return report(error, console: console)
        }
    }

    private static let listed = 20

    /// Reports ArgumentParser's errors: help and version on standard output, usage errors on standard error.
    ///
    /// Any other error is a defect, because it should have been a `DiagnosableError`.
    private func report(_ error: any Error, console: Console) -> Outcome {
        switch root.exitCode(for: error) {
        case .success: break
        case .validationFailure:
            let (problem, command) = argumentProblem(of: error)
            console.report(Diagnostic(problem.message, hint: problem.hint ?? "run '\(command) --help' for usage"))
            return .exit(.usage)
        default:
            console.report(Diagnostic("\(error)"))
            return .exit(.internalError)
        }
        do {
            try console.print(HelpText(suite: self).completed(root.fullMessage(for: error)))
            return .exit(.success)
        } catch is OutputClosed { return .exit(.success) } catch { return .exit(.inputOutputError) }
    }
}

extension Suite {
    /// ArgumentParser's error in devtool's format, and the words of the command that has it.
    fileprivate func argumentProblem(of error: any Error) -> (Diagnostic, command: String) {
        // "See 'devtool cards --help' for more information."
        let words = root.fullMessage(for: error).firstMatch(of: /See '(.+) --help'/).map { String($0.1) } ?? name
        let command = words.split(separator: " ").dropFirst().reduce(root as any ParsableCommand.Type) {
            command, word in
            command.configuration.subcommands.first { $0.commandNames.contains(String(word)) } ?? command
        }
        return (.ofArguments(root.message(for: error), about: command), words)
    }
}

extension Context {
    var suiteVersion: String {
        guard let version = suite?.version, !version.isEmpty else { return "without a version" }
        return version
    }

    package func help(of command: any Plugin.Type) -> String {
        guard let help = suite.map(HelpText.init) else { return command.helpMessage() }
        return help.completed(help.message(of: command))
    }

    package var documentation: DocumentationSite? { suite?.documentation }

    package func hasCommand(_ name: String) -> Bool { commandNames.contains(name) }

    /// The first problem in a command line of the suite.
    package func problem(with arguments: [String], in configuration: Configuration, at location: SourceLocation)
        -> Diagnostic?
    {
        guard let suite else { return nil }
        do {
            let parsed = try suite.parse(arguments)
            try suite.command(namedIn: arguments)?.traits.arguments.check(parsed, configuration, self)
            return nil
        } catch let error as any DiagnosableError {
            return error.diagnostics.first.map { Diagnostic($0.message, at: $0.location ?? location, hint: $0.hint) }
        } catch {
            if suite.root.exitCode(for: error) == .success { return nil }
            var problem = suite.argumentProblem(of: error).0
            problem.location = location
            return problem
        }
    }

    /// Runs a command of the suite in this process and context, as if the user had typed it.
    ///
    /// Errors are reported on the context's console.
    ///
    /// ```swift
    /// let status = try await context.run(["migrate", "update"])
    /// ```
    ///
    /// - Parameter arguments: the command's name and its arguments. Global options among them choose the configuration
    ///   and the verbosity; the others have no effect here.
    /// - Returns: the exit status.
    /// - Throws: `Interrupted` if a signal ended the command; `CancellationError` if its task was cancelled.
    public func run(_ arguments: [String]) async throws -> ExitStatus {
        guard let suite else { return .internalError }
        let command: any ParsableCommand
        do { command = try suite.parse(arguments) } catch {
            return try status(of: suite.outcome(of: error, console: console))
        }
        var context = self
        if let own = (command as? any GlobalOptionsAccepting)?.globalOptions.values { context.apply(own) }
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
