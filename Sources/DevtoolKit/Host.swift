public import ArgumentParser
import Glibc
import Processes
import Reporting
import Settings
import SystemPackage
import YAML

/// Runs one command of a suite: parses the arguments, gives the command its ``Context``, reports what
/// went wrong and decides the exit status, in this one place.
public struct Host: Sendable {
    private let suite: Suite

    /// Creates the host of the suite whose commands are the subcommands of `root`.
    public init(_ root: any AsyncParsableCommand.Type) {
        suite = Suite(root: root)
    }

    /// Runs the command that the process' arguments name, and ends the process.
    public func main() async -> Never {
        // A closed pipe shall be an error we see (EPIPE), not a death: `devtool … | head` is success.
        signal(SIGPIPE, SIG_IGN)
        // So shall a limit on the size of files (EFBIG), like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        StandardStreams.open()
        if DescriptorLimit.isTooLow {
            Console(program: suite.name).report(
                Diagnostic(
                    "too few files may be open at once",
                    hint: "raise the limit, as 'ulimit -n 1024' does"))
            exit(ExitStatus.unavailable.rawValue)
        }
        let outcome = await run(RawCommandLine.arguments)
        switch outcome {
        case .exit(let status): exit(status.rawValue)
        case .die(let signalNumber): Interrupted(signal: signalNumber).endProcess()
        }
    }

    /// What asks for the help of the suite, as nothing at all does.
    private static let helpWords = [[], ["--help"], ["-h"], ["help"]]

    /// Takes the global options from the arguments, runs the command, and writes the reports.
    private func run(_ arguments: [String]) async -> Suite.Outcome {
        let options: RunOptions
        let rest: [String]
        let workingDirectory: FilePath
        do {
            (options, rest) = try GlobalOptions.split(arguments, of: suite.name)
            workingDirectory = try FilePath.currentDirectory()
        } catch {
            return suite.outcome(of: error, console: Console(program: suite.name))
        }
        func begin(_ options: RunOptions) -> ReportedRun {
            ReportedRun(
                of: rest.first { !$0.hasPrefix("-") } ?? "", in: suite, options: options,
                environment: ProcessEnvironment.current, workingDirectory: workingDirectory)
        }
        var reported = begin(options)
        let outcome: Suite.Outcome
        do {
            outcome = try await run(rest, &reported, in: workingDirectory) { own in
                begin(own.merging(options))
            }
        } catch {
            outcome = suite.outcome(of: error, console: reported.console)
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
    ) async throws -> Suite.Outcome {
        if arguments == ExitCodesTopic.arguments {
            try reported.console.print(ExitCodesTopic.text(for: suite.name))
            return .exit(.success)
        }
        if let request = CompletionRequest(arguments) {
            reported = beginningAnew(request.options)
            let context = context(of: reported, in: workingDirectory)
            let engine = CompletionEngine(suite: suite.root, context: context)
            try context.console.print(request.answer(of: engine))
            return .exit(.success)
        }
        let context = context(of: reported, in: workingDirectory)
        switch context.choice(for: arguments) {
        case .builtIn:
            // What follows the name of a plugin is the plugin's.
            let isForPlugin = arguments.starts(with: ["plugins", "run"])
            let takesBytes = suite.takesBytes(arguments)
            try RawCommandLine.refuseBytes(
                butForLast: takesBytes ? arguments.count : isForPlugin ? arguments.count - 2 : 0)
            let arguments = takesBytes ? RawCommandLine.holding(arguments) : arguments
            if Self.helpWords.contains(arguments) {
                try context.console.print(context.help(adding: suite.help))
                return .exit(.success)
            }
            if let work = suite.shorthand(for: arguments) {
                try requireSystem()
                return await suite.run(work, in: context)
            }
            let command = try suite.parse(arguments)
            try requireSystem()
            if let own = (command as? any GlobalOptionsAccepting)?.globalOptions.values {
                try RawCommandLine.refuseBytes(
                    in: own.reports.map(\.path) + [own.configurationFile ?? ""])
                reported = beginningAnew(own)
            }
            return await suite.run(
                command, in: self.context(of: reported, in: workingDirectory))
        case .external(let plugin, let arguments):
            try RawCommandLine.refuseBytes(butForLast: arguments.count)
            try requireSystem()
            let run = PluginRun(plugin: plugin, arguments: arguments)
            return await suite.run({ try await run.run(in: $0).propagate() }, in: context)
        case .help(let plugin):
            try context.console.print(context.help(for: plugin))
            return .exit(.success)
        case .unknown(let name, let hint):
            throw ExternalPluginError.unknownCommand(name, hint: hint)
        }
    }

    /// Refuses to run a command where libdispatch does not work, on whose threads Swift runs: where `/proc` is
    /// not mounted, as it looks there for them every second, and ends the process where it finds nothing; and
    /// where it could not start them.
    ///
    /// - Throws: ``HostError``.
    private func requireSystem() throws {
        if access("/proc/self/stat", R_OK) != 0 { throw HostError.noProcessFiles }
        if ThreadLimit.isTooLow { throw HostError.tooFewThreads }
    }

    private func context(of reported: ReportedRun, in workingDirectory: FilePath) -> Context {
        let root = suite.root
        var context = Context(
            console: reported.console,
            processes: ProcessRunner(console: reported.console),
            environment: reported.environment,
            workingDirectory: workingDirectory,
            plugins: root.configuration.subcommands.compactMap { $0 as? any Plugin.Type },
            commandNames: root.configuration.subcommands.flatMap { $0.commandNames } + ["help"])
        context.suite = suite
        return context
    }
}

/// What keeps a host from running a command.
enum HostError: DiagnosableError {
    case runWithoutHost(command: String)
    case noProcessFiles
    case tooFewThreads

    var diagnostics: [Diagnostic] {
        switch self {
        case .runWithoutHost(let command):
            [Diagnostic("'\(command)' is a plugin and must be run by a Host")]
        case .noProcessFiles:
            [
                Diagnostic(
                    "/proc is not mounted, and Swift's runtime does not work without it",
                    hint: "mount it, as 'mount -t proc proc /proc' does")
            ]
        case .tooFewThreads:
            [
                Diagnostic(
                    "too few threads may be started",
                    hint: "raise the limits of processes and of memory, as 'ulimit -u 1024' and"
                        + " 'ulimit -v unlimited' do")
            ]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .noProcessFiles, .tooFewThreads: .unavailable
        case .runWithoutHost: .internalError
        }
    }
}
