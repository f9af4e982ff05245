import Scanning
import YAML

/// Converts one task of a Taskfile.
struct TaskfileTaskReader {
    private let file: TaskfileReader
    private let entry: TaskfileCalls.Entry
    private let node: YAMLNode
    private var task: ConvertedTask
    var scope: TaskfileScope
    /// The comments before it, and those of the file that have not been taken.
    var comments: [String] = []
    var stepComments: YAMLComments

    init(_ file: TaskfileReader, _ entry: TaskfileCalls.Entry, _ source: TaskfileUnit.Task) {
        self.file = file
        self.entry = entry
        node = source.node
        scope = file.scope
        stepComments = file.comments
        let name = source.name
        task = ConvertedTask(
            name, originalName: file.unit.originalNamespace + name, line: source.key.line)
        scope.set("TASK", to: ConvertedText(task.originalName))
        scope.set("CLI_ARGS", to: .reference(.arguments))
        let folder = file.unit.folder
        scope.set(
            "TASKFILE_DIR",
            to: .reference(.root) + ConvertedText(folder.isEmpty ? "" : "/\(folder)"))
    }

    /// The task in devtool's words.
    mutating func converted() -> ConvertedTask {
        task.comments = comments
        task.isInternal = file.unit.isInternal
        readParameters()
        readDir()
        readVariables()
        if case .mapping(let pairs) = node.value {
            for (key, value) in pairs {
                if let name = key.text { readKey(name, value, line: key.line) }
            }
        } else {
            // A task can be a line, or a list of commands.
            readSteps(node)
        }
        finish()
        return task
    }

    // MARK: values

    private mutating func readParameters() {
        let required = Set(entry.required.map(\.name))
        for (name, choices) in entry.required {
            var parameter = ConvertedParameter(name: name)
            (parameter.isRequired, parameter.choices) = (true, choices)
            task.parameters.append(parameter)
        }
        for name in entry.passed.subtracting(required).sorted() {
            let known = scope.value(of: name)
            task.parameters.append(ConvertedParameter(name: name, defaultText: known))
        }
        for parameter in task.parameters {
            scope.set(parameter.name, to: .reference(.parameter(parameter.name)))
        }
    }

    /// The folder: Task creates one that is missing, devtool does not.
    private mutating func readDir() {
        let dir = node["dir"].map { scope.text($0) }
        let base = file.unit.dir
        guard dir != nil || base != file.unit.folder else { return }
        var path = ConvertedText()
        if base != file.unit.folder {
            path = .reference(.root) + ConvertedText(base.isEmpty ? "" : "/\(base)")
        }
        if let dir, let known = Self.relative(dir),
            let folder = RelativePath.joined(known.isRoot ? "" : base, known.path)
        {
            if !file.surroundings.isFolder(folder) {
                task.delegate("creates the folder '\(folder)'", at: node["dir"]?.line)
            }
            task.dir = known.isRoot || path.pieces.isEmpty ? dir : path + ConvertedText("/") + dir
        } else if dir == .reference(.invocationFolder) || dir == nil {
            task.dir = dir ?? path
        } else {
            task.delegate("runs in a folder that is not known", at: node["dir"]?.line)
        }
    }

    /// The path of a folder, relative to its file's or to the first file's.
    private static func relative(_ dir: ConvertedText) -> (isRoot: Bool, path: String)? {
        if let path = dir.literal {
            let isPlain = !path.hasPrefix("/") && !dir.pieces.contains { $0.hasShellCharacter }
            return isPlain ? (false, path) : nil
        }
        guard dir.pieces.first == .reference(.root) else { return nil }
        let rest = ConvertedText(Array(dir.pieces.dropFirst()))
        guard let path = rest.literal, path.isEmpty || path.hasPrefix("/"),
            !rest.pieces.contains(where: { $0.hasShellCharacter })
        else { return nil }
        return (true, String(path.dropFirst()))
    }

    private mutating func readVariables() {
        let dir = task.dir.map { scope.quoted($0) }
        for (key, name, node) in node["vars"]?.pairs ?? [] {
            let value = file.value(of: node, in: dir, &scope)
            let isFalse = TaskfileScalar(node)?.isFalse ?? false
            let isParameter = value.text.references.contains {
                $0 == .parameter(name) || $0.isDefault(of: .parameter(name))
            }
            if isParameter, case .text(let text) = value {
                scope.set(name, to: text)
            } else if let variable = scope.declare(name, value, isFalse: isFalse, line: key.line) {
                task.variables.append(variable)
            }
        }
    }

    // MARK: keys

    private mutating func readKey(_ name: String, _ value: YAMLNode, line: Int) {
        switch name {
        case "desc": task.description = value.text
        case "summary": readSummary(value)
        case "aliases": task.aliases = value.items.compactMap(\.text)
        case "cmds", "cmd": readSteps(value)
        case "deps": readNeeds(value)
        case "env":
            for (key, name, node) in value.pairs {
                if self.node["dotenv"] != nil || file.setsEnvironment(name) {
                    task.delegate("sets '\(name)', which others may set, too", at: key.line)
                }
                task.environment.append(
                    file.environmentVariable(name, node, &scope, line: key.line))
            }
        case "dotenv": task.dotenv = file.dotenv(value, in: &scope)
        case "sources": task.sources = patterns(value)
        case "generates": task.outputs = patterns(value)
        case "status": task.status = value.items.map { scope.text($0) }
        case "platforms": readPlatforms(value)
        case "prompt": readPrompt(value)
        case "silent": task.isSilent = value.isTrue
        case "internal": task.isInternal = task.isInternal || value.isTrue
        case "interactive": task.isInteractive = value.isTrue
        case "preconditions": readPreconditions(value)
        case "dir", "vars", "requires", "ignore_error", "label", "prefix", "run", "set", "shopt":
            break
        case "method" where value.text == "checksum": break
        case "watch" where !value.isTrue: break
        default: task.delegate("has '\(name)'", at: line)
        }
    }

    /// A summary is the description where there is none; what it says besides becomes a comment.
    private mutating func readSummary(_ value: YAMLNode) {
        var lines = (value.text ?? "").lines.filter { !$0.isEmpty }
        if node["desc"] == nil, !lines.isEmpty { task.description = lines.removeFirst() }
        task.comments += lines.map { "# \($0)" }
    }

    private mutating func patterns(_ value: YAMLNode) -> [ConvertedText] {
        value.items.map { item in
            let excluded = item["exclude"]
            guard let text = (excluded ?? item).scalarText else {
                return .unknown("has a file pattern that is no text")
            }
            let pattern = scope.text(text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
            if pattern.pieces.contains(where: { $0.hasShellCharacter }) {
                return .unknown("has '$' or '~' in a file pattern")
            }
            return ConvertedText(excluded == nil ? "" : "!") + pattern
        }
    }

    private mutating func readPlatforms(_ value: YAMLNode) {
        for name in value.items.compactMap(\.text) {
            let systems = ["darwin": "macos"]
            let parts = name.split(separator: "/").map(String.init)
            guard parts.count < 3,
                ["linux", "darwin", "windows", "freebsd"].contains(parts.first ?? "")
            else { return task.delegate("has the platform '\(name)'", at: value.line) }
            let all = [systems[parts[0]] ?? parts[0]] + parts.dropFirst()
            task.platforms.append(all.joined(separator: "/"))
        }
    }

    private mutating func readPrompt(_ value: YAMLNode) {
        guard value.items.count == 1 else {
            return task.delegate("asks several times", at: value.line)
        }
        task.confirmation = scope.text(value.items[0])
        if node["deps"] != nil {
            task.delegate("asks after its dependencies have run", at: value.line)
        }
    }

    /// What must be true before the commands: a first step that fails (Task, "Using programmatic checks to cancel the
    /// execution").
    private mutating func readPreconditions(_ value: YAMLNode) {
        var steps: [ConvertedStep] = []
        for item in value.items {
            guard let line = item.scalarText ?? item["sh"]?.scalarText,
                !line.contains(where: { "\n;|&#<(".contains($0) }),
                item.pairs.allSatisfy({ ["sh", "msg"].contains($0.name) })
            else { return task.delegate("has a precondition of several commands", at: item.line) }
            let message = item["msg"]?.scalarText ?? "`\(line)` failed"
            var text = scope.text(line)
            text = text + ConvertedText(" || { echo ") + scope.quoted(scope.text(message))
            text.append(" >&2; exit 1; }")
            steps.append(ConvertedStep(.line(text), line: item.line))
            steps[steps.count - 1].isSilent = true
        }
        task.steps.insert(contentsOf: steps, at: 0)
        if node["status"] != nil || node["sources"] != nil {
            task.delegate("has preconditions even if it is up to date", at: value.line)
        }
    }

    // MARK: steps

    private mutating func readSteps(_ value: YAMLNode) {
        for item in value.steps {
            let taken = stepComments.take(before: item.line + 1)
            let first = task.steps.count
            forEach(item) { reader in
                reader.readStep(item)
            }
            if first < task.steps.count {
                task.steps[first].comments = taken
            } else {
                task.comments += taken
            }
        }
    }

    private mutating func readStep(_ item: YAMLNode) {
        if item.scalarText != nil {
            return task.steps.append(ConvertedStep(.line(scope.text(item)), line: item.line))
        }
        let known: Set = ["cmd", "task", "vars", "silent", "ignore_error", "platforms", "for"]
        if let other = item.pairs.first(where: { !known.contains($0.name) }) {
            return task.delegate("has a command with '\(other.name)'", at: other.key.line)
        }
        let systems = item["platforms"]?.items.compactMap(\.text) ?? []
        var step: ConvertedStep
        if item["task"] != nil {
            // Task takes no notice of the platforms of these.
            guard let call = call(item, isStep: true) else { return }
            step = ConvertedStep(.call(call), line: item.line)
        } else if let line = item["cmd"] {
            let isOther = systems.allSatisfy { $0.hasPrefix("windows") || $0.hasPrefix("darwin") }
            if !systems.isEmpty, isOther { return }
            if !systems.isEmpty, !systems.contains("linux") {
                return task.delegate("has a command for some processors", at: item.line)
            }
            step = ConvertedStep(.line(scope.text(line)), line: item.line)
        } else {
            return task.delegate("has a command that is no text", at: item.line)
        }
        step.isSilent = item["silent"]?.isTrue ?? false
        step.ignoresError = item["ignore_error"]?.isTrue ?? false
        task.steps.append(step)
    }

    /// Does something once for each item of the list in `for`, if there is one.
    private mutating func forEach(_ item: YAMLNode, _ body: (inout Self) -> Void) {
        guard let list = item["for"] else { return body(&self) }
        guard case .sequence(let items) = list.value, items.count <= 100 else {
            return task.delegate(
                "has a loop over '\(list.pairs.first?.name ?? list.text ?? "")'", at: list.line)
        }
        let outer = scope
        for item in items {
            scope.set("ITEM", to: scope.text(item))
            body(&self)
        }
        var own = outer
        own.noteUndeclared(of: scope)
        scope = own
    }

    private mutating func readNeeds(_ value: YAMLNode) {
        var needs: [ConvertedCall] = []
        var each: [ConvertedCall] = []
        for item in value.steps {
            let known: Set = ["task", "vars", "silent", "for"]
            if let other = item.pairs.first(where: { !known.contains($0.name) }) {
                return task.delegate("has a dependency with '\(other.name)'", at: other.key.line)
            }
            forEach(item) { reader in
                guard let call = reader.call(item, isStep: false) else { return }
                let runsEachTime = reader.called(item).map { $0.isRepeated && !$0.isOnce } ?? false
                if runsEachTime || reader.node["platforms"] != nil {
                    each.append(call)
                } else {
                    needs.append(call)
                }
            }
        }
        if !needs.isEmpty { task.needs = [needs] }
        guard !each.isEmpty else { return }
        // Other than what a task needs, its steps run each time.
        let action: ConvertedStep.Action = each.count == 1 ? .call(each[0]) : .calls(each)
        task.steps.insert(ConvertedStep(action, line: value.line), at: 0)
        if ["status", "sources", "preconditions"].contains(where: { node[$0] != nil }) {
            task.delegate("has dependencies that run each time", at: value.line)
        }
    }

    private func called(_ item: YAMLNode) -> TaskfileCalls.Entry? {
        guard let name = item.scalarText ?? item["task"]?.scalarText,
            let index = file.calls.index(of: name, from: file.unit)
        else { return nil }
        return file.calls.entries[index]
    }

    /// A call of another task; nil for one that cannot be said, and the task is delegated.
    private mutating func call(_ item: YAMLNode, isStep: Bool) -> ConvertedCall? {
        let name = item.scalarText ?? item["task"]?.scalarText ?? ""
        guard let called = called(item), let shown = shownName(of: called) else {
            task.delegate("runs '\(name)', which is not known", at: item.line)
            return nil
        }
        if called.hasArguments {
            task.delegate("runs '\(name)', which uses the words after '--'", at: item.line)
        }
        if called.asks { task.delegate("runs '\(name)', which asks first", at: item.line) }
        if isStep, called.isOnce, called.isRepeated {
            task.delegate("runs '\(name)', which runs once", at: item.line)
        }
        var call = ConvertedCall(task: shown)
        for (_, name, value) in item["vars"]?.pairs ?? [] {
            let isFalse = TaskfileScalar(value)?.isFalse ?? true
            call.parameters.append(
                (name, isFalse ? .unknown("passes '\(name)', which is no text") : scope.text(value))
            )
        }
        if let missing = called.required.first(where: { item["vars"]?[$0.name] == nil }) {
            task.delegate("runs '\(name)' without '\(missing.name)'", at: item.line)
        }
        return call
    }

    /// The name of a task in this file: of its own namespace, or of one around it.
    private func shownName(of called: TaskfileCalls.Entry) -> String? {
        let namespace = file.unit.namespace
        if called.name.hasPrefix(namespace) {
            return String(called.name.dropFirst(namespace.count))
        }
        let isAround = namespace.hasPrefix(file.units[called.unit].namespace)
        let isHidden = file.calls.index(of: called.name, from: file.unit) != nil
        return isAround && !isHidden ? called.name : nil
    }

    // MARK: the rest

    private mutating func finish() {
        if node["ignore_error"]?.isTrue == true {
            // Task goes on with the next command.
            for index in task.steps.indices { task.steps[index].ignoresError = true }
        }
        if node["ignore_error"]?.isTrue == true, node["deps"] != nil || node["preconditions"] != nil
        {
            task.delegate("ignores errors of its commands only")
        }
        // Without sources, Task takes no notice of what is generated.
        if task.sources.isEmpty { task.outputs = [] }
        let method = node["method"] ?? file.units[0].root["method"]
        if !task.sources.isEmpty, let text = method?.text, text != "checksum" {
            task.delegate("compares its sources by '\(text)'")
        }
        let own = TaskfileReader.options(node)
        if !own.isEmpty { task.shell = ["bash", "-e"] + file.shellOptions + own + ["-c"] }
        task.isUncallable = task.isInternal
        task.aliases.removeAll { $0.contains("*") }
    }
}

extension Reference {
    fileprivate func isDefault(of other: Reference) -> Bool {
        if case .defaulted(other, _) = self { true } else { false }
    }
}
