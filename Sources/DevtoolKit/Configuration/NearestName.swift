extension String {
    /// The candidate that is this word with few typing mistakes, if there is one: the smallest edit
    /// distance, at most a third of the word's length and at least 1.
    package func nearest(in candidates: [String]) -> String? {
        let limit = Swift.max(1, count / 3)
        return candidates.map { (name: $0, distance: editDistance(to: $0)) }
            .filter { $0.distance <= limit }
            .min { $0.distance < $1.distance }?.name
    }

    /// The hint for a name that is not known: the nearest one that is, else all of them.
    package static func suggestion(for name: String, in known: [String]) -> String? {
        if let nearest = name.nearest(in: known) { return "did you mean '\(nearest)'?" }
        return known.isEmpty ? nil : "known: \(known.joined(separator: ", "))"
    }

    /// The Levenshtein distance: how many characters to insert, remove or replace.
    private func editDistance(to other: String) -> Int {
        let target = Array(other)
        var previous = Array(0...target.count)
        for (row, character) in enumerated() {
            var current = [row + 1]
            for (column, expected) in target.enumerated() {
                let replaced = previous[column] + (character == expected ? 0 : 1)
                current.append(Swift.min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[target.count]
    }
}
