extension String {
    /// The candidate with the smallest edit distance, without regard to case, which may be at most a third of the word's
    /// length without the dashes of an option, or 1 for short words; or else the only candidate that starts with the
    /// word, if it has three letters.
    ///
    /// Two different words of one letter do not match.
    package func nearest(in candidates: [String]) -> String? {
        // The cost is quadratic in the length, and users do not mistype such long names.
        guard utf8.count <= 200 else { return nil }
        let lower = lowercased()
        let word = Array(lower.unicodeScalars)
        var limit = Swift.max(1, word.drop { $0 == "-" }.count / 3)
        var nearest: String?
        for candidate in candidates {
            guard let distance = word.editDistance(to: candidate.lowercased(), limit: limit),
                distance < Swift.max(word.count, candidate.unicodeScalars.count)
            else { continue }
            nearest = candidate
            // Among equal distances, the first candidate wins.
            if distance == 0 { break }
            limit = distance - 1
        }
        if nearest != nil || word.count < 3 { return nearest }
        let longer = candidates.filter { $0.lowercased().hasPrefix(lower) }
        return longer.count == 1 ? longer[0] : nil
    }

    /// The hint for an unknown name: the nearest known name, or else a list of known names.
    package static func suggestion(for name: String, in known: [String]) -> String? {
        if let nearest = name.nearest(in: known) { return "did you mean '\(nearest)'?" }
        let list = known.count > 12 ? known.prefix(11) + ["…"] : known[...]
        return known.isEmpty ? nil : "known: \(list.joined(separator: ", "))"
    }
}

/// Limits the comparisons for the hints of one file, which would dominate the time if thousands of names are wrong.
package struct HintBudget: Sendable {
    private var comparisons = 1_000_000

    package init() {}

    package mutating func allows(_ count: Int) -> Bool {
        guard comparisons >= count else { return false }
        comparisons -= count
        return true
    }
}

extension [Unicode.Scalar] {
    /// The optimal string alignment distance: insertions, deletions, substitutions and transpositions of neighbors;
    /// `nil` if it exceeds `limit`.
    fileprivate func editDistance(to other: String, limit: Int) -> Int? {
        // Each surplus scalar is a difference.
        guard other.utf8.count <= 4 * (count + limit) else { return nil }
        let target = Array(other.unicodeScalars)
        guard abs(target.count - count) <= limit else { return nil }
        let far = limit + 1
        var before: [Int] = []
        var above = (0...target.count).map { Swift.min($0, far) }
        for row in indices {
            // Cells farther from the diagonal than `limit` exceed it.
            let columns = Swift.max(0, row - limit)..<Swift.min(target.count, row + limit + 1)
            var current = Array<Int>(repeating: far, count: target.count + 1)
            if columns.lowerBound == 0 { current[0] = Swift.min(row + 1, far) }
            var least = current[0]
            for column in columns {
                let replaced = above[column] + (self[row] == target[column] ? 0 : 1)
                var distance = Swift.min(replaced, above[column + 1] + 1, current[column] + 1, far)
                if row > 0, column > 0, self[row] == target[column - 1], self[row - 1] == target[column] {
                    distance = Swift.min(distance, before[column - 1] + 1)
                }
                current[column + 1] = distance
                least = Swift.min(least, distance)
            }
            // A transposition refers to the row before this one.
            if least > limit, above.allSatisfy({ $0 > limit }) { return nil }
            (before, above) = (above, current)
        }
        return above[target.count] <= limit ? above[target.count] : nil
    }
}
