/// Formats two columns like ArgumentParser's help.
enum HelpColumns {
    private static let indent = 26
    private static let width = 80

    static func row(_ name: String, _ text: String) -> String {
        let first = "  \(name)"
        if text.isEmpty { return first }
        let blanks = String(repeating: " ", count: indent)
        let column = text.split(separator: " ").map(String.init).lines(atMost: width - indent).joined(
            separator: "\n" + blanks)
        return first.count < indent ? first + blanks.dropFirst(first.count) + column : first + "\n" + blanks + column
    }
}
