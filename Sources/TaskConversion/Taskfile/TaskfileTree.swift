import YAML

/// A Taskfile that has been read, before it is converted (Task, "Schema Reference", version 3).
struct TaskfileUnit: SourceUnit {
    /// An entry of `tasks`.
    struct Task {
        let key: YAMLNode
        let name: String
        let node: YAMLNode
    }

    let path: String
    /// What its tasks' names begin with in devtool.yml.
    var namespace = ""
    /// What they begin with in Task.
    var originalNamespace = ""
    let root: YAMLNode
    let text: String
    let tasks: [Task]
    var outputPath = "devtool.yml"
    /// The file that includes it.
    var parent: Int?
    /// The folder that its tasks run in, relative to that of the first file.
    var dir = ""
    /// The entry of `includes` in the file that includes it.
    var include: YAMLNode?
    var isInternal = false
    var isFlattened = false
    /// Why all of its tasks are delegated.
    var problem: String?
    /// Its includes, with their lines, and those that could not be read.
    var includes: [(line: Int, include: ConvertedInclude)] = []
    var unreadable: [Unreadable] = []

    /// Reads a file.
    ///
    /// - Throws: ``ConversionFailure`` for a file that is no Taskfile.
    init(path: String, _ bytes: [UInt8], in file: String?) throws(ConversionFailure) {
        self.path = path
        text = String(decoding: bytes, as: UTF8.self)
        let node: YAMLNode?
        do throws(YAMLParser.Failure) {
            node = try YAMLParser.parse(bytes)
        } catch {
            throw ConversionFailure(
                "not valid YAML: \(error.message)", line: error.line, column: error.column, in: file
            )
        }
        guard let node, case .mapping = node.value else {
            throw ConversionFailure(
                "not a Taskfile: expected a mapping with 'version' and 'tasks'",
                line: node?.line ?? 1, column: node?.column ?? 1, in: file)
        }
        root = node
        tasks = (node["tasks"]?.pairs ?? []).map {
            Task(key: $0.key, name: $0.name, node: $0.value)
        }
        try check(in: file)
    }

    private func check(in file: String?) throws(ConversionFailure) {
        if let version = root["version"], let text = version.text, !text.hasPrefix("3") {
            throw ConversionFailure(
                "version \(text) of Taskfiles is not supported, only version 3", line: version.line,
                column: version.column, in: file)
        }
        for key in ["tasks", "vars", "env", "includes"] {
            if let value = root[key], !value.isMapping {
                throw ConversionFailure(
                    "'\(key)' must be a mapping, not \(value.kind)", line: value.line,
                    column: value.column, in: file)
            }
        }
    }
}

/// A Taskfile and the files that it includes, each after the one that includes it.
struct TaskfileTree {
    private(set) var units: [TaskfileUnit] = []
    private let surroundings: ConversionSurroundings

    private static let names = ["Taskfile", "taskfile"]
        .flatMap { name in ["", ".dist"].flatMap { ["\(name)\($0).yml", "\(name)\($0).yaml"] } }

    /// Reads the files.
    ///
    /// - Throws: ``ConversionFailure`` for a file that is no Taskfile.
    init(
        _ name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings
    ) throws(ConversionFailure) {
        self.surroundings = surroundings
        units = [try TaskfileUnit(path: name, bytes, in: nil)]
        try readIncludes(of: 0, chain: [name])
    }

    private mutating func readIncludes(of index: Int, chain: [String]) throws(ConversionFailure) {
        for (key, name, node) in units[index].root["includes"]?.pairs ?? [] {
            let written = node.scalarText ?? node["taskfile"]?.scalarText ?? ""
            if let (path, bytes) = file(written, of: index), !chain.contains(path),
                units.count < SourceInclusion.limit
            {
                var unit = try TaskfileUnit(path: path, bytes, in: path)
                place(&unit, name, node, line: key.line, in: index)
                units.append(unit)
                try readIncludes(of: units.count - 1, chain: chain + [path])
            } else if node["optional"]?.isTrue != true || written.contains("{{") {
                let text = "the include '\(name)' of '\(written)'"
                units[index].unreadable.append(Unreadable(line: key.line, text: text))
            }
        }
    }

    /// The file that an include names, or that is in the folder which it names.
    private func file(_ written: String, of index: Int) -> (String, [UInt8])? {
        guard !written.isEmpty, !written.contains("{{"), !written.contains("://"),
            let path = RelativePath.joined(units[index].folder, written)
        else { return nil }
        for candidate in [path] + Self.names.map({ path.isEmpty ? $0 : "\(path)/\($0)" }) {
            if let bytes = surroundings.read(candidate) { return (candidate, bytes) }
        }
        return nil
    }

    /// Says how a file is included.
    private mutating func place(
        _ unit: inout TaskfileUnit, _ name: String, _ node: YAMLNode, line: Int, in index: Int
    ) {
        let parent = units[index]
        unit.parent = index
        unit.include = node
        unit.isFlattened = node["flatten"]?.isTrue ?? false
        unit.isInternal = parent.isInternal || node["internal"]?.isTrue ?? false
        unit.problem = parent.problem
        let known: Set = [
            "taskfile", "dir", "optional", "internal", "vars", "flatten", "aliases", "excludes",
        ]
        if let key = node.pairs.first(where: { !known.contains($0.name) }) {
            unit.problem = "is in a file included with '\(key.name)'"
        }
        unit.dir = parent.dir
        if node.isMapping {
            let dir = RelativePath.joined(parent.folder, node["dir"]?.scalarText ?? "")
            unit.dir = dir ?? ""
            if dir.map({ $0.contains("{{") || !surroundings.isFolder($0) }) ?? true {
                unit.problem = "runs in a folder that is not known"
            }
        }
        unit.originalNamespace = parent.originalNamespace + (unit.isFlattened ? "" : "\(name):")
        if unit.isFlattened {
            unit.namespace = parent.namespace
            unit.problem = "is in an included file, '\(unit.path)'"
        } else {
            addNamespace(name, of: &unit, line: line, in: index)
        }
    }

    private mutating func addNamespace(
        _ name: String, of unit: inout TaskfileUnit, line: Int, in index: Int
    ) {
        let others = Set(units.map(\.namespace))
        let allowed = units[index].namespace + AllowedNames.namespace(name)
        let namespace = Self.unused(allowed, "") { !others.contains("\($0):") }
        unit.namespace = "\(namespace):"
        let stem = unit.fileName.lastIndex(of: ".").map { String(unit.fileName[..<$0]) }
        let paths = Set(units.map(\.outputPath))
        let base = unit.outputName(stem ?? unit.fileName)
        unit.outputPath = Self.unused(String(base.dropLast(12)), ".devtool.yml") {
            !paths.contains($0)
        }
        let include = ConvertedInclude(
            namespace: String(namespace.dropFirst(units[index].namespace.count)),
            file: RelativePath.path(from: units[index].folder, to: unit.outputPath))
        units[index].includes.append((line, include))
    }

    /// The name, with a number if it is used.
    private static func unused(_ name: String, _ end: String, _ isUnused: (String) -> Bool)
        -> String
    {
        if isUnused(name + end) { return name + end }
        var number = 2
        while !isUnused("\(name)-\(number)\(end)") { number += 1 }
        return "\(name)-\(number)\(end)"
    }

    /// The files converted, the first one first.
    func converted() -> [ConvertedUnit] {
        let calls = TaskfileCalls(units)
        var readers: [TaskfileReader] = []
        for index in units.indices {
            let parent = units[index].parent.map { readers[$0].scope }
            readers.append(
                TaskfileReader(units, index, calls, in: surroundings, within: parent))
        }
        for index in readers.indices { readers[index].readTasks() }
        TaskfileReader.join(&readers)
        return units.indices.filter { !units[$0].isFlattened }.map { index in
            ConvertedUnit(
                path: units[index].outputPath, sourceName: units[index].fileName,
                namespace: units[index].namespace, project: readers[index].project,
                runner: runner(of: index))
        }
    }

    /// Task finds the first file by itself if it has the first of the names that it looks for.
    private func runner(of index: Int) -> OriginalRunner {
        let name = PlainWords.quoted(units[0].path)
        var options = ConvertedText()
        if name != Self.names[0] {
            options = index == 0 ? ConvertedText("-t ") : ConvertedText("-t ") + .reference(.root)
            options.append(index == 0 ? "\(name) " : "/\(name) ")
        } else if index > 0 {
            options = ConvertedText("-d ") + .reference(.root) + ConvertedText(" ")
        }
        return OriginalRunner(
            program: "task", options: options, passing: .assignments, runsOnce: false)
    }
}
