/// Decides which cards of a board to edit as they arrive, and keeps the edits only if the board is numbered.
struct BoardBuilder {
    enum Verdict { case unknown, treated, leftAlone }

    private(set) var verdict: Verdict

    private(set) var hasCards = false

    private(set) var firstEditOffset: Int?

    private let firstEdit: TitleEdits.Mark
    private let firstEditedCard: Int
    private let rule: NumberingRule
    private let keepsAll: Bool
    private var tally: BoardTally
    private var nearMark: NearMark?
    private var title: String?
    private var selectedCards = 0
    private var repeatedNumbers: RepeatedNumbers

    init(after result: ScanResult, rule: NumberingRule, keepsAll: Bool) {
        self.rule = rule
        self.keepsAll = keepsAll
        tally = BoardTally(keepsAll: keepsAll)
        repeatedNumbers = RepeatedNumbers(keepsAll: keepsAll)
        verdict = rule.treatsAllBoards ? .treated : .unknown
        firstEdit = result.edits.end
        firstEditedCard = result.editedCards.count
    }

    /// Takes the title, or `nil` for a board without one; if a key is repeated, the last value wins.
    mutating func take(_ title: BoardTitle?) {
        if rule.treatsAllBoards { return }
        verdict = title.map(rule.treats) == true ? .treated : .leftAlone
        nearMark = title.flatMap(rule.nearMark)
        if rule.selection.board != nil { self.title = title?.text }
    }

    mutating func beginCards(in result: inout ScanResult) {
        dropCards(in: &result)
        hasCards = true
    }

    mutating func dropCards(in result: inout ScanResult) {
        dropEdits(in: &result)
        tally = BoardTally(keepsAll: keepsAll)
        repeatedNumbers = RepeatedNumbers(keepsAll: keepsAll)
        selectedCards = 0
        hasCards = false
    }

    mutating func take(_ card: borrowing Card, into result: inout ScanResult) {
        let decision = rule.decision(for: card)
        if decision != .notSelected { selectedCards += 1 }
        if decision != .notSelected, case .digits(let offset) = card.number {
            repeatedNumbers.take(card.digits, at: offset)
        }
        switch decision {
        case .notSelected, .noTitle, .nothingToUndo: break
        case .alreadyNumbered: tally.alreadyNumbered += 1
        case .noNumber: tally.withoutNumber.append(copy card)
        case .number, .undo: addEdit(for: card, to: &result)
        }
    }

    private mutating func addEdit(for card: borrowing Card, to result: inout ScanResult) {
        guard let titleOffset = card.titleOffset else { return }
        result.edits.append(number: card.digits, at: titleOffset + 1)
        firstEditOffset = firstEditOffset ?? titleOffset + 1
        if keepsAll { result.editedCards.append(EditedCard(card, titleOffset: titleOffset)) }
    }

    mutating func end(in result: inout ScanResult) {
        guard hasCards else { return }
        result.boards += 1
        takeName(into: &result)
        if verdict == .treated {
            result.treatedBoards += 1
            tally.repeatedNumbers = repeatedNumbers.repetitions
            result.tally.add(tally)
        } else {
            dropEdits(in: &result)
            if let nearMark, result.nearlyMarked.count < ScanResult.nearMarksLimit {
                result.nearlyMarked.append(nearMark)
            }
        }
    }

    private func takeName(into result: inout ScanResult) {
        if let title, !rule.selection.includesBoard(named: title) {
            if result.otherBoards.count < ScanResult.mostOtherBoards {
                result.otherBoards.append(String(CardSelection.withoutMark(title)))
            }
        } else if title != nil || rule.selection.board == nil {
            result.selectedBoards += 1
            result.selectedCards += selectedCards
        }
    }

    private mutating func dropEdits(in result: inout ScanResult) {
        result.edits.removeAll(after: firstEdit)
        result.editedCards.removeSubrange(firstEditedCard...)
        firstEditOffset = nil
    }
}
