import Scanning
import YAML

struct TaskfileTaskReader {
    private let file: TaskfileReader
    private let source: TaskfileReader.Source
    private var unit: TaskfileUnit { file.units[source.unit] }
    private var node: YAMLNode { source.node }
    private var task: ConvertedTask
    private(set) var scope: TaskfileScope

    init(_ file: TaskfileReader, _ source: TaskfileReader.Source) {
        self.file = file
        self.source = source
        scope = file.scopes[source.unit]
        let line = file.units[source.unit].includeLine
        task = ConvertedTask(source.name, line: line ?? source.key.line)
        scope.set("TASK", to: ConvertedText(source.name))
        scope.set("CLI_ARGS", to: .reference(.arguments))
        let folder = unit.folder
        scope.set("TASKFILE_DIR", to: .reference(.root) + ConvertedText(folder.isEmpty ? "" : "/\(folder)"))
    }

    mutating func converted() -> ConvertedTask {
        if let problem = unit.problem { task.delegate(problem) }
        if !source.name.hasPrefix(unit.namespace) { task.delegate("has a name that begins with ':'") }
        task.comments = unit.comments(above: source.key)
        task.isInternal = unit.isInternal
        readParameters()
        readDir()
        readVariables()
        if case .mapping(let pairs) = node.value {
            for (key, value) in pairs { if let name = key.text { readKey(name, value, line: key.line) } }
        } else {
            // The short forms of a task: one command or a list of commands.
            readSteps(node)
        }
        finish()
        return task
    }

    /// Delegates the task; in an included file, the line is that of the include.
    private mutating func delegate(_ reason: String, at line: Int?) {
        task.delegate(reason, at: unit.includeLine ?? line)
    }

    private mutating func readParameters() {
        for name in source.required {
            task.parameters.append(ConvertedParameter(name))
            task.parameters[task.parameters.count - 1].isRequired = true
        }
        if let item = node["requires"]?["vars"]?.items.first(where: { $0.scalarText == nil }) {
            delegate("requires one of several values", at: item.line)
        }
        for name in source.passed.subtracting(source.required).sorted() {
            task.parameters.append(ConvertedParameter(name, defaultText: scope.value(of: name)))
        }
        for parameter in task.parameters { scope.set(parameter.name, to: .reference(.parameter(parameter.name))) }
    }

    /// Task creates a missing folder, but devtool does not.
    private mutating func readDir() {
        if !unit.dir.isEmpty { task.dir = ConvertedText(unit.dir) }
        guard let node = node["dir"] else { return }
        let dir = scope.text(node)
        if dir == .reference(.invocationFolder) {
            task.dir = dir
            return
        }
        let isOfRoot = dir.pieces.first == .reference(.root)
        let path = isOfRoot ? ConvertedText(Array(dir.pieces.dropFirst())) : dir
        guard let text = path.literal, text.isEmpty || text.hasPrefix("/") == isOfRoot,
            !path.contains(anyOf: ["$", "~", "`"]),
            let folder = RelativePath.joined(isOfRoot ? "" : unit.dir, text.trimmingSlash)
        else { return delegate("runs in an unknown folder", at: node.line) }
        if !file.surroundings.isFolder(folder) { delegate("creates the folder '\(folder)'", at: node.line) }
        task.dir = isOfRoot || unit.dir.isEmpty ? dir : ConvertedText(folder)
    }

    private mutating func readVariables() {
        let dir = task.dir.map { scope.quoted($0) }
        for (key, name, node) in node["vars"]?.pairs ?? [] {
            let variable = file.variable(name, node, in: dir, line: key.line, &scope)
            if scope.declare(variable) { task.variables.append(variable) }
        }
    }

    private mutating func readKey(_ name: String, _ value: YAMLNode, line: Int) {
        switch name {
        case "desc": task.description = value.text
        case "summary": if node["desc"] == nil { task.description = value.text?.lines.first { !$0.isEmpty } }
        case "aliases":
            task.aliases = value.items.compactMap(\.text).filter { !$0.contains("*") }.map { unit.namespace + $0 }
        case "cmds", "cmd": readSteps(value)
        case "deps": readNeeds(value)
        case "env":
            for (key, name, node) in value.pairs {
                task.environment.append(file.environmentVariable(name, node, &scope, line: key.line))
            }
        case "dotenv": task.dotenv = file.dotenv(value, in: &scope)
        case "sources": task.sources = patterns(value)
        case "generates": task.outputs = patterns(value)
        case "status": task.status = value.items.map { scope.text($0) }
        case "platforms": readPlatforms(value)
        case "prompt":
            guard value.items.count == 1, node["deps"] == nil else {
                return delegate("prompts more than once or after its dependencies", at: line)
            }
            task.confirmation = scope.text(value.items[0])
        case "silent": task.isSilent = value.isTrue
        case "internal": task.isInternal = task.isInternal || value.isTrue
        case "interactive": task.isInteractive = value.isTrue
        case "dir", "vars", "requires", "ignore_error", "label", "prefix", "run", "set", "shopt": break
        case "method" where value.text == "checksum": break
        case "watch" where !value.isTrue: break
        default: delegate("has '\(name)'", at: line)
        }
    }

    private mutating func patterns(_ value: YAMLNode) -> [ConvertedText] {
        value.items.map { item in
            let excluded = item["exclude"]
            guard let text = (excluded ?? item).scalarText else {
                return .unknown("has a file pattern that is not a string")
            }
            let pattern = scope.text(text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
            if pattern.contains(anyOf: ["$", "~", "`"]) { return .unknown("has '$' or '~' in a file pattern") }
            return ConvertedText(excluded == nil ? "" : "!") + pattern
        }
    }

    private mutating func readPlatforms(_ value: YAMLNode) {
        for name in value.items.compactMap(\.text) {
            let parts = name.split(separator: "/").map(String.init)
            guard parts.count < 3, ["linux", "darwin", "windows", "freebsd"].contains(parts.first ?? "") else {
                return delegate("is for the platform '\(name)'", at: value.line)
            }
            task.platforms.append(name.replacing("darwin", with: "macos"))
        }
    }

    private mutating func readSteps(_ value: YAMLNode) { for item in value.steps { readStep(item) } }

    private mutating func readStep(_ item: YAMLNode) {
        if item.scalarText != nil { return addLine(item, item) }
        let known: Set = ["cmd", "task", "vars", "silent", "ignore_error"]
        if let other = item.pairs.first(where: { !known.contains($0.name) }) {
            return delegate("uses '\(other.name)' in a command", at: other.key.line)
        }
        if item["task"] != nil {
            guard let call = call(item) else { return }
            add(ConvertedStep(.calls([call]), line: item.line), item)
        } else if let line = item["cmd"] {
            addLine(line, item)
        } else {
            delegate("has a command that is not a string", at: item.line)
        }
    }

    private mutating func addLine(_ line: YAMLNode, _ item: YAMLNode) {
        add(ConvertedStep(.line(scope.text(line)), line: item.line), item)
    }

    private mutating func add(_ step: ConvertedStep, _ item: YAMLNode) {
        var step = step
        step.isSilent = item["silent"]?.isTrue ?? false
        step.ignoresError = item["ignore_error"]?.isTrue ?? false
        task.steps.append(step)
    }

    private mutating func readNeeds(_ value: YAMLNode) {
        var calls: [ConvertedCall] = []
        for item in value.steps {
            let known: Set = ["task", "vars", "silent"]
            if let other = item.pairs.first(where: { !known.contains($0.name) }) {
                return delegate("uses '\(other.name)' in a dependency", at: other.key.line)
            }
            if let call = call(item) { calls.append(call) }
        }
        task.needs = [calls]
        // On other platforms, Task skips the dependencies too.
        if node["platforms"] != nil { delegate("uses both 'deps' and 'platforms'", at: value.line) }
    }

    /// `nil` if the call cannot be expressed; the task is then delegated.
    private mutating func call(_ item: YAMLNode) -> ConvertedCall? {
        let name = item.scalarText ?? item["task"]?.scalarText ?? ""
        guard let called = file.source(of: name, from: source.unit) else {
            delegate("runs the unknown task '\(name)'", at: item.line)
            return nil
        }
        if called.node["prompt"] != nil { delegate("runs '\(name)', which prompts first", at: item.line) }
        var call = ConvertedCall(task: called.name)
        for (_, name, value) in item["vars"]?.pairs ?? [] { call.parameters.append((name, scope.text(value))) }
        if let missing = called.required.first(where: { item["vars"]?[$0] == nil }) {
            delegate("runs '\(name)' without '\(missing)'", at: item.line)
        }
        return call
    }

    private mutating func finish() {
        if node["ignore_error"]?.isTrue == true {
            // Task continues with the next command.
            for index in task.steps.indices { task.steps[index].ignoresError = true }
            if node["deps"] != nil { task.delegate("ignores errors only in its own commands") }
        }
        // Without sources, Task ignores `generates`.
        if task.sources.isEmpty { task.outputs = [] }
        let root = file.units[0].root
        let method = node["method"] ?? root["method"]
        if !task.sources.isEmpty, let text = method?.text, text != "checksum" {
            task.delegate("compares its sources by '\(text)'")
        }
        let own = TaskfileReader.options(node)
        if !own.isEmpty { task.shell = ["bash", "-e"] + file.shellOptions + own + ["-c"] }
        task.isUncallable = task.isInternal
        task.runsOnce = ["once", "when_changed"].contains((node["run"] ?? root["run"])?.text)
        task.takesArguments = node.contains("CLI_ARGS") || unit.root["vars"]?.contains("CLI_ARGS") ?? false
    }
}

extension String { fileprivate var trimmingSlash: String { hasPrefix("/") ? String(dropFirst()) : self } }
