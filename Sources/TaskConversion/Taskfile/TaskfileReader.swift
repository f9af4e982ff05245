import Scanning
import Shell
import YAML

/// Converts a Taskfile with its includes (Task, "Schema Reference", version 3).
struct TaskfileReader {
    struct Source {
        let unit: Int
        /// With namespaces, such as `docs:build`.
        let name: String
        let key: YAMLNode
        let node: YAMLNode
        /// Variables that other tasks pass, which become parameters.
        var passed: Set<String> = []
        var required: [String] = []
    }

    let units: [TaskfileUnit]
    let surroundings: ConversionSurroundings
    private var project: ConvertedProject
    private(set) var sources: [Source] = []
    private var indices: [String: Int] = [:]
    private(set) var scopes: [TaskfileScope] = []
    /// Shell options for all lines, such as `["-o", "pipefail"]`.
    let shellOptions: [String]

    init(_ project: ConvertedProject, _ units: [TaskfileUnit], in surroundings: ConversionSurroundings) {
        self.project = project
        self.units = units
        self.surroundings = surroundings
        shellOptions = Self.options(units[0].root)
    }

    mutating func converted() -> ConvertedProject {
        if let first = units[0].root.pairs.first { project.comments = units[0].comments(above: first.key) }
        for index in units.indices { addSources(of: index) }
        for source in sources { noteCalls(of: source) }
        declareVariables()
        readSettings()
        readEnvironment()
        var undeclared: Set<String> = []
        // Separate because the task readers have copies of this value.
        var tasks: [ConvertedTask] = []
        for source in sources {
            var reader = TaskfileTaskReader(self, source)
            tasks.append(reader.converted())
            undeclared.formUnion(reader.scope.undeclared)
        }
        project.tasks = tasks
        addOtherNames()
        for name in undeclared.sorted() {
            project.variables.append(ConvertedVariable(name: name, value: .reference(.environment(name)), line: 1))
        }
        setEnvironment()
        let isPlain = project.tasks.filter { $0.delegation == nil }.allSatisfy { task in
            let lines = task.status + task.steps.compactMap(\.shellLine)
            // Delegated tasks do not matter.
            return lines.contains { $0.unknown != nil } || lines.allSatisfy(\.isPlainForShells)
        }
        if !shellOptions.isEmpty || !isPlain { project.shell = ["bash", "-e"] + shellOptions + ["-c"] }
        return project
    }

    // MARK: tasks

    private mutating func addSources(of index: Int) {
        let unit = units[index]
        let excluded = Set(unit.include?["excludes"]?.items.compactMap(\.text) ?? [])
        for (key, name, node) in unit.tasks where !excluded.contains(name) {
            if name.contains("*") {
                let text = "the task '\(unit.namespace)\(name)', whose name is a pattern"
                project.unreadable.append((unit.includeLine ?? key.line, text))
                continue
            }
            let isOfRoot = name.hasPrefix(":")
            let whole = isOfRoot ? String(name.dropFirst()) : unit.namespace + name
            var source = Source(unit: index, name: whole, key: key, node: node)
            let variables = [units[0], unit].flatMap { $0.root["vars"]?.pairs.map(\.name) ?? [] }
            source.required = (node["requires"]?["vars"]?.items ?? []).compactMap { ($0["name"] ?? $0).scalarText }
                .filter { !variables.contains($0) }
            if indices[whole] == nil {
                indices[whole] = sources.count
                sources.append(source)
            }
        }
        for source in sources where source.unit == index {
            for alias in source.node["aliases"]?.items.compactMap(\.text) ?? []
            where indices[unit.namespace + alias] == nil { indices[unit.namespace + alias] = indices[source.name] }
        }
        if unit.include != nil, let place = indices[unit.namespace + "default"],
            case let whole = String(unit.namespace.dropLast()), indices[whole] == nil
        {
            indices[whole] = place
        }
    }

    func source(of name: String, from unit: Int) -> Source? {
        let isOfRoot = name.hasPrefix(":")
        let whole = isOfRoot ? String(name.dropFirst()) : units[unit].namespace + name
        return indices[whole].map { sources[$0] }
    }

    /// Collects the variables in calls in `deps`, in `cmds`, and in deferred calls.
    private mutating func noteCalls(of source: Source) {
        let node = source.node
        let steps = (node["cmds"] ?? node["cmd"] ?? node).steps
        for call in (node["deps"]?.steps ?? []) + steps + steps.compactMap({ $0["defer"] }) {
            guard let name = call["task"]?.scalarText, let called = self.source(of: name, from: source.unit),
                let index = indices[called.name]
            else { continue }
            sources[index].passed.formUnion(call["vars"]?.pairs.map(\.name) ?? [])
        }
    }

    /// Adds other names: `docs` for `docs:default`, and those from aliases of includes.
    private mutating func addOtherNames() {
        for (index, source) in sources.enumerated() {
            let unit = units[source.unit]
            guard let include = unit.include, let parent = unit.parent, source.name.hasPrefix(unit.namespace) else {
                continue
            }
            let names = ([source.name] + project.tasks[index].aliases).map { $0.dropFirst(unit.namespace.count) }
            if names[0] == "default" { project.tasks[index].aliases.append(String(unit.namespace.dropLast())) }
            for alias in include["aliases"]?.items.compactMap(\.text) ?? [] {
                project.tasks[index].aliases += names.map { "\(units[parent].namespace)\(alias):\($0)" }
            }
        }
    }

    // MARK: settings

    private mutating func readSettings() {
        let known: Set = ["version", "vars", "env", "includes", "tasks", "set", "shopt", "method", "run", "interval"]
        for (key, name, value) in units[0].root.pairs {
            switch name {
            case "silent": project.isSilent = value.isTrue
            case "output":
                let outputs = ["interleaved": "raw", "prefixed": "prefix"]
                project.output = outputs[value.text ?? ""] ?? "group"
            case "dotenv": project.dotenv = dotenv(value, in: &scopes[0])
            case _ where !known.contains(name): project.unreadable.append((key.line, "'\(name)'"))
            default: break
            }
        }
    }

    /// The options in `set` and `shopt`, except `errexit`, which Task's shell always has.
    static func options(_ node: YAMLNode) -> [String] {
        let set = (node["set"]?.items.compactMap(\.text) ?? []).filter { $0 != "e" && $0 != "errexit" }
        return set.flatMap { $0.count == 1 ? ["-\($0)"] : ["-o", $0] }
            + (node["shopt"]?.items.compactMap(\.text) ?? []).flatMap { ["-O", $0] }
    }

    /// Reversed because in Task the first of several files takes precedence, in devtool the last.
    func dotenv(_ node: YAMLNode, in scope: inout TaskfileScope) -> [ConvertedDotenv] {
        node.items.reversed().map { surroundings.dotenv(scope.text($0)) }
    }

    // MARK: variables

    /// Declares variables in Task's order: those of `env` and of the file and, in an included file, those that its
    /// include passes.
    private mutating func declareVariables() {
        var first = TaskfileScope()
        first.set("ROOT_DIR", to: .reference(.root))
        first.set("USER_WORKING_DIR", to: .reference(.invocationFolder))
        for (_, name, node) in units.flatMap({ $0.root["env"]?.pairs ?? [] }) {
            let isText = node.scalarText != nil
            first.set(name, to: isText ? first.text(node) : .unknown("uses '\(name)' from 'env'"))
        }
        // In Task, all files share their variables.
        var places: [String: [Int]] = [:]
        for (index, unit) in units.enumerated() {
            for (_, name, _) in Self.variables(of: unit) { places[name, default: []].append(index) }
        }
        for (index, unit) in units.enumerated() {
            var around: Set = [index]
            var scope = first
            if let parent = unit.parent { scope = scopes[parent] }
            var next = unit.parent
            while let place = next {
                around.insert(place)
                next = units[place].parent
            }
            for (name, places) in places where places.count > 1 || !around.contains(places[0]) {
                scope.set(name, to: .unknown("uses '\(name)', which another file sets"))
            }
            for (key, name, node) in Self.variables(of: unit) where places[name]?.count == 1 {
                var variable = variable(name, node, line: key.line, &scope)
                if unit.include?["vars"]?[name] == nil { variable.comments = unit.comments(above: key) }
                if scope.declare(variable) { project.variables.append(variable) }
            }
            scopes.append(scope)
        }
        // A dotenv file sets variables of `env`, which take precedence.
        for index in scopes.indices {
            scopes[index].hasDotenv = units[0].root["dotenv"] != nil
            scopes[index].isTask = true
        }
    }

    private static func variables(of unit: TaskfileUnit) -> [(key: YAMLNode, name: String, value: YAMLNode)] {
        (unit.include?["vars"]?.pairs ?? []) + (unit.root["vars"]?.pairs ?? [])
    }

    /// A string, or the output of `{sh: …}` in a folder, by default the root file's.
    func variable(
        _ name: String, _ node: YAMLNode, in dir: ConvertedText? = nil, line: Int, _ scope: inout TaskfileScope
    ) -> ConvertedVariable {
        guard node.pairs.map(\.name) == ["sh"], let command = node["sh"]?.scalarText else {
            return ConvertedVariable(name: name, value: scope.text(node), line: line)
        }
        var text = scope.text(command)
        // Task's commands also see variables in the environment.
        if let name = command.shellNames.first(where: { scope.isDeclared($0) }) {
            text.append(.unknown("has a command that reads '\(name)' from the environment"))
        }
        if !text.isPlainForShells {
            text =
                text.literal == nil
                ? text + .unknown("inserts values into a command in bash syntax")
                : ConvertedText("bash -e -c \(ShellText.quoted(command))")
        }
        if let dir { text = ConvertedText("cd ") + dir + ConvertedText("\n") + text }
        return ConvertedVariable(name: name, value: text, isShell: true, line: line)
    }

    // MARK: environment

    private mutating func readEnvironment() {
        var texts: [String: ConvertedText] = [:]
        for (key, name, node) in units.flatMap({ $0.root["env"]?.pairs ?? [] }) {
            var variable = environmentVariable(name, node, &scopes[0], line: key.line)
            if let other = texts.updateValue(variable.value, forKey: name) {
                if other == variable.value { continue }
                variable.value = .unknown("is set in several files")
                variable.isShell = false
            }
            project.environment.append(variable)
        }
    }

    /// In Task, an outer environment variable takes precedence.
    func environmentVariable(_ name: String, _ node: YAMLNode, _ scope: inout TaskfileScope, line: Int)
        -> ConvertedVariable
    {
        var variable = variable(name, node, line: line, &scope)
        if variable.isShell {
            variable.value = unlessSet(name, variable.value)
        } else if let literal = variable.value.literal, ShellText.words(of: literal) != nil {
            variable.value = .reference(.environment(name, orElse: literal))
        } else if variable.value != .reference(.environment(name)) {
            variable.value = unlessSet(name, ConvertedText("printf %s ") + scope.quoted(variable.value))
            variable.isShell = true
        }
        return variable
    }

    private func unlessSet(_ name: String, _ command: ConvertedText) -> ConvertedText {
        ConvertedText("if [ \"${\(name)+x}\" ]; then printf %s \"$\(name)\"; else\n") + command + ConvertedText("\nfi")
    }

    /// Delegates all tasks if `env` depends on variables that tasks set.
    ///
    /// Moves dotenv files into tasks if `env` must not see them, and `env` if a task has its own.
    private mutating func setEnvironment() {
        let references = project.environment.flatMap(\.value.references)
        let shared = Set(references.compactMap(\.variable))
        let set =
            sources.flatMap { $0.node["vars"]?.pairs.map(\.name) ?? [] }
            + project.tasks.flatMap { $0.parameters.map(\.name) }
        if let name = set.first(where: shared.contains) {
            project.delegateAll("has '\(name)' in 'env', which tasks also set", at: 1)
            project.dotenv = []
        }
        // In a delegated task, Task would take variables from devtool for outer ones.
        let names = Set(project.environment.map(\.name))
        let isShared = !sources.contains { source in
            source.node["dotenv"] != nil
                || source.node["env"]?.pairs.contains { !project.dotenv.isEmpty || names.contains($0.name) } == true
        }
        if isShared, project.environment.isEmpty || project.dotenv.isEmpty { return }
        for index in project.tasks.indices {
            let task = project.tasks[index]
            let files = project.dotenv + task.dotenv
            let own = Set(task.environment.map(\.name))
            let environment = project.environment.filter { !own.contains($0.name) } + task.environment
            if !isShared, !files.isEmpty, !environment.isEmpty {
                project.tasks[index].delegate("gets variables from both 'env' and 'dotenv'")
            }
            project.tasks[index].dotenv = files
            if !isShared { project.tasks[index].environment = environment }
        }
        project.dotenv = []
        if !isShared { project.environment = [] }
    }
}

extension ConvertedText {
    /// Commands that `sh` lacks, or that have other options in bash.
    private static let commandsOfBash: Set<Substring> = [
        "builtin", "coproc", "declare", "dirs", "exec", "export", "function", "getopts", "kill", "let", "local",
        "mapfile", "popd", "printf", "pushd", "read", "readarray", "select", "set", "shopt", "source", "test", "time",
        "trap", "type", "typeset", "ulimit", "wait",
    ]

    /// Whether `sh` and Task's shell, which implements bash (mvdan.cc/sh), interpret a line in the same way: it has
    /// only plain words, quotes and lists of commands.
    fileprivate var isPlainForShells: Bool {
        let line = skeleton
        let commands = ShellText.commands(in: line).compactMap { $0.first { !$0.contains("=") } }
        let isPlain = line.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || " _-./:=,@%+|;&\"'\n".utf8.contains($0)
        }
        return isPlain && !line.contains("echo -") && Self.commandsOfBash.isDisjoint(with: commands)
    }
}

extension String {
    fileprivate var shellNames: [String] {
        split(separator: "$").dropFirst(hasPrefix("$") ? 0 : 1).map { part in
            let rest = part.hasPrefix("{") ? part.dropFirst() : part
            return String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }
}
