import YAML

/// Converts one Taskfile of a tree.
struct TaskfileReader {
    let units: [TaskfileUnit]
    let unit: TaskfileUnit
    let calls: TaskfileCalls
    let outputNames: [String]
    private let index: Int
    var comments: YAMLComments
    var project = ConvertedProject()
    /// The names outside of tasks.
    var scope = TaskfileScope()
    var currentTask: YAMLNode?
    /// The tasks that its deferred commands have become.
    var pendingCleanups: [ConvertedTask] = []

    init(units: [TaskfileUnit], index: Int, calls: TaskfileCalls, outputNames: [String]) {
        self.units = units
        self.index = index
        self.calls = calls
        self.outputNames = outputNames
        unit = units[index]
        comments = YAMLComments(unit.text, root: unit.root)
        scope.fileVariables = units.reduce(into: []) { names, other in
            if unit.namespace.hasPrefix(other.namespace) { names.formUnion(other.variableNames) }
        }
        for other in units where unit.namespace.hasPrefix(other.namespace) {
            scope.environment.formUnion(other.root["env"]?.pairs.map(\.name) ?? [])
        }
        for other in units where unit.namespace.hasPrefix(other.namespace) {
            for (_, name, node) in other.root["vars"]?.pairs ?? [] { scope.nodes[name] = node }
            for (_, name, node) in other.root["env"]?.pairs ?? [] {
                scope.environmentNodes[name] = node
            }
        }
        for (name, node, _) in unit.inclusion?.variables ?? [] { scope.nodes[name] = node }
        scope.folder = unit.folder
    }

    /// The file in devtool's words.
    mutating func converted() -> ConvertedProject {
        let pairs = unit.root.pairs
        project.readsDotenv = false
        if let first = pairs.first { project.comments = comments.take(before: first.key.line) }
        for (key, name, value) in pairs { read(value, of: name, key) }
        project.finalComments += comments.take(before: Int.max)
        addIncludedVariables()
        addInheritedVariables()
        addSystemVariables()
        addNamespaceDefaults()
        project.resolveDotenv()
        project.moveNamedEnvironment()
        if project.needsBash {
            project.shell = project.shell ?? ["bash", "-e", "-c"]
        }
        return project
    }

    private mutating func read(_ value: YAMLNode, of name: String, _ key: YAMLNode) {
        switch name {
        case "version": break
        case "vars":
            project.variables += variables(value)
        case "env":
            project.environment += variables(value)
        case "dotenv":
            project.dotenv = dotenv(value, &scope)
        case "includes": readIncludes()
        case "tasks":
            for (key, name, node) in value.pairs { readTask(name, node, key) }
        case "silent": project.isSilent = value.isTrue
        case "output": readOutput(value, key)
        case "set", "shopt": readShell(value, key)
        case "method":
            if value.text == "none" { leave(key, "'method: none'", value) }
        case "run":
            if Self.isOnce(value), calls.areRepeated {
                leave(key, "'run: \(value.shownText)'", value)
            }
        default: leave(key, "'\(name)'", value)
        }
    }

    /// Notes something at the top of the file that is not converted.
    private mutating func leave(_ key: YAMLNode, _ reason: String, _ value: YAMLNode) {
        project.leftovers.append(
            Leftover(line: key.line, reason: "\(reason) is not converted", text: value.shownText))
    }

    /// The output of several tasks (Task's "Output syntax").
    private mutating func readOutput(_ value: YAMLNode, _ key: YAMLNode) {
        switch value.text {
        case "interleaved": project.output = "raw"
        case "prefixed": project.output = "prefix"
        case "group": project.output = "group"
        default:
            if value["group"] != nil { project.output = "group" }
            leave(key, "'output'", value)
        }
    }

    /// Files with variables, which need not exist.
    func dotenv(_ value: YAMLNode, _ scope: inout TaskfileScope) -> [ConvertedDotenv] {
        value.items.compactMap { item in
            item.scalarText.map { ConvertedDotenv(file: scope.text($0), line: item.line) }
        }
    }

    /// `set: [pipefail]`: Task's shell has `errexit` in any case, and knows bash's language.
    private mutating func readShell(_ value: YAMLNode, _ key: YAMLNode) {
        if key.text == "shopt" {
            leave(key, "'shopt'", value)
            return
        }
        project.shell = Self.shell(value)
    }

    /// bash with options.
    static func shell(_ value: YAMLNode) -> [String] {
        var words = ["bash", "-e"]
        for option in value.items.compactMap(\.text) where option != "e" && option != "errexit" {
            words += option.count == 1 ? ["-\(option)"] : ["-o", option]
        }
        return words + ["-c"]
    }

    private mutating func variables(_ node: YAMLNode) -> [ConvertedVariable] {
        node.pairs.map { key, name, value in
            var variable = variable(name, value, in: &scope)
            variable.comments = comments.take(before: key.line + 1)
            variable.line = key.line
            return variable
        }
    }

    /// A variable: a text, `{sh: …}`, or something that cannot be said.
    ///
    /// In its own value, a variable of the file is that of the environment.
    func variable(
        _ name: String, _ node: YAMLNode, in scope: inout TaskfileScope
    ) -> ConvertedVariable {
        let known = scope.fileVariables
        if !scope.isTask { scope.fileVariables.remove(name) }
        defer { scope.fileVariables = known }
        var variable = ConvertedVariable(
            name: name,
            value: .text(ConvertedText([.unsayable("a \(node.pairs.first?.name ?? "value")")])),
            line: node.line, original: node.shownText)
        if let text = node.scalarText ?? (node.isNothing ? "" : nil) {
            variable.value = ConvertedValue(scope.text(text))
        } else if let line = node["sh"]?.scalarText {
            variable.value = .shell(scope.text(line))
        } else if case .sequence(let items) = node.value {
            let texts = items.compactMap(\.scalarText)
            if texts.count == items.count, !texts.contains(where: { $0.contains("{{") }) {
                variable.value = .list(texts)
            }
        }
        return variable
    }

    /// The variables that an including file gives take precedence.
    private mutating func addIncludedVariables() {
        for (name, node, line) in unit.inclusion?.variables ?? [] {
            var variable = variable(name, valueInParent(of: name, node), in: &scope)
            variable.line = line
            project.variables.removeAll { $0.name == name }
            project.variables.append(variable)
        }
    }

    /// `X: '{{.X}}'` of an include is the value that the including file has.
    private func valueInParent(of name: String, _ node: YAMLNode) -> YAMLNode {
        guard selfDefault(name, node) == "" else { return node }
        let parent = units.first { other in
            unit.namespace.hasPrefix(other.namespace) && other.path != unit.path
                && other.root["vars"]?[name] != nil
        }
        return parent?.root["vars"]?[name] ?? node
    }

    /// All files of a tree share their variables in Task; here a file has those that it uses.
    private mutating func addInheritedVariables() {
        while true {
            let defined = Set(project.variables.map(\.name))
            let missing = project.variableNames.subtracting(defined)
            let parent = units.first { other in
                unit.namespace.hasPrefix(other.namespace) && other.path != unit.path
                    && !missing.isDisjoint(with: other.root["vars"]?.pairs.map(\.name) ?? [])
            }
            guard let parent, let pairs = parent.root["vars"]?.pairs else { return }
            for (key, name, node) in pairs where missing.contains(name) {
                var variable = variable(name, node, in: &scope)
                variable.line = key.line
                project.variables.append(variable)
            }
        }
    }

    /// `{{OS}}` and `{{ARCH}}`, as Go calls them.
    private mutating func addSystemVariables() {
        let lines = [
            "OS": "uname -s | tr '[:upper:]' '[:lower:]'",
            "ARCH": "uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/'",
        ]
        for (name, line) in lines.sorted(by: { $0.key > $1.key })
        where scope.systemNames.contains(name)
            && !project.variables.contains(where: { $0.name == name })
        {
            project.variables.append(
                ConvertedVariable(name: name, value: .shell(ConvertedText(line))))
        }
    }

    private mutating func readIncludes() {
        for include in unit.includes {
            let taken = comments.take(before: include.line + 1)
            guard let index = include.unit else {
                let reason = "the include '\(include.namespace)': \(include.problem ?? "the file")"
                project.leftovers.append(
                    Leftover(line: include.line, reason: reason, text: include.node.shownText))
                continue
            }
            if include.isFlattened {
                flatten(index)
                continue
            }
            let file = RelativePath.path(from: unit.folder, to: outputNames[index])
            var converted = ConvertedInclude(namespace: include.namespace, file: file)
            converted.comments = taken
            for key in ["aliases", "excludes", "checksum"] {
                guard let value = include.node[key] else { continue }
                converted.leftovers.append(
                    Leftover(
                        line: value.line, reason: "'\(key)' of an include", text: value.shownText))
            }
            project.includes.append(converted)
        }
    }

    /// `task docs` is the task `docs:default` of an included file.
    private mutating func addNamespaceDefaults() {
        let names = Set(project.tasks.map(\.name))
        for include in unit.includes
        where !include.isFlattened && !names.contains(include.namespace) {
            guard let index = include.unit,
                units[index].tasks.contains(where: { $0.name == "default" })
            else { continue }
            var task = ConvertedTask(include.namespace, line: include.line)
            task.isInternal = units[index].inclusion?.isInternal ?? false
            task.needs = [[ConvertedCall(task: "\(include.namespace):default")]]
            project.tasks.append(task)
        }
    }

    /// The tasks of another file as those of this one.
    private mutating func flatten(_ index: Int) {
        var reader = TaskfileReader(
            units: units, index: index, calls: calls, outputNames: outputNames)
        let other = reader.converted()
        let names = Set(
            project.variables.map(\.name) + (unit.root["vars"]?.pairs.map(\.name) ?? []))
        project.variables += other.variables.filter { !names.contains($0.name) }
        project.environment += other.environment
        project.tasks += other.tasks
        project.leftovers += other.leftovers
    }
}

extension ConvertedProject {
    /// Makes variables of the file of those in its environment that others there refer to, as they do not see each other.
    fileprivate mutating func moveNamedEnvironment() {
        let names = Set(environment.map(\.name)).subtracting(variables.map(\.name))
        var moved: Set<String> = []
        for variable in environment {
            for case .environment(let name, _) in variable.value.texts.flatMap(\.references)
            where name != variable.name && names.contains(name) {
                moved.insert(name)
            }
        }
        for index in environment.indices {
            let name = environment[index].name
            environment[index].value.replace { text in
                text.replacing { reference in
                    guard case .environment(let other, _) = reference, other != name,
                        moved.contains(other)
                    else { return nil }
                    return ConvertedText([.reference(.variable(other))])
                }
            }
            guard moved.contains(name) else { continue }
            var variable = environment[index]
            variable.comments = []
            variables.append(variable)
            environment[index].value = .text(ConvertedText([.reference(.variable(name))]))
        }
    }

    /// Puts values of its environment into the names of files with variables, which do not see them.
    fileprivate mutating func resolveDotenv() {
        let values = Dictionary(environment.map { ($0.name, $0.value) }) { _, last in last }
        func resolved(_ text: ConvertedText) -> ConvertedText {
            text.replacing { reference in
                guard case .environment(let name, _) = reference, let value = values[name] else {
                    return nil
                }
                if case .text(let text) = value, text.literal != nil { return text }
                return ConvertedText([.unsayable("a value of {{.\(name)}} that is not known")])
            }
        }
        for index in dotenv.indices { dotenv[index].file = resolved(dotenv[index].file) }
        for task in tasks.indices {
            for index in tasks[task].dotenv.indices {
                tasks[task].dotenv[index].file = resolved(tasks[task].dotenv[index].file)
            }
        }
    }

    /// The variables of the file that its texts refer to.
    fileprivate var variableNames: Set<String> {
        var names: Set<String> = []
        func add(_ texts: [ConvertedText]) {
            for case .variable(let name) in texts.flatMap(\.references) { names.insert(name) }
        }
        for variable in variables + environment { add(variable.value.texts) }
        add(dotenv.map(\.file))
        for task in tasks {
            var copy = task
            copy.replaceTexts { text in
                add([text])
                return text
            }
            names.subtract([])
        }
        return names
    }

    /// Whether a shell line is in bash's language, which Task's shell has, and `sh` need not.
    fileprivate var needsBash: Bool {
        var lines: [ConvertedText] = []
        for task in tasks {
            lines += task.status + [task.condition].compactMap(\.self)
            lines += task.steps.compactMap {
                if case .line(let text) = $0.action { text } else { nil }
            }
            lines += task.variables.flatMap(\.value.texts)
        }
        lines += variables.flatMap(\.value.texts)
        let signs = [
            "[[", "((", "<(", ">(", "pipefail", "source ", "function ", "&>", "<<<", "=(", "$'",
            "//", "^^}",
            ",,}", "shopt ", "declare ", "{1..", "**", "mapfile ", "read -a", "local -a", "echo -e",
            "[@]", " == ",
        ]
        return lines.contains { line in
            line.pieces.contains { piece in
                guard case .text(let text) = piece else { return false }
                return signs.contains { sign in
                    sign == "//" ? text.contains("//") && text.contains("${") : text.contains(sign)
                } || text.hasBraceExpansion
            }
        }
    }
}

extension String {
    /// Whether it has something like `{a,b}`.
    fileprivate var hasBraceExpansion: Bool {
        var rest = self[...]
        while let open = rest.firstIndex(of: "{") {
            let inside = rest[open...].dropFirst()
            let isExpansion = open == rest.startIndex || rest[rest.index(before: open)] != "$"
            let word = inside.prefix { !$0.isWhitespace && $0 != "}" && $0 != "'" && $0 != "\"" }
            if isExpansion, word.contains(","), inside.dropFirst(word.count).first == "}" {
                return true
            }
            rest = inside
        }
        return false
    }
}

extension ConvertedValue {
    fileprivate var texts: [ConvertedText] {
        switch self {
        case .text(let text), .shell(let text): [text]
        case .list: []
        }
    }
}
