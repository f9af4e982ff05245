public import ArgumentParser
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// Runs one command of a suite: parses the arguments, gives the command its ``Context``, reports what
/// went wrong and decides the exit status, in this one place.
public struct Host: Sendable {
    private let root: any AsyncParsableCommand.Type

    /// Creates the host of the suite whose commands are the subcommands of `root`.
    public init(_ root: any AsyncParsableCommand.Type) {
        self.root = root
    }

    /// Runs the command that the process' arguments name, and ends the process.
    public func main() async -> Never {
        // A closed pipe shall be an error we see (EPIPE), not a death: `devtool … | head` is success.
        signal(SIGPIPE, SIG_IGN)
        // So shall a limit on the size of files (EFBIG), like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        StandardStreams.open()
        let outcome = await run(Array(CommandLine.arguments.dropFirst()))
        switch outcome {
        case .exit(let status): exit(status.rawValue)
        case .die(let signalNumber): Interrupted(signal: signalNumber).endProcess()
        }
    }

    /// What asks for the help of the suite, as nothing at all does.
    private static let helpWords = [[], ["--help"], ["-h"], ["help"]]

    /// How the process is to end.
    private enum Outcome {
        case exit(ExitStatus)
        case die(signal: Int32)
    }

    /// Takes the global options from the arguments, runs the command, and writes the reports.
    private func run(_ arguments: [String]) async -> Outcome {
        let options: RunOptions
        let rest: [String]
        let workingDirectory: FilePath
        do {
            (options, rest) = try GlobalOptions.split(arguments)
            workingDirectory = try FilePath.currentDirectory()
        } catch {
            return outcome(of: error, console: Console())
        }
        func begin(_ options: RunOptions) -> ReportedRun {
            ReportedRun(
                of: rest.first { !$0.hasPrefix("-") } ?? "", options: options,
                environment: ProcessEnvironment.current, workingDirectory: workingDirectory)
        }
        var reported = begin(options)
        let outcome: Outcome
        do {
            outcome = try await run(rest, &reported, in: workingDirectory) { own in
                begin(own.merging(options))
            }
        } catch {
            outcome = self.outcome(of: error, console: reported.console)
        }
        // Whatever went wrong: a CI system shall not take the report of an earlier run for this one's.
        switch outcome {
        case .exit(let status): return .exit(reported.end(with: status))
        case .die(let signalNumber):
            _ = reported.end(with: ExitStatus(ofChild: 128 + signalNumber))
            return outcome
        }
    }

    /// Runs what the arguments after the global options ask for; a command that has global options of its
    /// own begins the run anew with them.
    private func run(
        _ arguments: [String], _ reported: inout ReportedRun, in workingDirectory: FilePath,
        beginningAnew: (RunOptions) -> ReportedRun
    ) async throws -> Outcome {
        if arguments == ExitCodesTopic.arguments {
            try reported.console.print(ExitCodesTopic.text)
            return .exit(.success)
        }
        if let request = CompletionRequest(arguments) {
            reported = beginningAnew(request.options)
            let context = context(of: reported, in: workingDirectory)
            let engine = CompletionEngine(suite: root, context: context)
            try context.console.print(request.answer(of: engine))
            return .exit(.success)
        }
        let context = context(of: reported, in: workingDirectory)
        switch context.choice(for: arguments) {
        case .builtIn:
            if Self.helpWords.contains(arguments) {
                try context.console.print(context.help(adding: root.helpMessage()))
                return .exit(.success)
            }
            let command = try parse(root.givingOptionalValues(arguments))
            if let own = (command as? any GlobalOptionsAccepting)?.globalOptions.values {
                reported = beginningAnew(own)
            }
            return await run(command, reported, in: workingDirectory)
        case .external(let plugin, let arguments):
            return await run(PluginRun(plugin: plugin, arguments: arguments), in: context)
        case .help(let plugin):
            try context.console.print(context.help(for: plugin))
            return .exit(.success)
        case .unknown(let name, let hint):
            throw ExternalPluginError.unknownCommand(name, hint: hint)
        }
    }

    /// Parses the arguments of a built-in command.
    ///
    /// The command is tried by itself first: going through the root costs twice as much, and is needed
    /// only for messages, which name the whole suite.
    private func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let command = root.subcommand(namedIn: arguments)
        if let option = GlobalOptions.missingValue(in: arguments),
            command is any GlobalOptionsAccepting.Type
        {
            throw GlobalOptionsError.missingValue(option)
        }
        if let command, let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())) {
            return parsed
        }
        return try root.parseAsRoot(arguments)
    }

    private func run(
        _ command: sending any ParsableCommand, _ reported: ReportedRun,
        in workingDirectory: FilePath
    ) async -> Outcome {
        var command = command
        do {
            if var plugin = command as? any Plugin {
                try await plugin.run(in: context(of: reported, in: workingDirectory))
            } else if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return .exit(.success)
        } catch {
            return outcome(of: error, console: reported.console)
        }
    }

    private func run(_ plugin: PluginRun, in context: Context) async -> Outcome {
        do {
            try await plugin.run(in: context).propagate()
            return .exit(.success)
        } catch {
            return outcome(of: error, console: context.console)
        }
    }

    /// Reports what went wrong, and decides how to end for it.
    private func outcome(of error: any Error, console: Console) -> Outcome {
        switch error {
        case let status as ExitStatus: return .exit(status)
        case let interruption as Interrupted: return .die(signal: interruption.signal)
        case is OutputClosed: return .exit(.success)
        case let error as any DiagnosableError:
            error.diagnostics.forEach(console.report)
            return .exit(error.exitStatus)
        default: return report(error, console: console)
        }
    }

    /// Reports what ArgumentParser threw: help and version on standard output, usage errors on standard
    /// error.
    ///
    /// Anything else should have been a ``DiagnosableError``: that is a defect.
    private func report(_ error: any Error, console: Console) -> Outcome {
        let message = root.fullMessage(for: error)
        switch root.exitCode(for: error) {
        case .success: break
        case .validationFailure:
            console.say(message, at: .quiet)
            return .exit(.usage)
        default:
            console.report(Diagnostic("\(error)"))
            return .exit(.internalError)
        }
        do {
            try console.print(message)
            return .exit(.success)
        } catch is OutputClosed {
            return .exit(.success)
        } catch {
            return .exit(.inputOutputError)
        }
    }

    private func context(of reported: ReportedRun, in workingDirectory: FilePath) -> Context {
        Context(
            console: reported.console,
            processes: ProcessRunner(console: reported.console),
            environment: reported.environment,
            workingDirectory: workingDirectory,
            plugins: root.configuration.subcommands.compactMap { $0 as? any Plugin.Type },
            commandNames: root.configuration.subcommands.flatMap { $0.commandNames } + ["help"],
            suiteName: root._commandName)
    }
}

/// What keeps a host from running a command.
enum HostError: DiagnosableError {
    case runWithoutHost(command: String)
    case noWorkingDirectory(Errno)

    var diagnostics: [Diagnostic] {
        switch self {
        case .runWithoutHost(let command):
            [Diagnostic("'\(command)' is a plugin and must be run by a Host")]
        case .noWorkingDirectory(let errno):
            [Diagnostic("cannot tell the working directory: \(errno)")]
        }
    }

    var exitStatus: ExitStatus { .internalError }
}
