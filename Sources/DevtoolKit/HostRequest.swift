import ArgumentParser

/// What the arguments of the process ask for.
struct HostRequest {
    /// What a host can be asked to do.
    enum Action {
        /// To run a command of the suite.
        case command(any ParsableCommand)
        /// To do the work of a command that reads its arguments by itself.
        case work(@Sendable (Context) async throws -> Void)
        /// To run a plugin of the user's, with the arguments that are its own.
        case plugin(String, arguments: [String])
        /// To tell about such a plugin.
        case pluginHelp(String)
        /// To show the suite's help.
        case help
        /// To print the suite's version.
        case version
        /// To show or write pages of the manual.
        case manual(ManualRequest)
        /// To list the exit statuses.
        case exitCodes
        /// To complete a word that is being typed.
        case completion(CompletionRequest)
        /// To say what is wrong with the arguments.
        case failure(any Error)
    }

    /// The global options, before the command's name and after it.
    private(set) var options = HostOptions()
    /// The command's name; empty where there is none.
    private(set) var command = ""
    private(set) var action = Action.help

    init(_ arguments: [String], to suite: Suite) {
        do {
            let rest: [String]
            (options, rest) = try GlobalOptions.split(arguments, of: suite.name)
            command = rest.first { !$0.hasPrefix("-") } ?? ""
            action = try Self.action(rest, of: suite)
            if let own = action.options {
                if case .command = action {
                    try RawCommandLine.refuseBytes(
                        in: own.reports.map(\.path) + [own.configurationFile ?? ""])
                }
                options = own.merging(options)
            }
        } catch {
            action = .failure(error)
        }
    }

    /// What the arguments after the global options ask for: their first word names the command, whole, and a
    /// command of the suite comes before a plugin.
    private static func action(_ arguments: [String], of suite: Suite) throws -> Action {
        if let request = try ManualRequest(arguments) { return .manual(request) }
        if arguments == versionWords, !suite.version.isEmpty { return .version }
        if arguments == ExitCodesTopic.arguments { return .exitCodes }
        if let request = CompletionRequest(arguments) { return .completion(request) }
        let isHelp = arguments.first == "help"
        if let name = arguments.dropFirst(isHelp ? 1 : 0).first, !name.hasPrefix("-"),
            !suite.commandNames.contains(name)
        {
            return isHelp
                ? .pluginHelp(name) : .plugin(name, arguments: Array(arguments.dropFirst()))
        }
        // What follows the name of a plugin is the plugin's.
        let isForPlugin = arguments.starts(with: ["plugins", "run"])
        let takesBytes = suite.takesBytes(arguments)
        try RawCommandLine.refuseBytes(
            butForLast: takesBytes ? arguments.count : isForPlugin ? arguments.count - 2 : 0)
        if helpWords.contains(arguments) { return .help }
        let arguments = takesBytes ? RawCommandLine.holding(arguments) : arguments
        if let work = suite.shorthand(for: arguments) { return .work(work) }
        return .command(try suite.parse(arguments))
    }

    /// What asks for the version of a suite that has one; ArgumentParser takes a millisecond to see it.
    private static let versionWords = ["--version"]
    /// What asks for the help of the suite, as nothing at all does.
    private static let helpWords = [[], ["--help"], ["-h"], ["help"]]
}

extension HostRequest.Action {
    /// The global options among a command's own.
    fileprivate var options: HostOptions? {
        switch self {
        case .command(let command):
            (command as? any GlobalOptionsAccepting)?.globalOptions.values
        case .completion(let request): request.options
        default: nil
        }
    }
}
