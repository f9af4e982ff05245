import ArgumentParser
import Glibc
import SystemPackage

/// Runs one command of a suite.
///
/// It parses the arguments, creates the command's ``Context``, reports errors and decides the exit status.
public struct Host: Sendable {
    private let suite: Suite

    /// Creates the host of the suite with this root command.
    public init(_ root: any RootCommand.Type) { self.init(root, documentation: nil) }

    /// Creates the host of a suite whose rules have pages on a site.
    package init(_ root: any RootCommand.Type, documentation: DocumentationSite?) {
        suite = Suite(root: root, documentation: documentation)
    }

    /// Runs the command that the process's arguments name, and ends the process.
    public func main() -> Never {
        // Report a closed pipe as an error (EPIPE) instead of killing devtool, so that `devtool … | head` succeeds.
        signal(SIGPIPE, SIG_IGN)
        // Do the same for the limit on file sizes (EFBIG), which is then reported like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        FileDescriptor.openStandardStreams()
        if DescriptorLimit.isTooLow {
            Console(program: suite.name).report(
                Diagnostic("the limit on open files is too low", hint: "raise it, for example with 'ulimit -n 1024'"))
            exit(ExitStatus.unavailable.rawValue)
        }
        MainThread.run {
            switch await run(RawCommandLine.arguments) {
            case .exit(let status): exit(status.rawValue)
            case .die(let signalNumber): Interrupted(signal: signalNumber).endProcess()
            }
        }
    }

    /// Runs a command and writes the reports, even after an error: otherwise CI could take the report of an earlier run
    /// for this one's.
    private func run(_ arguments: [String]) async -> Suite.Outcome {
        let request = HostRequest(arguments, to: suite)
        let workingDirectory: FilePath
        do { workingDirectory = try request.options.enterFolder() } catch {
            guard case .version = request.action, request.options.folder == nil else {
                return suite.outcome(of: error, console: Console(program: suite.name))
            }
            // The version does not depend on the working directory, which may be deleted.
            workingDirectory = "/"
        }
        let session = HostSession(
            of: request.command, in: suite, options: request.options, environment: ProcessEnvironment.current,
            workingDirectory: workingDirectory)
        let outcome = await perform(request.action, of: session, in: context(of: session, in: workingDirectory))
        switch outcome {
        case .exit(let status): return .exit(session.end(with: status))
        case .die(let signalNumber):
            _ = session.end(with: ExitStatus(ofChild: 128 + signalNumber))
            return outcome
        }
    }

    private func perform(_ action: sending HostRequest.Action, of session: HostSession, in context: Context) async
        -> Suite.Outcome
    {
        do {
            try session.tryReports()
            switch action {
            case .failure(let error): throw error
            case .exitCodes: try context.console.print(ExitCodesTopic.text(for: suite.name))
            case .version: try context.console.print(suite.version)
            case .help:
                let help = HelpText(suite: suite).ofSuite(listing: context.pluginsInHelp)
                try context.console.print(help)
            case .manual(let request): try request.answer(for: suite, in: context)
            case .completion(let request):
                var engine = CompletionEngine(suite: suite.root, context: context)
                if let (plugin, words) = engine.plugin(in: request.words) {
                    engine.ofPlugin = await PluginDescriber(in: context).completions(
                        of: plugin, after: words, current: request.current)
                }
                try context.console.print(request.answer(of: engine))
            case .work(let work):
                try requireSystem()
                return await suite.run(work, in: context)
            case .command(let command):
                try requireSystem()
                return await suite.run(command, in: context)
            case .plugin(let name, let arguments):
                let plugin = try context.plugin(named: name)
                try RawCommandLine.refuseBytes(butForLast: arguments.count)
                try requireSystem()
                let run = PluginRun(plugin: plugin, arguments: arguments)
                return await suite.run({ try await run.run(in: $0).propagate() }, in: context)
            case .pluginHelp(let name): try context.console.print(context.help(for: context.plugin(named: name)))
            }
            return .exit(.success)
        } catch { return suite.outcome(of: error, console: context.console) }
    }

    /// Refuses to run if libdispatch, whose threads Swift uses, would abort.
    ///
    /// It reads its threads from `/proc` every second and aborts if it finds none, or if it cannot start threads.
    private func requireSystem() throws {
        if access("/proc/self/stat", R_OK) != 0 { throw Problem.noProcessFiles }
        if ThreadLimit.isTooLow { throw Problem.tooFewThreads }
    }

    private func context(of session: HostSession, in workingDirectory: FilePath) -> Context {
        var context = Context(
            console: session.console, processes: ProcessRunner(console: session.console),
            environment: session.environment, workingDirectory: workingDirectory, plugins: suite.plugins,
            commandNames: suite.commandNames)
        context.suite = suite
        return context
    }
}

extension Problem {
    fileprivate static var noProcessFiles: Problem {
        Problem(
            .unavailable, "/proc is not mounted, and Swift's runtime requires it",
            hint: "mount it: 'mount -t proc proc /proc'")
    }

    fileprivate static var tooFewThreads: Problem {
        Problem(
            .unavailable, "the limit on threads is too low",
            hint: "raise the limits on processes and memory, for example with 'ulimit -u 1024' and"
                + " 'ulimit -v unlimited'")
    }
}
