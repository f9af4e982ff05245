import Scanning
import Shell
import YAML

/// A parsed Taskfile before conversion (Task, "Schema Reference", version 3).
struct TaskfileUnit {
    /// Relative to the folder of the root file.
    let path: String
    /// The prefix of its tasks' names: empty, or such as `docs:`.
    var namespace = ""
    let root: YAMLNode
    private let lines: [String]
    let tasks: [(key: YAMLNode, name: String, value: YAMLNode)]
    /// The including file, and the line of the include in the root file.
    var parent: Int?
    var includeLine: Int?
    /// The working directory of its tasks, relative to that of the root file.
    var dir = ""
    var include: YAMLNode?
    var isInternal = false
    var problem: String?

    /// Relative to that of the root file.
    var folder: String { RelativePath.folder(of: path) }

    init(path: String, _ bytes: [UInt8], in file: String?) throws(ConversionFailure) {
        self.path = path
        lines = String(decoding: bytes, as: UTF8.self).yamlLines
        let node: YAMLNode?
        do throws(YAMLParser.Failure) { node = try YAMLParser.parse(bytes) } catch {
            throw ConversionFailure(
                "not valid YAML: \(error.message)", line: error.line, column: error.column, in: file)
        }
        guard let node, case .mapping = node.value else {
            throw ConversionFailure(
                "not a Taskfile: expected a mapping with 'version' and 'tasks'", line: node?.line ?? 1,
                column: node?.column ?? 1, in: file)
        }
        root = node
        tasks = node["tasks"]?.pairs ?? []
        try check(in: file)
    }

    private func check(in file: String?) throws(ConversionFailure) {
        if let version = root["version"], let text = version.text, !text.hasPrefix("3") {
            throw ConversionFailure(
                "Taskfile version \(text) is not supported, only version 3", line: version.line, column: version.column,
                in: file)
        }
        for key in ["tasks", "vars", "env", "includes"] {
            if let value = root[key], !value.isMapping {
                throw ConversionFailure(
                    "'\(key)' must be a mapping, not \(value.kind)", line: value.line, column: value.column, in: file)
            }
        }
    }

    /// The comments directly above a key with the same indentation.
    func comments(above key: YAMLNode) -> [String] {
        let start = String(repeating: " ", count: key.column - 1) + "#"
        let above = lines.prefix(key.line - 1).reversed().prefix { $0.hasPrefix(start) }
        return above.reversed().map { String($0.dropFirst(key.column - 1)) }
    }
}

/// A Taskfile with its includes, each after the file that includes it.
struct TaskfileTree {
    private(set) var units: [TaskfileUnit] = []
    private var unreadable: [(line: Int, text: String)] = []
    private let surroundings: ConversionSurroundings

    private static let names = ["Taskfile", "taskfile"].flatMap { name in
        ["", ".dist"].flatMap { ["\(name)\($0).yml", "\(name)\($0).yaml"] }
    }

    init(_ name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings) throws(ConversionFailure) {
        self.surroundings = surroundings
        units = [try TaskfileUnit(path: name, bytes, in: nil)]
        try readIncludes(of: 0, line: nil, chain: [name])
    }

    /// An include of the root file provides the line for its whole contents.
    private mutating func readIncludes(of index: Int, line: Int?, chain: [String]) throws(ConversionFailure) {
        for (key, name, node) in units[index].root["includes"]?.pairs ?? [] {
            let line = line ?? key.line
            let written = node.scalarText ?? node["taskfile"]?.scalarText ?? ""
            if let (path, bytes) = file(written, of: index), !chain.contains(path),
                units.count < ConversionSurroundings.fileLimit
            {
                var unit = try TaskfileUnit(path: path, bytes, in: path)
                unit.includeLine = line
                place(&unit, name, node, in: index)
                units.append(unit)
                try readIncludes(of: units.count - 1, line: line, chain: chain + [path])
            } else if node["optional"]?.isTrue != true || written.contains("{{") {
                let text = "the include '\(name)' (\(written))"
                unreadable.append((line, text))
            }
        }
    }

    private func file(_ written: String, of index: Int) -> (String, [UInt8])? {
        guard !written.isEmpty, !written.contains("{{"), !written.contains("://"),
            let path = RelativePath.joined(units[index].folder, written)
        else { return nil }
        for candidate in [path] + Self.names.map({ path.isEmpty ? $0 : "\(path)/\($0)" }) {
            if let bytes = surroundings.read(candidate) { return (candidate, bytes) }
        }
        return nil
    }

    private func place(_ unit: inout TaskfileUnit, _ name: String, _ node: YAMLNode, in index: Int) {
        let parent = units[index]
        unit.parent = index
        unit.include = node
        unit.isInternal = parent.isInternal || node["internal"]?.isTrue ?? false
        unit.problem = parent.problem
        let known: Set = ["taskfile", "dir", "optional", "internal", "vars", "aliases", "excludes"]
        if let key = node.pairs.first(where: { !known.contains($0.name) }) {
            unit.problem = "is in a file included with '\(key.name)'"
        }
        unit.dir = parent.dir
        if node.isMapping {
            let dir = RelativePath.joined(parent.folder, node["dir"]?.scalarText ?? "")
            unit.dir = dir ?? ""
            if dir.map({ $0.contains("{{") || !surroundings.isFolder($0) }) ?? true {
                unit.problem = "runs in an unknown folder"
            }
        }
        let isFlattened = node["flatten"]?.isTrue ?? false
        unit.namespace = parent.namespace + (isFlattened ? "" : "\(name):")
    }

    /// Tasks get the names that they have in the root file.
    func converted() -> ConvertedProject {
        var project = ConvertedProject(of: units[0].path, runner: runner)
        project.unreadable = unreadable
        project.readsDotenv = false
        var reader = TaskfileReader(project, units, in: surroundings)
        return reader.converted()
    }

    /// Task needs no options if the root file has the first name that it looks for and Task starts in its folder.
    private var runner: OriginalRunner {
        let name = ShellText.quoted(units[0].path)
        var runner = OriginalRunner(program: "task", passing: .assignments, runsOnce: false)
        if units.contains(where: { $0.root.contains("USER_WORKING_DIR") }) {
            runner.folder = .reference(.invocationFolder)
            runner.options = ConvertedText("-t ") + .reference(.root) + ConvertedText("/\(name) ")
        } else if name != Self.names[0] {
            runner.options = ConvertedText("-t \(name) ")
        }
        return runner
    }
}
