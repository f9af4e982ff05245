import YAML

/// YAML scalars: plain if all parsers read the same text, otherwise single-quoted or double-quoted (YAML 1.2.2, 7.3).
extension String {
    var blockScalar: String { isPlainScalar ? self : quotedScalar }

    /// For flow context, within brackets or braces.
    var flowScalar: String { isPlainScalar && !utf8.contains(where: ",[]{}".utf8.contains) ? self : quotedScalar }

    /// Replaces characters that would end the comment or that YAML does not allow with U+FFFD.
    var yamlComment: String {
        var comment = utf8.isEmpty || utf8.first == UInt8(ascii: "#") ? "" : "# "
        for scalar in unicodeScalars {
            comment.unicodeScalars.append(scalar.needsEscape && scalar != "\t" ? "\u{FFFD}" : scalar)
        }
        return comment
    }

    private var quotedScalar: String {
        if isEmpty || unicodeScalars.contains(where: \.needsEscape) { return YAMLText.scalar(self) }
        if !utf8.contains(where: "\"\\".utf8.contains) { return "\"\(self)\"" }
        return "'\(unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined())'"
    }

    /// Compares scalars like YAML: a `#` with a combining mark is another `Character`.
    private var isPlainScalar: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return false }
        if first.properties.isWhitespace || last.properties.isWhitespace || last == ":" { return false }
        if "?:,[]{}#&*!|>'\"%@`=<".unicodeScalars.contains(first)
            || (first == "-" && scalars.dropFirst().first.map { $0 == " " || $0 == "-" } ?? true)
        {
            return false
        }
        if zip(scalars, scalars.dropFirst()).contains(where: { $0 == (":", " ") || $0 == (" ", "#") }) { return false }
        return !scalars.contains(where: \.needsEscape) && !isAnotherKind
    }

    /// Whether YAML 1.1 or 1.2 reads it as a number, date, boolean or null.
    private var isAnotherKind: Bool {
        let words: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "~", ".inf", ".nan"]
        if words.contains(lowercased()) { return true }
        guard let first = self.first(where: { !"+-.".contains($0) }), first.isNumber else { return false }
        return allSatisfy { $0.isHexDigit || "+-._:xoTZ ".contains($0) }
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
