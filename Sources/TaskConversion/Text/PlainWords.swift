/// What a shell makes of a text without quotes around it.
enum PlainWords {
    /// Characters that mean something to a shell outside of quotes.
    private static let active: Set<Character> = [
        "$", "`", "\"", "'", "\\", "*", "?", "[", "]", "{", "}", "~", "(", ")", "<", ">", "|", "&",
        ";",
        "#", "!",
    ]

    /// The words of a text that a shell only splits; nil where it would do more with it.
    static func words(of text: String) -> [String]? {
        if text.contains(where: active.contains) { return nil }
        return text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
