/// What the names in a justfile's expressions stand for.
struct JustScope {
    var variables: Set<String> = []
    var parameters: Set<String> = []
    /// The folder of the file, relative to that of devtool.yml; empty for the same.
    var folder = ""

    /// A text with `{{…}}`.
    func text(_ source: String) -> ConvertedText {
        var result = ConvertedText("")
        var context = ShellContext()
        for piece in JustText.pieces(source) {
            switch piece {
            case .text(let text):
                result.append(text)
                context.read(text)
            case .expression(let text):
                let isQuotedTwice = context.quotes != .none && text.contains("quote(")
                result =
                    result
                    + (isQuotedTwice
                        ? ConvertedText([.unsayable("quote() between quotes")]) : value(text))
                context.readReference()
            }
        }
        return result
    }

    func value(_ source: String) -> ConvertedText {
        guard let expression = JustExpressionParser.parse(source) else {
            return ConvertedText([.unsayable("the expression \(source.trimmed)")])
        }
        return value(of: expression)
    }

    func value(of expression: JustExpression) -> ConvertedText {
        switch expression {
        case .text(let text): return ConvertedText(text)
        case .format(let parts):
            return parts.reduce(ConvertedText("")) { $0 + value(of: $1) }
        case .backtick(let line):
            return ConvertedText([.command(ConvertedText(line), mayFail: true)])
        case .sum(let first, let second): return value(of: first) + value(of: second)
        case .path(let first, let second):
            return (first.map { value(of: $0) } ?? ConvertedText("")) + ConvertedText("/")
                + value(of: second)
        // The output of a shell line has no quotes that a shell sees.
        case .choice(_, .call("quote", _), _), .choice(_, _, .call("quote", _)):
            return ConvertedText([.unsayable("quote() in a condition")])
        case .choice(let condition, let then, let other):
            return choice(condition, value(of: then), value(of: other))
        case .name(let name): return value(ofName: name)
        case .call(let name, let arguments):
            return call(name, arguments)
                ?? ConvertedText([.unsayable("just's function \(name)()")])
        case .other(let text): return ConvertedText([.unsayable(text)])
        }
    }

    private func value(ofName name: String) -> ConvertedText {
        if parameters.contains(name) { return ConvertedText([.reference(.parameter(name))]) }
        if variables.contains(name) { return ConvertedText([.reference(.variable(name))]) }
        // Colours of a terminal.
        let styles: Set = [
            "BOLD", "NORMAL", "ITALIC", "UNDERLINE", "INVERT", "HIDE", "STRIKETHROUGH", "BLACK",
            "RED",
            "GREEN", "YELLOW", "BLUE", "MAGENTA", "CYAN", "WHITE", "CLEAR",
        ]
        if styles.contains(name) { return ConvertedText("") }
        return ConvertedText([.unsayable("the name \(name)")])
    }

    /// A function (just's "Functions").
    private func call(_ name: String, _ arguments: [JustExpression]) -> ConvertedText? {
        let values = arguments.map { value(of: $0) }
        func command(_ line: String) -> ConvertedText {
            ConvertedText([.command(ConvertedText(line))])
        }
        switch (name, values.count) {
        case ("env_var", 1), ("env", 1):
            return values[0].literal.map {
                ConvertedText([.reference(.environment($0, orElse: nil))])
            }
        case ("env_var_or_default", 2), ("env", 2):
            guard let name = values[0].literal else { return nil }
            if let other = values[1].literal, !other.contains(where: { "}$".contains($0) }) {
                return ConvertedText([.reference(.environment(name, orElse: other))])
            }
            let other = values[1]
            guard !other.hasQuotes else { return nil }
            // just does not look at what stands in for a variable that is set.
            guard !other.mayFail else { return nil }
            let line = ConvertedText("echo \"${\(name):-") + other + ConvertedText("}\"")
            return ConvertedText([.command(line)])
        case ("error", 1):
            guard !values[0].hasQuotes else { return nil }
            let line = ConvertedText("echo \"") + values[0] + ConvertedText("\" >&2; exit 1")
            return ConvertedText([.command(line.shellText, mayFail: true)])
        case ("justfile_directory", 0), ("justfile_dir", 0):
            return ConvertedText([.reference(.root)])
        case ("source_directory", 0), ("source_dir", 0), ("module_directory", 0):
            let root = ConvertedText([.reference(.root)])
            return folder.isEmpty ? root : root + ConvertedText("/\(folder)")
        case ("invocation_directory", 0), ("invocation_dir", 0), ("invocation_directory_native", 0):
            return ConvertedText([.reference(.invocationFolder)])
        case ("just_executable", 0), ("just_executable_native", 0): return ConvertedText("just")
        case ("os", 0):
            return command("uname -s | tr '[:upper:]' '[:lower:]' | sed 's/darwin/macos/'")
        case ("arch", 0): return command("uname -m | sed 's/arm64/aarch64/'")
        case ("os_family", 0): return ConvertedText("unix")
        case ("num_cpus", 0): return command("getconf _NPROCESSORS_ONLN")
        case ("quote", 1): return values[0].asOneWord
        case ("trim", 1):
            let isOutput = values[0].pieces.allSatisfy {
                if case .command = $0 { true } else { false }
            }
            return isOutput ? values[0] : nil
        case ("shell", 1): return ConvertedText([.command(values[0], mayFail: true)])
        case ("join", 2...):
            return values.dropFirst().reduce(values[0]) { $0 + ConvertedText("/") + $1 }
        case ("require", 1): return values[0]
        case ("home_directory", 0), ("home_dir", 0):
            return ConvertedText([.reference(.environment("HOME", orElse: nil))])
        default: return nil
        }
    }

    private func choice(
        _ condition: JustCondition, _ then: ConvertedText, _ other: ConvertedText
    ) -> ConvertedText {
        let (first, second) = (value(of: condition.first), value(of: condition.second))
        let isRegex = condition.sign.contains("~")
        guard !isRegex, let echo = Self.echo(then), let otherEcho = Self.echo(other),
            ![first, second].contains(where: \.hasQuotes)
        else { return ConvertedText([.unsayable("a condition of just")]) }
        let sign = condition.sign == "==" ? "=" : "!="
        let test =
            ConvertedText("[ \"") + first + ConvertedText("\" \(sign) \"") + second
            + ConvertedText("\" ]")
        let line =
            ConvertedText("if ") + test + ConvertedText("; then ") + echo + ConvertedText("; else ")
            + otherEcho + ConvertedText("; fi")
        let mayFail = [first, second, then, other].contains(where: \.mayFail)
        return ConvertedText([.command(line.shellText, mayFail: mayFail)])
    }

    /// A command that prints a text; nil for one with quotes.
    private static func echo(_ text: ConvertedText) -> ConvertedText? {
        if text.hasQuotes { return nil }
        if text.pieces.isEmpty { return ConvertedText(":") }
        if text.pieces.count == 1, case .command(let line, _) = text.pieces[0] {
            return line.shellText
        }
        // A branch that is not taken is not looked at.
        return (ConvertedText("echo \"") + text + ConvertedText("\"")).shellText
    }
}

extension ConvertedText {
    /// Whether its texts have what ends a text in double quotes, or what a shell expands there.
    var hasQuotes: Bool {
        pieces.contains { piece in
            if case .text(let text) = piece {
                text.contains { "\"\\`$".contains($0) }
            } else {
                false
            }
        }
    }
}
