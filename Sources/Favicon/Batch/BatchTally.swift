/// How a batch went, in numbers.
package struct BatchTally: Sendable, Equatable {
    /// How many pages have an icon.
    package var withIcon = 0
    /// How many pages have none.
    package var withoutIcon = 0
    /// How many pages could not be looked at.
    package var failed = 0
    /// How many lines have been written.
    package var written = 0
    /// How many lines there are to answer; nil as long as the list is not read to its end.
    package var total: Int?
    /// How many lines an earlier run had done, which are not among the others.
    package var earlier = 0
    /// How many lines are in other parts of the list, for other runs.
    package var elsewhere = 0

    /// Creates the tally of a run that has not begun.
    package init() {}

    /// How many pages have been looked at.
    package var done: Int { withIcon + withoutIcon + failed }

    /// Counts a page.
    package mutating func count(_ outcome: BatchAnswer.Outcome) {
        switch outcome {
        case .icon: withIcon += 1
        case .noIcon: withoutIcon += 1
        case .failed: failed += 1
        }
    }

    /// The sentence that closes a run: `1,234 pages: 1,200 with an icon, 22 without, 12 failed`.
    package var summary: String {
        let pages = done == 1 ? "1 page" : "\(done.grouped) pages"
        let parts = [(withIcon, "with an icon"), (withoutIcon, "without"), (failed, "failed")]
            .filter { $0.0 > 0 }
            .map { "\($0.0.grouped) \($0.1)" }
        var sentence = parts.isEmpty ? pages : "\(pages): \(parts.joined(separator: ", "))"
        if written < done { sentence += "; \(written.grouped) written" }
        if earlier > 0 { sentence += "; \(earlier.grouped) done before" }
        return sentence
    }

    /// How far the run has come: `1,234 of ? pages, 56/s, 12 without an icon, 3 failed`.
    func progress(perSecond rate: Int) -> String {
        "\(done.grouped) of \(total?.grouped ?? "?") pages, \(rate.grouped)/s, "
            + "\(withoutIcon.grouped) without an icon, \(failed.grouped) failed"
    }
}

extension Int {
    /// The number with a comma after each three digits, as in `12,345`.
    fileprivate var grouped: String {
        var text = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3), digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
