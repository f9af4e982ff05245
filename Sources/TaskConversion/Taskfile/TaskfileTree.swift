import YAML

/// A Taskfile and the files that it includes.
struct TaskfileTree {
    private(set) var units: [TaskfileUnit] = []
    private let surroundings: ConversionSurroundings

    /// Reads the files.
    ///
    /// - Throws: ``ConversionFailure`` for a file that is no Taskfile.
    init(
        _ name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings
    ) throws(ConversionFailure) {
        self.surroundings = surroundings
        let root = try Self.root(bytes, in: nil)
        units = [
            TaskfileUnit(
                path: name, namespace: "", root: root, text: String(decoding: bytes, as: UTF8.self))
        ]
        try readIncludes(of: 0, chain: [name])
    }

    private static func root(_ bytes: [UInt8], in file: String?) throws(ConversionFailure)
        -> YAMLNode
    {
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
                line: node?.line ?? 1,
                column: node?.column ?? 1, in: file)
        }
        if let version = node["version"], let text = version.text, !text.hasPrefix("3") {
            throw ConversionFailure(
                "version \(text) of Taskfiles is not supported, only version 3", line: version.line,
                column: version.column, in: file)
        }
        for key in ["tasks", "vars", "env", "includes"] {
            if let value = node[key], !value.isMapping {
                throw ConversionFailure(
                    "'\(key)' must be a mapping, not \(value.kind)", line: value.line,
                    column: value.column, in: file)
            }
        }
        return node
    }

    private mutating func readIncludes(
        of index: Int, chain: [String]
    ) throws(ConversionFailure) {
        for (key, name, node) in units[index].root["includes"]?.pairs ?? [] {
            var include = TaskfileUnit.Include(namespace: name, node: node, line: key.line)
            include.isFlattened = node["flatten"]?.isTrue ?? false
            try read(&include, of: index, chain: chain)
            units[index].includes.append(include)
        }
    }

    private mutating func read(
        _ include: inout TaskfileUnit.Include, of index: Int, chain: [String]
    ) throws(ConversionFailure) {
        let parent = units[index]
        let written = include.node.scalarText ?? include.node["taskfile"]?.scalarText ?? ""
        if written.isEmpty || written.contains("{{") || written.contains("://") {
            include.problem = "a name that is not known"
            return
        }
        guard let path = RelativePath.joined(parent.folder, written) else {
            include.problem = "a file outside of the project"
            return
        }
        let candidates =
            [path]
            + ["Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml"].map {
                path.isEmpty ? $0 : "\(path)/\($0)"
            }
        for candidate in candidates {
            guard let bytes = surroundings.read(candidate) else { continue }
            guard !chain.contains(candidate), units.count < SourceInclusion.limit else {
                include.problem = "files that include each other"
                return
            }
            let namespace = parent.namespace + (include.isFlattened ? "" : "\(include.namespace):")
            var unit = TaskfileUnit(
                path: candidate, namespace: namespace, root: try Self.root(bytes, in: candidate),
                text: String(decoding: bytes, as: UTF8.self))
            unit.inclusion = inclusion(include.node, in: parent)
            units.append(unit)
            include.unit = units.count - 1
            try readIncludes(of: units.count - 1, chain: chain + [candidate])
            return
        }
        include.problem = "the file '\(written)' does not exist"
    }

    private func inclusion(_ node: YAMLNode, in parent: TaskfileUnit) -> TaskfileUnit.Inclusion {
        var inclusion = TaskfileUnit.Inclusion(dir: parent.inclusion?.dir)
        if let dir = node["dir"]?.scalarText {
            inclusion.dir = RelativePath.joined(parent.inclusion?.dir ?? "", dir) ?? dir
        }
        inclusion.isInternal =
            node["internal"]?.isTrue ?? false || parent.inclusion?.isInternal ?? false
        inclusion.variables = node["vars"]?.pairs.map { ($0.name, $0.value, $0.key.line) } ?? []
        return inclusion
    }

    /// The files converted, the first one first.
    func converted() -> [ConvertedUnit] {
        let calls = TaskfileCalls(units)
        let names = outputNames
        var converted: [ConvertedUnit] = []
        for index in units.indices where !isFlattened(index) {
            var reader = TaskfileReader(
                units: units, index: index, calls: calls, outputNames: names)
            converted.append(
                ConvertedUnit(
                    path: names[index], sourceName: units[index].fileName,
                    project: reader.converted()))
        }
        return converted
    }

    private func isFlattened(_ index: Int) -> Bool {
        units.contains { unit in unit.includes.contains { $0.unit == index && $0.isFlattened } }
    }

    /// `devtool.yml`, and `NAME.devtool.yml` beside each included file.
    private var outputNames: [String] {
        var names: [String] = []
        for (index, unit) in units.enumerated() {
            if index == 0 {
                names.append("devtool.yml")
                continue
            }
            let stem = unit.fileName.lastIndex(of: ".").map { String(unit.fileName[..<$0]) }
            var name = unit.outputName(stem ?? unit.fileName)
            if names.contains(name) { name = unit.outputName(unit.namespaceName) }
            names.append(name)
        }
        return names
    }
}
