extension TaskfileScope {
    private enum Condition {
        case known(Bool)
        /// A shell line that succeeds if it holds.
        case line(ConvertedText)
    }

    /// `{{if …}}…{{else}}…{{end}}`, from after its first action: one of the texts if it is known which, else the
    /// output of a shell's `if`.
    mutating func conditional(
        _ condition: String, _ rest: inout ArraySlice<GoTemplate.Piece>
    ) -> ConvertedText {
        let known = GoWord.words(condition).flatMap { self.condition($0) }
        let text = text(&rest)
        var other: ConvertedText?
        if case .action(let action) = rest.first, action.hasPrefix("else") {
            rest.removeFirst()
            if action.hasPrefix("else if "), blockDepth < 50 {
                blockDepth += 1
                defer { blockDepth -= 1 }
                other = conditional(String(action.dropFirst(8)), &rest)
            } else {
                other = self.text(&rest)
                if !rest.isEmpty { rest.removeFirst() }
            }
        } else if !rest.isEmpty {
            rest.removeFirst()
        }
        switch known {
        case .known(let holds): return holds ? text : other ?? ConvertedText("")
        case .line(let line): return Self.choice(line, text, other)
        case nil: return ConvertedText([.unsayable("the template {{if \(condition)}}")])
        }
    }

    private static func choice(
        _ line: ConvertedText, _ text: ConvertedText, _ other: ConvertedText?
    ) -> ConvertedText {
        guard let first = echo(text), let second = echo(other ?? ConvertedText("")) else {
            return ConvertedText([.unsayable("a condition with quotes")])
        }
        var choice = ConvertedText("if ") + line + ConvertedText("; then ") + first
        if let other, !other.pieces.isEmpty { choice = choice + ConvertedText("; else ") + second }
        return ConvertedText([.command(choice + ConvertedText("; fi"))])
    }

    /// A command that prints a text; nil for one whose quotes the shell would not see.
    private static func echo(_ text: ConvertedText) -> ConvertedText? {
        for case .text(let part) in text.pieces where part.contains(where: { "\"'\\".contains($0) })
        {
            return nil
        }
        if case .command(let line, _) = text.pieces.first, text.pieces.count == 1 { return line }
        guard !text.pieces.isEmpty else { return ConvertedText(":") }
        return ConvertedText("echo \"") + text + ConvertedText("\"")
    }

    private mutating func condition(_ words: [GoWord]) -> Condition? {
        guard let first = words.first else { return nil }
        if words.count == 1, case .group(let group) = first { return condition(group) }
        guard case .word(let function) = first else {
            return words.count == 1 ? truth(of: first) : nil
        }
        let arguments = Array(words.dropFirst())
        switch (function, arguments.count) {
        case ("eq", 2): return equality(arguments, isNegated: false)
        case ("ne", 2): return equality(arguments, isNegated: true)
        case ("not", 1):
            switch condition(arguments) {
            case .known(let holds): return .known(!holds)
            case .line(let line): return .line(ConvertedText("! ") + line)
            case nil: return nil
            }
        case ("and", 2...): return combined(arguments, with: "&&", neutral: true)
        case ("or", 2...): return combined(arguments, with: "||", neutral: false)
        case ("contains", 2): return match(arguments, before: "*", after: "*")
        case ("hasPrefix", 2): return match(arguments, before: "", after: "*")
        case ("hasSuffix", 2): return match(arguments, before: "*", after: "")
        case ("empty", 1): return condition([.word("not"), arguments[0]])
        default: return nil
        }
    }

    /// Whether a value is anything else than nothing, `false` and zero.
    private mutating func truth(of word: GoWord) -> Condition? {
        var falseTexts: Set<String> = []
        if case .field(let name) = word {
            guard let texts = self.falseTexts(ofName: name) else { return nil }
            // Nothing can be given for a variable of the task.
            if !texts.isEmpty, taskVariables.contains(name) { return .known(false) }
            falseTexts = texts
        }
        guard let text = operand(word) else { return nil }
        guard !falseTexts.isEmpty else {
            return .line(ConvertedText("[ -n \"") + text + ConvertedText("\" ]"))
        }
        var line = ConvertedText("{ [ -n \"") + text + ConvertedText("\" ]")
        for other in falseTexts.sorted() {
            line = line + ConvertedText(" && [ \"") + text + ConvertedText("\" != \"\(other)\" ]")
        }
        return .line(line + ConvertedText("; }"))
    }

    /// devtool does not run on Windows.
    private mutating func equality(_ arguments: [GoWord], isNegated: Bool) -> Condition? {
        let systems: [GoWord] = [.word("OS"), .group([.word("OS")])]
        if arguments.contains(where: systems.contains), arguments.contains(.text("windows")) {
            return .known(isNegated)
        }
        guard let first = operand(arguments[0]), let second = operand(arguments[1]) else {
            return nil
        }
        let sign = isNegated ? "!=" : "="
        return .line(
            ConvertedText("[ \"") + first + ConvertedText("\" \(sign) \"") + second
                + ConvertedText("\" ]"))
    }

    private mutating func combined(
        _ arguments: [GoWord], with sign: String, neutral: Bool
    ) -> Condition? {
        var lines: [ConvertedText] = []
        for argument in arguments {
            switch condition([argument]) {
            case .known(neutral): break
            case .known: return .known(!neutral)
            case .line(let line): lines.append(line)
            case nil: return nil
            }
        }
        guard var result = lines.first else { return .known(neutral) }
        for line in lines.dropFirst() { result = result + ConvertedText(" \(sign) ") + line }
        return .line(lines.count > 1 ? ConvertedText("{ ") + result + ConvertedText("; }") : result)
    }

    private mutating func match(
        _ arguments: [GoWord], before: String, after: String
    ) -> Condition? {
        guard case .text(let part) = arguments[0], let text = operand(arguments[1]) else {
            return nil
        }
        let pattern = before + part.inQuotes + after
        return .line(
            ConvertedText("case \"") + text
                + ConvertedText("\" in \(pattern)) true ;; *) false ;; esac"))
    }
}

extension ConvertedValue {
    /// The value of a text, which is the output of a shell line where it has conditions.
    init(_ text: ConvertedText) {
        let hasCommand = text.pieces.contains { if case .command = $0 { true } else { false } }
        let hasQuotes = text.pieces.contains { piece in
            if case .text(let part) = piece { part.contains { "\"\\".contains($0) } } else { false }
        }
        if !hasCommand || hasQuotes {
            self = .text(text)
        } else if case .command(let line, _) = text.pieces.first, text.pieces.count == 1 {
            self = .shell(line)
        } else {
            self = .shell((ConvertedText("echo \"") + text + ConvertedText("\"")).shellText)
        }
    }
}
