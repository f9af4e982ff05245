import Scanning

extension JustReader {
    /// Each line is a step: just runs it in a shell of its own.
    func addLines(_ recipe: Justfile.Recipe, to task: inout ConvertedTask, _ scope: JustScope) {
        var index = 0
        let indent =
            recipe.body.first { !$0.text.isEmpty }.map {
                $0.text.prefix(while: \.isWhitespace).count
            } ?? 0
        var loose: [String] = []
        while index < recipe.body.count {
            let number = recipe.body[index].line
            var text = String(recipe.body[index].text.dropFirst(indent))
            index += 1
            while text.hasSuffix("\\"), index < recipe.body.count {
                text += "\n" + recipe.body[index].text.dropFirst(indent)
                index += 1
            }
            if text.isEmpty { continue }
            if text.hasPrefix("#"), !text.contains("{{") {
                loose.append(text)
                continue
            }
            var step = self.step(text, number, of: recipe, scope)
            step.comments = loose
            loose = []
            task.steps.append(step)
        }
        task.finalComments += loose
    }

    private func step(
        _ text: String, _ number: Int, of recipe: Justfile.Recipe, _ scope: JustScope
    ) -> ConvertedStep {
        var rest = text[...]
        var isQuiet = recipe.isQuiet
        var ignoresError = false
        while let sign = rest.first, "@-?".contains(sign) {
            if sign == "@" { isQuiet.toggle() }
            if sign == "-" { ignoresError = true }
            if sign == "?" { break }
            rest = rest.dropFirst().drop { $0 == " " }
        }
        let line = positional(scope.text(String(rest)), in: recipe)
        var step = ConvertedStep(.line(line), line: number)
        if let call = call(line) {
            step.action = .call(call)
        } else if let command = Self.calls(line) {
            step.action = .line(command)
        }
        if case .line(let text) = step.action { noteCalls(in: text, &step) }
        step.isSilent = isQuiet && !file.isSet("quiet")
        step.ignoresError = ignoresError
        if ignoresError, line.mayFail {
            // just ignores how the line ends, but not how a command in its text ends.
            return .failure(
                Leftover(line: number, reason: "a command in a line with '-'", text: text))
        }
        return step
    }

    /// `just build release` as a step that is a task; nil for anything else.
    private func call(_ line: ConvertedText) -> ConvertedCall? {
        guard case .text(let start)? = line.pieces.first, start.hasPrefix("just ") else {
            return nil
        }
        // Words between blanks, each a literal or a reference.
        var words: [ConvertedText] = [ConvertedText("")]
        for piece in line.pieces {
            switch piece {
            case .reference(.parameter), .reference(.variable): words[words.count - 1].append(piece)
            case .reference, .formed, .command, .unsayable: return nil
            case .text(let text):
                guard PlainWords.words(of: text) != nil else { return nil }
                for (index, part) in text.split(separator: " ", omittingEmptySubsequences: false)
                    .enumerated()
                {
                    if index > 0 { words.append(ConvertedText("")) }
                    words[words.count - 1].append(String(part))
                }
            }
        }
        words = words.filter { !$0.pieces.isEmpty }
        guard words.count > 1, let name = words[1].literal, !name.hasPrefix("-"),
            !name.contains("="),
            let recipe = recipe(named: name)
        else { return nil }
        let values = Array(words.dropFirst(2))
        let isRest = recipe.parameters.contains { !$0.kind.isEmpty }
        guard isRest || values.count <= recipe.parameters.count else { return nil }
        let arguments = arguments(values, of: name)
        guard arguments.allSatisfy({ $0.value.problem == nil }) else { return nil }
        return ConvertedCall(task: name.replacing("::", with: ":"), parameters: arguments)
    }

    /// A line that calls just among other things, with devtool in its place; nil for one that does not.
    private static func calls(_ line: ConvertedText) -> ConvertedText? {
        guard case .text(let start)? = line.pieces.first else { return nil }
        guard start == "just" || start.hasPrefix("just ") else { return nil }
        let rest = start.dropFirst("just".count)
        var result = ConvertedText("")
        let options = rest.split(separator: " ")
        if options.isEmpty || ["--list", "-l"].contains(options[0]) || options[0] == "--choose" {
            return ConvertedText("devtool run --list")
        }
        guard options[0].first != "-", !options[0].contains("=") else { return nil }
        result.append("devtool run" + rest)
        line.pieces.dropFirst().forEach { result.append($0) }
        return result
    }

    /// With positional arguments, `$1` and `"$@"` are the recipe's parameters.
    private func positional(_ text: ConvertedText, in recipe: Justfile.Recipe) -> ConvertedText {
        let isOn =
            file.isSet("positional-arguments") || recipe.attribute("positional-arguments") != nil
        guard isOn else { return text }
        var result = ConvertedText("")
        for piece in text.pieces {
            guard case .text(var rest) = piece else {
                result.append(piece)
                continue
            }
            if recipe.parameters.count == 1, !recipe.parameters[0].kind.isEmpty {
                rest = rest.replacing("\"$@\"", with: "{{\(recipe.parameters[0].name)}}")
                rest = rest.replacing("$@", with: "{{\(recipe.parameters[0].name)}}")
            }
            for (index, parameter) in recipe.parameters.enumerated().reversed()
            where parameter.kind.isEmpty {
                rest = rest.replacing("${\(index + 1)}", with: "{{\(parameter.name)}}")
                rest = rest.replacing("$\(index + 1)", with: "{{\(parameter.name)}}")
            }
            var own = scope
            own.parameters = Set(recipe.parameters.map(\.name))
            result = result + own.text(rest)
            if rest.contains("$@") || rest.contains("$1") {
                result.append(.unsayable("positional arguments"))
            }
        }
        return result
    }

    /// A recipe that is one script: of a shell it is a shell line, as it can have values then.
    func addScript(_ recipe: Justfile.Recipe, to task: inout ConvertedTask, _ scope: JustScope) {
        var lines = recipe.body
        while lines.first?.text.isEmpty == true { lines.removeFirst() }
        guard let first = lines.first else { return }
        var body = lines.map(\.text).joined(separator: "\n").unindented
        var interpreter = recipe.attribute("script").map { interpreterWords($0.arguments) } ?? []
        if body.hasPrefix("#!") {
            var lines = body.lines
            interpreter = lines.removeFirst().dropFirst(2).split(separator: " ").map(String.init)
            body = lines.drop(while: \.isEmpty).joined(separator: "\n")
        }
        let text = positional(scope.text(body), in: recipe)
        var step = ConvertedStep(.line(text), line: first.line)
        var words = interpreter
        if words.first?.hasSuffix("/env") == true { words.removeFirst() }
        if words.first == "-S" { words.removeFirst() }
        if let shell = Self.shell(words: words) {
            task.shell = shell
        } else if let literal = text.literal {
            let start =
                interpreter.first?.hasPrefix("/") == true
                ? interpreter : ["/usr/bin/env"] + interpreter
            step.action = .script(
                ConvertedText("#!" + start.joined(separator: " ") + "\n" + literal + "\n"))
        } else {
            step = .failure(
                Leftover(
                    line: first.line, reason: "values in a script of '\(words.first ?? "")'",
                    text: lines.map(\.text).joined(separator: "\n")))
        }
        noteCalls(in: text, &step)
        step.isSilent = false
        task.steps.append(step)
    }

    /// Notes that a line calls just, which needs the justfile.
    private func noteCalls(in text: ConvertedText, _ step: inout ConvertedStep) {
        let calls = text.pieces.contains { piece in
            guard case .text(let text) = piece else { return false }
            return text.lines.contains { line in
                ["$(just ", "&& just ", "; just ", "| just ", "|| just "].contains(
                    where: line.contains)
                    || line.trimmed.hasPrefix("just ")
            }
        }
        guard calls else { return }
        step.leftovers.append(Leftover(line: step.line, reason: "this calls just itself"))
    }

    /// The words of `[script('python3')]`; without any, those of `set script-interpreter`, or `sh -eu`.
    private func interpreterWords(_ arguments: String) -> [String] {
        let written =
            arguments.isEmpty
            ? file.setting("script-interpreter")?.value ?? "['sh', '-eu']" : "[\(arguments)]"
        var parser = JustExpressionParser(written)
        var words: [String] = []
        guard parser.take("[") else { return [] }
        while !parser.take("]") {
            guard case .text(let word)? = parser.value() else { return [] }
            words.append(word)
            _ = parser.take(",")
        }
        return words
    }
}
