import SystemPackage

/// A file that is named like a plugin, wherever plugins are looked for.
struct PluginCandidate: Sendable {
    /// Why a candidate is not what `devtool NAME` runs.
    enum Problem: Hashable, Sendable {
        /// The name after `devtool-` is not that of a command.
        case badName
        /// The file cannot be executed, or is a link to nothing.
        case notExecutable
        /// A built-in command has the name.
        case shadowedByBuiltIn
        /// A plugin that is found earlier has the name.
        case shadowed(by: FilePath)
    }

    /// The plugin, were there no problem.
    let plugin: ExternalPlugin
    /// What is wrong; nil when this is what `devtool NAME` runs.
    let problem: Problem?
}

extension PluginCandidate.Problem {
    /// The sentence for the user.
    var reason: String {
        switch self {
        case .badName: "plugin names may contain only lower-case letters, digits and hyphens"
        case .notExecutable: "not executable"
        case .shadowedByBuiltIn: "a built-in command has this name"
        case .shadowed(let path): "'\(path)' comes first"
        }
    }

    /// Whether the file would be a plugin, were another not before it.
    var isShadow: Bool {
        switch self {
        case .badName, .notExecutable: false
        case .shadowedByBuiltIn, .shadowed: true
        }
    }
}

extension Context {
    /// Every file that is named like a plugin; nothing is executed to find them.
    ///
    /// They come in the order in which plugins are looked for, and by name within a folder.
    var pluginCandidates: [PluginCandidate] {
        var found: [String: FilePath] = [:]
        return pluginSearchPath.flatMap { folder in
            folder.entryNames().sorted()
                .filter { $0.hasPrefix(ExternalPlugin.prefix) }
                .map { String($0.dropFirst(ExternalPlugin.prefix.count)) }
                .map { ExternalPlugin(name: $0, in: folder) }
                .filter { !$0.path.isDirectory }
                .map { plugin in
                    let problem = problem(of: plugin, after: found)
                    if problem == nil { found[plugin.name] = plugin.path }
                    return PluginCandidate(plugin: plugin, problem: problem)
                }
        }
    }

    private func problem(
        of plugin: ExternalPlugin, after found: [String: FilePath]
    ) -> PluginCandidate.Problem? {
        if !ExternalPlugin.isName(plugin.name) { return .badName }
        if !plugin.path.isExecutable { return .notExecutable }
        if commandNames.contains(plugin.name) { return .shadowedByBuiltIn }
        return found[plugin.name].map { .shadowed(by: $0) }
    }
}

extension Context {
    /// The names of the suite's commands, and of the plugins that can be run.
    package var usableCommandNames: [String] {
        commandNames + pluginCandidates.filter { $0.problem == nil }.map(\.plugin.name)
    }
}
