extension BoardInput {
    /// Finds what a rule asks to be changed, and what of it is certain.
    ///
    /// Numbers are taken out only where they are spelled exactly as numbering spells them: the title
    /// `\u00235 Plan` reads `#5 Plan`, but other bytes would have to go.
    mutating func findings(by rule: NumberingRule, keepsAll: Bool = false) throws -> Findings {
        var findings = try scan(rule, keepsAll: keepsAll)
        if rule.action == .undo { try dropOtherSpellings(than: rule.spelling, from: &findings) }
        return findings
    }

    private func dropOtherSpellings(
        than spelling: NumberSpelling, from findings: inout Findings
    ) throws {
        var check = SpellingCheck(of: reader)
        var confirmed = TitleEdits(spelling: spelling)
        var cards: [EditedCard] = []
        for (index, edit) in findings.edits.enumerated() {
            guard try check.isThere(edit) else { continue }
            confirmed.append(number: Array(spelling.digits(of: edit.text) ?? []), at: edit.offset)
            if index < findings.editedCards.count { cards.append(findings.editedCards[index]) }
        }
        findings.edits = confirmed
        findings.editedCards = cards
    }
}

/// Looks whether texts stand in an input, byte for byte, in one pass.
struct SpellingCheck {
    private let input: InputReader
    /// What of the input was read last, and where it begins.
    private var chunk: [UInt8]
    private var count = 0
    private var start = 0

    /// A check of texts whose places are asked for in order.
    init(of input: InputReader) {
        self.input = input
        chunk = [UInt8](repeating: 0, count: BoardInput.chunkSize)
    }

    /// Whether a text is where it is said to be.
    mutating func isThere(_ edit: TitleEdits.Element) throws -> Bool {
        if edit.offset < start || edit.offset + edit.text.count > start + count {
            if edit.text.count > chunk.count {
                chunk = [UInt8](repeating: 0, count: edit.text.count)
            }
            start = edit.offset
            count = try input.read(into: &chunk, at: start)
        }
        return chunk[..<count].dropFirst(edit.offset - start).starts(with: edit.text)
    }
}
