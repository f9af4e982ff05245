import SystemPackage

extension Context {
    /// The folder for the user's own plugins; it need not exist.
    ///
    /// That is `$XDG_DATA_HOME/devtool/plugins`, by default `~/.local/share/devtool/plugins` (XDG Base
    /// Directory Specification, which says that a path that is not absolute is to be ignored).
    var pluginFolder: FilePath? {
        let data = environment["XDG_DATA_HOME"].map { FilePath($0) }.flatMap {
            $0.isAbsolute ? $0 : nil
        }
        let home = environment["HOME"].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
        let base = data ?? home?.appending(".local").appending("share")
        return base?.appending("devtool").appending("plugins")
    }

    /// Where plugins are looked for, in this order: the user's plugin folder, then the absolute entries
    /// of the `PATH`, each once.
    ///
    /// An entry that is not absolute would run what lies in the folder devtool was started in.
    var pluginSearchPath: [FilePath] {
        let entries = (environment["PATH"] ?? "").split(separator: ":").map { FilePath(String($0)) }
        var seen: Set<FilePath> = []
        return ([pluginFolder].compactMap { $0 } + entries.filter(\.isAbsolute))
            .filter { seen.insert($0.resolved ?? $0).inserted }
    }

    /// The plugin that a command's name stands for: the first that can be executed.
    func externalPlugin(named name: String) -> ExternalPlugin? {
        guard ExternalPlugin.isName(name) else { return nil }
        return pluginSearchPath.lazy.map { ExternalPlugin(name: name, in: $0) }
            .first(where: \.path.isExecutable)
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
        let folder = plugin.path.removingLastComponent()
        if folder == pluginFolder { return false }
        let file = ConfigurationFile.nearest(to: workingDirectory)
        let project = file?.removingLastComponent() ?? workingDirectory
        let places = [folder, plugin.path, folder.resolved, plugin.path.resolved].compactMap { $0 }
        return [project, project.resolved].compactMap { $0 }.contains { project in
            places.contains { $0.starts(with: project) }
        }
    }
}
