import Scanning

/// Converts a justfile or a module.
struct JustReader {
    let tree: JustTree
    let unit: JustTree.Unit
    var project = ConvertedProject()
    var scope = JustScope()
    /// The recipes by name: of those for several systems, the one for Linux.
    private(set) var recipes: [String: Justfile.Recipe] = [:]

    var file: Justfile { unit.file }

    init(tree: JustTree, index: Int) {
        self.tree = tree
        unit = tree.units[index]
        scope.folder = unit.folder
        scope.variables.formUnion(unit.file.assignments.map(\.name))
        for recipe in unit.file.recipes {
            if let other = recipes[recipe.name], !recipe.isBetter(than: other) { continue }
            recipes[recipe.name] = recipe
        }
    }

    /// The file in devtool's words.
    mutating func converted() -> ConvertedProject {
        project.comments = file.comments
        project.leftovers = file.leftovers
        project.finalComments = file.finalComments
        project.exportsAll = file.isSet("export")
        readSettings()
        for assignment in file.assignments { read(assignment) }
        for (module, index) in unit.modules { read(module, index) }
        for recipe in file.recipes where recipes[recipe.name]?.line == recipe.line {
            project.tasks.append(task(recipe))
        }
        for recipe in file.recipes where recipes[recipe.name]?.line != recipe.line { leave(recipe) }
        addAliases()
        addDefault()
        // just runs them by these names, devtool would not.
        for index in project.tasks.indices
        where project.tasks[index].name == "default" || !project.tasks[index].aliases.isEmpty {
            project.tasks[index].isInternal = false
        }
        if project.shell == nil, project.needsShellOptions { project.shell = ["sh", "-u", "-c"] }
        return project
    }

    private mutating func read(_ assignment: Justfile.Assignment) {
        let value = ConvertedValue(scope.value(assignment.value))
        project.variables.append(
            ConvertedVariable(
                name: assignment.name, value: value, line: assignment.line,
                original: assignment.value, comments: assignment.comments))
        // No shell has a variable with other names.
        guard file.isSet("export") || assignment.isExported,
            ProcessNames.isVariable(assignment.name)
        else { return }
        project.environment.append(
            ConvertedVariable(
                name: assignment.name,
                value: .text(ConvertedText([.reference(.variable(assignment.name))])),
                line: assignment.line, original: assignment.value))
    }

    private mutating func read(_ module: Justfile.Module, _ index: Int?) {
        guard let index else {
            if !module.isOptional {
                project.leftovers.append(
                    Leftover(
                        line: module.line, reason: "the file of a module is missing",
                        text: module.name))
            }
            return
        }
        var include = ConvertedInclude(
            namespace: module.name,
            file: RelativePath.path(from: unit.folder, to: tree.outputName(of: index)))
        include.comments = module.comments
        project.includes.append(include)
    }

    private mutating func readSettings() {
        let names = ["dotenv-load", "dotenv-required"]
        let files = ["dotenv-filename", "dotenv-path"]
        project.readsDotenv =
            names.contains(where: file.isSet) || files.contains { file.setting($0) != nil }
        if file.isSet("dotenv-required") {
            project.dotenv = [ConvertedDotenv(file: ConvertedText(".env"), isOptional: false)]
        }
        for setting in file.settings {
            switch setting.name {
            case "shell":
                if let words = Self.shell(setting.value) {
                    project.shell = words
                } else {
                    leave(setting)
                }
            case "quiet": project.isSilent = file.isSet("quiet")
            case "dotenv-load": break
            case "dotenv-filename", "dotenv-path":
                let isRequired = file.isSet("dotenv-required")
                project.dotenv = [
                    ConvertedDotenv(file: scope.value(setting.value), isOptional: !isRequired)
                ]
            case "export", "positional-arguments", "windows-shell", "windows-powershell", "tempdir",
                "allow-duplicate-recipes", "allow-duplicate-variables", "unstable",
                "ignore-comments",
                "dotenv-required", "script-interpreter", "no-exit-message", "working-directory",
                "lazy",
                "guards":
                break
            default: leave(setting)
            }
        }
    }

    private mutating func leave(_ setting: Justfile.Setting) {
        project.leftovers.append(
            Leftover(
                line: setting.line, reason: "the setting '\(setting.name)'", text: setting.value))
    }

    /// A shell with its options, as in `["bash", "-cu"]`: devtool wants `-c` by itself, and last.
    static func shell(_ value: String) -> [String]? {
        var parser = JustExpressionParser(value)
        guard parser.take("[") else { return nil }
        var words: [String] = []
        while !parser.take("]") {
            guard case .text(let word)? = parser.value() else { return nil }
            words.append(word)
            _ = parser.take(",")
        }
        return shell(words: words)
    }

    static func shell(words: [String]) -> [String]? {
        guard let name = words.first?.split(separator: "/").last.map(String.init),
            ["sh", "bash", "dash", "zsh", "ksh"].contains(name)
        else { return nil }
        var options: [String] = []
        for option in words.dropFirst() {
            let isShort = option.hasPrefix("-") && !option.hasPrefix("--")
            guard isShort, option.contains("c") else {
                options.append(option)
                continue
            }
            let others = option.filter { $0 != "c" }
            if others.count > 1 { options.append(others) }
        }
        return [name] + options + ["-c"]
    }

    /// A recipe for a system that another recipe of the same name is not for.
    private mutating func leave(_ recipe: Justfile.Recipe) {
        guard let index = project.tasks.firstIndex(where: { $0.name == recipe.name }) else {
            return
        }
        let text = recipe.body.map(\.text.trimmed).joined(separator: "\n")
        if recipe.attribute("windows") != nil {
            project.tasks[index].comments +=
                ["# On Windows, just runs:"]
                + text.lines.filter { !$0.isEmpty }.map { "#   \($0)" }
        } else {
            project.tasks[index].leftovers.append(
                Leftover(line: recipe.line, reason: "another recipe of this name", text: text))
        }
    }

    private mutating func addAliases() {
        for alias in file.aliases {
            let target = alias.target.replacing("::", with: ":")
            if let index = project.tasks.firstIndex(where: { $0.name == target }) {
                project.tasks[index].aliases.append(alias.name)
            } else {
                var task = ConvertedTask(alias.name, line: alias.line)
                task.needs = [[ConvertedCall(task: target)]]
                project.tasks.append(task)
            }
        }
    }

    /// Without a name, just runs the first recipe, and devtool the task `default`.
    private mutating func addDefault() {
        let marked = file.recipes.first { $0.attribute("default") != nil }
        guard let first = marked ?? file.recipes.first,
            let index = project.tasks.firstIndex(where: { $0.name == first.name }),
            first.name != "default"
        else { return }
        if project.tasks.contains(where: { $0.name == "default" || $0.aliases.contains("default") })
        {
            project.tasks[index].leftovers.append(
                Leftover(line: first.line, reason: "the default recipe, but not the task 'default'")
            )
        } else {
            project.tasks[index].aliases.append("default")
        }
    }
}

extension Justfile.Recipe {
    /// Whether it is the one for Linux rather than another.
    fileprivate func isBetter(than other: Justfile.Recipe) -> Bool {
        func rank(_ recipe: Justfile.Recipe) -> Int {
            if recipe.attribute("linux") != nil { return 3 }
            if recipe.attribute("unix") != nil { return 2 }
            return recipe.attribute("windows") != nil || recipe.attribute("macos") != nil ? 0 : 1
        }
        return rank(self) > rank(other)
    }
}

extension ConvertedProject {
    /// Whether it makes a difference how the shell is called.
    fileprivate var needsShellOptions: Bool {
        tasks.contains { task in
            task.steps.contains { step in
                guard case .line(let text) = step.action, task.shell == nil else { return false }
                return text.pieces.contains { piece in
                    if case .text(let text) = piece {
                        text.contains { "$;\n{(".contains($0) }
                    } else {
                        false
                    }
                }
            }
        }
    }
}
