extension String {
    /// The candidate that is this word with few typing mistakes, if there is one.
    ///
    /// That is the smallest edit distance, at most a third of the word's length and at least 1. Two words of one
    /// letter have nothing in common.
    package func nearest(in candidates: [String]) -> String? {
        // The time grows with the square of the length, and nobody mistypes so long a name.
        guard utf8.count <= 200 else { return nil }
        let word = Array(unicodeScalars)
        var limit = Swift.max(1, word.count / 3)
        var nearest: String?
        for candidate in candidates {
            guard let distance = word.editDistance(to: candidate, limit: limit),
                distance < Swift.max(word.count, candidate.unicodeScalars.count)
            else { continue }
            nearest = candidate
            // Of equally near ones the first counts.
            if distance == 0 { break }
            limit = distance - 1
        }
        return nearest
    }

    /// The hint for a name that is not known: the nearest one that is, else all of them, or the first of
    /// very many.
    package static func suggestion(for name: String, in known: [String]) -> String? {
        if let nearest = name.nearest(in: known) { return "did you mean '\(nearest)'?" }
        let list = known.count > 12 ? known.prefix(11) + ["…"] : known[...]
        return known.isEmpty ? nil : "known: \(list.joined(separator: ", "))"
    }
}

/// How many names may still be compared for the hints of one file: where thousands of names are wrong and
/// thousands known, hints would take longer than all else, and nobody reads them.
package struct HintBudget: Sendable {
    private var comparisons = 1_000_000

    /// A budget of which nothing is used.
    package init() {}

    /// Whether a name may be compared with so many others.
    package mutating func allows(_ count: Int) -> Bool {
        guard comparisons >= count else { return false }
        comparisons -= count
        return true
    }
}

extension [Unicode.Scalar] {
    /// The distance by optimal string alignment: how many characters to insert, remove or replace, or
    /// neighbours to exchange; nil where it is more than `limit`.
    fileprivate func editDistance(to other: String, limit: Int) -> Int? {
        // Each scalar that one of them has more is a difference.
        guard other.utf8.count <= 4 * (count + limit) else { return nil }
        let target = Array(other.unicodeScalars)
        guard abs(target.count - count) <= limit else { return nil }
        let far = limit + 1
        var before: [Int] = []
        var above = (0...target.count).map { Swift.min($0, far) }
        for row in indices {
            // Further from the diagonal than the limit, the distance is more than it.
            let columns = Swift.max(0, row - limit)..<Swift.min(target.count, row + limit + 1)
            var current = Array<Int>(repeating: far, count: target.count + 1)
            if columns.lowerBound == 0 { current[0] = Swift.min(row + 1, far) }
            var least = current[0]
            for column in columns {
                let replaced = above[column] + (self[row] == target[column] ? 0 : 1)
                var distance = Swift.min(replaced, above[column + 1] + 1, current[column] + 1, far)
                if row > 0, column > 0, self[row] == target[column - 1],
                    self[row - 1] == target[column]
                {
                    distance = Swift.min(distance, before[column - 1] + 1)
                }
                current[column + 1] = distance
                least = Swift.min(least, distance)
            }
            // An exchange of neighbours looks at the row before this one, too.
            if least > limit, above.allSatisfy({ $0 > limit }) { return nil }
            (before, above) = (above, current)
        }
        return above[target.count] <= limit ? above[target.count] : nil
    }
}
