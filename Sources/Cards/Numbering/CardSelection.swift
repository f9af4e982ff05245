import ArgumentParser
import DevtoolKit

struct CardSelection: Equatable, Sendable {
    /// The board's name, with or without the `#` of the mark.
    var board: String?
    var list: String?
    /// `nil` for the default of the command or the format.
    var state: CardState?

    /// Whether an archived list is shown even among open cards, because it was requested by name.
    var showsArchivedList = false

    var listIDs: Set<[UInt8]>?
    /// The archived lists, whose cards count as archived, too.
    var archivedListIDs: Set<[UInt8]> = []
    var isListKnown = false
    /// Suggestions for an unknown name.
    var otherLists: [String] = []

    func includesBoard(named title: String) -> Bool {
        guard let board else { return true }
        return [title.trimmingWhiteSpaceAtEnd, Self.withoutMark(title)].contains(board.trimmingWhiteSpaceAtEnd)
    }

    func includes(_ card: borrowing Card) -> Bool {
        if let wantsArchived {
            let isArchived = card.isArchived || archivedListIDs.contains(card.listID)
            if isArchived != wantsArchived { return false }
        }
        return listIDs.map { $0.contains(card.listID) } ?? true
    }

    var needsLists: Bool { list != nil || wantsArchived != nil }

    private var wantsArchived: Bool? {
        switch state {
        case .all, nil: nil
        case .open: false
        case .archived: true
        }
    }

    static func withoutMark(_ title: String) -> Substring {
        let title = title.trimmingWhiteSpaceAtEnd
        guard title.unicodeScalars.last == "#" else { return title }
        return String(title.unicodeScalars.dropLast()).trimmingWhiteSpaceAtEnd
    }
}

enum CardState: String, CaseIterable, ExpressibleByArgument, Sendable {
    case open
    case archived
    case all
}

struct UnknownName: Equatable, Sendable {
    enum Kind: String, Sendable { case board, list }

    let kind: Kind
    let name: String
    var known: [String]

    /// The maximum number of names to list in a hint; if there are more, only a similar one is suggested.
    private static let listedNames = 10

    var problem: String { "no \(kind.rawValue) named '\(name)'" }

    var hint: String? {
        var names: [String] = []
        for name in known where !name.isEmpty && !names.contains(name) { names.append(name) }
        if names.count <= Self.listedNames { return .suggestion(for: name, in: names) }
        return name.nearest(in: names).map { .suggestion(for: name, in: [$0]) } ?? nil
    }

    /// The one name to report for several exports.
    ///
    /// A list takes precedence: if only a list is missing, its board exists.
    static func combined(_ names: [UnknownName]) -> UnknownName? {
        let kind: Kind = names.contains { $0.kind == .list } ? .list : .board
        let names = names.filter { $0.kind == kind }
        guard var combined = names.first else { return nil }
        combined.known = Array(names.lazy.flatMap(\.known).prefix(1000))
        return combined
    }
}

extension CardSelection {
    func unknownName(in result: ScanResult) -> UnknownName? {
        guard result.boards > 0 else { return nil }
        if let board, result.selectedBoards == 0 {
            return UnknownName(kind: .board, name: board, known: result.otherBoards)
        }
        if let list, listIDs != nil, !isListKnown { return UnknownName(kind: .list, name: list, known: otherLists) }
        return nil
    }
}
