import ArgumentParser

struct HostRequest {
    enum Action {
        case command(any ParsableCommand)
        /// A command that parses its own arguments.
        case work(@Sendable (Context) async throws -> Void)
        case plugin(String, arguments: [String])
        case pluginHelp(String)
        case help
        case version
        case manual(ManualRequest)
        case exitCodes
        case completion(CompletionRequest)
        case failure(any Error)
    }

    /// The global options before and after the command's name.
    private(set) var options = HostOptions()
    private(set) var command = ""
    private(set) var action = Action.help

    init(_ arguments: [String], to suite: Suite) {
        do {
            let rest: [String]
            (options, rest) = try GlobalOptions.split(arguments, of: suite.name)
            command = rest.first { !$0.hasPrefix("-") } ?? ""
            if let option = PluginOption.allCases.first(where: options.pluginOptions.contains),
                suite.commandNames.contains(command) || command.isEmpty, !rest.starts(with: PluginsRunCommand.words)
            {
                throw Problem.optionOfPlugins(option, before: command, of: suite.name)
            }
            action = try Self.action(rest, of: suite)
            if let own = action.options {
                if case .command = action {
                    try RawCommandLine.refuseBytes(in: own.reports.map(\.path) + [own.configurationFile ?? ""])
                }
                options = own.merging(options)
            }
        } catch { action = .failure(error) }
    }

    /// The first word must be a command's full name; the suite's commands take precedence over plugins.
    private static func action(_ arguments: [String], of suite: Suite) throws -> Action {
        if let request = try ManualRequest(arguments) { return .manual(request) }
        if versionWords.contains(arguments), !suite.version.isEmpty { return .version }
        if arguments == ExitCodesTopic.arguments { return .exitCodes }
        if let request = CompletionRequest(arguments) { return .completion(request) }
        let isHelp = arguments.first == "help"
        if let name = arguments.dropFirst(isHelp ? 1 : 0).first, !name.hasPrefix("-"),
            !suite.commandNames.contains(name)
        {
            return isHelp ? .pluginHelp(name) : .plugin(name, arguments: Array(arguments.dropFirst()))
        }
        // Arguments after a plugin's name belong to the plugin.
        let isForPlugin = arguments.starts(with: PluginsRunCommand.words)
        let takesBytes = suite.takesBytes(arguments)
        try RawCommandLine.refuseBytes(butForLast: takesBytes ? arguments.count : isForPlugin ? arguments.count - 2 : 0)
        if helpWords.contains(arguments) { return .help }
        let arguments = takesBytes ? RawCommandLine.holding(arguments) : arguments
        if let work = suite.shorthand(for: arguments) { return .work(work) }
        return .command(try suite.parse(arguments))
    }

    /// Recognized here because ArgumentParser takes a millisecond to recognize it.
    private static let versionWords = [["--version"], ["-V"], ["version"]]
    private static let helpWords = [[], ["--help"], ["-h"], ["help"]]
}

extension Problem {
    fileprivate static func optionOfPlugins(_ option: PluginOption, before command: String, of suite: String) -> Problem
    {
        Problem(
            .usage, "'\(option.rawValue)' is allowed only before the name of a plugin",
            hint: command.isEmpty ? nil : "'\(suite) \(command) --help' lists its options")
    }
}

extension HostRequest.Action {
    fileprivate var options: HostOptions? {
        switch self {
        case .command(let command): (command as? any GlobalOptionsAccepting)?.hostOptions
        case .completion(let request): request.options
        case .work, .plugin, .pluginHelp, .help, .version, .manual, .exitCodes, .failure: nil
        }
    }
}
