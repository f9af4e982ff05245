package import DevtoolKit
package import SystemPackage

/// All checked tasks of a project: those of its `devtool.yml` and of included files.
package struct TaskCatalog: Sendable {
    let entries: [TaskEntry]
    let hasCalls: Bool
    package let files: [FilePath]
    package let configuration: Configuration
    /// By ``TaskFileScope/path``.
    private let configurations: [String: Configuration]
    private let runSections: [String: ConfigurationSection]
    private let names: TaskNames

    /// Reads and checks the tasks of the project; reads its configuration if `reading` is `nil`.
    ///
    /// - Throws: ``ConfigurationError`` with the findings in all files.
    static func load(_ reading: ConfigurationReading? = nil, in context: Context) throws -> TaskCatalog {
        var reading = try reading ?? context.configurationReading()
        let (catalog, findings) = read(reading, in: context)
        reading.add(findings)
        _ = try reading.configuration(warningIn: context.console)
        return catalog
    }

    static func read(_ reading: ConfigurationReading, in context: Context) -> (
        catalog: TaskCatalog, findings: [Diagnostic]
    ) {
        var files = TaskFiles(in: context)
        files.read(reading)
        let catalog = TaskCatalog(
            entries: files.entries,
            hasCalls: files.entries.contains { entry in
                entry.definitions.contains { $0.steps.contains { $0.action == nil } }
            }, files: files.files, configuration: reading.partialConfiguration, configurations: files.configurations,
            runSections: files.configurations.mapValues { own in
                own.section(of: RunCommand.self).filled(from: reading.partialConfiguration.section(of: RunCommand.self))
            }, names: TaskNames(files.entries))
        var check = TaskCheck(catalog.names, entries: files.entries)
        for file in files.files { if let section = catalog.runSections[file.heldText] { check.check(section) } }
        for scope in files.scopes { check.check(scope, configuration: catalog.configuration(of: scope)) }
        for definition in files.entries.flatMap(\.definitions) {
            check.check(definition, configuration: catalog.configuration(of: definition))
        }
        return (catalog, files.findings + catalog.names.findings + check.findings)
    }

    /// The definitions for a name: those of a task with all its targets, of a target, or of an alias.
    ///
    /// The name is looked up in `namespace`, then in the enclosing ones; `nil` if unknown.
    func definitions(named name: String, from namespace: String = "") -> [TaskDefinition]? {
        names.meaning(of: name, in: namespace).map { entries[$0.entry].definitions(of: $0) }
    }

    /// The task for a name on the command line; a target is returned as a separate task.
    func entry(named name: String) -> TaskEntry? {
        names.meaning(of: name, in: "").map { meaning in
            let entry = entries[meaning.entry]
            guard let target = meaning.target else { return entry }
            let definition = entry.definitions[target]
            return TaskEntry(
                name: definition.name, aliases: [], definitions: [definition], description: definition.description,
                place: definition.place)
        }
    }

    func suggestion(for name: String) -> String? { names.suggestion(for: name, offersInternal: false) }

    var variableNames: Set<String> {
        entries.reduce(into: Set()) { names, entry in
            for definition in entry.definitions { names.formUnion(definition.variableNames) }
        }
    }

    func configuration(of definition: TaskDefinition) -> Configuration { configuration(of: definition.file) }

    func configuration(of file: TaskFileScope) -> Configuration { configurations[file.path] ?? configuration }

    /// The section `run` of a file, completed by that of the project's file.
    func runSection(of file: TaskFileScope) -> ConfigurationSection {
        runSections[file.path] ?? configuration.section(of: RunCommand.self)
    }

    func hideSecrets(in context: Context) {
        for configuration in configurations.values { configuration.hideSecrets(in: context) }
    }
}

extension TaskEntry {
    func definitions(of meaning: TaskNames.Meaning) -> [TaskDefinition] {
        meaning.target.map { [definitions[$0]] } ?? definitions
    }
}
