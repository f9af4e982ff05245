extension String {
    /// The candidate that is this word with few typing mistakes, if there is one: the smallest edit
    /// distance, at most a third of the word's length and at least 1.
    package func nearest(in candidates: [String]) -> String? {
        // The time grows with the square of the length, and nobody mistypes so long a name.
        guard utf8.count <= 200 else { return nil }
        let limit = Swift.max(1, count / 3)
        return candidates.map { (name: $0, distance: editDistance(to: $0)) }
            .filter { $0.distance <= limit }
            .min { $0.distance < $1.distance }?.name
    }

    /// The hint for a name that is not known: the nearest one that is, else all of them, or the first of
    /// very many.
    package static func suggestion(for name: String, in known: [String]) -> String? {
        if let nearest = name.nearest(in: known) { return "did you mean '\(nearest)'?" }
        let list = known.count > 12 ? known.prefix(11) + ["…"] : known[...]
        return known.isEmpty ? nil : "known: \(list.joined(separator: ", "))"
    }

    /// The distance by optimal string alignment: how many characters to insert, remove or replace, or
    /// neighbours to exchange.
    private func editDistance(to other: String) -> Int {
        let word = Array(self)
        let target = Array(other)
        var rows = [Array(0...target.count)]
        for row in word.indices {
            var current = [row + 1]
            for column in target.indices {
                let replaced = rows[row][column] + (word[row] == target[column] ? 0 : 1)
                var distance = Swift.min(replaced, rows[row][column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, word[row] == target[column - 1],
                    word[row - 1] == target[column]
                {
                    distance = Swift.min(distance, rows[row - 1][column - 1] + 1)
                }
                current.append(distance)
            }
            rows.append(current)
        }
        return rows[word.count][target.count]
    }
}
