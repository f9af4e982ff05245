/// Scans a line like a shell (POSIX.1-2017, Shell & Utilities, chapter 2), to the extent that quoting requires.
///
/// Where shells disagree, it does not decide: later references are refused.
struct ShellScanner {
    enum Frame {
        /// A command of the line or of a `$( )`, with the number of its open parentheses.
        case command(isNested: Bool, parentheses: Int)
        case single
        case double
        case parameter(Operator, isQuoted: Bool)
        /// `(( ))` and `$(( ))`, with the number of open parentheses.
        case arithmetic(isExpansion: Bool, parentheses: Int)
    }

    /// How an expansion uses its word.
    enum Operator {
        case substitute
        /// As the variable's new value; the result is split into words again.
        case assign
        case pattern
        case other
    }

    let scalars: [Unicode.Scalar]
    var index = 0
    var frames: [Frame] = [.command(isNested: false, parentheses: 0)]
    private(set) var pieces: [ShellTemplate.Piece] = []
    private var pending = String.UnicodeScalarView()
    private var ordinal = 0

    var isAtWord = true
    var wordStart = 0
    /// The starts of the words around each enclosing `$( )`.
    var wordStarts: [Int] = []
    /// Whether an expansion without braces directly precedes, which may include the next characters.
    var isAfterVariable = false
    var subscripts = 0
    /// Whether this is inside an array, `a=([key]=value)`.
    var isInList = false
    /// The words of the line's command, and of that in each enclosing `$( )`.
    var words = [ShellCommandWords()]
    /// Whether the current or the next word belongs to `>&`.
    var isBehindDuplication = false
    /// Open parentheses that must not contain values: those of a pattern, or of a `<( )` whose output is code.
    var refusingParentheses: (obstacle: ShellObstacle, open: Int)?
    var hasOpenFormat = false
    /// The numeric operators and the ends of `[[ ]]`, by position.
    private(set) lazy var testWords = wordsOfTests
    var isInTest = false
    /// Whether this is in a `[[ ]]` that compares numbers.
    var isInNumericTest = false
    /// Why no value can be inserted from here on.
    var doubt: ShellObstacle?
    private(set) var variables: [String] = []
    /// Whether `$1`, `$#` and the like were read.
    private(set) var readsArguments = false
    /// The commands in backquotes, and the here-documents with expansions.
    var nested: [(range: Range<Int>, isHereDocument: Bool)] = []
    var hereDocuments: [HereDocument] = []

    init(_ line: String) { scalars = Array(line.unicodeScalars) }

    mutating func scan() {
        while index < scalars.count {
            switch frames.last {
            case .single: scanSingle()
            case .double: scanDouble()
            case .parameter(let kind, let isQuoted): scanParameter(kind, isQuoted: isQuoted)
            case .arithmetic(let isExpansion, let parentheses): scanArithmetic(isExpansion: isExpansion, parentheses)
            case .command, nil: scanCommand()
            }
        }
        if case .command = frames.last, !isAtWord { endWord(before: "\n") }
        endText()
    }

    func peek(_ offset: Int = 0) -> Unicode.Scalar? { index + offset < scalars.count ? scalars[index + offset] : nil }

    func isAt(_ text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }

    mutating func take(_ count: Int = 1) {
        for _ in 0..<count where index < scalars.count {
            if isAt("${") { ordinal += 1 }
            pending.append(scalars[index])
            index += 1
        }
    }

    mutating func doubt(_ cause: String) { doubt = doubt ?? .doubt(cause) }

    mutating func noteVariable(at start: Int) {
        let name = scalars[start...].prefix(while: \.isWord)
        guard doubt == nil, name.first?.isLetter == true else { return }
        variables.append(String(String.UnicodeScalarView(name)))
    }

    mutating func noteArgument(_ scalar: Unicode.Scalar) {
        readsArguments = readsArguments || "0123456789@*#".unicodeScalars.contains(scalar)
    }

    private mutating func endText() {
        if !pending.isEmpty { pieces.append(.text(String(pending))) }
        pending = String.UnicodeScalarView()
    }

    var isAtReference: Bool { isReference(at: index) }

    /// Whether a reference begins at an index: `${`, a word, and a dot.
    func isReference(at index: Int) -> Bool {
        guard scalars[index...].starts(with: "${".unicodeScalars) else { return false }
        let name = scalars[(index + 2)...]
        return name.first?.isLetter == true && name.first { !$0.isWord } == "."
    }

    /// Takes an escaped brace or a reference, if there is one; `placement` is the position of its value.
    mutating func takeReference(_ placement: ShellPlacement?, _ obstacle: ShellObstacle?) -> Bool {
        guard isAtReference else { return false }
        endText()
        let body = scalars[(index + 2)...]
        let ordinal = ordinal
        defer { self.ordinal = ordinal + 1 }
        guard let end = body.firstIndex(of: "}") else {
            pieces.append(.failure("'${' without '}'", hint: ShellTemplate.literally, ordinal: ordinal))
            index = scalars.count
            return true
        }
        if let placement, doubt == nil, obstacle == nil {
            let text = String(String.UnicodeScalarView(body[..<end]))
            pieces.append(.reference(text, placement, role(before: end + 1), ordinal: ordinal))
        } else {
            let obstacle = obstacle ?? doubt ?? .expansion
            pieces.append(.failure(obstacle.message, hint: obstacle.hint, ordinal: ordinal))
        }
        index = end + 1
        isAtWord = false
        isAfterVariable = false
        return true
    }

    /// The role of a value here, before the character at `end`.
    private func role(before end: Int) -> ShellRole {
        guard case .command = frames.last, let command = words.last, !isAfterVariable else { return .other }
        let word = beginningOfWord
        if word.first == "~", !word.contains("/") { return .other }
        return command.role(after: word, before: end < scalars.count ? scalars[end] : "\n")
    }

    mutating func takeOpeningBrace() -> Bool {
        if isAt("$${") { index += 1 }
        guard isAt("${") else { return false }
        take(2)
        return true
    }

    /// Takes characters that must not contain values, up to `end`.
    mutating func take(upTo end: Int, refusing obstacle: ShellObstacle) {
        while index < end {
            if takeReference(nil, obstacle) || takeOpeningBrace() { continue }
            isAt("$$") ? take(2) : take()
        }
    }

    /// Why a value here would be code: a command, or arithmetic.
    var obstacle: ShellObstacle? {
        if isBehindDuplication { return .duplication }
        let prints = words.last?.prints == true
        if let refusingParentheses, refusingParentheses.obstacle == .pattern || prints {
            return refusingParentheses.obstacle
        }
        if subscripts > 0 || isInNumericTest { return .arithmetic }
        if prints, let outer = words.last?.outer { return outer }
        return words.last?.obstacle(inWord: bare(beginningOfWord))
    }

    /// Of the current word; long enough to recognize it.
    private var beginningOfWord: ArraySlice<Unicode.Scalar> {
        isAtWord ? [] : scalars[wordStart..<max(wordStart, min(index, wordStart + 256))]
    }

    /// The words that matter to an enclosing `[[ ]]`; those that compare numbers are arithmetic.
    private var wordsOfTests: [(start: Int, isNumeric: Bool)] {
        let operators: Set = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]
        return scalars.split(whereSeparator: \.properties.isWhitespace).compactMap { word in
            let isNumeric = word.count == 3 && operators.contains(String(String.UnicodeScalarView(word)))
            return isNumeric || word.starts(with: "]]".unicodeScalars) ? (word.startIndex, isNumeric) : nil
        }
    }

    mutating func takeEscape() {
        if peek(1) == "\n", joinsCharacters { doubt("an operator split across two lines") }
        take()
        if takeReference(nil, .backslash) || takeOpeningBrace() { return }
        take()
        isAfterVariable = false
    }

    /// Whether the lines joined by a backslash here may have the two halves of an operator at their ends.
    private var joinsCharacters: Bool {
        guard index > 0 else { return false }
        var next = index
        while next + 1 < scalars.count, scalars[next] == "\\", scalars[next + 1] == "\n" { next += 2 }
        guard next < scalars.count else { return false }
        let operators = "<>&|;()[{#-!".unicodeScalars
        return scalars[index - 1] == "$"
            || (operators.contains(scalars[index - 1]) || scalars[index - 1].isWord && scalars[next] == "[")
                && operators.contains(scalars[next])
    }

    mutating func takeBackquotes() {
        var end = index + 1
        while end < scalars.count, scalars[end] != "`" { end += scalars[end] == "\\" ? 2 : 1 }
        end = min(end + 1, scalars.count)
        let text = scalars[index..<end]
        if text.count(where: { $0 == "'" }) % 2 > 0 || text.count(where: { $0 == "\"" }) % 2 > 0 {
            doubt("backquotes that contain an unmatched quote")
        }
        if doubt == nil, end > index + 1 { nested.append((index + 1..<end - 1, false)) }
        take(upTo: end, refusing: .backquotes)
        isAtWord = false
    }
}

extension Unicode.Scalar {
    package var isLetter: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "_": true
        default: false
        }
    }

    package var isWord: Bool { isLetter || ("0"..."9").contains(self) }

    var isQuote: Bool { self == "'" || self == "\"" || self == "\\" }

    var endsWord: Bool { " \t\n;&|()<>".unicodeScalars.contains(self) }
}
