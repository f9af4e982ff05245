import DevtoolKit

extension Glob {
    /// Likely mistakes in a pattern, which a shell would take literally.
    static func findings(in pattern: String, at location: SourceLocation) -> [Diagnostic] {
        (problem(with: pattern)?.diagnostics ?? []).map { Diagnostic($0.message, at: location, hint: $0.hint) }
    }

    private static func problem(with pattern: String) -> Problem? {
        if pattern.utf8.count > GlobRule.longestPattern { return .tooLongPattern }
        let text = Array((pattern.hasPrefix("!") ? pattern.dropFirst() : pattern[...]).unicodeScalars)
        if text.isEmpty { return .malformed(pattern, "is empty") }
        var depth = 0
        var index = 0
        while index < text.count {
            switch text[index] {
            case "\\":
                index += 1
                if index == text.count { return .malformed(pattern, "ends with a backslash") }
            case "[":
                guard let end = end(ofSetAt: index, in: text) else { return .malformed(pattern, "has an unclosed '['") }
                index = end
            case "{": depth += 1
            case "}" where depth > 0: depth -= 1
            default: break
            }
            index += 1
        }
        if depth > 0 { return .malformed(pattern, "has an unclosed '{'") }
        do throws(Problem) { _ = try GlobRule.rules(of: pattern) } catch { return error }
        return nil
    }

    /// The index of the `]` that closes a set; as the first character, `]` is a member.
    private static func end(ofSetAt start: Int, in text: [Unicode.Scalar]) -> Int? {
        var index = start + 1
        if index < text.count, "!^".unicodeScalars.contains(text[index]) { index += 1 }
        if index < text.count, text[index] == "]" { index += 1 }
        while index < text.count, text[index] != "/" {
            if text[index] == "]" { return index }
            index += text[index] == "\\" ? 2 : 1
        }
        return nil
    }
}

extension Problem {
    fileprivate static func malformed(_ pattern: String, _ flaw: String) -> Problem {
        Problem(
            .badConfiguration, "the pattern '\(pattern)' \(flaw)",
            hint: #"put \ before a character to match it literally"#)
    }
}
