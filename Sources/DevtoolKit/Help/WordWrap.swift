extension Sequence<String> {
    /// A word longer than `width` gets its own line; without words, the result is one empty line.
    func lines(atMost width: Int) -> [String] {
        reduce(into: [""]) { lines, word in
            let last = lines.count - 1
            if lines[last].isEmpty {
                lines[last] = word
            } else if lines[last].count + 1 + word.count <= width {
                lines[last] += " \(word)"
            } else {
                lines.append(word)
            }
        }
    }
}

extension String {
    /// Formats two columns like ArgumentParser's help, with this text in the first one.
    func helpRow(_ text: String) -> String {
        let (indent, width) = (26, 80)
        let first = "  \(self)"
        if text.isEmpty { return first }
        let blanks = String(repeating: " ", count: indent)
        let column = text.split(separator: " ").map(String.init).lines(atMost: width - indent).joined(
            separator: "\n" + blanks)
        return first.count < indent ? first + blanks.dropFirst(first.count) + column : first + "\n" + blanks + column
    }
}
