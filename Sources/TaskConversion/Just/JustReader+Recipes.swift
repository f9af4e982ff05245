import Scanning

extension JustReader {
    func task(_ recipe: Justfile.Recipe) -> ConvertedTask {
        var task = ConvertedTask(recipe.name, line: recipe.line)
        task.comments = recipe.comments
        task.description = recipe.description
        if let problem = recipe.problem {
            task.delegate(problem)
            task.mayNeedMore = true
        }
        for (parameter, isExported) in recipe.parameters {
            add(parameter, isExported: isExported || file.isSet("export"), of: recipe, to: &task)
        }
        for attribute in recipe.attributes { add(attribute, of: recipe, to: &task) }
        if recipes[recipe.name]?.count != 1 {
            // just chooses one by the system.
            task.delegate("is declared more than once")
            task.mayNeedMore = true
            task.platforms = []
        }
        addFolder(of: recipe, to: &task)
        task.needs = calls(recipe.dependencies.filter { !$0.comesAfter }, of: recipe).map { [$0] }
        if recipe.body.first(where: { !$0.text.pieces.isEmpty })?.text.start.hasPrefix("#!") == true {
            addScript(recipe, to: &task)
        } else {
            addLines(recipe, to: &task)
        }
        // just runs subsequent dependencies again even if they have already run.
        for call in calls(recipe.dependencies.filter(\.comesAfter), of: recipe) {
            task.steps.append(ConvertedStep(.calls([call]), line: recipe.line))
        }
        return task
    }

    private func add(
        _ parameter: ConvertedParameter, isExported: Bool, of recipe: Justfile.Recipe, to task: inout ConvertedTask
    ) {
        var parameter = parameter
        parameter.defaultText = parameter.defaultText.map { text($0, recipe.parameterNames) }
        if parameter.isRest, let value = parameter.defaultText, value.literal == nil {
            task.delegate(value.unknown ?? "has a default that may expand to several words")
        }
        task.parameters.append(parameter)
        guard isExported else { return }
        if parameter.isRest { task.delegate("exports a variadic parameter") }
        task.environment.append(
            ConvertedVariable(name: parameter.name, value: .reference(.parameter(parameter.name)), line: recipe.line))
    }

    private func add(_ attribute: Justfile.Setting, of recipe: Justfile.Recipe, to task: inout ConvertedTask) {
        let value = attribute.values.first.map { text($0, recipe.parameterNames) }
        switch attribute.name {
        case "confirm": task.confirmation = value ?? ConvertedText("Run recipe '\(recipe.name)'?")
        case "group": task.group = task.group ?? value?.literal
        case "doc": task.description = value?.literal
        case "linux", "macos", "windows", "freebsd", "openbsd", "android":
            // devtool does not run on Windows, so 'unix' includes every system.
            if !recipe.systems.contains("unix") { task.platforms.append(attribute.name) }
        case "unix", "no-cd", "working-directory", "default": break
        // Attributes without effect on the recipe's work.
        case "private", "extension", "exit-message", "metadata", "no-exit-message", "no-quiet": break
        default: task.delegate("uses the attribute [\(attribute.name)]", at: attribute.line)
        }
        if let reason = value?.unknown { task.delegate(reason, at: attribute.line) }
    }

    private func addFolder(of recipe: Justfile.Recipe, to task: inout ConvertedTask) {
        let setting = file.setting("working-directory")?.values.first
        if recipe.attribute("no-cd") != nil {
            task.dir = .reference(.invocationFolder)
        } else if let attribute = recipe.attribute("working-directory") {
            task.dir = attribute.values.first.map { text($0, recipe.parameterNames) }
            if setting != nil { task.delegate("sets the working directory twice", at: attribute.line) }
        } else if let setting {
            task.dir = text(setting)
        }
    }

    /// just runs repeated dependencies once.
    private func calls(_ dependencies: [Justfile.Dependency], of recipe: Justfile.Recipe) -> [ConvertedCall] {
        var seen: Set<[ConvertedText]> = []
        return dependencies.compactMap { dependency in
            let values = dependency.arguments.map { text($0, recipe.parameterNames) }
            guard seen.insert([ConvertedText(dependency.name)] + values).inserted else { return nil }
            let parameters = recipes[dependency.name]?.first?.parameters ?? []
            var call = ConvertedCall(task: dependency.name)
            for (index, value) in values.enumerated() {
                if index < parameters.count {
                    call.parameters.append((parameters[index].parameter.name, value))
                } else {
                    // just joins several words with blanks; a module's recipe has no parameters here.
                    let last = call.parameters.popLast() ?? ("args", ConvertedText())
                    call.parameters.append((last.name, last.value + ConvertedText(" ") + value))
                }
            }
            return call
        }
    }

    /// Each line is a step, because just runs it in its own shell.
    private func addLines(_ recipe: Justfile.Recipe, to task: inout ConvertedTask) {
        var lines = recipe.body[...]
        while let first = lines.popFirst() {
            let signs = ["@-", "-@", "@", "-"].first(where: first.text.start.hasPrefix) ?? ""
            let text = text(joined(first.text.dropping(signs), &lines), recipe.parameterNames)
            if text.pieces.isEmpty { continue }
            if isPositional(recipe), text.contains(anyOf: ["$", "shift", "getopts", "for "]) {
                task.delegate("may read positional arguments", at: first.line)
            }
            var step = ConvertedStep(.line(text), line: first.line)
            step.isSilent = recipe.isQuiet != signs.contains("@")
            step.ignoresError = signs.contains("-")
            task.steps.append(step)
        }
    }

    /// Joins continued lines like just, so that no shell sees the backslash and the indentation.
    private func joined(_ first: ConvertedText, _ lines: inout ArraySlice<(text: ConvertedText, line: Int)>)
        -> ConvertedText
    {
        var pieces = first.pieces
        while case .text(let end)? = pieces.last, end.hasSuffix("\\") {
            pieces[pieces.count - 1] = .text(String(end.dropLast()))
            guard let next = lines.popFirst()?.text else { break }
            pieces += next.dropping(next.start.prefix(while: \.isWhitespace)).pieces
        }
        return ConvertedText(pieces)
    }

    private func isPositional(_ recipe: Justfile.Recipe) -> Bool {
        file.isSet("positional-arguments") && !recipe.parameters.isEmpty
    }

    private func addScript(_ recipe: Justfile.Recipe, to task: inout ConvertedTask) {
        let body = recipe.body.drop { $0.text.pieces.isEmpty }
        guard let first = body.first else { return }
        if first.text.pieces.count > 1 { task.delegate("interpolates a value in its '#!' line", at: first.line) }
        if isPositional(recipe) { task.delegate("passes positional arguments to a script", at: first.line) }
        let lines = body.dropFirst().flatMap { [.text("\n")] + $0.text.pieces }.dropFirst()
        let text = text(ConvertedText(Array(lines)), recipe.parameterNames)
        if let reason = text.unknown { task.delegate(reason, at: first.line) }
        guard let script = text.literal else {
            task.shell = Self.shell(of: first.text.start)
            if task.shell == nil { task.delegate("inserts values into a script", at: first.line) }
            if text.contains(anyOf: ["$0", "${0", "BASH_SOURCE"]) {
                task.delegate("inserts values into a script that reads its own name", at: first.line)
            }
            task.steps.append(ConvertedStep(.line(text), line: first.line))
            return
        }
        let action = ConvertedStep.Action.script("\(first.text.start)\n\(script)\n")
        task.steps.append(ConvertedStep(action, line: first.line))
    }

    /// The shell and its options in the first line of a script; `nil` for other interpreters.
    private static func shell(of start: String) -> [String]? {
        var words = start.dropFirst(2).split(separator: " ").map(String.init)
        if words.first == "/usr/bin/env", words.count > 2 { guard words.remove(at: 1) == "-S" else { return nil } }
        return ConvertedProject.shell(of: words + ["-c"])
    }
}

extension Justfile.Recipe { fileprivate var parameterNames: Set<String> { Set(parameters.map(\.parameter.name)) } }
