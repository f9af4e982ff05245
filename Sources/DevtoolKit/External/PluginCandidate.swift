import SystemPackage

struct PluginCandidate: Sendable {
    enum Problem: Hashable, Sendable {
        case badName
        /// Not executable, or a dangling link.
        case notExecutable
        case shadowedByBuiltIn
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
        case .shadowed(let path): "'\(path)' takes precedence"
        }
    }

    var isShadow: Bool {
        switch self {
        case .badName, .notExecutable: false
        case .shadowedByBuiltIn, .shadowed: true
        }
    }
}

extension Context {
    /// In search order, and by name within a folder; finding them executes nothing.
    var pluginCandidates: [PluginCandidate] {
        var found: [String: FilePath] = [:]
        return pluginSearchPath.flatMap { folder in
            folder.entryNames().sorted().filter { $0.hasPrefix(ExternalPlugin.prefix) }.map {
                String($0.dropFirst(ExternalPlugin.prefix.count))
            }.map { ExternalPlugin(name: $0, in: folder) }.filter { !$0.path.isDirectory }.map { plugin in
                let problem = problem(of: plugin, after: found)
                if problem == nil { found[plugin.name] = plugin.path }
                return PluginCandidate(plugin: plugin, problem: problem)
            }
        }
    }

    private func problem(of plugin: ExternalPlugin, after found: [String: FilePath]) -> PluginCandidate.Problem? {
        if !ExternalPlugin.isName(plugin.name) { return .badName }
        if !plugin.path.isExecutable { return .notExecutable }
        if commandNames.contains(plugin.name) { return .shadowedByBuiltIn }
        return found[plugin.name].map { .shadowed(by: $0) }
    }

    private var usablePlugins: [ExternalPlugin] { pluginCandidates.filter { $0.problem == nil }.map(\.plugin) }

    package var usableCommandNames: [String] { commandNames + usablePlugins.map(\.name) }

    /// Uses cached summaries: help and completion execute nothing.
    var pluginSummaries: [(name: String, summary: String)] {
        let cache = descriptionCache
        return usablePlugins.map { ($0.name, cache?.description(of: $0)?.summary ?? "") }
    }
}
