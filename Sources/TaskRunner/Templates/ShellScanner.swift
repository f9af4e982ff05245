/// Scans a line as shells do (POSIX.1-2017, volume Shell & Utilities, chapter 2), as far as quoting
/// matters: quotes, `$( )`, `${x:-…}`, and everything that is not a command's word.
///
/// Where shells differ, it does not decide: references after such a place are refused.
struct ShellScanner {
    /// The constructs that enclose a position, from the outside in.
    enum Frame {
        /// A command's words: those of the line, or of a `$( )` in it, with the parentheses open in that.
        case command(isNested: Bool, parentheses: Int)
        case single
        case double
        /// The word of the shell's own `${x:-…}`.
        case parameter(Operator, isQuoted: Bool)
        /// `(( ))` and `$(( ))`, with the parentheses that are open.
        case arithmetic(isExpansion: Bool, parentheses: Int)
    }

    /// What an expansion does with its word.
    enum Operator {
        /// Gives it in the place of a value, as `:-` does.
        case substitute
        /// Gives it to the variable first: what comes of that is split into words again.
        case assign
        /// Takes it for a pattern.
        case pattern
        case other
    }

    let scalars: [Unicode.Scalar]
    var index = 0
    var frames: [Frame] = [.command(isNested: false, parentheses: 0)]
    private(set) var pieces: [ShellTemplate.Piece] = []
    private var pending = String.UnicodeScalarView()
    private var ordinal = 0

    /// Whether a new word begins here.
    var isAtWord = true
    /// Where the current word began.
    var wordStart = 0
    /// Where those words began in which there is a `$( )` around this place.
    var wordStarts: [Int] = []
    /// Whether the last thing was an expansion without braces, which may take in what follows.
    var isAfterVariable = false
    /// How many subscripts are open.
    var subscripts = 0
    /// Whether this is in the list of an assignment, `a=([key]=value)`.
    var isInList = false
    /// The words of the commands that are read: of the line's, and of that in each `$( )` around this place.
    var words = [ShellCommandWords()]
    /// Whether the current word, or the next one, is that of a `>&`.
    var isBehindDuplication = false
    /// Parentheses in which no value can stand, those of a pattern or of a `<( )` whose output is code.
    var refusingParentheses: (obstacle: ShellObstacle, open: Int)?
    /// Whether a `printf` has a format that is not to be seen.
    var hasOpenFormat = false
    /// The words by which a `[[ ]]` compares numbers, and those that end one, by where they begin.
    private(set) lazy var testWords = TestWord.all(in: scalars)
    /// Whether this is in a `[[ ]]`.
    var isInTest = false
    /// Whether this is in one that compares numbers.
    var isInNumericTest = false
    /// Why no value can be put from here on.
    var doubt: ShellObstacle?
    /// The variables that are expanded.
    private(set) var variables: [String] = []
    /// The commands between backquotes, and the texts of here-documents in which variables are expanded.
    var nested: [(range: Range<Int>, isHereDocument: Bool)] = []
    /// The here-documents whose texts follow the current line.
    var hereDocuments: [HereDocument] = []

    init(_ line: String) {
        scalars = Array(line.unicodeScalars)
    }

    /// Cuts the line into pieces.
    mutating func scan() {
        while index < scalars.count {
            switch frames.last {
            case .single: scanSingle()
            case .double: scanDouble()
            case .parameter(let kind, let isQuoted): scanParameter(kind, isQuoted: isQuoted)
            case .arithmetic(let isExpansion, let parentheses):
                scanArithmetic(isExpansion: isExpansion, parentheses)
            case .command, nil: scanCommand()
            }
        }
        if case .command = frames.last, !isAtWord { endWord(before: "\n") }
        endText()
    }

    /// The character at an offset; nil behind the end.
    func peek(_ offset: Int = 0) -> Unicode.Scalar? {
        index + offset < scalars.count ? scalars[index + offset] : nil
    }

    /// Whether the characters here are these.
    func isAt(_ text: String) -> Bool {
        scalars[index...].starts(with: text.unicodeScalars)
    }

    /// Passes characters on.
    mutating func take(_ count: Int = 1) {
        for _ in 0..<count where index < scalars.count {
            if isAt("${") { ordinal += 1 }
            pending.append(scalars[index])
            index += 1
        }
    }

    /// Doubts everything from here on.
    mutating func doubt(_ cause: String) {
        doubt = doubt ?? .doubt(cause)
    }

    /// Takes notice of the variable whose name begins at an index, if one does.
    mutating func noteVariable(at start: Int) {
        let name = scalars[start...].prefix(while: \.isWord)
        guard doubt == nil, name.first?.isLetter == true else { return }
        variables.append(String(String.UnicodeScalarView(name)))
    }

    private mutating func endText() {
        if !pending.isEmpty { pieces.append(.text(String(pending))) }
        pending = String.UnicodeScalarView()
    }

    /// Whether a reference begins here: `${`, a word, and a dot.
    var isAtReference: Bool {
        guard isAt("${"), let first = peek(2), first.isLetter else { return false }
        return scalars[(index + 2)...].first { !$0.isWord && $0 != "-" } == "."
    }

    /// Takes a `$${` or a reference, if one is here; `placement` says where its value goes.
    mutating func takeReference(_ placement: ShellPlacement?, _ obstacle: ShellObstacle?) -> Bool {
        guard isAtReference else { return false }
        endText()
        let body = scalars[(index + 2)...]
        let ordinal = ordinal
        defer { self.ordinal = ordinal + 1 }
        guard let end = body.firstIndex(of: "}") else {
            pieces.append(
                .failure("'${' without '}'", hint: TemplateReference.literally, ordinal: ordinal))
            index = scalars.count
            return true
        }
        if let placement, doubt == nil, obstacle == nil {
            let text = String(String.UnicodeScalarView(body[..<end]))
            pieces.append(.reference(text, placement, ordinal: ordinal))
        } else {
            let obstacle = obstacle ?? doubt ?? .expansion
            pieces.append(.failure(obstacle.message, hint: obstacle.hint, ordinal: ordinal))
        }
        index = end + 1
        isAtWord = false
        isAfterVariable = false
        return true
    }

    /// Takes a `${`, written as it is or as `$${`, if one is here.
    mutating func takeOpeningBrace() -> Bool {
        if isAt("$${") { index += 1 }
        guard isAt("${") else { return false }
        take(2)
        return true
    }

    /// Takes what cannot have values in it up to an index.
    mutating func take(upTo end: Int, refusing obstacle: ShellObstacle) {
        while index < end {
            if takeReference(nil, obstacle) || takeOpeningBrace() { continue }
            isAt("$$") ? take(2) : take()
        }
    }

    /// Why what is put here would be code: it would be calculated with, or is a command.
    var obstacle: ShellObstacle? {
        if isBehindDuplication { return .duplication }
        let prints = words.last?.prints == true
        if let refusingParentheses, refusingParentheses.obstacle == .pattern || prints {
            return refusingParentheses.obstacle
        }
        if subscripts > 0 || isInNumericTest { return .arithmetic }
        if prints, let outer = words.last?.outer { return outer }
        // What the word is for is seen at its beginning.
        let beginning = scalars[wordStart..<max(wordStart, min(index, wordStart + 256))]
        return words.last?.obstacle(inWord: isAtWord ? "" : bare(beginning))
    }

    /// Takes a backslash and what it stands before.
    mutating func takeEscape() {
        if peek(1) == "\n", joinsCharacters { doubt("an operator on two lines") }
        take()
        if takeReference(nil, .backslash) || takeOpeningBrace() { return }
        take()
        isAfterVariable = false
    }

    /// Whether the lines that a backslash here joins may have the two halves of one operator at their ends.
    private var joinsCharacters: Bool {
        guard index > 0 else { return false }
        var next = index
        while next + 1 < scalars.count, scalars[next] == "\\", scalars[next + 1] == "\n" {
            next += 2
        }
        guard next < scalars.count else { return false }
        let operators = "<>&|;()[{#-!".unicodeScalars
        return scalars[index - 1] == "$"
            || (operators.contains(scalars[index - 1])
                || scalars[index - 1].isWord && scalars[next] == "[")
                && operators.contains(scalars[next])
    }

    /// Takes a command between backquotes, which ends at the next one without a backslash.
    mutating func takeBackquotes() {
        var end = index + 1
        while end < scalars.count, scalars[end] != "`" { end += scalars[end] == "\\" ? 2 : 1 }
        end = min(end + 1, scalars.count)
        let text = scalars[index..<end]
        if text.count(where: { $0 == "'" }) % 2 > 0 || text.count(where: { $0 == "\"" }) % 2 > 0 {
            doubt("backquotes with a quote in them")
        }
        if doubt == nil, end > index + 1 { nested.append((index + 1..<end - 1, false)) }
        take(upTo: end, refusing: .backquotes)
        isAtWord = false
    }
}

/// A word that matters to the `[[ ]]` that contains it.
struct TestWord {
    /// Where it begins.
    let start: Int
    /// Whether the shell calculates what it compares.
    let isNumeric: Bool

    private static let operators: Set = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]

    /// All of a line, in order.
    static func all(in scalars: [Unicode.Scalar]) -> [TestWord] {
        scalars.split(whereSeparator: \.properties.isWhitespace).compactMap { word in
            let isNumeric =
                word.count == 3 && operators.contains(String(String.UnicodeScalarView(word)))
            return isNumeric || word.starts(with: "]]".unicodeScalars)
                ? TestWord(start: word.startIndex, isNumeric: isNumeric) : nil
        }
    }
}

extension Unicode.Scalar {
    /// Whether it can begin a variable's name.
    var isLetter: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "_": true
        default: false
        }
    }

    /// Whether it can stand in a variable's name.
    var isWord: Bool { isLetter || ("0"..."9").contains(self) }

    /// Whether it is a quote, or the backslash.
    var isQuote: Bool { self == "'" || self == "\"" || self == "\\" }

    /// Whether it ends a word outside of quotes.
    var endsWord: Bool { " \t\n;&|()<>".unicodeScalars.contains(self) }
}
