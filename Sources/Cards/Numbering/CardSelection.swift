import ArgumentParser
import DevtoolKit

/// The boards and cards to process, if not all of them.
struct CardSelection: Equatable, Sendable {
    /// The title of the only board, with or without the `#` that marks it.
    var board: String?
    /// The name of the only list.
    var list: String?
    /// Which cards of the ones on the board and in the archive; nil for what is usual.
    var state: CardState?

    /// Whether an archived list is shown with its cards where only open ones are: it was asked for by its name.
    var showsArchivedList = false

    /// The identifiers of the lists called ``list``, once they are known.
    var listIDs: Set<[UInt8]>?
    /// The identifiers of the archived lists, with which all their cards are, once they are known.
    var archivedListIDs: Set<[UInt8]> = []
    /// Whether there is a list called ``list``.
    var isListKnown = false
    /// The names of the other lists, or of many of them, once they are known.
    var otherLists: [String] = []

    /// Whether a board is meant that has this title.
    func includesBoard(named title: String) -> Bool {
        guard let board else { return true }
        return Self.trimmed(title) == Self.trimmed(board)
            || Self.withoutMark(title) == Self.trimmed(board)
    }

    /// Whether a card is meant, if its board is.
    func includes(_ card: borrowing Card) -> Bool {
        if let wantsArchived {
            let isArchived = card.isArchived || archivedListIDs.contains(card.listID)
            if isArchived != wantsArchived { return false }
        }
        return listIDs.map { $0.contains(card.listID) } ?? true
    }

    /// Whether cards are told by their lists.
    var needsLists: Bool { list != nil || wantsArchived != nil }

    /// Whether only archived cards are meant, or only open ones; nil for both.
    private var wantsArchived: Bool? {
        switch state {
        case .all, nil: nil
        case .open: false
        case .archived: true
        }
    }

    private static func trimmed(_ text: String) -> Substring { text.trimmingWhiteSpaceAtEnd }

    /// A board's title without the `#` that marks it.
    static func withoutMark(_ title: String) -> Substring {
        let title = trimmed(title)
        guard title.unicodeScalars.last == "#" else { return title }
        return String(title.unicodeScalars.dropLast()).trimmingWhiteSpaceAtEnd
    }
}

/// Whether a card is open or archived.
enum CardState: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// On the board.
    case open
    /// In the archive.
    case archived
    /// Either.
    case all
}

/// The requested name of a board or a list that does not exist.
struct UnknownName: Equatable, Sendable {
    /// What the name refers to.
    enum Kind: String, Sendable { case board, list }

    /// What was asked for.
    let kind: Kind
    let name: String
    /// The names that there are.
    var known: [String]

    /// The most names that a hint tells: of more, only one that is alike.
    private static let toldNames = 10

    /// That there is nothing of this name, as a sentence that may go on.
    var problem: String { "no \(kind.rawValue) named '\(name)'" }

    /// What may have been meant.
    var hint: String? {
        var names: [String] = []
        for name in known where !name.isEmpty && !names.contains(name) { names.append(name) }
        if names.count <= Self.toldNames { return .suggestion(for: name, in: names) }
        return name.nearest(in: names).map { .suggestion(for: name, in: [$0]) } ?? nil
    }

    /// One name that is known to none of several exports; of boards and lists, the lists: where
    /// one is missed, there is the board.
    static func combined(_ names: [UnknownName]) -> UnknownName? {
        let kind: Kind = names.contains { $0.kind == .list } ? .list : .board
        let names = names.filter { $0.kind == kind }
        guard var combined = names.first else { return nil }
        combined.known = Array(names.lazy.flatMap(\.known).prefix(1000))
        return combined
    }
}

extension CardSelection {
    /// What of the selection an export does not have; nil where it has all, or is no export.
    func unknownName(in result: ScanResult) -> UnknownName? {
        guard result.boards > 0 else { return nil }
        if let board, result.selectedBoards == 0 {
            return UnknownName(kind: .board, name: board, known: result.otherBoards)
        }
        if let list, listIDs != nil, !isListKnown {
            return UnknownName(kind: .list, name: list, known: otherLists)
        }
        return nil
    }
}
