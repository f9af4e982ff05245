/// What the words of a command line ask for.
enum CommandChoice: Hashable {
    /// A command of the suite, or an option of devtool itself, which ArgumentParser reads.
    case builtIn
    /// A plugin, and the arguments that are its own.
    case external(ExternalPlugin, arguments: [String])
    /// What there is to know about a plugin, as `help NAME` asks.
    case help(ExternalPlugin)
    /// A word that names no command; with the hint for the user.
    case unknown(String, hint: String)
}

extension Context {
    /// Decides what `arguments`, those after devtool's own options, ask for: the first word names the
    /// command, whole, and a built-in command comes before a plugin.
    func choice(for arguments: [String]) -> CommandChoice {
        guard let first = arguments.first, !first.hasPrefix("-") else { return .builtIn }
        let rest = Array(arguments.dropFirst())
        if first == "help", let name = rest.first, !name.hasPrefix("-") {
            return choice(of: name) { .help($0) }
        }
        return choice(of: first) { .external($0, arguments: rest) }
    }

    private func choice(
        of name: String, external: (ExternalPlugin) -> CommandChoice
    ) -> CommandChoice {
        if commandNames.contains(name) { return .builtIn }
        if let plugin = externalPlugin(named: name) { return external(plugin) }
        return .unknown(name, hint: hint(forUnknown: name))
    }

    /// The nearest name of a command, else the way to all of them.
    func hint(forUnknown name: String) -> String {
        let plugins = pluginCandidates.filter { $0.problem == nil }.map(\.plugin.name)
        guard let nearest = name.nearest(in: commandNames + plugins) else {
            return "'\(suiteName) --help' lists the commands"
        }
        return "did you mean '\(nearest)'?"
    }
}
