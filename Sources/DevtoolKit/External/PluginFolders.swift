import SystemPackage

extension Context {
    /// `$XDG_DATA_HOME/SUITE/plugins`, by default `~/.local/share/SUITE/plugins`; it need not exist.
    var pluginFolder: FilePath? { UserFolder.data.path(for: suiteName, in: environment)?.appending("plugins") }

    /// The user's plugin folder, then the absolute entries of `PATH`, without duplicates.
    var pluginSearchPath: [FilePath] {
        var seen: Set<FilePath> = []
        return ([pluginFolder].compactMap { $0 } + searchPath).filter { seen.insert($0.resolved ?? $0).inserted }
    }

    package func externalPlugin(named name: String) -> ExternalPlugin? {
        guard ExternalPlugin.isName(name) else { return nil }
        return pluginSearchPath.lazy.map { ExternalPlugin(name: name, in: $0) }.first(where: \.path.isExecutable)
    }

    func plugin(named name: String) throws -> ExternalPlugin {
        if let plugin = externalPlugin(named: name) { return plugin }
        let candidates = pluginCandidates
        if let other = candidates.first(where: { $0.plugin.name == name && $0.plugin.path.isRegularFile }),
            case .notExecutable? = other.problem
        {
            throw Problem(
                .usage, "the plugin '\(other.plugin.path)' is not executable",
                hint: "run: chmod +x \(Invocation.quoted(other.plugin.path.string))")
        }
        let plugins = candidates.filter { $0.problem == nil }.map(\.plugin.name)
        let meant =
            self.plugins.lazy.compactMap { $0.traits.meaning(name, self) }.first
            ?? name.nearest(in: commandNames + plugins)
        throw Problem(
            .usage, "unknown command '\(name)'",
            hint: meant.map { "did you mean '\($0)'?" } ?? "run '\(suiteName) --help' for a list of commands")
    }

    var descriptionCache: DescriptionCache? {
        (try? cacheFolder()).map { DescriptionCache(folder: $0.appending("plugins")) }
    }

    package func hasProjectPlugin(named name: String) -> Bool { externalPlugin(named: name).map(isInProject) ?? false }

    /// Whether a plugin is below the folder of `devtool.yml`, or without one below the working directory.
    ///
    /// Even if `PATH` contains a folder of the project, devtool does not execute files in it unasked, since a stranger
    /// may have put them there. The user's plugin folder is exempt.
    func isInProject(_ plugin: ExternalPlugin) -> Bool {
        let folder = plugin.path.containingFolder
        if folder == pluginFolder { return false }
        let file = ConfigurationFile.nearest(to: workingDirectory)
        let project = file?.containingFolder ?? workingDirectory
        let places = [folder, plugin.path, folder.resolved, plugin.path.resolved].compactMap { $0 }
        return [project, project.resolved].compactMap { $0 }.contains { project in
            places.contains { $0.starts(with: project) }
        }
    }
}
