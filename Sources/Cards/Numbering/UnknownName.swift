import DevtoolKit

/// The name of a board or a list that was asked for, and that is not there.
struct UnknownName: Equatable, Sendable {
    /// What has names.
    enum Kind: String, Sendable { case board, list }

    /// What was asked for.
    let kind: Kind
    /// Its name.
    let name: String
    /// The names that there are.
    var known: [String]

    /// The most names that a hint tells: of more, only one that is alike.
    private static let toldNames = 10

    /// That there is nothing of this name, as a sentence that may go on.
    var problem: String { "no \(kind.rawValue) is called '\(name)'" }

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
    func unknownName(in findings: Findings) -> UnknownName? {
        guard findings.boards > 0 else { return nil }
        if let board, findings.selectedBoards == 0 {
            return UnknownName(kind: .board, name: board, known: findings.otherBoards)
        }
        if let list, listIDs != nil, !isListKnown {
            return UnknownName(kind: .list, name: list, known: otherLists)
        }
        return nil
    }
}
