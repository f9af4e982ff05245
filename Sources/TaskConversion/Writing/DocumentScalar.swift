import YAML

/// YAML scalars: plain if all parsers read the same text, otherwise single-quoted or double-quoted (YAML 1.2.2, 7.3).
enum DocumentScalar {
    static func block(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    /// For flow context, within brackets or braces.
    static func flow(_ text: String) -> String {
        isPlain(text) && !text.utf8.contains(where: ",[]{}".utf8.contains) ? text : quoted(text)
    }

    /// Replaces characters that would end the comment or that YAML does not allow with U+FFFD.
    static func comment(_ text: String) -> String {
        var comment = text.utf8.isEmpty || text.utf8.first == UInt8(ascii: "#") ? "" : "# "
        for scalar in text.unicodeScalars {
            comment.unicodeScalars.append(scalar.needsEscape && scalar != "\t" ? "\u{FFFD}" : scalar)
        }
        return comment
    }

    private static func quoted(_ text: String) -> String {
        if text.isEmpty || text.unicodeScalars.contains(where: \.needsEscape) { return YAMLText.scalar(text) }
        if !text.utf8.contains(where: "\"\\".utf8.contains) { return "\"\(text)\"" }
        return "'\(text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined())'"
    }

    /// Compares scalars like YAML: a `#` with a combining mark is another `Character`.
    private static func isPlain(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return false }
        if first.properties.isWhitespace || last.properties.isWhitespace || last == ":" { return false }
        if "?:,[]{}#&*!|>'\"%@`=<".unicodeScalars.contains(first)
            || (first == "-" && scalars.dropFirst().first.map { $0 == " " || $0 == "-" } ?? true)
        {
            return false
        }
        if zip(scalars, scalars.dropFirst()).contains(where: { $0 == (":", " ") || $0 == (" ", "#") }) { return false }
        if text.unicodeScalars.contains(where: \.needsEscape) { return false }
        return !isAnotherKind(text)
    }

    /// Whether YAML 1.1 or 1.2 reads it as a number, date, boolean or null.
    private static func isAnotherKind(_ text: String) -> Bool {
        let words: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "~", ".inf", ".nan"]
        if words.contains(text.lowercased()) { return true }
        guard let first = text.first(where: { !"+-.".contains($0) }), first.isNumber else { return false }
        return text.allSatisfy { $0.isHexDigit || "+-._:xoTZ ".contains($0) }
    }
}

extension Unicode.Scalar {
    fileprivate var needsEscape: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
