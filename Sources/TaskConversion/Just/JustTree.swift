/// A justfile with the files that it imports, and its modules.
struct JustTree {
    /// A justfile or a module, with what it imports.
    struct Unit: SourceUnit {
        let path: String
        let namespace: String
        let file: Justfile
        /// The recipes that just has on Linux, and those that it has only elsewhere, by name.
        let recipes: [String: Justfile.Recipe]
        var modules: [(module: Justfile.Module, unit: Int?)] = []

        init(_ path: String, _ namespace: String, _ file: Justfile) {
            self.path = path
            self.namespace = namespace
            self.file = file
            recipes = file.recipes.reduce(into: [:]) { recipes, recipe in
                if let other = recipes[recipe.name], other.precedes(recipe) { return }
                recipes[recipe.name] = recipe
            }
        }
    }

    private(set) var units: [Unit] = []
    private let surroundings: ConversionSurroundings

    /// Reads the files.
    init(
        _ name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings
    ) throws(ConversionFailure) {
        self.surroundings = surroundings
        add(bytes, path: name, namespace: "", chain: [name])
    }

    private mutating func add(_ bytes: [UInt8], path: String, namespace: String, chain: [String]) {
        var seen: Set = [path]
        let index = units.count
        units.append(Unit(path, namespace, read(bytes, path: path, line: nil, &seen)))
        for module in units[index].file.modules {
            var found: Int?
            for path in Self.paths(of: module, in: units[index].folder) where !chain.contains(path)
            {
                guard units.count < SourceInclusion.limit, let bytes = surroundings.read(path)
                else { continue }
                found = units.count
                add(
                    bytes, path: path, namespace: "\(namespace)\(module.name):",
                    chain: chain + [path])
                break
            }
            units[index].modules.append((module, found))
        }
    }

    /// Where a module is looked for (just's "Modules").
    private static func paths(of module: Justfile.Module, in folder: String) -> [String] {
        let names = ["mod.just", "justfile", ".justfile", "Justfile"]
        let paths =
            if let path = module.path {
                [path] + names.map { "\(path)/\($0)" }
            } else {
                ["\(module.name).just"] + names.map { "\(module.name)/\($0)" }
            }
        return paths.compactMap { RelativePath.joined(folder, $0) }
    }

    /// Reads a file with what it imports, which counts as a part of it.
    private func read(
        _ bytes: [UInt8], path: String, line: Int?, _ seen: inout Set<String>
    ) -> Justfile {
        var file = JustfileParser.parse(bytes, asLine: line)
        for next in file.imports {
            let path = RelativePath.joined(RelativePath.folder(of: path), next.path)
            if let path, seen.contains(path) { continue }
            guard let path, seen.count < SourceInclusion.limit, let bytes = surroundings.read(path)
            else {
                if path == nil || !next.isOptional {
                    file.unreadable.append(
                        Unreadable(line: next.line, text: "import '\(next.path)'"))
                }
                continue
            }
            seen.insert(path)
            file.add(read(bytes, path: path, line: next.line, &seen))
        }
        return file
    }

    /// A recipe by its name with those of its modules before it, as in `web:build`.
    func recipe(named name: String) -> Justfile.Recipe? {
        let end = name.lastIndex(of: ":").map(name.index(after:)) ?? name.startIndex
        return units.first { $0.namespace == name[..<end] }?.recipes[String(name[end...])]
    }

    /// The files converted, the first one first.
    func converted() -> [ConvertedUnit] {
        var converted = converted(keepingLinesOf: [])
        let repeated = JustRuns(converted).repeated
        if repeated.isEmpty { return converted }
        converted = self.converted(keepingLinesOf: Set(repeated.keys))
        let rest = JustRuns(converted).repeated
        for unit in converted.indices {
            for index in converted[unit].project.tasks.indices {
                let name = converted[unit].project.tasks[index].name
                guard let other = rest[converted[unit].namespace + name] else { continue }
                converted[unit].project.tasks[index].delegate("runs '\(other)' more than once")
            }
        }
        return converted
    }

    /// The files converted; the lines of some recipes that call just stay lines.
    private func converted(keepingLinesOf names: Set<String>) -> [ConvertedUnit] {
        units.indices.map { index in
            var reader = JustReader(tree: self, index: index, keepingLinesOf: names)
            return ConvertedUnit(
                path: outputName(of: index), sourceName: units[index].fileName,
                namespace: units[index].namespace, project: reader.converted(),
                runner: runner(of: index))
        }
    }

    /// `devtool.yml`, and `NAME.devtool.yml` beside the file of each module.
    func outputName(of index: Int) -> String {
        index == 0 ? "devtool.yml" : units[index].outputName(units[index].namespaceName)
    }

    /// just, with options where it would not find the file by itself, or where recipes ask in which folder it is started.
    private func runner(of index: Int) -> OriginalRunner {
        var runner = OriginalRunner(program: "just", passing: .rest)
        let name = units[0].path
        let isUsual = ["justfile", ".justfile"].contains(name.lowercased())
        if units.contains(where: { $0.file.asksForInvocationFolder }) {
            runner.folder = .reference(.invocationFolder)
        } else if isUsual, units[index].folder.isEmpty {
            return runner
        }
        runner.options = ConvertedText("-f ") + .reference(.root)
        runner.options.append("/\(PlainWords.quoted(name)) ")
        return runner
    }
}

extension Justfile {
    /// Adds what an imported file has.
    fileprivate mutating func add(_ other: Justfile) {
        assignments = other.assignments + assignments
        settings += other.settings
        aliases += other.aliases
        modules += other.modules
        unexports += other.unexports
        unreadable += other.unreadable
        asksForInvocationFolder = asksForInvocationFolder || other.asksForInvocationFolder
        recipes += other.recipes.map { recipe in
            var recipe = recipe
            recipe.depth += 1
            return recipe
        }
    }
}

extension Justfile.Recipe {
    /// Whether just has it on Linux.
    var isForLinux: Bool {
        systems.isEmpty || systems.contains("linux") || systems.contains("unix")
    }

    /// The systems that it is for; empty for all.
    var systems: [String] {
        let known = [
            "linux", "unix", "macos", "windows", "freebsd", "openbsd", "android", "netbsd",
            "dragonfly",
        ]
        return attributes.map(\.name).filter(known.contains)
    }

    /// Whether just takes it instead of a later one of its name.
    fileprivate func precedes(_ other: Justfile.Recipe) -> Bool {
        isForLinux == other.isForLinux ? depth < other.depth : isForLinux
    }
}
