import Shell

/// Converts a justfile and its imports; recipes of modules are delegated to just.
struct JustReader {
    private let surroundings: ConversionSurroundings
    var file = Justfile()
    var project: ConvertedProject
    /// By name; a name may have one recipe per system.
    private(set) var recipes: [String: [Justfile.Recipe]] = [:]
    private var variables: Set<String> = []
    private var fileCount = 0
    private var indices: [String: Int] = [:]

    static func project(named name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings)
        throws(ConversionFailure) -> ConvertedProject
    {
        var reader = try JustReader(name, bytes, in: surroundings)
        return try reader.converted()
    }

    private init(_ name: String, _ bytes: [UInt8], in surroundings: ConversionSurroundings) throws(ConversionFailure) {
        self.surroundings = surroundings
        project = ConvertedProject(of: name, runner: OriginalRunner(program: "just", passing: .rest))
        var seen: Set = [name]
        file = try read(bytes, path: nil, line: nil, &seen)
    }

    /// Reads a file with its imports, whose lines all have the line number of the import.
    private mutating func read(_ bytes: [UInt8], path: String?, line: Int?, _ seen: inout Set<String>)
        throws(ConversionFailure) -> Justfile
    {
        var file = try JustfileParser.parse(bytes, in: path, asLine: line)
        for part in file.parts where part.name == nil {
            let path = RelativePath.joined(RelativePath.folder(of: path ?? ""), part.path ?? "")
            if let path, seen.contains(path) { continue }
            if let path, let bytes = contents(of: path) {
                seen.insert(path)
                file.add(try read(bytes, path: path, line: part.line, &seen))
            } else if path == nil || !part.isOptional {
                file.unreadable.append((part.line, "import '\(part.path ?? "")'"))
            }
        }
        return file
    }

    private mutating func contents(of path: String) -> [UInt8]? {
        guard fileCount < ConversionSurroundings.fileLimit, let bytes = surroundings.read(path) else { return nil }
        fileCount += 1
        return bytes
    }

    private mutating func converted() throws(ConversionFailure) -> ConvertedProject {
        project.comments = file.comments
        project.unreadable = file.unreadable
        project.finalComments = file.finalComments
        variables = Set(file.assignments.map(\.variable.name))
        recipes = Dictionary(grouping: file.recipes, by: \.name).mapValues { recipes in
            // devtool does not run on Windows.
            let others = recipes.filter { $0.systems != ["windows"] }
            return others.isEmpty ? recipes : others
        }
        // Later definitions take precedence, and so do those of the importing file.
        let last = file.assignments.indices.reduce(into: [:]) { $0[file.assignments[$1].variable.name] = $1 }
        for index in last.values.sorted() {
            add(file.assignments[index].variable, isExported: file.assignments[index].isExported)
        }
        var seen: Set<String> = []
        for name in file.recipes.map(\.name) where seen.insert(name).inserted {
            if let recipe = recipes[name]?.first { append(task(recipe)) }
        }
        try addModules(of: file, in: "", "", chain: [project.sourceName])
        for (name, target, line) in file.aliases where !addAlias(name, of: target) {
            var task = ConvertedTask(name, line: line)
            task.delegate("is an alias for an unknown recipe")
            append(task)
        }
        try check()
        addDefault()
        readSettings()
        setRunner()
        project.runner.hidesEnvironment = project.variables.contains(where: \.isShell)
        project.shell = project.shell ?? ["sh", "-u", "-c"]
        return project
    }

    /// Throws ``ConversionFailure`` for a file that just refuses because of its recipes' names.
    private func check() throws(ConversionFailure) {
        if !project.unreadable.isEmpty { return }
        let known = Set(indices.keys).union(project.tasks.flatMap(\.aliases))
        var seen: Set<String> = []
        for recipe in file.recipes where !recipe.isImported {
            let name = recipe.name
            if let other = recipe.dependencies.first(where: { !known.contains($0.name) }) {
                throw ConversionFailure("'\(name)' needs '\(other.name)', which is not a recipe", line: recipe.line)
            }
            if recipe.systems.isEmpty, !seen.insert(name).inserted, !file.isSet("allow-duplicate-recipes") {
                throw ConversionFailure("'\(name)' is declared twice", line: recipe.line)
            }
        }
    }

    func text(_ text: ConvertedText, _ parameters: Set<String> = []) -> ConvertedText {
        text.replacing { reference in
            guard let name = reference.variable else { return nil }
            if parameters.contains(name) { return .reference(.parameter(name)) }
            return variables.contains(name) ? nil : .unknown("uses '\(name)', which the justfile does not define")
        }
    }

    private mutating func add(_ variable: ConvertedVariable, isExported: Bool) {
        var variable = variable
        if !variable.isShell {
            variable.value = text(variable.value)
        } else if file.setting("working-directory") != nil {
            variable.value = .unknown("runs a command in another folder")
            variable.isShell = false
        }
        project.variables.append(variable)
        guard file.isSet("export") || isExported else { return }
        project.environment.append(
            ConvertedVariable(name: variable.name, value: .reference(.variable(variable.name)), line: variable.line))
    }

    /// Adds the recipes of modules, such as `web:build` for `web::build`.
    private mutating func addModules(
        of file: Justfile, in folder: String, _ namespace: String, line: Int? = nil, chain: [String]
    ) throws(ConversionFailure) {
        for module in file.parts {
            guard let name = module.name else { continue }
            let line = line ?? module.line
            let paths = Self.paths(of: module, in: folder).filter { !chain.contains($0) }
            guard let path = paths.first(where: { surroundings.read($0) != nil }), let bytes = contents(of: path) else {
                if !module.isOptional { project.unreadable.append((line, "mod \(name)")) }
                continue
            }
            var seen: Set = [path]
            let inner = try read(bytes, path: path, line: nil, &seen)
            for part in inner.unreadable {
                let text = "\(path):\(part.line): \(part.text)"
                project.unreadable.append((line, text))
            }
            self.file.asksForInvocationFolder = self.file.asksForInvocationFolder || inner.asksForInvocationFolder
            add(inner, "\(namespace)\(name):", line)
            try addModules(
                of: inner, in: RelativePath.folder(of: path), "\(namespace)\(name):", line: line, chain: chain + [path])
        }
    }

    private mutating func add(_ module: Justfile, _ namespace: String, _ line: Int) {
        for recipe in module.recipes where indices[namespace + recipe.name] == nil {
            let name = namespace + recipe.name
            let original = name.replacing(":", with: "::")
            var task = ConvertedTask(name, originalName: original, line: line)
            task.comments = recipe.comments
            task.description = recipe.description
            task.needs = recipe.dependencies.map { [ConvertedCall(task: namespace + $0.name)] }
            task.delegate("belongs to a module")
            append(task)
        }
        for alias in module.aliases { addAlias(namespace + alias.name, of: namespace + alias.target) }
        if let name = module.defaultRecipe { addAlias(String(namespace.dropLast()), of: namespace + name) }
    }

    private mutating func append(_ task: ConvertedTask) {
        indices[task.name] = project.tasks.count
        project.tasks.append(task)
    }

    @discardableResult private mutating func addAlias(_ alias: String, of name: String) -> Bool {
        guard let index = indices[name] else { return false }
        project.tasks[index].aliases.append(alias)
        return true
    }

    private static func paths(of module: Justfile.Part, in folder: String) -> [String] {
        let names = ["mod.just", "justfile", ".justfile", "Justfile"]
        let name = module.name ?? ""
        let paths =
            if let path = module.path { [path] + names.map { "\(path)/\($0)" } } else {
                ["\(name).just"] + names.map { "\(name)/\($0)" }
            }
        return paths.compactMap { RelativePath.joined(folder, $0) }
    }

    /// Without a name, just runs the first recipe, but devtool runs the task `default`.
    private mutating func addDefault() {
        guard let name = file.defaultRecipe, name != "default" else { return }
        if indices["default"] != nil || file.aliases.contains(where: { $0.name == "default" }) {
            project.comments.append("# Without a name, just runs '\(name)'.")
        } else {
            addAlias("default", of: name)
        }
    }

    private mutating func readSettings() {
        let path = (file.setting("dotenv-path") ?? file.setting("dotenv-filename"))?.values.first
        let isRequired = file.isSet("dotenv-required")
        project.readsDotenv = file.isSet("dotenv-load")
        if isRequired || project.readsDotenv || path != nil {
            let variables = surroundings.dotenv(path ?? ConvertedText(".env"), isOptional: !isRequired)
            project.readsDotenv = path == nil && !isRequired && variables.file.unknown == nil
            if !project.readsDotenv { project.dotenv = [variables] }
        }
        for setting in file.settings where !read(setting) {
            project.delegateAll("uses the setting '\(setting.name)'", at: setting.line)
        }
    }

    /// `false` if the setting is unknown.
    private mutating func read(_ setting: Justfile.Setting) -> Bool {
        switch setting.name {
        case "shell":
            let words = setting.values.compactMap(\.literal)
            let isKnown = words.count == setting.values.count
            project.shell = isKnown ? ConvertedProject.shell(of: words) : nil
            return project.shell != nil
        case "quiet": project.isSilent = setting.isOn
        case "working-directory":
            return setting.values.first?.literal != nil && !project.readsDotenv && project.dotenv.isEmpty
        // Already read, or read with the recipes.
        case "dotenv-load", "dotenv-required", "dotenv-filename", "dotenv-path", "export", "positional-arguments": break
        // No effect on recipes on Linux.
        case "allow-duplicate-recipes", "allow-duplicate-variables", "default-list", "fallback", "lazy",
            "minimum-version", "no-exit-message", "script-interpreter", "tempdir", "unstable", "windows-powershell",
            "windows-shell":
            break
        default: return false
        }
        return true
    }

    /// Adds options if just would not find the file, or if recipes use the invocation directory.
    private mutating func setRunner() {
        let name = project.sourceName
        if file.asksForInvocationFolder {
            project.runner.folder = .reference(.invocationFolder)
        } else if ["justfile", ".justfile"].contains(name.lowercased()) {
            return
        }
        project.runner.options = ConvertedText("-f ") + .reference(.root)
        project.runner.options.append("/\(ShellText.quoted(name)) ")
    }
}

extension Justfile {
    /// The recipe that just runs without a name on Linux.
    fileprivate var defaultRecipe: String? {
        let own = recipes.filter { recipe in
            !recipe.isImported
                && (recipe.systems.isEmpty || recipe.systems.contains { ["linux", "unix"].contains($0) })
        }
        return (own.first { $0.attribute("default") != nil } ?? own.first)?.name
    }
}
