import DevtoolKit

extension BoardJob {
    /// Looks what an importer will refuse, drop or show twice of an export.
    func checkImport(
        of input: inout BoardInput, into importer: Importer, by rule: NumberingRule
    ) throws -> BoardResult {
        let result = try input.scanResult(by: rule)
        let facts = try importFacts(of: &input, for: importer, result)
        let found = try importFindings(in: input, for: importer, facts, result, by: rule)
        return BoardResult(
            scan: result, unknownName: rule.selection.unknownName(in: result), diagnostics: found,
            summary: "\(input.name): \(CardCount(result.selectedCards)) checked for "
                + "\(importer.rawValue), \(found.count) \(found.count == 1 ? "finding" : "findings")",
            hasProblems: !facts.problems.isEmpty)
    }

    /// The first of what is to be said before an export is written for an importer.
    func importWarnings(
        in input: borrowing BoardInput, for importer: Importer, _ facts: ImportFacts,
        _ result: ScanResult, by rule: NumberingRule
    ) throws -> [Diagnostic] {
        var facts = facts
        // They are added.
        facts.additions = []
        var first = FirstFew<Diagnostic>()
        for var finding in try importFindings(in: input, for: importer, facts, result, by: rule) {
            finding.severity = .warning
            first.append(finding)
        }
        if first.untold == 0 { return first.elements }
        return first.elements + [
            Diagnostic(
                "\(input.name): … and \(first.untold) more", severity: .warning,
                hint: "'--check --for \(importer.rawValue)' lists all")
        ]
    }

    /// What an importer does not take or loses, in the order of the export.
    private func importFindings(
        in input: borrowing BoardInput, for importer: Importer, _ facts: ImportFacts,
        _ result: ScanResult, by rule: NumberingRule
    ) throws -> [Diagnostic] {
        let (name, rules) = (importer.rawValue, importer.rules)
        var found = facts.additions.map { addition in
            (
                0,
                Diagnostic(
                    "\(name) does not take an export without '\(addition.name)'",
                    severity: .warning, hint: "'--to \(name)' adds an empty one",
                    rule: .importFailure)
            )
        }
        found += facts.problems.map { problem in
            (
                problem.place ?? 0,
                Diagnostic(
                    "\(problem.text), so that importing it into \(name) fails",
                    rule: .importFailure)
            )
        }
        for board in try input.boards(with: result).selecting(rule.selection) {
            for list in board.lists {
                for (card, place) in zip(list.cards, list.cards.places) {
                    let lost = rules.losses.filter { $0.isThere(on: card, in: list) }
                    if lost.isEmpty { continue }
                    let title = String(card.titleWithoutNumber.prefix(60))
                    let sentence =
                        "card\(card.number.map { " \($0)" } ?? "") "
                        + "\"\(title.replacingControlCharacters())\": \(name) drops: "
                        + lost.map(\.rawValue).joined(separator: ", ")
                    found.append(
                        (
                            place,
                            Diagnostic(sentence, severity: .warning, rule: .importLoss)
                        ))
                }
                try list.cards.check()
            }
        }
        let order = found.indices.sorted { (found[$0].0, $0) < (found[$1].0, $1) }
        let places = try SourceLocator.locations(
            of: order.map { found[$0].0 }, in: input, withExcerpts: false)
        var diagnostics = zip(order, places).map { index, place in
            var diagnostic = found[index].1
            diagnostic.location = place
            return diagnostic
        }
        if rules.numbersCards, result.edits.count + result.tally.alreadyNumbered > 0 {
            diagnostics.append(
                Diagnostic(
                    "\(input.name): \(name) shows the numbers of cards itself, so that numbered "
                        + "titles have them twice", severity: .warning, rule: .importLoss))
        }
        return diagnostics
    }

    /// What an importer of Trello's own export requires, and one export does not have.
    func importFacts(
        of input: inout BoardInput, for importer: Importer, _ result: ScanResult
    ) throws -> ImportFacts {
        input.rewind()
        defer { input.rewind() }
        guard importer.format == nil else { return ImportFacts() }
        var rules = importer.rules
        if result.treatedBoards > 0 {
            // With its number no title is empty.
            rules.members[.card] = rules.members[.card]?.map {
                $0.0 == .name ? (.name, .text) : $0
            }
        }
        let walk = try input.scan(
            BoardWalker(ImportSink(rules), ofCards: result.isListOfCards))
        guard var facts = walk.products.first, walk.products.count == 1, !result.isListOfCards
        else { throw CardsError.notOneBoard(input.name, importer) }
        facts.start = walk.start
        return facts
    }

    /// Writes the numbered export as an importer takes it: a board and nothing before it, with all that it requires.
    func write(
        _ input: inout BoardInput, for facts: ImportFacts,
        by rule: NumberingRule, to write: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> ScanResult {
        let result = try input.scanResult(by: rule)
        let beginning = facts.additions.map { "\"\($0.name)\":\($0.value)," }.joined()
        var position = 0
        try input.write(with: result.edits, rule.action) { bytes in
            defer { position += bytes.count }
            guard position <= facts.start else { return try write(bytes) }
            guard facts.start < position + bytes.count else { return }
            // Safety: the bytes are lent for the call.
            try Array("{\(beginning)".utf8).withUnsafeBytes(write)
            try write(UnsafeRawBufferPointer(rebasing: bytes[(facts.start - position + 1)...]))
        }
        return result
    }
}
