extension JustReader {
    func task(_ recipe: Justfile.Recipe) -> ConvertedTask {
        var task = ConvertedTask(
            recipe.name, originalName: unit.originalName(of: recipe.name), line: recipe.line)
        task.comments = recipe.comments
        task.description = recipe.description
        if let problem = recipe.problem { task.delegate(problem) }
        for parameter in recipe.parameters { add(parameter, of: recipe, to: &task) }
        for attribute in recipe.attributes { add(attribute, of: recipe, to: &task) }
        addFolder(of: recipe, to: &task)
        let before = recipe.dependencies.filter { !$0.comesAfter }
        let calls = calls(before, of: recipe)
        let isParallel = recipe.attribute("parallel") != nil
        task.needs = isParallel ? [calls] : sequence(calls, of: &task)
        if recipe.isScript {
            addScript(recipe, to: &task)
        } else {
            addLines(recipe, to: &task)
        }
        // just runs what comes after again, if it has run before.
        let after = self.calls(recipe.dependencies.filter(\.comesAfter), of: recipe)
        let actions: [ConvertedStep.Action] =
            isParallel && after.count > 1 ? [.calls(after)] : after.map { .call($0) }
        task.steps += actions.map { ConvertedStep($0, line: recipe.line) }
        return task
    }

    private func add(
        _ parameter: Justfile.Parameter, of recipe: Justfile.Recipe, to task: inout ConvertedTask
    ) {
        var converted = ConvertedParameter(name: parameter.name)
        converted.isRest = parameter.kind != .one
        converted.isRequired = parameter.kind != .any && parameter.defaultValue == nil
        converted.defaultText = parameter.defaultValue.map { text($0, recipe.parameterNames) }
        if converted.isRest, let value = converted.defaultText, value.literal == nil {
            task.delegate(value.unknown ?? "has a default of perhaps several words")
        }
        task.parameters.append(converted)
        guard parameter.isExported || file.isSet("export") else { return }
        var value = ConvertedText.reference(.parameter(parameter.name))
        if converted.isRest {
            // The environment has a text: the words with blanks between them.
            let name = "\(parameter.name)-words"
            let line = ConvertedText("set -- ") + value + ConvertedText("; printf %s \"$*\"")
            task.variables.append(
                ConvertedVariable(name: name, value: .shell(line), line: recipe.line))
            value = .reference(.variable(name))
        }
        task.environment.append(
            ConvertedVariable(name: parameter.name, value: .text(value), line: recipe.line))
    }

    private func add(
        _ attribute: Justfile.Attribute, of recipe: Justfile.Recipe, to task: inout ConvertedTask
    ) {
        let value = attribute.arguments.first.map { text($0, recipe.parameterNames) }
        switch attribute.name {
        case "private": task.isInternal = true
        case "confirm": task.confirmation = value ?? ConvertedText("Run recipe '\(recipe.name)'?")
        case "group": task.group = task.group ?? value?.literal
        case "doc": task.description = value?.literal
        case "linux", "macos", "windows", "freebsd", "openbsd", "android":
            // devtool itself runs on no Windows: 'unix' is every system.
            if !recipe.systems.contains("unix") { task.platforms.append(attribute.name) }
        case "unix", "no-cd", "working-directory", "script", "positional-arguments", "parallel",
            "default":
            break
        // What changes nothing that a recipe does.
        case "extension", "exit-message", "metadata", "no-exit-message", "no-quiet": break
        default: task.delegate("has the attribute [\(attribute.name)]", at: attribute.line)
        }
        if let reason = value?.unknown { task.delegate(reason, at: attribute.line) }
    }

    private func addFolder(of recipe: Justfile.Recipe, to task: inout ConvertedTask) {
        let setting = file.setting("working-directory")?.values.first
        if recipe.attribute("no-cd") != nil {
            task.dir = .reference(.invocationFolder)
        } else if let attribute = recipe.attribute("working-directory") {
            task.dir = attribute.arguments.first.map { text($0, recipe.parameterNames) }
            if setting != nil { task.delegate("has two working directories", at: attribute.line) }
        } else if let setting {
            task.dir = text(setting)
        }
    }

    // MARK: calls

    /// What dependencies run; just runs each once.
    private func calls(
        _ dependencies: [Justfile.Dependency], of recipe: Justfile.Recipe
    ) -> [ConvertedCall] {
        var seen: Set<[ConvertedText]> = []
        return dependencies.compactMap { dependency in
            let values = dependency.arguments.map { text($0, recipe.parameterNames) }
            guard seen.insert([ConvertedText(dependency.name)] + values).inserted else {
                return nil
            }
            return call(of: dependency.name, values)
        }
    }

    /// Calls one after another, without those that an earlier one needs: devtool has one order of all.
    private func sequence(
        _ calls: [ConvertedCall], of task: inout ConvertedTask
    ) -> [[ConvertedCall]] {
        var needed: [String: Bool] = [:]
        return calls.compactMap { call in
            if let hasValues = needed[call.task] {
                if hasValues || !call.parameters.isEmpty {
                    task.delegate("needs '\(call.task)', which an earlier recipe needs")
                }
                return nil
            }
            if calls.count > 1 { addNeeds(of: unit.namespace + call.task, to: &needed) }
            return [call]
        }
    }

    /// Notes what a recipe needs, and whether with values.
    private func addNeeds(of name: String, to needed: inout [String: Bool]) {
        let end = name.lastIndex(of: ":").map(name.index(after:)) ?? name.startIndex
        for other in tree.recipe(named: name)?.dependencies ?? [] where !other.comesAfter {
            let path = name[..<end] + other.name
            let own = String(path.dropFirst(unit.namespace.count))
            let isNew = needed[own] == nil
            needed[own] = needed[own] == true || !other.arguments.isEmpty
            if isNew, needed.count < Self.neededLimit { addNeeds(of: String(path), to: &needed) }
        }
    }

    /// How many recipes are looked at for one.
    private static let neededLimit = 500

    private func call(of name: String, _ values: [ConvertedText]) -> ConvertedCall {
        let parameters = tree.recipe(named: unit.namespace + name)?.parameters ?? []
        var call = ConvertedCall(task: name)
        for (index, parameter) in parameters.enumerated() where index < values.count {
            // just joins several words with blanks.
            let rest = parameter.kind == .one ? [] : values[(index + 1)...]
            let value = rest.reduce(values[index]) { $0 + ConvertedText(" ") + $1 }
            call.parameters.append((parameter.name, value))
        }
        return call
    }

    /// The recipes that a line such as `just build` runs; nil if a step would not do the same.
    private func call(inLine line: String, of task: ConvertedTask) -> ConvertedCall? {
        guard unit.path.lowercased() == "justfile", task.dir == nil, task.environment.isEmpty,
            !keptLines.contains(unit.namespace + task.name), line.hasPrefix("just "),
            let recipe = unit.recipes[line.dropFirst("just ".count).trimmed],
            recipe.parameters.allSatisfy({ $0.defaultValue != nil || $0.kind == .any })
        else { return nil }
        return ConvertedCall(task: recipe.name)
    }

    // MARK: lines

    /// Each line is a step: just runs it in a shell of its own.
    private func addLines(_ recipe: Justfile.Recipe, to task: inout ConvertedTask) {
        var lines = recipe.body[...]
        var comments: [String] = []
        while let first = lines.popFirst() {
            if file.isSet("ignore-comments"), first.start.hasPrefix("#") {
                comments.append(first.start)
                continue
            }
            let signs = first.signs
            var text = self.text(joined(first.dropping(signs), &lines), recipe)
            if text.pieces.isEmpty { continue }
            if file.isSet("guards"), first.start.dropFirst(signs.count).hasPrefix("?") {
                text = .unknown("has a line with '?'")
            }
            var step = ConvertedStep(.line(text), line: first.number)
            if let line = text.literal, let call = call(inLine: line, of: task) {
                step.action = .call(call)
            }
            step.isSilent = recipe.isQuiet != signs.contains("@")
            step.ignoresError = signs.contains("-")
            step.comments = comments
            comments = []
            task.steps.append(step)
        }
    }

    /// A line with those that continue it: just joins them, so that no shell sees the backslash and the indentation.
    private func joined(
        _ first: Justfile.Line, _ lines: inout ArraySlice<Justfile.Line>
    ) -> [Justfile.Line.Piece] {
        var pieces: [Justfile.Line.Piece] = []
        var line = first
        while line.isContinued, case .text(let end)? = line.pieces.popLast() {
            pieces += line.pieces + [.text(String(end.dropLast()))]
            guard let next = lines.popFirst() else { return pieces }
            line = next.dropping(next.start.prefix(while: \.isWhitespace))
        }
        return pieces + line.pieces
    }

    private func text(
        _ pieces: [Justfile.Line.Piece], _ recipe: Justfile.Recipe
    ) -> ConvertedText {
        let text = pieces.reduce(into: ConvertedText()) { text, piece in
            switch piece {
            case .text(let part): text.append(part)
            case .value(let value):
                self.text(value, recipe.parameterNames).pieces.forEach { text.append($0) }
            }
        }
        let isPositional =
            file.isSet("positional-arguments") || recipe.attribute("positional-arguments") != nil
        let isAsking = ["$", "shift", "getopts", "for "].contains { word in
            text.pieces.contains {
                if case .text(let text) = $0 { text.contains(word) } else { false }
            }
        }
        guard isPositional, isAsking, !recipe.parameters.isEmpty else { return text }
        return positional(recipe) + text
    }

    /// `set -- "${params.target}" ${params.args}; `: what `$1` and `"$@"` are.
    private func positional(_ recipe: Justfile.Recipe) -> ConvertedText {
        let words = recipe.parameters.map { parameter in
            let value = ConvertedText.reference(.parameter(parameter.name))
            let quote = ConvertedText(parameter.kind == .one ? "\"" : "")
            return ConvertedText(" ") + quote + value + quote
        }
        return words.reduce(ConvertedText("set --"), +) + ConvertedText("; ")
    }

    // MARK: scripts

    private func addScript(_ recipe: Justfile.Recipe, to task: inout ConvertedTask) {
        var body = Array(recipe.body.drop { $0.pieces.isEmpty })
        guard let first = body.first else { return }
        let words = interpreterWords(of: recipe)
        var interpreter = ["/usr/bin/env"] + (words.count > 1 ? ["-S"] : []) + words
        if recipe.attribute("script") == nil {
            interpreter = first.start.dropFirst(2).split(separator: " ").map(String.init)
            if first.pieces.count > 1 { task.delegate("has a value in '#!'", at: first.number) }
            body.removeFirst()
        }
        let lines = body.flatMap { [.text("\n")] + $0.pieces }.dropFirst()
        let text = text(Array(lines), recipe)
        if let reason = text.unknown { task.delegate(reason, at: first.number) }
        guard let script = text.literal else {
            task.shell = Self.shell(ofScript: interpreter)
            if task.shell == nil { task.delegate("has values in a script", at: first.number) }
            if text.pieces.contains(where: \.asksForScript) {
                task.delegate("has values in a script that asks for its name", at: first.number)
            }
            task.steps.append(ConvertedStep(.line(text), line: first.number))
            return
        }
        let isPositional =
            file.isSet("positional-arguments") || recipe.attribute("positional-arguments") != nil
        if isPositional, !recipe.parameters.isEmpty {
            task.delegate("passes its parameters to a script", at: first.number)
        }
        let start = "#!" + interpreter.joined(separator: " ") + "\n"
        task.steps.append(ConvertedStep(.script(start + script + "\n"), line: first.number))
    }

    /// The words of `[script('python3')]`; without any, those of `set script-interpreter`, or `sh -eu`.
    private func interpreterWords(of recipe: Justfile.Recipe) -> [String] {
        let own = recipe.attribute("script")?.arguments ?? []
        let words = own.isEmpty ? file.setting("script-interpreter")?.values ?? [] : own
        return words.isEmpty ? ["sh", "-eu"] : words.map { $0.literal ?? "" }
    }

    /// The shell of a script and its options, for its text as one line; nil for another interpreter.
    private static func shell(ofScript interpreter: [String]) -> [String]? {
        var words = interpreter
        if words.first == "/usr/bin/env" { words.removeFirst() }
        if words.first == "-S" { words.removeFirst() } else if words.count > 2 { return nil }
        return shell(words + ["-c"])
    }
}

extension Justfile.Recipe {
    fileprivate var parameterNames: Set<String> { Set(parameters.map(\.name)) }

    /// Whether its lines are one script.
    fileprivate var isScript: Bool {
        attribute("script") != nil
            || body.first { !$0.pieces.isEmpty }?.start.hasPrefix("#!") == true
    }
}

extension Justfile.Line {
    /// The signs that it begins with: `@` and `-`, each once.
    fileprivate var signs: String {
        ["@-", "-@", "@", "-"].first(where: start.hasPrefix) ?? ""
    }
}

extension ConvertedText.Piece {
    /// Whether a shell would give the name of the file of a script.
    fileprivate var asksForScript: Bool {
        guard case .text(let text) = self else { return false }
        return ["$0", "${0", "BASH_SOURCE"].contains(where: text.contains)
    }
}
