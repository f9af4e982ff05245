/// The position of a value in a shell line, which decides how the line refers to it and how it is displayed.
package enum ShellPlacement: Hashable, Sendable {
    case word
    case partOfWord
    case singleQuotes
    case doubleQuotes
    /// In double quotes, after an expansion that could include the first characters, as in `"$x${params.y}"`.
    case doubleQuotesAfterVariable
    case quotedDefault

    /// The part of the script that refers to the texts; `reference` returns the expansion of a variable with a text.
    func text(of texts: [String], asReference reference: (String) -> String) -> String {
        let (before, behind) =
            switch self {
            case .word, .partOfWord: ("\"", "\"")
            case .singleQuotes: ("'\"", "\"'")
            case .doubleQuotes, .quotedDefault: ("", "")
            // The quotes keep zsh from taking the dollar sign as the name after `$#`.
            case .doubleQuotesAfterVariable: ("\"\"", "")
            }
        return texts.map { before + reference($0) + behind }.joined(separator: " ")
    }

    func quoted(_ texts: [String]) -> String {
        texts.map { text in
            switch self {
            // Always quoted: otherwise, `2` before `>` is a descriptor, and `if` a keyword.
            case .word, .partOfWord: "'\(ShellText.inSingleQuotes(text))'"
            case .singleQuotes: ShellText.inSingleQuotes(text)
            case .doubleQuotes: ShellText.escaping(text, #""\$`"#)
            case .doubleQuotesAfterVariable: "\"'\(ShellText.inSingleQuotes(text))'\""
            case .quotedDefault: ShellText.escaping(text, #""\$`}"#)
            }
        }.joined(separator: " ")
    }
}

/// What a value outside quotes is to a command.
package enum ShellRole: Hashable, Sendable {
    /// A word or a part of one, except the first.
    case argument
    /// The beginning of a command, where an assignment or a keyword would have a special meaning.
    case command
    /// Always one word: the file of a redirection, or the value of an assignment.
    case single
    /// A part of a name or of an expansion.
    case other
}
