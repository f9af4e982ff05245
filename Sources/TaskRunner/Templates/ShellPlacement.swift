/// The position of a value in a shell line, which decides how the line refers to it and how it is
/// shown.
enum ShellPlacement: Hashable {
    /// Outside of quotes, as a whole word.
    case word
    /// Outside of quotes, beside other characters of a word.
    case partOfWord
    /// Between single quotes.
    case singleQuotes
    /// Between double quotes.
    case doubleQuotes
    /// Between double quotes, where the first characters could be taken for a part of the expansion before it,
    /// as in `"$x${params.y}"`.
    case doubleQuotesAfterVariable
    /// In the word of a `${x:-word}` between double quotes.
    case quotedDefault

    /// The texts that the value is here: a list is several where a whole word stands, else one with commas.
    func texts(of value: TaskValue) -> [String] {
        if case .list(let items) = value, self == .word { items } else { [value.joined] }
    }

    /// The text by which the shell puts the value in.
    ///
    /// - Parameters:
    ///   - value: what is put in.
    ///   - reference: gives the expansion of a variable that holds a text.
    /// - Returns: a part of the script.
    func text(
        of value: TaskValue, asReference reference: (String) -> String
    ) -> String {
        let references = texts(of: value).map(reference)
        let (before, behind) =
            switch self {
            case .word, .partOfWord: ("\"", "\"")
            case .singleQuotes: ("'\"", "\"'")
            case .doubleQuotes, .quotedDefault: ("", "")
            // Or zsh takes the dollar for the name behind a `$#`.
            case .doubleQuotesAfterVariable: ("\"\"", "")
            }
        return references.map { before + $0 + behind }.joined(separator: " ")
    }

    /// The value with the quotes that somebody would type.
    func quoted(_ value: TaskValue) -> String {
        texts(of: value).map { text in
            switch self {
            // Always with quotes: without any, `2` before a `>` is a descriptor, and `if` a keyword.
            case .word, .partOfWord: Self.inSingleQuotes(text)
            case .singleQuotes: Self.escapingSingleQuotes(text)
            case .doubleQuotes: Self.escaping(text, #""\$`"#)
            case .doubleQuotesAfterVariable: "\"" + Self.inSingleQuotes(text) + "\""
            case .quotedDefault: Self.escaping(text, #""\$`}"#)
            }
        }.joined(separator: " ")
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
