import YAML

extension TaskfileReader {
    mutating func readSteps(
        _ node: YAMLNode, of task: inout ConvertedTask, _ own: inout TaskfileScope
    ) {
        let items: [YAMLNode] = if case .mapping = node.value { [node] } else { node.items }
        var cleanups: [ConvertedStep] = []
        for item in items {
            let taken = comments.take(before: item.line + 1)
            var steps = loop(over: item, &own) { node, reader, own in
                reader.steps(node, of: task, &own, &cleanups)
            }
            if steps.isEmpty {
                task.comments += taken
            } else {
                steps[0].comments = taken + steps[0].comments
            }
            task.steps += steps
        }
        addCleanups(cleanups, to: &task)
    }

    /// The steps of a command, of which there may be several where it is silent about some.
    private func steps(
        _ node: YAMLNode, of task: ConvertedTask, _ own: inout TaskfileScope,
        _ cleanups: inout [ConvertedStep]
    ) -> [ConvertedStep] {
        if let line = node.scalarText {
            return [ConvertedStep(.line(own.text(line)), line: node.line)]
        }
        // devtool does not run on Windows.
        if let systems = node["platforms"]?.items.compactMap(\.text), !systems.isEmpty,
            systems.allSatisfy({ $0 == "windows" || $0.hasPrefix("windows/") })
        {
            return []
        }
        if let deferred = node["defer"] {
            cleanups.insert(contentsOf: steps(deferred, of: task, &own, &cleanups), at: 0)
            return []
        }
        var step: ConvertedStep
        if node["task"] != nil {
            guard let call = call(node, of: task, &own) else { return [failure(node)] }
            step = ConvertedStep(.call(call), line: node.line)
        } else if let line = node["cmd"]?.scalarText {
            var text = own.text(line)
            if let options = node["set"]?.items.compactMap(\.text), !options.isEmpty {
                let words = options.map { $0.count == 1 ? "-\($0)" : "-o \($0)" }
                text = ConvertedText("set \(words.joined(separator: " "))\n") + text
            }
            if let condition = node["if"]?.scalarText {
                text =
                    ConvertedText("if ") + own.text(condition) + ConvertedText("; then ") + text
                    + ConvertedText("; fi")
            }
            step = ConvertedStep(.line(text), line: node.line)
        } else {
            return [failure(node)]
        }
        step.isSilent = node["silent"]?.isTrue ?? false
        step.ignoresError = node["ignore_error"]?.isTrue ?? false
        if let platforms = node["platforms"] { restrict(&step, to: platforms) }
        if node["shopt"] != nil {
            step.leftovers.append(
                Leftover(line: node.line, reason: "'shopt' is not converted", text: node.shownText))
        }
        return [step]
    }

    private func failure(_ node: YAMLNode) -> ConvertedStep {
        .failure(
            Leftover(line: node.line, reason: "a step that is not converted", text: node.shownText))
    }

    /// A step for some systems asks which one it runs on.
    private func restrict(_ step: inout ConvertedStep, to platforms: YAMLNode) {
        let names = platforms.items.compactMap(\.text)
        let systems = [
            "linux": "Linux", "darwin": "Darwin", "freebsd": "FreeBSD", "windows": "MINGW*",
        ]
        let known = names.compactMap { systems[$0] }
        guard known.count == names.count, case .line(let text) = step.action else {
            step.leftovers.append(
                Leftover(
                    line: step.line, reason: "'platforms' of a step", text: platforms.shownText))
            step.action = .failure
            return
        }
        let head = "case \"$(uname -s)\" in \(known.joined(separator: "|"))) "
        step.action = .line(ConvertedText(head) + text + ConvertedText(" ;; esac"))
    }

    mutating func readNeeds(
        _ node: YAMLNode, of task: inout ConvertedTask, _ own: inout TaskfileScope
    ) {
        var calls: [ConvertedCall] = []
        let items: [YAMLNode] = if case .mapping = node.value { [node] } else { node.items }
        for item in items {
            task.comments += comments.take(before: item.line + 1, deeperThan: 0)
            let copy = task
            let steps = loop(over: item, &own) { node, reader, own in
                guard let call = reader.call(node, of: copy, &own) else {
                    return [reader.failure(node)]
                }
                return [ConvertedStep(.call(call), line: node.line)]
            }
            for step in steps {
                if case .call(let call) = step.action {
                    calls.append(call)
                } else {
                    task.steps.insert(step, at: 0)
                }
            }
        }
        if !calls.isEmpty { task.needs = [calls] }
    }

    /// A call of another task; nil where there is no such task, or it cannot be told which.
    private func call(
        _ node: YAMLNode, of task: ConvertedTask, _ own: inout TaskfileScope
    ) -> ConvertedCall? {
        guard let written = node.scalarText ?? node["task"]?.scalarText,
            let name = own.text(written).literal,
            let whole = calls.wholeName(of: name, from: unit.namespace)
        else { return nil }
        var call = ConvertedCall(task: shownName(of: whole))
        let names = calls.parameters(of: whole)
        for (_, name, value) in node["vars"]?.pairs ?? [] where names.contains(name) {
            let text = value.scalarText ?? (value.isNothing ? "" : nil)
            let converted =
                text.map { own.text($0) }
                ?? ConvertedText([.unsayable("a value that is no text")])
            call.parameters.append((name, converted))
        }
        for name in calls.required[whole] ?? []
        where !call.parameters.contains(where: { $0.name == name }) {
            call.parameters.append((name, own.value(ofName: name)))
        }
        return call
    }

    /// A whole name as this file says it.
    private func shownName(of whole: String) -> String {
        let name =
            whole.hasPrefix(unit.namespace) ? String(whole.dropFirst(unit.namespace.count)) : whole
        return name.replacing("*", with: "any")
    }

    /// Deferred commands are the steps of a task of their own, which runs whatever happens.
    private mutating func addCleanups(_ cleanups: [ConvertedStep], to task: inout ConvertedTask) {
        guard !cleanups.isEmpty else { return }
        var cleanup = ConvertedTask("\(task.name)-cleanup", line: task.line)
        cleanup.isInternal = true
        cleanup.steps = cleanups
        cleanup.dir = task.dir
        cleanup.variables = task.variables
        cleanup.environment = task.environment
        var call = ConvertedCall(task: cleanup.name)
        for case .parameter(let name) in cleanup.references {
            guard !cleanup.parameters.contains(where: { $0.name == name }) else { continue }
            cleanup.parameters.append(ConvertedParameter(name: name, isRequired: true))
            call.parameters.append((name, ConvertedText([.reference(.parameter(name))])))
        }
        task.finally.append(call)
        pendingCleanups.append(cleanup)
    }

    /// What must be true before the task begins (Task's "Using programmatic checks to cancel the execution").
    func addPreconditions(
        _ node: YAMLNode, to task: inout ConvertedTask, _ own: inout TaskfileScope
    ) {
        var steps: [ConvertedStep] = []
        for item in node["preconditions"]?.items ?? [] {
            guard let line = item.scalarText ?? item["sh"]?.scalarText else {
                steps.append(failure(item))
                continue
            }
            let message = item["msg"]?.scalarText ?? "precondition not met: \(line)"
            let isSimple = !line.contains { "\n;|&#".contains($0) }
            var text =
                isSimple
                ? own.text(line) : ConvertedText("{ ") + own.text(line) + ConvertedText("\n}")
            text =
                text + ConvertedText(" || { echo ") + own.text(message.shellQuoted)
                + ConvertedText(" >&2; exit 1; }")
            steps.append(ConvertedStep(.line(text), line: item.line))
            steps[steps.count - 1].isSilent = true
        }
        task.steps.insert(contentsOf: steps, at: 0)
    }

    /// The parameters that were found on the way, and the folder.
    mutating func finish(
        _ task: inout ConvertedTask, _ node: YAMLNode, _ own: TaskfileScope
    ) {
        task.parameters = own.parameters
        task.dir = folder(task.dir)
        for var cleanup in pendingCleanups {
            cleanup.dir = task.dir
            project.tasks.append(cleanup)
        }
        pendingCleanups = []
    }

    /// Tasks of an included file run in the folder of the first Taskfile, or the one that the including file says.
    private func folder(_ dir: ConvertedText?) -> ConvertedText? {
        guard let inclusion = unit.inclusion else { return dir }
        switch dir?.pieces.first {
        case .reference, .formed: return dir
        case .text, .command, .unsayable, nil: break
        }
        if dir?.literal?.hasPrefix("/") == true { return dir }
        let base = inclusion.dir ?? ""
        if base == unit.folder { return dir }
        var path = ConvertedText([.reference(.root)])
        if !base.isEmpty { path.append("/\(base)") }
        if let dir {
            path.append("/")
            path = path + dir
        }
        return path
    }
}

extension ConvertedTask {
    fileprivate var references: [Reference] {
        var copy = self
        var references: [Reference] = []
        copy.replaceTexts { text in
            references += text.references
            return text
        }
        return references
    }
}

extension String {
    /// The text as a word of a shell, between double quotes, so that values can be put into it.
    var shellQuoted: String {
        var text = "\""
        for character in self {
            if "\"\\`$".contains(character) { text.append("\\") }
            text.append(character)
        }
        return text + "\""
    }
}
