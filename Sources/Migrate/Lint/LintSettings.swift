import Changelogs
import DevtoolKit
import SystemPackage

/// What `devtool.yml` says of changelogs, for all targets together or for one.
struct LintSettings {
    private let sections: [ConfigurationSection]
    /// What counts for all targets, or for the one.
    let section: ConfigurationSection
    private let directory: FilePath
    private let context: Context

    /// Reads the section of a configuration.
    init(_ configuration: Configuration, in context: Context) {
        section = configuration.section(of: MigrateCommand.self)
        sections = [section] + section.entries("targets").map(\.section)
        directory = configuration.directory
        self.context = context
    }

    /// Reads the settings of one target.
    init(of target: Target, in context: Context) {
        section = target.section
        sections = [section]
        directory = target.directory
        self.context = context
    }

    /// A changelog to read, by the name that Liquibase is given.
    struct Root {
        let name: String
        let searchPath: SearchPath
    }

    /// The changelogs of all targets, each once.
    ///
    /// - Throws: ``ConfigurationError`` when there is none.
    func roots() throws -> [Root] {
        var names: [String] = []
        for name in sections.compactMap({ $0.string("changelog") }) where !names.contains(name) {
            names.append(name)
        }
        if names.isEmpty {
            throw ConfigurationError(
                Diagnostic(
                    "devtool.yml names no changelog",
                    hint: "set migrate.changelog, or name files: devtool migrate lint FILE"))
        }
        return names.map { Root(name: $0, searchPath: searchPath) }
    }

    /// A changelog that is named on the command line, seen from the folder of `devtool.yml` as Liquibase
    /// would see it, where it lies below.
    func root(named name: String) -> Root {
        let path = FilePath(name).absolute(in: context.workingDirectory)
        let shown = path.shown(from: directory)
        if shown != path.string {
            return Root(name: shown, searchPath: searchPath)
        }
        return Root(
            name: path.lastComponent?.string ?? name,
            searchPath: searchPath(from: path.removingLastComponent()))
    }

    /// Where Liquibase looks for changelogs.
    var searchPath: SearchPath { searchPath(from: directory) }

    private func searchPath(from directory: FilePath) -> SearchPath {
        var others: [FilePath] = []
        for entry in sections.flatMap({
            ($0.list("search-path") ?? []) + ($0.list("classpath") ?? [])
        }) {
            let path = FilePath(entry).absolute(in: self.directory)
            if path.isDirectory, !others.contains(path) { others.append(path) }
        }
        return SearchPath(directory: directory, others: others)
    }

    /// What a reader of changelogs is to know.
    var options: ChangelogOptions {
        var options = ChangelogOptions()
        options.shownFrom = context.workingDirectory
        // Liquibase takes its environment for parameters, too.
        options.parameters = context.environment
        for (name, text) in sections.flatMap({ $0.mapping("parameters") ?? [] }) {
            if options.parameters[name] != .some(text) {
                // What it stands for depends on the target.
                let isNew = options.parameters[name] == nil || context.environment[name] != nil
                options.parameters[name] = isNew ? .some(text) : .some(nil)
            }
        }
        return options
    }
}
