/// Tracks the syntactic position in a shell line (POSIX.1-2024, Shell Command Language, 2.2 to 2.10).
struct ShellContext {
    enum Place {
        /// A word of a command or a part of one, except the first.
        case argument
        /// The beginning of a command, where an assignment or keyword would have a special meaning.
        case command
        /// Always one word: the file of a redirection, or the value of an assignment.
        case word
        case singleQuotes, doubleQuotes
        /// A part of a name, an expansion or a comment, where only text is possible.
        case text
    }

    private enum Frame { case bare, single, double, braces, backquotes, comment }

    private var frames: [Frame] = [.bare]
    private var isEscaped = false
    /// The current word, with its quotes.
    private var word = ""
    /// Whether the current or next word is the first of a command.
    private var isFirst = true
    private var isName = false
    private var isFile = false
    /// Whether a parameter such as `$1`, `$#` or `${@}` was read.
    private(set) var hasArguments = false
    private var outer: [(word: String, isFirst: Bool)] = []

    /// Words before a command.
    private static let beginnings: Set = [
        "if", "then", "elif", "else", "while", "until", "do", "!", "{", "time", "coproc",
    ]
    /// Words before a name.
    private static let declarations: Set = [
        "for", "select", "case", "function", "export", "readonly", "local", "declare", "typeset",
    ]

    static func isProgram(_ text: String) -> Bool {
        PlainWords.words(of: text)?.first.map { !isBeforeCommand($0) } ?? false
    }

    private static func isBeforeCommand(_ word: String) -> Bool {
        word.contains("=") || beginnings.contains(word) || declarations.contains(word)
    }

    /// The role of a value before the text `next`; `nil` for another value.
    func place(before next: String?) -> Place {
        let name = word.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        switch frames.last {
        case .single: return word.last == "$" ? .text : .singleQuotes
        case _ where isEscaped || word.dropLast(name.count).last == "$": return .text
        case .double: return .doubleQuotes
        case .bare where word.hasPrefix("~") && !word.contains("/"): return .text
        case .bare where isFile || isFirst && word.contains("="): return .word
        case .bare where !isFirst: return .argument
        // Otherwise it may be a part of a name, as in `$(V)=1`.
        case .bare where !isName && next.map { Self.endsWord($0) || $0.first == "/" } ?? false: return .command
        default: return .text
        }
    }

    var isAtWordStart: Bool { frames.last == .bare && word.isEmpty && !isEscaped }

    /// Reads more text; unnecessary if no value follows.
    mutating func read(_ text: String) { for character in text { read(character) } }

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
        if frames.last != .single, frames.last != .comment, "@*#0123456789".contains(character),
            word.hasSuffix("$") || word.hasSuffix("${")
        {
            hasArguments = true
        }
        switch (frames.last, character) {
        case (.comment, "\n"):
            frames.removeLast()
            isFirst = true
            return
        case (.comment, _): return
        case (.single, "'"), (.backquotes, "`"), (.double, "\""), (.braces, "}"): frames.removeLast()
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
        case (_, _) where character.isWhitespace || ";|&<>)".contains(character): return end(before: character)
        default: break
        }
        word.append(character)
    }

    private mutating func open() {
        frames.append(.bare)
        outer.append((word, isFirst))
        (word, isFirst) = ("", true)
    }

    /// Ends a word; a command may start after a bracket that is not part of a word.
    private mutating func end(before character: Character) {
        // A file descriptor, as in `2>`.
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

    static func endsWord(_ rest: String) -> Bool {
        guard let next = rest.first else { return true }
        return next.isWhitespace || "();|&".contains(next)
    }
}
