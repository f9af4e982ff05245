extension JustReader {
    func task(_ recipe: Justfile.Recipe) -> ConvertedTask {
        var task = ConvertedTask(recipe.name, line: recipe.line)
        task.comments = recipe.comments
        task.description = recipe.doc
        var scope = scope
        scope.parameters = Set(recipe.parameters.map(\.name))
        for parameter in recipe.parameters { add(parameter, of: recipe, to: &task, scope) }
        readAttributes(of: recipe, into: &task, scope)
        readDependencies(of: recipe, into: &task, scope)
        if let setting = file.setting("working-directory"), task.dir == nil {
            task.dir = scope.value(setting.value)
        }
        if recipe.isScript {
            addScript(recipe, to: &task, scope)
        } else {
            addLines(recipe, to: &task, scope)
        }
        return task
    }

    private func add(
        _ parameter: Justfile.Parameter, of recipe: Justfile.Recipe, to task: inout ConvertedTask,
        _ scope: JustScope
    ) {
        var converted = ConvertedParameter(name: parameter.name)
        if let value = parameter.defaultValue {
            converted.defaultText = scope.value(value)
            if case .shell(let line) = ConvertedValue(scope.value(value)) {
                let name = "\(parameter.name)-default"
                task.variables.append(
                    ConvertedVariable(
                        name: name, value: .shell(line), line: recipe.line, original: value))
                converted.defaultText = ConvertedText([.reference(.variable(name))])
            }
        } else {
            converted.isRequired = parameter.kind != "*"
        }
        converted.isRest = !parameter.kind.isEmpty
        if converted.isRest, isOnlyQuoted(parameter.name, in: recipe, scope) {
            converted.isRest = false
            if parameter.kind == "*", converted.defaultText == nil {
                converted.defaultText = ConvertedText("")
            }
            task.leftovers.append(
                Leftover(
                    line: recipe.line,
                    reason: "'\(parameter.name)' takes one word here, quote several",
                    text: parameter.kind + parameter.name))
        }
        task.parameters.append(converted)
        if parameter.isExported || file.isSet("export"), ProcessNames.isVariable(parameter.name) {
            task.environment.append(
                ConvertedVariable(
                    name: parameter.name, value: .text(exported(converted, to: &task)),
                    line: recipe.line))
        }
    }

    /// The value of a parameter for the environment: of a list, its words with blanks between them.
    private func exported(
        _ parameter: ConvertedParameter, to task: inout ConvertedTask
    ) -> ConvertedText {
        let value = ConvertedText([.reference(.parameter(parameter.name))])
        guard parameter.isRest else { return value }
        let name = "\(parameter.name)-words"
        let line = ConvertedText("set -- ") + value + ConvertedText("; printf %s \"$*\"")
        task.variables.append(ConvertedVariable(name: name, value: .shell(line), line: task.line))
        return ConvertedText([.reference(.variable(name))])
    }

    /// Whether a list of words stands somewhere where it could not be several words.
    private func isOnlyQuoted(
        _ name: String, in recipe: Justfile.Recipe, _ scope: JustScope
    ) -> Bool {
        let lines =
            recipe.isScript
            ? [recipe.body.map(\.text).joined(separator: "\n")] : recipe.body.map(\.text)
        let uses = lines.flatMap { scope.text($0).shellUses }.filter {
            $0.reference == .parameter(name)
        }
        return uses.contains { !$0.isWord }
    }

    private func readAttributes(
        of recipe: Justfile.Recipe, into task: inout ConvertedTask, _ scope: JustScope
    ) {
        var systems: [String] = []
        for attribute in recipe.attributes {
            switch attribute.name {
            case "private": task.isInternal = true
            case "confirm":
                task.confirmation =
                    attribute.arguments.isEmpty
                    ? ConvertedText("Run '\(recipe.name)'?") : scope.value(attribute.arguments)
            case "group": task.group = scope.value(attribute.arguments).literal
            case "doc":
                task.description = scope.value(attribute.arguments).literal
            case "linux", "macos", "windows", "freebsd", "openbsd", "android":
                systems.append(attribute.name)
            case "unix": systems += ["linux", "macos", "freebsd", "openbsd"]
            case "no-cd": task.dir = ConvertedText([.reference(.invocationFolder)])
            case "working-directory": task.dir = scope.value(attribute.arguments)
            case "env":
                var parser = JustExpressionParser(attribute.arguments)
                guard case .text(let name)? = parser.value(), parser.take(",") else { break }
                task.environment.append(
                    ConvertedVariable(
                        name: name, value: ConvertedValue(scope.value(String(parser.rest))),
                        line: attribute.line, original: attribute.arguments))
            case "script", "positional-arguments", "parallel", "default", "extension",
                "no-exit-message",
                "exit-message", "no-quiet", "metadata":
                break
            default:
                task.leftovers.append(
                    Leftover(
                        line: attribute.line, reason: "the attribute '\(attribute.name)'",
                        text: attribute.arguments))
            }
        }
        // Other recipes of the name are for other systems; devtool itself runs on no Windows.
        if systems != ["linux", "macos", "freebsd", "openbsd"] { task.platforms = systems }
    }

    private func readDependencies(
        of recipe: Justfile.Recipe, into task: inout ConvertedTask, _ scope: JustScope
    ) {
        var before: [ConvertedCall] = []
        for dependency in recipe.dependencies {
            let name = dependency.name.replacing("::", with: ":")
            var call = ConvertedCall(task: name)
            call.parameters = arguments(
                dependency.arguments.map { scope.value($0) }, of: dependency.name)
            if dependency.comesAfter { task.after.append(call) } else { before.append(call) }
        }
        if recipe.attribute("parallel") != nil {
            if !before.isEmpty { task.needs = [before] }
            return
        }
        // just runs them one after another, and each once.
        for (index, call) in before.enumerated() {
            let isEarlier = before[..<index].contains { needs($0.task, call.task) }
            if !isEarlier { task.needs.append([call]) }
        }
    }

    /// Whether a recipe needs another, however far away.
    private func needs(_ name: String, _ other: String) -> Bool {
        var seen: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            for dependency in recipes[next]?.dependencies ?? []
            where seen.insert(dependency.name).inserted {
                if dependency.name == other { return true }
                open.append(dependency.name)
            }
        }
        return false
    }

    /// The values of a call by the names of the recipe's parameters.
    func arguments(
        _ values: [ConvertedText], of name: String
    ) -> [(name: String, value: ConvertedText)] {
        guard let recipe = recipe(named: name) else { return [] }
        var result: [(name: String, value: ConvertedText)] = []
        var values = values[...]
        for parameter in recipe.parameters {
            if parameter.kind.isEmpty {
                guard let value = values.popFirst() else { break }
                result.append((parameter.name, value))
            } else if let first = values.first {
                // just joins the words with blanks.
                let value = values.dropFirst().reduce(first) { $0 + ConvertedText(" ") + $1 }
                result.append((parameter.name, value))
                values = []
            }
        }
        return result
    }

    /// A recipe of this file, or of a module of it.
    func recipe(named name: String) -> Justfile.Recipe? {
        if let own = recipes[name] { return own }
        let whole = unit.namespace + name.replacing("::", with: ":")
        for other in tree.units where whole.hasPrefix(other.namespace) {
            let rest = whole.dropFirst(other.namespace.count)
            if let recipe = other.file.recipes.first(where: { $0.name == rest }) { return recipe }
        }
        return nil
    }
}

extension Justfile.Recipe {
    /// Whether its lines are one script.
    var isScript: Bool {
        attribute("script") != nil
            || body.first { !$0.text.isEmpty }?.text.trimmed.hasPrefix("#!") == true
    }
}
