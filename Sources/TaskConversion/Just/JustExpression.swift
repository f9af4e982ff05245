import Shell

/// Reads expressions (just's "Grammar") of strings and names joined by `+`; others are unknown.
///
/// A name becomes a reference to a variable; the reader of recipes decides whether it is a parameter.
extension JustCursor {
    private static let depthLimit = 50

    mutating func expression(withinBrackets: Bool) -> ConvertedText? {
        var result = ConvertedText()
        while true {
            skipBlanks(withinBrackets: withinBrackets)
            if isAtConditional {
                skipBalanced(upToLineEnd: !withinBrackets)
                return .unknown("depends on a condition")
            }
            guard let next = value(withinBrackets: withinBrackets) else { return nil }
            result.append(contentsOf: next)
            skipBlanks(withinBrackets: withinBrackets)
            if take("+") { continue }
            guard let other = ["/", "&&", "||", "==", "!=", "=~"].first(where: isAt) else { return result }
            skipBalanced(upToLineEnd: !withinBrackets)
            return .unknown("uses the operator '\(other)'")
        }
    }

    /// Reads `env('X', 'y')`, whose default is optional; returns a shell line that prints the value.
    ///
    /// devtool's `${env.X:-y}` is not equivalent, because it also replaces an empty variable.
    mutating func environmentVariable() -> String? {
        guard let function = name(), function.hasPrefix("env"), take("("),
            let name = value(withinBrackets: true)?.literal, AllowedNames.isEnvironment(name)
        else { return nil }
        var other = "?"
        skipBlanks(withinBrackets: true)
        if take(",") {
            guard let text = value(withinBrackets: true)?.literal, ShellText.words(of: text) != nil else { return nil }
            other = "-" + text
            skipBlanks(withinBrackets: true)
        }
        return take(")") ? "printf %s \"${\(name)\(other)}\"" : nil
    }

    private var isAtConditional: Bool {
        var cursor = self
        return cursor.name() == "if"
    }

    /// `nil` if there is no value; unknown values have a reason.
    mutating func value(withinBrackets: Bool) -> ConvertedText? {
        skipBlanks(withinBrackets: withinBrackets)
        if take("(") { return bracketed() }
        if take("/") { return value(withinBrackets: withinBrackets).map { _ in .unknown("uses the operator '/'") } }
        if let quoted = quoted() { return Self.text(of: quoted) }
        let start = index
        guard let name = name() else { return nil }
        if take("(") {
            if name.hasPrefix("invocation_dir") { asksForInvocationFolder = true }
            return skipBracket() ? .unknown("uses \(name)()") : nil
        }
        if quoted() != nil { return .unknown("uses \(name)'…'") }
        guard (name.utf8.first ?? 0) > UInt8(ascii: "9") else {
            index = start
            return nil
        }
        return .reference(.variable(name))
    }

    private mutating func bracketed() -> ConvertedText? {
        let start = index
        depth += 1
        defer { depth -= 1 }
        if depth < Self.depthLimit, let inner = expression(withinBrackets: true), take(")") { return inner }
        index = start
        return skipBracket() ? .unknown("has an expression that devtool cannot parse") : nil
    }

    private mutating func skipBracket() -> Bool {
        let start = index
        let isClosed = skipBalanced(upToLineEnd: false) && take(")")
        // The expression may use the invocation directory.
        if text(from: start).contains("invocation_dir") { asksForInvocationFolder = true }
        return isClosed
    }

    private static func text(of quoted: (quote: UInt8, isIndented: Bool, text: String)) -> ConvertedText {
        if quoted.quote == UInt8(ascii: "`") { return .unknown("uses backticks in an expression") }
        if quoted.isIndented { return .unknown("uses a triple-quoted string") }
        if quoted.quote == UInt8(ascii: "'") { return ConvertedText(quoted.text) }
        return quoted.text.unescaped.map { ConvertedText($0) } ?? .unknown("uses an unsupported escape sequence")
    }
}

extension String {
    /// `nil` if there are unusual escapes.
    fileprivate var unescaped: String? {
        let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t", "\"": "\"", "\\": "\\"]
        var result = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while var scalar = rest.popFirst() {
            if scalar == "\\" {
                guard let other = rest.popFirst().flatMap({ escapes[$0] }) else { return nil }
                scalar = other
            }
            result.append(scalar)
        }
        return String(result)
    }
}
