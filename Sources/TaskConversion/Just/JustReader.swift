/// Converts a justfile or a module.
struct JustReader {
    let tree: JustTree
    let unit: JustTree.Unit
    var project = ConvertedProject()
    /// The recipes whose lines that call just stay lines, with namespaces.
    let keptLines: Set<String>
    private let variables: Set<String>
    /// The recipes that just does not have on Linux.
    private let elsewhere: [String: [Justfile.Recipe]]

    var file: Justfile { unit.file }

    init(tree: JustTree, index: Int, keepingLinesOf names: Set<String>) {
        self.tree = tree
        keptLines = names
        unit = tree.units[index]
        variables = Set(unit.file.assignments.map(\.name))
        elsewhere = Dictionary(grouping: unit.file.recipes.filter { !$0.isForLinux }, by: \.name)
    }

    /// The file in devtool's words.
    mutating func converted() -> ConvertedProject {
        project.comments = file.comments
        project.unreadable = file.unreadable
        project.finalComments = file.finalComments
        // A later one, and one of the importing file, takes precedence.
        let last = file.assignments.indices.reduce(into: [:]) { $0[file.assignments[$1].name] = $1 }
        for index in last.values.sorted() { add(file.assignments[index]) }
        for (module, index) in unit.modules { add(module, index) }
        for recipe in file.recipes {
            let chosen = unit.recipes[recipe.name]
            if chosen?.line == recipe.line, chosen?.depth == recipe.depth { add(recipe) }
        }
        for alias in file.aliases { add(alias) }
        addDefault()
        readSettings()
        // just runs them by these names, devtool would not.
        for (index, task) in project.tasks.enumerated()
        where !task.aliases.isEmpty || task.name == "default" {
            project.tasks[index].isInternal = false
        }
        if project.shell == nil, project.dependsOnShellOptions {
            project.shell = ["sh", "-u", "-c"]
        }
        return project
    }

    private mutating func add(_ recipe: Justfile.Recipe) {
        var task = task(recipe)
        for other in elsewhere[recipe.name] ?? [] where other.line != recipe.line {
            let systems = other.systems.joined(separator: ", ")
            task.comments.append(
                "# For \(systems), just has another: \(unit.fileName):\(other.line)")
        }
        project.tasks.append(task)
    }

    // MARK: values

    /// An expression as a text, in a recipe with these parameters.
    func text(_ expression: JustExpression, _ parameters: Set<String> = []) -> ConvertedText {
        ConvertedText(
            expression.pieces.map { piece in
                switch piece {
                case .text(let text): .text(text)
                case .name(let name) where parameters.contains(name): .reference(.parameter(name))
                case .name(let name) where variables.contains(name): .reference(.variable(name))
                case .name(let name): .unknown("uses just's '\(name)'")
                case .environment(let name, let other?) where other.literal == "":
                    .reference(.environment(name))
                case .environment: .unknown("uses env() within a text")
                case .command: .unknown("uses a command in backticks within a text")
                case .reference(let reference): .reference(reference)
                case .unknown(let reason): .unknown(reason)
                }
            })
    }

    /// The value of a variable; of several parts, a shell joins those that devtool does not have within a text.
    private func value(_ expression: JustExpression) -> ConvertedValue {
        if expression.pieces.contains(where: \.needsShell), file.setting("working-directory") != nil
        {
            return .text(.unknown("uses a command or env() in another folder"))
        }
        if expression.pieces.count == 1, case .command(let line) = expression.pieces[0] {
            return .shell(ConvertedText(line))
        }
        guard expression.pieces.contains(where: \.needsShell) else {
            return .text(text(expression))
        }
        var line = ConvertedText()
        var count = 0
        let word = word(expression, &line, &count)
        return .shell(line + ConvertedText("printf %s ") + word)
    }

    /// An expression as a word of a shell line.
    ///
    /// devtool's `${env.X:-y}` also stands in for a variable that is empty, just's `env()` does not.
    ///
    /// - Parameters:
    ///   - expression: the expression.
    ///   - line: what comes before in the line, such as `part1=$(git describe) || exit; `.
    ///   - count: how many variables that has.
    /// - Returns: the word.
    private func word(
        _ expression: JustExpression, _ line: inout ConvertedText, _ count: inout Int
    ) -> ConvertedText {
        var result = ConvertedText()
        for piece in expression.pieces {
            switch piece {
            case .text(let text):
                guard PlainWords.words(of: text) != nil else {
                    return .unknown("joins env() with a text that a shell would expand")
                }
                result.append(PlainWords.quoted(text))
            case .environment(let name, nil): result.append("\"${\(name)?}\"")
            case .environment(let name, let other?):
                if let text = other.literal, PlainWords.words(of: text) != nil {
                    result.append("\"${\(name)-\(text)}\"")
                    continue
                }
                let value = word(other, &line, &count)
                count += 1
                line = line + ConvertedText("part\(count)=") + value + ConvertedText("; ")
                result.append("\"${\(name)-$part\(count)}\"")
            case .command(let command):
                count += 1
                line.append("part\(count)=$(\(command)) || exit; ")
                result.append("\"$part\(count)\"")
            case .name, .reference, .unknown:
                let quote = ConvertedText("\"")
                result = result + quote + text(JustExpression(piece)) + quote
            }
        }
        return result
    }

    private mutating func add(_ assignment: Justfile.Assignment) {
        project.variables.append(
            ConvertedVariable(
                name: assignment.name, value: value(assignment.value), line: assignment.line,
                comments: assignment.comments))
        guard file.isSet("export") || assignment.isExported else { return }
        project.environment.append(
            ConvertedVariable(
                name: assignment.name, value: .text(.reference(.variable(assignment.name))),
                line: assignment.line))
    }

    // MARK: statements

    private mutating func add(_ module: Justfile.Module, _ index: Int?) {
        guard let index else {
            if !module.isOptional || module.path?.contains("..") == true {
                project.unreadable.append(
                    Unreadable(line: module.line, text: "mod \(module.name)"))
            }
            return
        }
        var include = ConvertedInclude(
            namespace: module.name,
            file: RelativePath.path(from: unit.folder, to: tree.outputName(of: index)))
        include.comments = module.comments
        project.includes.append(include)
    }

    private mutating func add(_ alias: Justfile.Alias) {
        if let index = project.tasks.firstIndex(where: { $0.name == alias.target }) {
            project.tasks[index].aliases.append(alias.name)
        } else {
            let name = unit.originalName(of: alias.name)
            var task = ConvertedTask(alias.name, originalName: name, line: alias.line)
            task.delegate("is an alias of another file's recipe")
            project.tasks.append(task)
        }
    }

    /// Without a name, just runs the first recipe, and devtool the task `default`.
    private mutating func addDefault() {
        let recipes = file.recipes.filter { $0.depth == 0 && $0.isForLinux }
        let marked = recipes.first { $0.attribute("default") != nil }
        guard let name = (marked ?? recipes.first)?.name, name != "default" else { return }
        if project.tasks.contains(where: { $0.name == "default" || $0.aliases.contains("default") })
        {
            project.comments.append("# Without a name, just runs '\(name)'.")
        } else if let index = project.tasks.firstIndex(where: { $0.name == name }) {
            project.tasks[index].aliases.append("default")
        }
    }

    // MARK: settings

    private mutating func readSettings() {
        for line in file.unexports { project.delegateAll("has 'unexport'", at: line) }
        let names = ["dotenv-load", "dotenv-required", "dotenv-filename", "dotenv-path"]
        project.readsDotenv = names.contains { name in
            file.setting(name).map { $0.isOn || $0.values.first?.literal != nil } ?? false
        }
        if file.isSet("dotenv-required") {
            project.dotenv = [ConvertedDotenv(file: ConvertedText(".env"), isOptional: false)]
        }
        for setting in file.settings where !read(setting) {
            project.delegateAll("has the setting '\(setting.name)'", at: setting.line)
        }
    }

    /// Reads a setting; false where it is not understood.
    private mutating func read(_ setting: Justfile.Setting) -> Bool {
        switch setting.name {
        case "shell":
            let words = setting.values.compactMap(\.literal)
            project.shell = words.count == setting.values.count ? Self.shell(words) : nil
            return project.shell != nil
        case "quiet": project.isSilent = setting.isOn
        case "dotenv-filename", "dotenv-path":
            guard let path = setting.values.first?.literal else { return false }
            let isRequired = file.isSet("dotenv-required")
            project.dotenv = [ConvertedDotenv(file: ConvertedText(path), isOptional: !isRequired)]
        case "working-directory":
            return setting.values.first?.literal != nil && !project.readsDotenv
        // What recipes look at.
        case "dotenv-load", "dotenv-required", "export", "guards", "ignore-comments",
            "positional-arguments", "script-interpreter":
            break
        // What changes nothing that a recipe does on Linux.
        case "allow-duplicate-recipes", "allow-duplicate-variables", "default-list", "fallback",
            "lazy", "minimum-version", "no-exit-message", "tempdir", "unstable",
            "windows-powershell", "windows-shell":
            break
        default: return false
        }
        return true
    }

    /// A shell with its options, as in `["bash", "-cu"]`: devtool wants `-c` by itself, and last; nil for others.
    static func shell(_ words: [String]) -> [String]? {
        let shells = ["sh", "bash", "dash", "zsh", "ksh"]
        guard words.count > 1,
            let name = shells.first(where: { name in
                [name, "/bin/\(name)", "/usr/bin/\(name)"].contains(words[0])
            }), let last = words.last, last.hasPrefix("-"), !last.hasPrefix("--"),
            last.contains("c")
        else { return nil }
        let others = last.filter { $0 != "c" }
        return [name] + words[1...].dropLast() + (others == "-" ? [] : [others]) + ["-c"]
    }
}

extension JustExpression.Piece {
    /// Whether only a shell has its value within a text.
    fileprivate var needsShell: Bool {
        switch self {
        case .command: true
        case .environment(_, let other): other?.literal != ""
        default: false
        }
    }
}

extension SourceUnit {
    /// The name that a recipe has for just, as in `web::build`.
    func originalName(of name: String) -> String {
        namespace.replacing(":", with: "::") + name
    }
}

extension ConvertedProject {
    /// Whether anything depends on the options that the shell is called with.
    fileprivate var dependsOnShellOptions: Bool {
        let lines = tasks.filter { $0.shell == nil }.flatMap(\.steps).compactMap { step in
            if case .line(let text) = step.action { text } else { nil as ConvertedText? }
        }
        return hasCompoundLines
            || (lines + variables.map(\.value.text)).contains { text in
                text.pieces.contains {
                    if case .text(let text) = $0 { text.utf8.contains(36) } else { false }
                }
            }
    }
}
