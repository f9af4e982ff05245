/// Where in a shell's line a value is put: that decides how it is quoted so that the shell takes every
/// character of it for itself.
enum ShellPlacement: Hashable {
    /// Outside of quotes, as a whole word.
    case word
    /// Outside of quotes, beside other characters of a word.
    case partOfWord
    /// Between single quotes.
    case singleQuotes
    /// Between double quotes.
    case doubleQuotes
    /// Between double quotes, where the value's first characters could be taken for a part of the expansion
    /// before it, as in `"$x${params.y}"`.
    case doubleQuotesAfterVariable
    /// In the word of a `${x:-word}` between double quotes.
    case quotedDefault

    /// The value as the shell is to read it.
    ///
    /// A list is several words where a whole word stands, else one text with commas.
    ///
    /// - Returns: the value with its quotes; nil where it has characters that cannot be quoted there.
    func quoted(_ value: TemplateReference.Value) -> String? {
        if case .list(let items) = value, self == .word {
            return items.map(Self.inSingleQuotes).joined(separator: " ")
        }
        let text = value.joined
        switch self {
        // Always with quotes: without any, `2` before a `>` is a descriptor, and `if` a keyword.
        case .word, .partOfWord: return Self.inSingleQuotes(text)
        case .singleQuotes: return Self.escapingSingleQuotes(text)
        case .doubleQuotes: return Self.escaping(text, #""\$`"#)
        case .doubleQuotesAfterVariable: return "\"" + Self.inSingleQuotes(text) + "\""
        // Bash takes a single quote there for the beginning of a text in quotes, other shells do not, and no
        // way to write one is the same to all.
        case .quotedDefault where text.utf8.contains(UInt8(ascii: "'")): return nil
        case .quotedDefault: return Self.escaping(text, #""\$`}"#)
        }
    }

    private static func inSingleQuotes(_ text: String) -> String {
        "'" + escapingSingleQuotes(text) + "'"
    }

    private static func escapingSingleQuotes(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.flatMap { $0 == "'" ? Array(#"'\''"#.unicodeScalars) : [$0] }))
    }

    private static func escaping(_ text: String, _ special: String) -> String {
        let special = Set(special.unicodeScalars)
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.flatMap { special.contains($0) ? ["\\", $0] : [$0] }))
    }
}
