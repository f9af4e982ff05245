/// An expression of a justfile (just's "Grammar"): texts one after another, as far as they are understood.
struct JustExpression {
    enum Piece {
        case text(String)
        case name(String)
        /// `env('X', 'y')`; without a default, just fails if the variable is not set.
        indirect case environment(String, orElse: JustExpression?)
        case command(String)
        case reference(Reference)
        case unknown(String)
    }

    var pieces: [Piece]

    init(_ pieces: Piece...) { self.pieces = pieces }

    static func unknown(_ reason: String) -> JustExpression { JustExpression(.unknown(reason)) }

    /// The text, if it is known.
    var literal: String? {
        pieces.reduce("") { text, piece in
            if case .text(let next) = piece { text.map { $0 + next } } else { nil }
        }
    }

    /// Whether it is `true`, as of a setting.
    var isTrue: Bool {
        if pieces.count == 1, case .name("true") = pieces[0] { true } else { false }
    }
}

/// Reads expressions.
extension JustCursor {
    /// How deep brackets lie in each other.
    private static let depthLimit = 50

    /// Reads values joined by `+` and `/`; nil if there is none.
    mutating func expression(withinBrackets: Bool, _ depth: Int = 0) -> JustExpression? {
        skipBlanks(withinBrackets: withinBrackets)
        var result = JustExpression()
        if take("/") { result.pieces.append(.text("/")) }
        while true {
            guard let next = value(withinBrackets: withinBrackets, depth) else { return nil }
            result.pieces += next.pieces
            skipBlanks(withinBrackets: withinBrackets)
            if isAt("&&") || isAt("||") || isAt("==") || isAt("!=") || isAt("=~") {
                skipBalanced(upToLineEnd: !withinBrackets)
                return .unknown("depends on a condition")
            }
            if take("/") {
                result.pieces.append(.text("/"))
            } else if !take("+") {
                return result
            }
        }
    }

    /// Reads a string, a name, a function call or an expression in brackets; nil if there is none.
    mutating func value(withinBrackets: Bool, _ depth: Int = 0) -> JustExpression? {
        skipBlanks(withinBrackets: withinBrackets)
        if take("(") { return bracketed(depth) }
        let start = index
        guard let name = name() else { return text() }
        switch name {
        case "if":
            skipBalanced(upToLineEnd: !withinBrackets)
            return .unknown("depends on a condition")
        case "x" where quoted() != nil, "f" where quoted() != nil:
            return .unknown("uses \(name)'…'")
        default: break
        }
        if take("(") { return call(of: name, depth) }
        guard (name.utf8.first ?? 0) > UInt8(ascii: "9") else {
            index = start
            return nil
        }
        return JustExpression(.name(name))
    }

    private mutating func bracketed(_ depth: Int) -> JustExpression? {
        let start = index
        if depth < Self.depthLimit, let inner = expression(withinBrackets: true, depth + 1) {
            skipBlanks(withinBrackets: true)
            if take(")") { return inner }
        }
        index = start
        guard skipBalanced(upToLineEnd: false), take(")") else { return nil }
        return .unknown("has an expression that is not understood")
    }

    /// A text between quotes, or a command between backticks.
    private mutating func text() -> JustExpression? {
        guard let (quote, isIndented, raw) = quoted() else { return nil }
        let text = isIndented ? raw.unindented : raw
        if quote == UInt8(ascii: "`") { return JustExpression(.command(text)) }
        if quote == UInt8(ascii: "'") { return JustExpression(.text(text)) }
        return JustExpression(text.unescaped.map { .text($0) } ?? .unknown("uses an escape"))
    }

    private mutating func call(of name: String, _ depth: Int) -> JustExpression? {
        let start = index
        if name.hasPrefix("invocation_dir") { asksForInvocationFolder = true }
        var arguments: [JustExpression] = []
        skipBlanks(withinBrackets: true)
        while depth < Self.depthLimit, !isAt(")"),
            let argument = expression(withinBrackets: true, depth + 1)
        {
            arguments.append(argument)
            skipBlanks(withinBrackets: true)
            guard take(",") else { break }
            skipBlanks(withinBrackets: true)
        }
        guard take(")") else {
            index = start
            return skipBalanced(upToLineEnd: false) && take(")")
                ? .unknown("uses \(name)()") : nil
        }
        switch (name, arguments.count) {
        case ("env", 1...2), ("env_var", 1), ("env_var_or_default", 2):
            guard let variable = arguments[0].literal, AllowedNames.isEnvironment(variable) else {
                break
            }
            return JustExpression(.environment(variable, orElse: arguments.dropFirst().first))
        case ("justfile_directory", 0), ("justfile_dir", 0):
            return JustExpression(.reference(.root))
        case ("invocation_directory", 0), ("invocation_dir", 0):
            return JustExpression(.reference(.invocationFolder))
        default: break
        }
        return .unknown("uses \(name)()")
    }
}

extension String {
    /// The text without the indentation that all lines with text have, and without a first and a last line of blanks.
    fileprivate var unindented: String {
        let lines = split(separator: "\n" as Character, omittingEmptySubsequences: false)
        func isBlank(_ line: Substring) -> Bool { line.utf8.allSatisfy(" \t".utf8.contains) }
        func indent(_ line: Substring) -> Substring { line.prefix { $0 == " " || $0 == "\t" } }
        let indents = lines.filter { !isBlank($0) }.map(indent)
        let common = indents.dropFirst().reduce(indents.first ?? "") { common, next in
            Substring(zip(common, next).prefix { $0 == $1 }.map(\.0))
        }
        var result = lines.map { isBlank($0) ? "" : $0.dropFirst(common.count) }
        if let first = lines.first, isBlank(first), lines.count > 1 { result.removeFirst() }
        return result.joined(separator: "\n")
    }

    /// The text with the characters that its escapes stand for; nil for one that just does not have.
    fileprivate var unescaped: String? {
        var result = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "n": result.append("\n")
            case "r": result.append("\r")
            case "t": result.append("\t")
            case "\"": result.append("\"")
            case "\\": result.append("\\")
            case "\n": break
            case "u" where rest.first == "{":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                guard let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
                else { return nil }
                result.append(scalar)
                rest = rest.dropFirst(digits.count + 2)
            default: return nil
            }
        }
        return String(result)
    }
}
