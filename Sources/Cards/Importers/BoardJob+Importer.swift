import DevtoolKit

extension BoardJob {
    /// Looks what an importer will refuse, drop or show twice of an export.
    func checkImport(
        of input: inout BoardInput, into importer: Importer, by rule: NumberingRule
    ) throws -> BoardResult {
        let result = try input.scanResult(by: rule)
        let facts = try importFacts(of: &input, for: importer, result)
        let name = importer.rawValue
        var found = facts.problems.map { ($0.place ?? 0, Self.problem($0.text, importer)) }
        for addition in facts.additions {
            found.append(
                (
                    0,
                    Diagnostic(
                        "\(name) does not take an export without '\(addition.name)'",
                        severity: .warning, hint: "'--to \(name)' adds an empty one",
                        rule: CardsRule.importFailure)
                ))
        }
        var cards = 0
        for board in try input.boards(with: result).selecting(rule.selection) {
            for list in board.lists {
                for (card, place) in zip(list.cards, list.cards.places) {
                    cards += 1
                    let lost = importer.rules.losses.filter { $0.isThere(on: card, in: list) }
                    if lost.isEmpty { continue }
                    found.append((place, Self.loss(of: lost, on: card, importer)))
                }
                try list.cards.check()
            }
        }
        let order = found.indices.sorted { (found[$0].0, $0) < (found[$1].0, $1) }
        let places = try SourceLocator.locations(
            of: order.map { found[$0].0 }, in: input, withExcerpts: false)
        let diagnostics = zip(order, places).map { index, place in
            var diagnostic = found[index].1
            diagnostic.location = place
            return diagnostic
        }
        return BoardResult(
            scan: result, unknownName: rule.selection.unknownName(in: result),
            diagnostics: diagnostics + numberNotes(importer, on: input.name, result),
            summary: "\(input.name): \(CardCount(cards)) checked for \(name), "
                + "\(found.count) with something to know",
            hasProblems: !facts.problems.isEmpty)
    }

    /// What is to be said before an export is written for an importer: what will fail, and how much is lost.
    func importWarnings(
        on input: borrowing BoardInput, for importer: Importer, _ facts: ImportFacts,
        _ result: ScanResult, by rule: NumberingRule
    ) throws -> [Diagnostic] {
        var problems = FirstFew<Diagnostic>()
        for problem in facts.problems {
            var diagnostic = Self.problem(problem.text, importer)
            diagnostic.severity = .warning
            diagnostic.location = try problem.place.flatMap {
                try SourceLocator.locations(of: [$0], in: input, withExcerpts: false).first
            }
            problems.append(diagnostic)
        }
        var counts: [CardFeature: Int] = [:]
        for board in try input.boards(with: result).selecting(rule.selection) {
            for list in board.lists {
                for card in list.cards {
                    for feature in importer.rules.losses where feature.isThere(on: card, in: list) {
                        counts[feature, default: 0] += 1
                    }
                }
                try list.cards.check()
            }
        }
        let lost = importer.rules.losses.compactMap { feature in
            counts[feature].map { "\(feature.rawValue) (\(CardCount($0)))" }
        }
        let name = importer.rawValue
        let summary =
            lost.isEmpty
            ? []
            : [
                Diagnostic(
                    "\(input.name): \(name) drops: \(lost.joined(separator: ", "))",
                    severity: .warning, hint: "'--check --for \(name)' names the cards",
                    rule: CardsRule.importLoss)
            ]
        let more = problems.untold
        return problems.elements
            + (more == 0
                ? []
                : [Diagnostic("\(input.name): … and \(more) more problems", severity: .warning)])
            + summary + numberNotes(importer, on: input.name, result)
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

    private func numberNotes(
        _ importer: Importer, on name: String, _ result: ScanResult
    ) -> [Diagnostic] {
        guard importer.rules.numbersCards, result.treatedBoards > 0,
            result.edits.count + result.tally.alreadyNumbered > 0
        else { return [] }
        return [
            Diagnostic(
                "\(name): \(importer.rawValue) shows the numbers of cards itself, so that numbered "
                    + "titles have them twice", severity: .warning, rule: CardsRule.importLoss)
        ]
    }

    private static func problem(_ text: String, _ importer: Importer) -> Diagnostic {
        Diagnostic(
            "\(text), so that importing it into \(importer.rawValue) fails",
            rule: CardsRule.importFailure)
    }

    private static func loss(
        of features: [CardFeature], on card: BoardCard, _ importer: Importer
    ) -> Diagnostic {
        let title = card.titleWithoutNumber.prefix(60)
        let number = card.number.map { " \($0)" } ?? ""
        return Diagnostic(
            "card\(number) \"\(String(title).replacingControlCharacters())\": \(importer.rawValue) drops: "
                + features.map(\.rawValue).joined(separator: ", "),
            severity: .warning, rule: CardsRule.importLoss)
    }
}
