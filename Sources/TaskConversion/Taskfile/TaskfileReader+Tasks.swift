import Scanning
import YAML

extension TaskfileReader {
    mutating func readTask(_ name: String, _ node: YAMLNode, _ key: YAMLNode) {
        currentTask = node
        var task = ConvertedTask(name, line: key.line)
        task.comments = comments.take(before: key.line + 1)
        var own = taskScope(of: name, node)
        fix(&task)
        task.isInternal = unit.inclusion?.isInternal ?? false
        if let variables = node["vars"] { readVariables(variables, of: &task, &own) }
        if case .mapping(let pairs) = node.value {
            for (key, value) in pairs {
                guard let name = key.text else { continue }
                readKey(name, key, value, of: node, into: &task, &own)
            }
        } else {
            // A task can be a line, or a list of steps.
            readSteps(node, of: &task, &own)
        }
        if node["ignore_error"]?.isTrue == true {
            // Task goes on with the next command.
            for index in task.steps.indices { task.steps[index].ignoresError = true }
        }
        addPreconditions(node, to: &task, &own)
        finish(&task, node, own)
        task.finalComments += comments.take(before: Int.max, deeperThan: key.column - 1)
        scope.systemNames.formUnion(own.systemNames)
        project.tasks.append(task)
    }

    /// What names stand for in a task.
    private func taskScope(of name: String, _ node: YAMLNode) -> TaskfileScope {
        var own = scope
        own.isTask = true
        let whole = unit.namespace + name
        own.environment.formUnion(node["env"]?.pairs.map(\.name) ?? [])
        for (_, name, value) in node["env"]?.pairs ?? [] { own.environmentNodes[name] = value }
        own.passedNodes = calls.passedNodes[whole] ?? [:]
        let required = calls.required[whole] ?? []
        let variables = node["vars"]?.pairs ?? []
        for name in required {
            var parameter = ConvertedParameter(name: name, isRequired: true)
            parameter.choices = choices(of: name, in: node)
            own.parameters.append(parameter)
        }
        for name in (calls.passed[whole] ?? []).sorted()
        where !required.contains(name) && !variables.contains(where: { $0.name == name }) {
            let known: Reference =
                scope.fileVariables.contains(name)
                ? .variable(name) : .environment(name, orElse: "")
            own.parameters.append(
                ConvertedParameter(name: name, defaultText: ConvertedText([.reference(known)])))
        }
        return own
    }

    private func choices(of name: String, in node: YAMLNode) -> [String] {
        let entry = node["requires"]?["vars"]?.items.first { $0["name"]?.scalarText == name }
        return entry?["enum"]?.items.compactMap(\.scalarText) ?? []
    }

    /// A name that devtool allows.
    private func fix(_ task: inout ConvertedTask) {
        guard task.name.contains("*") else { return }
        task.leftovers.append(
            Leftover(
                line: task.line, reason: "a name with a wildcard is not converted", text: task.name)
        )
        task.name = task.name.replacing("*", with: "any")
    }

    private mutating func readKey(
        _ name: String, _ key: YAMLNode, _ value: YAMLNode, of node: YAMLNode,
        into task: inout ConvertedTask, _ own: inout TaskfileScope
    ) {
        if name != "cmds" { task.comments += comments.take(before: value.line + 1, deeperThan: 0) }
        switch name {
        case "desc": task.description = value.text
        case "summary": readSummary(value, of: node, into: &task)
        case "aliases": task.aliases = value.items.compactMap(\.text)
        case "cmds", "cmd": readSteps(value, of: &task, &own)
        case "deps": readNeeds(value, of: &task, &own)
        case "env":
            task.environment = value.pairs.map { key, name, value in
                var variable = variable(name, value, in: &own)
                variable.line = key.line
                return variable
            }
        case "dotenv":
            task.dotenv = dotenv(value, &own)
        case "dir": task.dir = value.scalarText.map { own.text($0) }
        case "sources": task.sources = patterns(value, &own)
        case "generates": task.outputs = patterns(value, &own)
        case "status":
            task.status = value.items.compactMap(\.scalarText).map { own.text($0) }
        case "platforms": readPlatforms(value, of: &task)
        case "prompt":
            let questions = value.items.compactMap(\.scalarText)
            task.confirmation = own.text(questions.joined(separator: " "))
        case "if": task.condition = value.scalarText.map { own.text($0) }
        case "silent": task.isSilent = value.isTrue
        case "internal": task.isInternal = task.isInternal || value.isTrue
        case "interactive": task.isInteractive = value.isTrue
        case "set": task.shell = Self.shell(value)
        case "run":
            if Self.isOnce(value), calls.isRepeated(unit.namespace + task.name) {
                leave("'run: \(value.shownText)'", key, value, of: &task)
            }
        case "preconditions", "requires", "vars", "ignore_error": break
        case "method":
            if value.text == "none" { leave("'method: none'", key, value, of: &task) }
        case "watch":
            if value.isTrue { leave("'watch' (use 'devtool run --watch')", key, value, of: &task) }
        default: leave("'\(name)'", key, value, of: &task)
        }
    }

    func leave(_ reason: String, _ key: YAMLNode, _ value: YAMLNode, of task: inout ConvertedTask) {
        task.leftovers.append(
            Leftover(line: key.line, reason: "\(reason) is not converted", text: value.shownText))
    }

    /// A summary is the description where there is none; what it says besides becomes a comment.
    private func readSummary(_ value: YAMLNode, of node: YAMLNode, into task: inout ConvertedTask) {
        var lines = (value.text ?? "").lines.filter { !$0.isEmpty }
        if node["desc"] == nil, !lines.isEmpty { task.description = lines.removeFirst() }
        task.comments += lines.map { "# \($0)" }
    }

    /// A variable that has itself as the default of itself is a parameter.
    private func readVariables(
        _ value: YAMLNode, of task: inout ConvertedTask, _ own: inout TaskfileScope
    ) {
        for (key, name, node) in value.pairs {
            if let other = selfDefault(name, node) {
                let text = own.text(other)
                var known = scope.environmentText(name, orElse: text)
                if scope.fileVariables.contains(name) {
                    var outside = scope
                    known = outside.value(ofName: name, orElse: text)
                }
                own.parameters.removeAll { $0.name == name }
                own.parameters.append(ConvertedParameter(name: name, defaultText: known))
                own.nodes[name] = node
                continue
            }
            var variable = variable(name, node, in: &own)
            variable.line = key.line
            if variable.value.texts.contains(where: { $0.references.contains(.variable(name)) }) {
                variable.value = .text(
                    ConvertedText([.unsayable("a variable that refers to itself")]))
            }
            task.variables.append(variable)
            own.taskVariables.insert(name)
            own.nodes[name] = node
            // A variable can be made of the value that is given for it.
            let isUsed = variable.value.texts.contains {
                $0.references.contains(.parameter(name))
            }
            if !isUsed { own.parameters.removeAll { $0.name == name } }
        }
    }

    /// The default of `X: '{{.X | default "y"}}'`, as a template.
    func selfDefault(_ name: String, _ node: YAMLNode) -> String? {
        guard let text = node.scalarText else { return nil }
        let pieces = GoTemplate(text).pieces
        guard pieces.count == 1, case .action(let action) = pieces[0],
            let words = GoWord.words(action)
        else { return nil }
        if words == [.field(name)] { return "" }
        let other: GoWord
        if words.count == 4, Array(words.prefix(3)) == [.field(name), .pipe, .word("default")] {
            other = words[3]
        } else if words.count == 3, words[0] == .word("default"), words[2] == .field(name) {
            other = words[1]
        } else {
            return nil
        }
        switch other {
        case .text(let text): return text
        case .field(let name): return "{{.\(name)}}"
        default: return nil
        }
    }

    /// Whether Task runs a task once only, or once with the same variables.
    static func isOnce(_ value: YAMLNode) -> Bool {
        ["once", "when_changed"].contains(value.text)
    }

    private func patterns(_ value: YAMLNode, _ own: inout TaskfileScope) -> [ConvertedText] {
        value.items.compactMap { item in
            let excluded = item["exclude"]?.scalarText
            guard let text = excluded ?? item.scalarText else { return nil }
            let pattern = text.hasPrefix("./") ? String(text.dropFirst(2)) : text
            return own.text((excluded == nil ? "" : "!") + pattern)
        }
    }

    private func readPlatforms(_ value: YAMLNode, of task: inout ConvertedTask) {
        for name in value.items.compactMap(\.text) {
            if let platform = Self.platform(name) {
                task.platforms.append(platform)
            } else {
                leave("the platform '\(name)'", value, value, of: &task)
            }
        }
    }

    /// A system, or a system and a processor, as devtool calls them.
    static func platform(_ name: String) -> String? {
        let parts = name.split(separator: "/").map(String.init)
        let systems = [
            "darwin": "macos", "linux": "linux", "freebsd": "freebsd", "openbsd": "openbsd",
            "windows": "windows",
        ]
        let processors = ["amd64", "arm64", "arm", "riscv64", "s390x", "ppc64le"]
        guard let first = parts.first, let system = systems[first] else { return nil }
        if parts.count == 1 { return system }
        let processor = parts[1] == "386" ? "i386" : parts[1]
        return processors.contains(processor) || processor == "i386"
            ? "\(system)/\(processor)" : nil
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
