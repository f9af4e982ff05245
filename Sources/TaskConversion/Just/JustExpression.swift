import Scanning

/// An expression of a justfile (just's "Grammar").
indirect enum JustExpression {
    case text(String)
    /// `f'…{{…}}…'`.
    case format([JustExpression])
    case backtick(String)
    case name(String)
    case call(String, [JustExpression])
    case sum(JustExpression, JustExpression)
    case path(JustExpression?, JustExpression)
    case choice(JustCondition, JustExpression, JustExpression)
    /// One that this converter cannot say.
    case other(String)
}

/// The condition of an `if`.
struct JustCondition {
    let first: JustExpression
    let sign: String
    let second: JustExpression
}

/// Reads expressions.
struct JustExpressionParser {
    private(set) var rest: Substring
    private var depth = 0

    /// How deep expressions lie in each other.
    private static let depthLimit = 100

    init(_ text: some StringProtocol) { rest = Substring(text) }

    /// The whole text as an expression; nil where it is none.
    static func parse(_ text: some StringProtocol) -> JustExpression? {
        var parser = JustExpressionParser(text)
        guard let expression = parser.expression() else { return nil }
        parser.skipBlanks()
        return parser.rest.isEmpty ? expression : nil
    }

    mutating func skipBlanks() {
        while let first = rest.first {
            if first == "#" {
                rest = Substring(rest.unicodeScalars.drop { $0 != "\n" })
            } else if first == "\\", rest.dropFirst().first == "\n" {
                rest = rest.dropFirst(2)
            } else if first.isWhitespace {
                rest.removeFirst()
            } else {
                return
            }
        }
    }

    mutating func take(_ word: String) -> Bool {
        skipBlanks()
        guard rest.hasPrefix(word) else { return false }
        rest = rest.dropFirst(word.count)
        return true
    }

    /// A sum of values.
    mutating func expression() -> JustExpression? {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { return nil }
        guard var result = take("/") ? value().map({ .path(nil, $0) }) : value() else { return nil }
        while true {
            if take("+") {
                guard let next = value() else { return nil }
                result = .sum(result, next)
            } else if take("/") {
                guard let next = value() else { return nil }
                result = .path(result, next)
            } else if take("&&") || take("||") {
                guard expression() != nil else { return nil }
                return .other("&& and ||")
            } else {
                return result
            }
        }
    }

    mutating func value() -> JustExpression? {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { return nil }
        skipBlanks()
        guard let first = rest.first else { return nil }
        if first == "(" {
            rest.removeFirst()
            guard let inner = expression(), take(")") else { return nil }
            return inner
        }
        if first == "'" || first == "\"" || first == "`" { return quoted() }
        let word = rest.prefix(while: \.isOfJustName)
        guard !word.isEmpty else { return nil }
        let name = String(word)
        let next = rest.dropFirst(word.count).first
        if name == "f" || name == "x", next == "'" || next == "\"" {
            rest.removeFirst()
            guard case .text(let text)? = quoted() else { return nil }
            return name == "f" ? Self.format(text) : .other("x'…'")
        }
        rest = rest.dropFirst(word.count)
        if name == "if" { return choice() }
        guard rest.first == "(" else { return .name(name) }
        rest.removeFirst()
        var arguments: [JustExpression] = []
        while !take(")") {
            guard let argument = expression() else { return nil }
            arguments.append(argument)
            if name == "assert", take("==") || take("!=") || take("=~") { _ = expression() }
            _ = take(",")
        }
        return .call(name, arguments)
    }

    private mutating func choice() -> JustExpression? {
        guard let first = expression() else { return nil }
        guard let sign = ["==", "!=", "=~", "!~"].first(where: { take($0) }),
            let second = expression(), take("{"), let then = expression(), take("}"), take("else")
        else { return nil }
        skipBlanks()
        let other: JustExpression?
        if rest.hasPrefix("if") {
            other = value()
        } else {
            guard take("{"), let inner = expression(), take("}") else { return nil }
            other = inner
        }
        return other.map {
            .choice(JustCondition(first: first, sign: sign, second: second), then, $0)
        }
    }

    private mutating func quoted() -> JustExpression? {
        guard let quote = rest.first else { return nil }
        let triple = String(repeating: quote, count: 3)
        let isTriple = rest.hasPrefix(triple)
        let delimiter = isTriple ? triple : String(quote)
        rest = rest.dropFirst(delimiter.count)
        var text = ""
        while !rest.hasPrefix(delimiter) {
            guard let character = rest.popFirst() else { return nil }
            if character == "\\", quote == "\"" {
                guard let escaped = rest.popFirst() else { return nil }
                switch escaped {
                case "n": text.append("\n")
                case "t": text.append("\t")
                case "r": text.append("\r")
                case "\n": break
                default: text.append(escaped)
                }
            } else {
                text.append(character)
            }
        }
        rest = rest.dropFirst(delimiter.count)
        if isTriple { text = text.unindented }
        return quote == "`" ? .backtick(text) : .text(text)
    }

    private static func format(_ text: String) -> JustExpression {
        var parts: [JustExpression] = []
        for piece in JustText.pieces(text) {
            switch piece {
            case .text(let text): parts.append(.text(text))
            case .expression(let text): parts.append(parse(text) ?? .other(text))
            }
        }
        return .format(parts)
    }
}

/// A text with `{{…}}`.
enum JustText {
    enum Piece {
        case text(String)
        case expression(String)
    }

    /// The column, from 1, of a `{{` without its end; nil where there is none.
    static func columnOfOpenExpression(in text: String) -> Int? {
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            rest = rest[open.upperBound...]
            if rest.hasPrefix("{{") {
                rest = rest.dropFirst(2)
            } else if let close = rest.firstRange(of: "}}") {
                rest = rest[close.upperBound...]
            } else {
                return text.distance(from: text.startIndex, to: open.lowerBound) + 1
            }
        }
        return nil
    }

    /// The pieces of a text; `{{{{` is a literal `{{`.
    static func pieces(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        var plain = ""
        while let open = rest.firstRange(of: "{{") {
            plain += rest[..<open.lowerBound]
            rest = rest[open.upperBound...]
            if rest.hasPrefix("{{") {
                plain += "{{"
                rest = rest.dropFirst(2)
                continue
            }
            guard let close = rest.firstRange(of: "}}") else {
                plain += "{{"
                break
            }
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.expression(String(rest[..<close.lowerBound])))
            rest = rest[close.upperBound...]
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        return pieces
    }
}

extension String {
    /// The text without a first empty line, and without the indentation that all of its lines have.
    var unindented: String {
        var lines = lines
        if lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
        let indent =
            lines.filter { !$0.allSatisfy(\.isWhitespace) }
            .map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
        return lines.map {
            String($0.dropFirst(min(indent, $0.prefix { $0 == " " || $0 == "\t" }.count)))
        }
        .joined(separator: "\n")
    }
}
