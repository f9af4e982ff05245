import SystemPackage

/// A file in the plugin search path whose name is that of a plugin.
struct PluginCandidate: Sendable {
    /// The reason why `devtool NAME` does not run the candidate.
    enum Problem: Hashable, Sendable {
        case badName
        /// Not executable, or a dangling link.
        case notExecutable
        /// A built-in command has the same name.
        case shadowedByBuiltIn
        /// A plugin earlier in the search path has the same name.
        case shadowed(by: FilePath)
    }

    /// The plugin, disregarding problems.
    let plugin: ExternalPlugin
    /// `nil` if `devtool NAME` runs this plugin.
    let problem: Problem?
}

extension PluginCandidate.Problem {
    var reason: String {
        switch self {
        case .badName: "plugin names may contain only lower-case letters, digits and hyphens"
        case .notExecutable: "not executable"
        case .shadowedByBuiltIn: "a built-in command has this name"
        case .shadowed(let path): "'\(path)' comes first"
        }
    }

    /// Whether the file is a usable plugin except that another one takes precedence.
    var isShadow: Bool {
        switch self {
        case .badName, .notExecutable: false
        case .shadowedByBuiltIn, .shadowed: true
        }
    }
}

extension Context {
    /// All candidates in search order, and by name within a folder.
    ///
    /// Nothing is executed to find them.
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
    /// The names of the suite's commands and of runnable plugins.
    package var usableCommandNames: [String] {
        commandNames + pluginCandidates.filter { $0.problem == nil }.map(\.plugin.name)
    }
}
