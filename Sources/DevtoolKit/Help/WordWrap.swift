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
