/// A value of JavaScript as far as it can be read without running it.
indirect enum ScriptValue {
    case text(String)
    case word(String)
    case list([ScriptValue])
    case object([Property])
    /// Anything else, as it is written.
    case code(String)

    /// A property of an object.
    struct Property {
        let name: String
        let value: ScriptValue
        let line: Int
        var comments: [String] = []
    }

    subscript(name: String) -> ScriptValue? {
        guard case .object(let properties) = self else { return nil }
        return properties.last { $0.name == name }?.value
    }

    var text: String? {
        switch self {
        case .text(let text): text
        case .word(let word): Double(word) != nil ? word : nil
        case .list, .object, .code: nil
        }
    }

    /// The texts of a list of texts, or of one; nil for others.
    var texts: [String]? {
        switch self {
        case .list(let items):
            let texts = items.compactMap(\.text)
            return texts.count == items.count ? texts : nil
        default: return text.map { [$0] }
        }
    }

    var properties: [Property] {
        if case .object(let properties) = self { properties } else { [] }
    }
}

/// Reads values of JavaScript (ECMA-262, 12 and 13.2), and passes over what it does not know.
struct ScriptScanner {
    private let text: [Character]
    private(set) var position = 0
    /// The line that has been reached, from 1.
    private(set) var line = 1
    private var comments: [String] = []
    private var depth = 0

    /// What ends a line in JavaScript (ECMA-262, section 12.3).
    private static let lineEnds: Set<Character> = ["\n", "\r", "\r\n", "\u{2028}", "\u{2029}"]

    /// How deep values lie in each other.
    private static let depthLimit = 100

    init(_ text: String) { self.text = Array(text) }

    var isAtEnd: Bool { position >= text.count }

    /// The next character; nil at the end.
    var peek: Character? { position < text.count ? text[position] : nil }

    @discardableResult
    mutating func next() -> Character? {
        guard position < text.count else { return nil }
        defer { position += 1 }
        if Self.lineEnds.contains(text[position]) { line += 1 }
        return text[position]
    }

    /// Whether a text stands here.
    func isAt(_ word: String) -> Bool {
        guard let first = word.first, peek == first else { return false }
        var index = position
        for character in word {
            guard index < text.count, text[index] == character else { return false }
            index += 1
        }
        return true
    }

    mutating func take(_ word: String) -> Bool {
        guard isAt(word) else { return false }
        for _ in word { next() }
        return true
    }

    /// Passes over a word, and returns it; nil where none begins.
    mutating func takeWord() -> String? {
        func isOfWord(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_" || character == "$"
        }
        guard let first = peek, isOfWord(first) else { return nil }
        var word = ""
        while let character = peek, isOfWord(character) {
            word.append(character)
            next()
        }
        return word
    }

    /// Passes over blanks, and keeps comments.
    mutating func skipBlanks() {
        while let character = peek {
            if character.isWhitespace {
                next()
            } else if isAt("//") {
                var comment = ""
                while let character = peek, !Self.lineEnds.contains(character) {
                    comment.append(character)
                    next()
                }
                comments.append("#" + comment.dropFirst(2))
            } else if isAt("/*") {
                var comment = ""
                while !isAtEnd, !take("*/") {
                    if let character = next() { comment.append(character) }
                }
                comments += comment.dropFirst(2).split(whereSeparator: Self.lineEnds.contains)
                    .map { String($0.drop { $0 == " " || $0 == "*" || $0 == "\t" }) }
                    .filter { !$0.isEmpty }.map { "# \($0)" }
            } else {
                return
            }
        }
    }

    mutating func takeComments() -> [String] {
        defer { comments = [] }
        return comments
    }

    /// Passes over a text in quotes, a regular expression aside, or one character.
    mutating func skipToken() {
        if let quote = peek, "'\"`".contains(quote) {
            _ = quoted()
        } else {
            next()
        }
    }

    /// A text in quotes; nil for a template with values.
    private mutating func quoted() -> String? {
        guard let quote = next() else { return nil }
        var text = ""
        var isPlain = true
        while let character = peek, character != quote {
            if Self.lineEnds.contains(character), quote != "`" { return nil }
            next()
            if character == "\\" {
                switch next() {
                case "n": text.append("\n")
                case "t": text.append("\t")
                case let escaped? where Self.lineEnds.contains(escaped): break
                case let escaped?: text.append(escaped)
                case nil: return nil
                }
            } else {
                if quote == "`", character == "$", peek == "{" { isPlain = false }
                text.append(character)
            }
        }
        next()
        return isPlain ? text : nil
    }

    /// A value, up to a comma or a closing bracket.
    mutating func value() -> ScriptValue {
        skipBlanks()
        let start = position
        depth += 1
        let value = depth < Self.depthLimit ? simpleValue() : nil
        depth -= 1
        skipBlanks()
        if let value, peek.map({ ",]});".contains($0) }) ?? true { return value }
        // 'a' + 'b' + … of texts only is a text.
        if case .text(var text)? = value, peek == "+" {
            while take("+") {
                skipBlanks()
                guard let quote = peek, "'\"`".contains(quote), let more = quoted() else {
                    return code(from: start)
                }
                text += more
                skipBlanks()
            }
            if peek.map({ ",]});".contains($0) }) ?? true { return .text(text) }
        }
        return code(from: start)
    }

    private mutating func simpleValue() -> ScriptValue? {
        guard let first = peek else { return nil }
        switch first {
        case "'", "\"", "`": return quoted().map { .text($0) }
        case "[":
            next()
            var items: [ScriptValue] = []
            while true {
                skipBlanks()
                if isAtEnd || take("]") { return .list(items) }
                items.append(value())
                skipBlanks()
                if !take(","), peek != "]" { return nil }
            }
        case "{": return object()
        default:
            var word = ""
            while let character = peek,
                character.isLetter || character.isNumber || "._-$".contains(character)
            {
                word.append(character)
                next()
            }
            let isLiteral =
                ["true", "false", "null", "undefined"].contains(word) || Double(word) != nil
            return isLiteral ? .word(word) : nil
        }
    }

    private mutating func object() -> ScriptValue? {
        next()
        var properties: [ScriptValue.Property] = []
        while true {
            skipBlanks()
            let comments = takeComments()
            if isAtEnd || take("}") { return .object(properties) }
            let number = line
            let start = position
            var name = ""
            if let quote = peek, "'\"".contains(quote) {
                name = quoted() ?? ""
            } else {
                while let character = peek,
                    character.isLetter || character.isNumber || "_$".contains(character)
                {
                    name.append(character)
                    next()
                }
            }
            skipBlanks()
            let value: ScriptValue
            if !name.isEmpty, take(":") {
                value = self.value()
            } else {
                // A method, a computed name, or '...other'.
                value = code(from: start)
            }
            properties.append(.init(name: name, value: value, line: number, comments: comments))
            skipBlanks()
            if !take(","), peek != "}" { return nil }
        }
    }

    /// The code from a place up to the comma or bracket that ends it.
    private mutating func code(from start: Int) -> ScriptValue {
        var depth = 0
        while let character = peek {
            if isAt("//") || isAt("/*") {
                skipBlanks()
                continue
            }
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) {
                if depth == 0 { break }
                depth -= 1
            }
            if depth == 0, character == "," || character == ";" { break }
            skipToken()
        }
        return .code(String(text[start..<position]).trimmed)
    }
}
