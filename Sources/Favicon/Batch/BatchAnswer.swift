package import JSON

/// What a batch found out about a line of its list.
package struct BatchAnswer: Sendable, Equatable {
    /// What counts for the tally.
    package enum Outcome: Sendable {
        /// The page has an icon.
        case icon
        /// The page has none.
        case noIcon
        /// It could not be found out.
        case failed
    }

    /// The line to write, without its end.
    package var line: [UInt8]
    /// How it went.
    package var outcome: Outcome

    /// The answer that is written as a JSON object on one line.
    package init(_ outcome: Outcome, _ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        write(&json)
        line = json.bytes
        self.outcome = outcome
    }
}
