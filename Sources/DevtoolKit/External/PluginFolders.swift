import SystemPackage

extension Context {
    /// The folder for the user's own plugins; it need not exist.
    ///
    /// That is `$XDG_DATA_HOME/SUITE/plugins`, by default `~/.local/share/SUITE/plugins`, where `SUITE` is
    /// ``suiteName``.
    var pluginFolder: FilePath? {
        UserFolder.data.path(for: suiteName, in: environment)?.appending("plugins")
    }

    /// Where plugins are looked for, in this order: the user's plugin folder, then the absolute entries
    /// of the `PATH`, each once.
    var pluginSearchPath: [FilePath] {
        var seen: Set<FilePath> = []
        return ([pluginFolder].compactMap { $0 } + searchPath)
            .filter { seen.insert($0.resolved ?? $0).inserted }
    }

    /// The plugin that a command's name stands for: the first that can be executed.
    package func externalPlugin(named name: String) -> ExternalPlugin? {
        guard ExternalPlugin.isName(name) else { return nil }
        return pluginSearchPath.lazy.map { ExternalPlugin(name: name, in: $0) }
            .first(where: \.path.isExecutable)
    }

    /// The plugin that a command line names in the place of a command.
    ///
    /// - Throws: ``ExternalPluginError/unknownCommand(_:hint:)``, with the nearest name of a command, else the
    ///   way to all of them.
    func plugin(named name: String) throws -> ExternalPlugin {
        if let plugin = externalPlugin(named: name) { return plugin }
        let plugins = pluginCandidates.filter { $0.problem == nil }.map(\.plugin.name)
        let nearest = name.nearest(in: commandNames + plugins)
        throw ExternalPluginError.unknownCommand(
            name,
            hint: nearest.map { "did you mean '\($0)'?" }
                ?? "run '\(suiteName) --help' for a list of commands")
    }
}

extension Context {
    /// What plugins have said of themselves; nil where there is no place for a cache.
    var descriptionCache: DescriptionCache? {
        (try? cacheFolder()).map { DescriptionCache(folder: $0.appending("plugins")) }
    }

    /// Whether a plugin lies in the project, that is below the folder of its `devtool.yml`, by default
    /// the working directory; the user's own plugin folder never counts as a part of one.
    ///
    /// A `PATH` with a folder of the project in it is no reason to execute what a stranger has put there.
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
