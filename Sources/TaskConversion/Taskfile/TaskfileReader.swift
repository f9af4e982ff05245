import YAML

/// Converts one Taskfile of a tree (Task, "Schema Reference", version 3).
struct TaskfileReader {
    let units: [TaskfileUnit]
    let index: Int
    let calls: TaskfileCalls
    let surroundings: ConversionSurroundings
    var scope: TaskfileScope
    var comments: YAMLComments
    private(set) var project = ConvertedProject()
    /// The variables that `env` refers to.
    private var environmentVariables: Set<String> = []
    /// The variables that tasks set, or get from those that run them.
    private var taskVariables: Set<String> = []
    /// The options of the shell for its lines, as in `["-o", "pipefail"]`.
    private(set) var shellOptions: [String] = []

    var unit: TaskfileUnit { units[index] }

    /// Reads what stands outside of tasks; `parent` has the names in the file that includes it.
    init(
        _ units: [TaskfileUnit], _ index: Int, _ calls: TaskfileCalls,
        in surroundings: ConversionSurroundings, within parent: TaskfileScope?
    ) {
        self.units = units
        self.index = index
        self.calls = calls
        self.surroundings = surroundings
        scope = parent ?? TaskfileScope()
        comments = YAMLComments(units[index].text, root: units[index].root)
        project.unreadable = unit.unreadable
        project.readsDotenv = false
        if let first = unit.root.pairs.first {
            project.comments = comments.take(before: first.key.line)
        }
        shellOptions = Self.options(units[0].root)
        readVariables()
        for (line, var include) in unit.includes {
            include.comments = comments.take(before: line + 1)
            project.includes.append(include)
        }
        guard index == 0 else { return }
        readSettings()
        readEnvironment()
    }

    // MARK: settings

    private mutating func readSettings() {
        let known: Set = [
            "version", "vars", "env", "includes", "tasks", "dotenv", "silent", "output", "set",
            "shopt",
            "method", "run", "interval",
        ]
        for (key, name, value) in unit.root.pairs {
            switch name {
            case "silent": project.isSilent = value.isTrue
            case "output":
                let outputs = ["interleaved": "raw", "prefixed": "prefix"]
                project.output = outputs[value.text ?? ""] ?? "group"
            case "dotenv": project.dotenv = dotenv(value, in: &scope)
            case _ where !known.contains(name):
                project.unreadable.append(Unreadable(line: key.line, text: "'\(name)'"))
            default: break
            }
        }
    }

    /// The options of `set` and `shopt`; Task's shell ends at the first command that fails in any case.
    static func options(_ node: YAMLNode) -> [String] {
        let set = (node["set"]?.items.compactMap(\.text) ?? [])
            .filter { $0 != "e" && $0 != "errexit" }
        return set.flatMap { $0.count == 1 ? ["-\($0)"] : ["-o", $0] }
            + (node["shopt"]?.items.compactMap(\.text) ?? []).flatMap { ["-O", $0] }
    }

    /// Files with variables: in Task, the first of several files counts, in devtool the last one.
    func dotenv(_ node: YAMLNode, in scope: inout TaskfileScope) -> [ConvertedDotenv] {
        var files: [ConvertedDotenv] = []
        for item in node.items {
            let text = scope.text(item)
            let hasDollar = text.pieces.contains { $0.hasShellCharacter }
            files.insert(
                ConvertedDotenv(file: hasDollar ? .unknown("has a '$' in 'dotenv'") : text), at: 0)
        }
        return files
    }

    // MARK: variables

    /// Declares the variables in Task's order: those of `env`, of the file, and for an included file those that its
    /// include passes, and its own.
    private mutating func readVariables() {
        if index == 0 {
            scope.set("ROOT_DIR", to: .reference(.root))
            scope.set("USER_WORKING_DIR", to: .reference(.invocationFolder))
            for unit in units {
                for (_, name, node) in unit.root["env"]?.pairs ?? [] {
                    let isText = node.scalarText != nil
                    scope.set(
                        name, to: isText ? scope.text(node) : .unknown("uses '\(name)' of 'env'"))
                }
            }
        }
        let others = foreignVariables()
        for (_, name, _) in unit.root["vars"]?.pairs ?? [] where index > 0 && !others.contains(name)
        {
            scope.forgetForeign(name)
        }
        for name in others {
            scope.set(name, to: .unknown("uses '\(name)', which an included file sets"))
        }
        let root = ConvertedText([.reference(.root)])
        declare(unit.include?["vars"], in: root)
        declare(unit.root["vars"], in: index == 0 ? nil : root, except: index == 0 ? others : [])
        // A file of dotenv sets variables of 'env', which come before all others.
        scope.hasDotenv = units[0].root["dotenv"] != nil
        scope.isTask = true
    }

    /// In Task, all files share their variables: the names that others set, and to what else than this file and those
    /// around it.
    private func foreignVariables() -> Set<String> {
        var around: Set<Int> = []
        var next: Int? = index
        while let place = next {
            around.insert(place)
            next = units[place].parent
        }
        var values: [String: TaskfileScalar?] = [:]
        for place in around {
            for (_, name, node) in units[place].root["vars"]?.pairs ?? [] {
                values[name] = TaskfileScalar(node)
            }
        }
        var foreign: Set<String> = []
        for place in units.indices where !around.contains(place) {
            for (_, name, node) in units[place].root["vars"]?.pairs ?? [] {
                let own = values[name] ?? nil
                if own == nil || own?.text?.contains("{{") != false || own != TaskfileScalar(node) {
                    foreign.insert(name)
                }
            }
        }
        return foreign
    }

    private mutating func declare(
        _ node: YAMLNode?, in dir: ConvertedText?, except others: Set<String> = []
    ) {
        for (key, name, node) in node?.pairs ?? [] {
            let taken = comments.take(before: key.line + 1)
            if others.contains(name) { continue }
            let value = value(of: node, in: dir, &scope)
            let isFalse = TaskfileScalar(node)?.isFalse ?? false
            guard var variable = scope.declare(name, value, isFalse: isFalse, line: key.line)
            else { continue }
            variable.comments = taken
            project.variables.append(variable)
        }
    }

    /// The value of a variable: a text, or the output of `{sh: …}` in a folder, by default that of the file.
    func value(
        of node: YAMLNode, in dir: ConvertedText?, _ scope: inout TaskfileScope
    ) -> ConvertedValue {
        guard node.pairs.map(\.name) == ["sh"], let line = node["sh"]?.scalarText else {
            return .text(scope.text(node))
        }
        var text = scope.text(line)
        // Task's commands see variables as those of the environment, too.
        if let name = line.shellNames.first(where: { scope.isDeclared($0) }) {
            text.append(.unknown("has a command that reads '\(name)' from the environment"))
        }
        if !text.isPortable {
            let words = ["bash"] + ["-e", "-c", PlainWords.quoted(line)]
            text =
                text.literal == nil
                ? .unknown("has a command with values in bash's language")
                : ConvertedText(words.joined(separator: " "))
        }
        guard let dir else { return .shell(text) }
        return .shell(ConvertedText("cd ") + dir + ConvertedText("\n") + text)
    }

    // MARK: environment

    private mutating func readEnvironment() {
        var names: Set<String> = []
        for unit in units {
            for (key, name, node) in unit.root["env"]?.pairs ?? [] {
                var variable = environmentVariable(name, node, &scope, line: key.line)
                if !names.insert(name).inserted {
                    variable.value = .text(.unknown("is set in several files"))
                }
                project.environment.append(variable)
            }
        }
        let texts = project.environment.map(\.value.text)
        environmentVariables = Set(texts.flatMap(\.references).compactMap(\.variable))
    }

    /// Whether `env` or a file of `dotenv` may set a variable, which its own value would see.
    func setsEnvironment(_ name: String) -> Bool {
        units.contains { $0.root["dotenv"] != nil || $0.root["env"]?[name] != nil }
    }

    /// A variable of the environment: Task leaves one alone that is set outside.
    func environmentVariable(
        _ name: String, _ node: YAMLNode, _ scope: inout TaskfileScope, line: Int
    ) -> ConvertedVariable {
        var value = value(of: node, in: nil, &scope)
        if case .text(let text) = value {
            let isItself = text.references.first.map { reference in
                if case .environment(name, _) = reference { text.pieces.count == 1 } else { false }
            }
            if let literal = text.literal, !literal.contains(where: { "}$\\\n".contains($0) }) {
                value = .text(.reference(.environment(name, orElse: literal)))
            } else if isItself != true {
                value = .shell(unlessSet(name, ConvertedText("printf %s ") + scope.quoted(text)))
            }
        } else {
            value = .shell(unlessSet(name, value.text))
        }
        return ConvertedVariable(name: name, value: value, line: line)
    }

    private func unlessSet(_ name: String, _ command: ConvertedText) -> ConvertedText {
        ConvertedText("if [ \"${\(name)+x}\" ]; then printf %s \"$\(name)\"; else\n") + command
            + ConvertedText("\nfi")
    }

    // MARK: tasks

    mutating func readTasks() {
        // Kept apart, as the readers of tasks have copies of this one.
        var tasks: [ConvertedTask] = []
        for (number, source) in unit.tasks.enumerated() {
            let place = calls.index(ofTask: number, in: index)
            var reader = TaskfileTaskReader(self, calls.entries[place], source)
            reader.comments = comments.take(before: source.key.line + 1)
            reader.stepComments = comments
            var task = reader.converted()
            comments = reader.stepComments
            _ = comments.take(before: Int.max, deeperThan: source.key.column - 1)
            scope.noteUndeclared(of: reader.scope)
            taskVariables.formUnion(source.node["vars"]?.pairs.map(\.name) ?? [])
            taskVariables.formUnion(task.parameters.map(\.name))
            if let problem = unit.problem { task.delegate(problem) }
            if source.name.contains("*") {
                let text = "the task '\(source.name)', whose name is a pattern"
                project.unreadable.append(Unreadable(line: source.key.line, text: text))
            } else {
                tasks.append(task)
            }
        }
        project.tasks = tasks
        project.finalComments = comments.take(before: Int.max)
        let lines = project.tasks.flatMap { $0.steps.map(\.action) + $0.status.map { .line($0) } }
        let isPortable = lines.allSatisfy {
            if case .line(let text) = $0 { text.isPortable } else { true }
        }
        if !shellOptions.isEmpty || !isPortable {
            project.shell = ["bash", "-e"] + shellOptions + ["-c"]
        }
    }

    /// Brings together what the files of a tree share.
    static func join(_ readers: inout [TaskfileReader]) {
        for index in readers.indices.reversed() {
            readers[index].addOtherNames(to: &readers)
        }
        let undeclared = readers.reduce(into: Set<String>()) { $0.formUnion($1.scope.undeclared) }
        for name in undeclared.sorted() {
            readers[0].project.variables.append(
                ConvertedVariable(name: name, value: .text(.reference(.environment(name))), line: 1)
            )
        }
        let shared = readers[0].environmentVariables
        for reader in readers {
            let own = reader.index == 0 ? [] : reader.project.variables.map(\.name)
            guard let name = reader.taskVariables.union(own).intersection(shared).min() else {
                continue
            }
            for index in readers.indices {
                readers[index].project.delegateAll(
                    "has an 'env' with '\(name)', which tasks set", at: 1)
            }
        }
        // Task would take the variables that devtool sets for a delegated task for those from outside.
        let names = Set(readers[0].project.environment.map(\.name))
        let own = readers.flatMap { $0.project.tasks.flatMap { $0.environment.map(\.name) } }
        let hasDotenv = !readers[0].project.dotenv.isEmpty
        if let name = own.first(where: { hasDotenv || names.contains($0) }) {
            for index in readers.indices {
                readers[index].project.delegateAll(
                    "has an 'env' with '\(name)', which tasks set", at: 1)
            }
            readers[0].project.dotenv = []
        }
        readers[0].moveDotenv(in: &readers)
    }

    /// Puts the files with variables into the tasks where `env` must not see them.
    private func moveDotenv(in readers: inout [TaskfileReader]) {
        guard !project.environment.isEmpty, !project.dotenv.isEmpty else { return }
        for index in readers.indices {
            let files = project.dotenv.map { file in
                var file = file
                let isRelative = file.file.pieces.first.map { piece in
                    if case .text(let text) = piece { !text.hasPrefix("/") } else { false }
                }
                if readers[index].unit.folder != "", isRelative == true {
                    file.file = .reference(.root) + ConvertedText("/") + file.file
                }
                return file
            }
            for task in readers[index].project.tasks.indices {
                readers[index].project.tasks[task].dotenv.insert(contentsOf: files, at: 0)
            }
        }
        readers[0].project.dotenv = []
    }

    /// Adds the names that its tasks have in the files around it: `docs` for `docs:default`, those with a colon, those
    /// of its include's aliases, and all if it is flattened.
    private func addOtherNames(to readers: inout [TaskfileReader]) {
        guard let include = unit.include, let parent = unit.parent else { return }
        let excluded = Set(include["excludes"]?.items.compactMap(\.text) ?? [])
        readers[index].project.tasks.removeAll { excluded.contains($0.name) }
        func add(_ task: ConvertedTask, as name: String, _ original: String, to place: Int) {
            var other = ConvertedTask(name, originalName: original, line: unit.root.line)
            other.description = task.description
            other.isInternal = task.isInternal
            other.isUncallable = task.isUncallable
            other.delegate("is a task of '\(unit.path)'", at: 1)
            readers[place].project.tasks.append(other)
        }
        let outer = units[parent].originalNamespace
        let prefix = String(unit.originalNamespace.dropFirst(outer.count))
        for task in readers[index].project.tasks {
            if task.name.hasPrefix(":") {
                let name = String(task.name.dropFirst())
                add(task, as: name, name, to: 0)
            } else if unit.isFlattened {
                add(task, as: task.name, outer + task.name, to: parent)
            } else if task.name == "default" {
                readers[parent].addDefault(of: prefix, task, line: unit.root.line)
            }
            for alias in include["aliases"]?.items.compactMap(\.text) ?? []
            where task.name != "default" {
                add(task, as: "\(alias):\(task.name)", "\(outer)\(alias):\(task.name)", to: parent)
            }
        }
        readers[index].project.tasks.removeAll { $0.name.hasPrefix(":") || unit.isFlattened }
    }

    private mutating func addDefault(of prefix: String, _ task: ConvertedTask, line: Int) {
        let name = String(prefix.dropLast())
        guard !project.tasks.contains(where: { $0.name == name || $0.aliases.contains(name) })
        else { return }
        var other = ConvertedTask(name, originalName: unit.originalNamespace + name, line: line)
        other.isInternal = task.isInternal
        other.isUncallable = task.isUncallable
        if !task.parameters.isEmpty { other.delegate("has parameters in its file", at: line) }
        let called = ConvertedCall(task: "\(AllowedNames.namespace(name)):default")
        other.steps = [ConvertedStep(.call(called), line: line)]
        project.tasks.append(other)
    }
}
