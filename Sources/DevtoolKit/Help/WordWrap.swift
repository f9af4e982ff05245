extension Sequence<String> {
    /// Joins words to lines of at most `width` characters.
    ///
    /// A longer word gets its own line.
    ///
    /// - Parameter width: the maximum number of characters per line.
    /// - Returns: at least one line, which may be empty.
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
