/// The two columns of help: what there is, and what it is for, as ArgumentParser sets them.
enum HelpColumns {
    private static let indent = 26
    private static let width = 80

    /// A row: the second column is wrapped, and begins on the next line where the first is too long.
    static func row(_ name: String, _ text: String) -> String {
        let first = "  \(name)"
        if text.isEmpty { return first }
        let blanks = String(repeating: " ", count: indent)
        let column = text.split(separator: " ").map(String.init).lines(atMost: width - indent)
            .joined(separator: "\n" + blanks)
        return first.count < indent
            ? first + blanks.dropFirst(first.count) + column : first + "\n" + blanks + column
    }
}
