/// Where in a shell line a value stands (POSIX.1-2024, Shell Command Language, 2.2 to 2.10).
struct ShellContext {
    /// What a value is at a place.
    enum Place {
        /// A word of a command, or a part of one, but not the first.
        case argument
        /// The first word of a command, or its beginning: an assignment or a keyword would be more than a word.
        case command
        /// One word whatever it has: a file behind `>`, or the value of an assignment.
        case word
        case singleQuotes, doubleQuotes
        /// A part of a name, of an expansion, of a comment: no more than its text can stand here.
        case text
    }

    private enum Frame { case bare, single, double, braces, backquotes, comment }

    private var frames: [Frame] = [.bare]
    private var isEscaped = false
    /// The current word, with its quotes.
    private var word = ""
    /// Whether the current word, or the next one, is the first of a command.
    private var isFirst = true
    /// Whether it is the name of a variable or a function.
    private var isName = false
    /// Whether it is a file behind `<` or `>`.
    private var isFile = false
    /// The words around brackets.
    private var outer: [(word: String, isFirst: Bool)] = []

    /// Words behind which a command begins.
    private static let beginnings: Set = [
        "if", "then", "elif", "else", "while", "until", "do", "!", "{", "time", "coproc",
    ]
    /// Words behind which a name stands.
    private static let declarations: Set = [
        "for", "select", "case", "function", "export", "readonly", "local", "declare", "typeset",
    ]

    /// Whether a text begins with the name of a program.
    static func isProgram(_ text: String) -> Bool {
        PlainWords.words(of: text)?.first.map { !isBeforeCommand($0) } ?? false
    }

    private static func isBeforeCommand(_ word: String) -> Bool {
        word.contains("=") || beginnings.contains(word) || declarations.contains(word)
    }

    /// The place that has been reached, where a text follows; nil for another value.
    func place(before next: String?) -> Place {
        let name = word.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        switch frames.last {
        case .single: return word.last == "$" ? .text : .singleQuotes
        case _ where isEscaped || word.dropLast(name.count).last == "$": return .text
        case .double: return .doubleQuotes
        case .bare where word.hasPrefix("~") && !word.contains("/"): return .text
        case .bare where isFile || isFirst && word.contains("="): return .word
        case .bare where !isFirst: return .argument
        // Otherwise it may be the beginning of a name, as in `$(V)=1`.
        case .bare where !isName && next.map { Self.endsWord($0) || $0.first == "/" } ?? false:
            return .command
        default: return .text
        }
    }

    /// Whether a word may begin at the place that has been reached.
    var isAtWordStart: Bool { frames.last == .bare && word.isEmpty && !isEscaped }

    /// Reads on, which is needed only if a value follows.
    mutating func read(_ text: String) {
        for character in text { read(character) }
    }

    mutating func readReference() {
        word.append("}")
        isEscaped = false
    }

    private mutating func read(_ character: Character) {
        if isEscaped {
            isEscaped = false
            if character != "\n" { word += "\\\(character)" }
            return
        }
        switch (frames.last, character) {
        case (.comment, "\n"):
            frames.removeLast()
            isFirst = true
            return
        case (.comment, _): return
        case (.single, "'"), (.backquotes, "`"), (.double, "\""), (.braces, "}"):
            frames.removeLast()
        case (.single, _), (.backquotes, _): break
        case (_, "\\"):
            isEscaped = true
            return
        case (_, "`"): frames.append(.backquotes)
        case (_, "(") where word.last == "$" || frames.last == .bare: return open()
        case (.double, _): break
        case (_, "'"): frames.append(.single)
        case (_, "\""): frames.append(.double)
        case (.braces, _): break
        case (_, "{") where word.last == "$": frames.append(.braces)
        case (_, "#") where word.isEmpty:
            frames.append(.comment)
            return
        case (_, _) where character.isWhitespace || ";|&<>)".contains(character):
            return end(before: character)
        default: break
        }
        word.append(character)
    }

    private mutating func open() {
        frames.append(.bare)
        outer.append((word, isFirst))
        (word, isFirst) = ("", true)
    }

    /// Ends a word; behind a bracket that is no part of one, a command may begin.
    private mutating func end(before character: Character) {
        // As in `2>`.
        if "<>".contains(character), word.allSatisfy(\.isNumber) { word = "" }
        if !word.isEmpty {
            isFirst = isFirst && (isFile || Self.isBeforeCommand(word))
            isName = isFirst && (Self.declarations.contains(word) || isName)
            (word, isFile) = ("", false)
        }
        if character == ")", let (before, wasFirst) = outer.popLast() {
            frames.removeLast()
            if before.last == "$" || before.last == "=" {
                (word, isFirst) = (before + ")", wasFirst)
                return
            }
        }
        if "<>".contains(character) { isFile = true }
        if ";|&)\n".contains(character) { (isFirst, isName, isFile) = (true, false, false) }
    }

    /// Whether a word ends where a text begins.
    static func endsWord(_ rest: String) -> Bool {
        guard let next = rest.first else { return true }
        return next.isWhitespace || "();|&".contains(next)
    }
}
