import JSON

/// Finds the identifiers of the lists that have a name, and of those that are archived.
///
/// In an export the lists come after the cards, so this takes a reading of its own.
struct ListFinder: ExportHandler {
    /// The identifiers, those of all boards together: no two lists have the same.
    var identifiers: Set<[UInt8]> { named.all }
    /// The identifiers of the archived lists of all boards.
    var archived: Set<[UInt8]> { archivedLists.all }
    /// Whether there is a list of the name; one without an identifier has no cards.
    private(set) var hasFound = false
    /// The names of the other lists, or of the first of them.
    private(set) var otherNames: [String] = []
    /// The most other names that are kept: enough to find one that is like the one wanted.
    private static let mostOtherNames = 1000

    /// Whether there are cards, which come before the lists.
    private(set) var isExport = false

    private let wanted: String?

    /// Which container of interest is the innermost.
    private enum Place { case top, boards, board, lists, list }
    private var place = Place.top
    private var isArrayOfBoards = false
    private var key = JSONKey()

    /// Some lists, by their identifiers.
    private struct Lists {
        private(set) var all: Set<[UInt8]> = []
        /// Those of the board that is being read.
        private var ofBoard: Set<[UInt8]> = []

        mutating func beginBoard() { ofBoard = [] }

        mutating func insert(_ identifier: [UInt8]) {
            all.insert(identifier)
            ofBoard.insert(identifier)
        }

        /// Forgets those of the board.
        mutating func dropBoard() {
            all.subtract(ofBoard)
            ofBoard = []
        }
    }

    private var named = Lists()
    private var archivedLists = Lists()
    private var isArchived = false
    private var identifier: [UInt8] = []
    private var name: [UInt8] = []

    private enum Content { case key, identifier, name }
    private var content = Content.key

    /// A finder of the lists called `name`.
    init(name: String?) { wanted = name }

    mutating func beginObject(at offset: Int) -> Bool {
        switch place {
        case .top, .boards:
            place = .board
            named.beginBoard()
            archivedLists.beginBoard()
        case .lists:
            place = .list
            identifier = []
            name = []
            isArchived = false
        case .board, .list: return false
        }
        return true
    }

    mutating func endObject(at offset: Int) {
        guard place == .list else {
            place = isArrayOfBoards ? .boards : .top
            return
        }
        place = .lists
        if isArchived, !identifier.isEmpty { archivedLists.insert(identifier) }
        let name = String(decoding: name, as: UTF8.self)
        if name != wanted {
            if otherNames.count < Self.mostOtherNames { otherNames.append(name) }
            return
        }
        hasFound = true
        // A card without a list is in no list, not in one without an identifier.
        guard !identifier.isEmpty else { return }
        named.insert(identifier)
    }

    mutating func beginArray(at offset: Int) -> Bool {
        switch place {
        case .top:
            isArrayOfBoards = true
            place = .boards
        case .board where key == .lists:
            // Of a repeated key the last counts.
            named.dropBoard()
            archivedLists.dropBoard()
            place = .lists
        case .board:
            if key == .cards { isExport = true }
            return false
        case .boards, .lists, .list: return false
        }
        return true
    }

    mutating func endArray(at offset: Int) { place = place == .lists ? .board : .top }

    mutating func beginKey(at offset: Int) -> Bool {
        key = JSONKey()
        content = .key
        return true
    }

    mutating func beginString(at offset: Int) -> Bool {
        guard place == .list else { return false }
        switch key {
        case .id:
            identifier = []
            content = .identifier
        case .name:
            name = []
            content = .name
        default: return false
        }
        return true
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        if place == .list, key == .closed { isArchived = literal == .true }
    }

    mutating func content(_ piece: Span<UInt8>) {
        switch content {
        case .key: key.append(piece)
        case .identifier: for index in piece.indices { identifier.append(piece[index]) }
        case .name: for index in piece.indices { name.append(piece[index]) }
        }
    }
}
