package import DevtoolKit
package import SystemPackage

/// All tasks of a project, checked: those of its `devtool.yml` and of the included files.
package struct TaskCatalog: Sendable {
    /// The tasks in the files' order, hidden ones included.
    package let entries: [TaskEntry]
    /// Whether the steps of any task run other tasks.
    let hasCalls: Bool
    /// All files that were read.
    package let files: [FilePath]
    /// The rest of the project's file.
    package let configuration: Configuration
    /// By ``TaskFileScope/path``.
    private let configurations: [String: Configuration]
    private let runSections: [String: ConfigurationSection]
    private let names: TaskNames

    /// Reads and checks the tasks of the project.
    ///
    /// - Parameters:
    ///   - reading: the project's configuration; it is read where it is nil.
    ///   - context: whose configuration has them, and whose commands they can name.
    /// - Returns: the tasks.
    /// - Throws: ``ConfigurationError``, with all that is wrong in all files.
    package static func load(
        _ reading: ConfigurationReading? = nil, in context: Context
    ) throws -> TaskCatalog {
        var reading = try reading ?? context.configurationReading()
        let (catalog, findings) = read(reading, in: context)
        reading.add(findings)
        _ = try reading.configuration(warningIn: context.console)
        return catalog
    }

    /// The tasks of a project whose configuration has been read, and all that is wrong with them.
    static func read(
        _ reading: ConfigurationReading, in context: Context
    ) -> (catalog: TaskCatalog, findings: [Diagnostic]) {
        var files = TaskFiles(in: context)
        files.read(reading)
        let catalog = TaskCatalog(
            entries: files.entries,
            hasCalls: files.entries.contains { entry in
                entry.definitions.contains { $0.steps.contains { $0.action == nil } }
            }, files: files.files, configuration: reading.partialConfiguration,
            configurations: files.configurations,
            runSections: files.configurations.mapValues { own in
                own.section(of: RunCommand.self)
                    .filled(from: reading.partialConfiguration.section(of: RunCommand.self))
            }, names: TaskNames(files.entries))
        var check = TaskCheck(catalog.names, entries: files.entries)
        for file in files.files {
            if let section = catalog.runSections[file.heldText] { check.check(section) }
        }
        for scope in files.scopes {
            check.check(scope, configuration: catalog.configuration(of: scope))
        }
        for definition in files.entries.flatMap(\.definitions) {
            check.check(definition, configuration: catalog.configuration(of: definition))
        }
        return (catalog, files.findings + catalog.names.findings + check.findings)
    }

    /// The definitions a name refers to: a task with all its targets, a target, or an alias of a task.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - namespace: where it is used; it is looked up there first, then in the namespaces around it.
    /// - Returns: what is to be run; nil where there is no such task.
    package func definitions(
        named name: String, from namespace: String = ""
    ) -> [TaskDefinition]? {
        names.meaning(of: name, in: namespace).map { entries[$0.entry].definitions(of: $0) }
    }

    /// What a name of the command line stands for; of a task's target, as if it were a task.
    func entry(named name: String) -> TaskEntry? {
        names.meaning(of: name, in: "").map { meaning in
            let entry = entries[meaning.entry]
            guard let target = meaning.target else { return entry }
            let definition = entry.definitions[target]
            return TaskEntry(
                name: definition.name, aliases: [], definitions: [definition],
                description: definition.description, place: definition.place)
        }
    }

    /// The hint for an unknown name.
    package func suggestion(for name: String) -> String? {
        names.suggestion(for: name, offersInternal: false)
    }

    /// The names of all variables of `vars`, of files and of tasks.
    var variableNames: Set<String> {
        entries.reduce(into: Set()) { names, entry in
            for definition in entry.definitions { names.formUnion(definition.variableNames) }
        }
    }

    /// The configuration of the file that defines a task.
    package func configuration(of definition: TaskDefinition) -> Configuration {
        configuration(of: definition.file)
    }

    /// The configuration of a file with tasks.
    func configuration(of file: TaskFileScope) -> Configuration {
        configurations[file.path] ?? configuration
    }

    /// The section `run` of a file with tasks, with that of the project's file below it.
    func runSection(of file: TaskFileScope) -> ConfigurationSection {
        runSections[file.path] ?? configuration.section(of: RunCommand.self)
    }

    /// Hides the secrets of all files' configurations in all that is said from now on.
    func hideSecrets(in context: Context) {
        for configuration in configurations.values { configuration.hideSecrets(in: context) }
    }
}

extension TaskEntry {
    /// What a name of the task stands for.
    func definitions(of meaning: TaskNames.Meaning) -> [TaskDefinition] {
        meaning.target.map { [definitions[$0]] } ?? definitions
    }
}
