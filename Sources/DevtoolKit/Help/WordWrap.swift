extension Sequence<String> {
    /// The words in lines, blanks between them; one that is longer than a line has one of its own.
    ///
    /// - Parameter width: how many characters a line has at most.
    /// - Returns: the lines; an empty one where there are no words.
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
