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
    let names: TaskNames
    private let namespaces: [(name: String, directory: FilePath)]

    /// Reads and checks tasks of the project; reads its configuration if `reading` is `nil`.
    ///
    /// - Throws: ``ConfigurationError`` with the findings.
    static func load(_ choice: TaskChoice, of reading: ConfigurationReading? = nil, in context: Context) throws
        -> TaskCatalog
    {
        var reading = try reading ?? context.configurationReading()
        let (catalog, findings) = read(reading, choice, in: context)
        reading.add(findings)
        _ = try reading.configuration
        return catalog
    }

    /// Does something with all tasks that can be read, and then throws a ``ConfigurationError`` if others cannot.
    static func withAll(in context: Context, _ body: (TaskCatalog) throws -> Void) throws {
        var reading = try context.configurationReading()
        _ = try reading.configuration
        let (catalog, findings) = read(reading, .listed, in: context)
        reading.add(findings)
        if catalog.entries.isEmpty { _ = try reading.configuration }
        try body(catalog)
        _ = try reading.configuration
    }

    static func read(_ reading: ConfigurationReading, _ choice: TaskChoice, in context: Context) -> (
        catalog: TaskCatalog, findings: [Diagnostic]
    ) {
        var files = TaskFiles(in: context)
        files.read(reading, choice)
        let catalog = TaskCatalog(
            entries: files.entries,
            hasCalls: files.entries.contains { entry in
                entry.definitions.contains { $0.steps.contains { $0.action == nil } }
            }, files: files.files, configuration: reading.partialConfiguration, configurations: files.configurations,
            runSections: files.configurations.mapValues { own in
                own.section(of: RunCommand.self).filled(from: reading.partialConfiguration.section(of: RunCommand.self))
            }, names: TaskNames(files.entries),
            namespaces: files.scopes.dropFirst().map { ($0.namespace, $0.directory) })
        let names = files.checked.count < files.entries.count ? TaskNames(files.checked) : catalog.names
        if case .listed = choice { return (catalog, files.findings + names.findings) }
        var check = TaskCheck(catalog, unread: files.unread)
        for file in files.files { if let section = catalog.runSections[file.heldText] { check.check(section) } }
        for scope in files.scopes { check.check(scope) }
        for definition in files.checked.flatMap(\.definitions) { check.check(definition) }
        return (catalog, files.findings + names.findings + check.findings)
    }

    /// The tasks of a reference: one with all its targets, a target, or all that a pattern matches.
    ///
    /// The name is looked up in the namespace of the referring task, then in the enclosing ones. A pattern does not match
    /// that task itself.
    func definitions(of reference: TaskReference, in task: TaskDefinition) -> [TaskDefinition] {
        let found = definitions(named: reference.name.text, from: task.namespace)
        return reference.isPattern ? found.filter { $0.name != task.name } : found
    }

    func definitions(named name: String, from namespace: String = "") -> [TaskDefinition] {
        let meanings = names.meanings(of: name, in: namespace)
        let all = meanings.flatMap { meaning in
            let definitions = entries[meaning.entry].definitions
            return meaning.target.map { [definitions[$0]] } ?? definitions
        }
        if meanings.count < 2 { return all }
        var seen: Set<String> = []
        return all.filter { seen.insert($0.name).inserted }
    }

    /// The tasks for a word on the command line, with its full name; `nil` if unknown.
    ///
    /// A name that the project's file does not have is looked up in the file of the folder that devtool was started in,
    /// and then in those above.
    func requested(_ word: String, in context: Context) -> RequestedName? {
        named(word) ?? nearbyNamespaces(in: context).lazy.compactMap { named("\($0):\(word)") }.first
    }

    /// The default task of a namespace.
    func defaultTask(of namespace: String) -> RequestedName? {
        TaskPattern(namespace) == nil ? named("\(namespace):default") : nil
    }

    private func named(_ name: String) -> RequestedName? {
        let found = definitions(named: name)
        return found.isEmpty ? nil : (name, found)
    }

    typealias RequestedName = (name: String, definitions: [TaskDefinition])

    /// The namespaces of files in or above the working directory, but below the project's folder, the nearest first.
    private func nearbyNamespaces(in context: Context) -> [String] {
        if namespaces.isEmpty { return [] }
        let here = context.workingDirectory.resolved ?? context.workingDirectory
        let root = files.first.map { $0.containingFolder.resolved ?? $0.containingFolder }
        return namespaces.compactMap { name, folder in
            let folder = folder.resolved ?? folder
            return folder != root && here.starts(with: folder) ? (name: name, depth: folder.components.count) : nil
        }.sorted { $0.depth > $1.depth }.map(\.name)
    }

    /// The task for a name on the command line; a target is returned as a separate task.
    func entry(named name: String) -> TaskEntry? {
        names.meanings(of: name).first.map { meaning in
            let entry = entries[meaning.entry]
            guard let target = meaning.target else { return entry }
            let definition = entry.definitions[target]
            return TaskEntry(
                name: definition.name, aliases: [], definitions: [definition], description: definition.description,
                place: definition.place)
        }
    }

    /// The task whose name is probably meant by a word that is no task.
    func taskName(near word: String) -> String? { word.nearest(in: entries.lazy.filter { !$0.isHidden }.map(\.name)) }

    /// The error for a word that is no task.
    func unknownTask(_ word: String, mayBeArgument: Bool = false, in context: Context) -> Problem {
        if TaskPattern(word) != nil { return .usage("no task matches '\(word)'", hint: names.suggestion(for: word)) }
        let members = names.members(of: word)
        if !members.isEmpty {
            let shown = members.count > 12 ? members.prefix(11) + ["…"] : members[...]
            return .usage("'\(word)' has no task 'default'", hint: "its tasks: \(shown.joined(separator: ", "))")
        }
        let near = nearbyNamespaces(in: context).first ?? ""
        var hint =
            RunCommand.optionNames.contains(word)
            ? "did you mean '--\(word)'?" : names.suggestion(for: word, in: near, isForCommandLine: true)
        if mayBeArgument, hint?.hasSuffix("?") != true {
            hint = [hint, RequestedTasks.argumentsHint].compactMap { $0 }.joined(separator: "; ")
        }
        return .usage("unknown task '\(word)'", hint: hint)
    }

    var usedPlugins: [String] {
        entries.flatMap(\.definitions).flatMap(\.actions).compactMap { action in
            if case .command(let name, _, _) = action { name } else { nil }
        }
    }

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
