/// The position of a value in a shell line, which decides how the line refers to it and how it is displayed.
enum ShellPlacement: Hashable {
    case word
    case partOfWord
    case singleQuotes
    case doubleQuotes
    /// In double quotes, after an expansion that could include the first characters, as in `"$x${params.y}"`.
    case doubleQuotesAfterVariable
    case quotedDefault

    /// The strings for a value here: a list as a word yields one per item, any other value a single one.
    func texts(of value: TaskValue) -> [String] {
        if case .list(let items) = value, self == .word { items } else { [value.joined] }
    }

    /// The part of the script that refers to the value; `reference` returns the reference to one of its strings.
    func text(of value: TaskValue, asReference reference: (String) -> String) -> String {
        let references = texts(of: value).map(reference)
        let (before, behind) =
            switch self {
            case .word, .partOfWord: ("\"", "\"")
            case .singleQuotes: ("'\"", "\"'")
            case .doubleQuotes, .quotedDefault: ("", "")
            // The quotes keep zsh from taking the dollar sign as the name after `$#`.
            case .doubleQuotesAfterVariable: ("\"\"", "")
            }
        return references.map { before + $0 + behind }.joined(separator: " ")
    }

    func quoted(_ value: TaskValue) -> String {
        texts(of: value).map { text in
            switch self {
            // Always quoted: otherwise, `2` before `>` is a descriptor, and `if` a keyword.
            case .word, .partOfWord: Self.inSingleQuotes(text)
            case .singleQuotes: Self.escapingSingleQuotes(text)
            case .doubleQuotes: Self.escaping(text, #""\$`"#)
            case .doubleQuotesAfterVariable: "\"" + Self.inSingleQuotes(text) + "\""
            case .quotedDefault: Self.escaping(text, #""\$`}"#)
            }
        }.joined(separator: " ")
    }

    private static func inSingleQuotes(_ text: String) -> String { "'" + escapingSingleQuotes(text) + "'" }

    private static func escapingSingleQuotes(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "'" ? Array(#"'\''"#.unicodeScalars) : [$0] }))
    }

    private static func escaping(_ text: String, _ special: String) -> String {
        let special = Set(special.unicodeScalars)
        return String(
            String.UnicodeScalarView(text.unicodeScalars.flatMap { special.contains($0) ? ["\\", $0] : [$0] }))
    }
}
