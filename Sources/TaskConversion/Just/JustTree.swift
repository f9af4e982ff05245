/// A justfile with the files that it imports, and its modules.
struct JustTree {
    /// A justfile or a module, with what it imports.
    struct Unit: SourceUnit {
        let path: String
        let namespace: String
        var file: Justfile
        var modules: [(module: Justfile.Module, unit: Int?)] = []
    }

    private(set) var units: [Unit] = []
    private let surroundings: ConversionSurroundings

    /// Reads the files.
    ///
    /// - Throws: ``ConversionFailure``.
    init(
        _ name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings
    ) throws(ConversionFailure) {
        self.surroundings = surroundings
        let file = try JustfileParser.parse(bytes, in: nil)
        try add(file, path: name, namespace: "", chain: [name])
    }

    private mutating func add(
        _ file: Justfile, path: String, namespace: String, chain: [String]
    ) throws(ConversionFailure) {
        var unit = Unit(path: path, namespace: namespace, file: file)
        try readImports(of: &unit, chain: chain)
        let index = units.count
        units.append(unit)
        for module in unit.file.modules {
            var found: Int?
            for candidate in Self.candidates(module, in: unit.folder)
            where !chain.contains(candidate) {
                guard units.count < SourceInclusion.limit, let bytes = surroundings.read(candidate)
                else {
                    continue
                }
                let file = try JustfileParser.parse(bytes, in: candidate)
                found = units.count
                try add(
                    file, path: candidate, namespace: "\(namespace)\(module.name):",
                    chain: chain + [candidate])
                break
            }
            units[index].modules.append((module, found))
        }
    }

    /// Where a module is looked for (just's "Modules").
    private static func candidates(_ module: Justfile.Module, in folder: String) -> [String] {
        let names = ["mod.just", "justfile", ".justfile", "Justfile"]
        let paths =
            if let path = module.path {
                [path] + names.map { "\(path)/\($0)" }
            } else {
                ["\(module.name).just"] + names.map { "\(module.name)/\($0)" }
            }
        return paths.compactMap { RelativePath.joined(folder, $0) }
    }

    /// What is imported counts as a part of the file.
    private mutating func readImports(
        of unit: inout Unit, chain: [String]
    ) throws(ConversionFailure) {
        var chain = chain
        while !unit.file.imports.isEmpty {
            let next = unit.file.imports.removeFirst()
            let path = RelativePath.joined(unit.folder, next.path)
            guard let path, !chain.contains(path), chain.count < SourceInclusion.limit,
                let bytes = surroundings.read(path)
            else {
                if !next.isOptional {
                    unit.file.leftovers.append(
                        Leftover(
                            line: next.line, reason: "the import of a missing file", text: next.path
                        ))
                }
                continue
            }
            chain.append(path)
            let other = try JustfileParser.parse(bytes, in: path)
            unit.file.assignments += other.assignments
            unit.file.settings += other.settings
            unit.file.aliases += other.aliases
            unit.file.modules += other.modules
            unit.file.recipes += other.recipes
            unit.file.imports += other.imports
            unit.file.leftovers += other.leftovers
        }
    }

    /// The files converted, the first one first.
    func converted() -> [ConvertedUnit] {
        units.indices.map { index in
            var reader = JustReader(tree: self, index: index)
            return ConvertedUnit(
                path: outputName(of: index), sourceName: units[index].fileName,
                project: reader.converted())
        }
    }

    /// `devtool.yml`, and `NAME.devtool.yml` beside the file of each module.
    func outputName(of index: Int) -> String {
        index == 0 ? "devtool.yml" : units[index].outputName(units[index].namespaceName)
    }
}
