import JSON

/// Finds the identifiers of the lists with a given name, and of the archived lists.
///
/// In an export, the lists follow the cards, so this needs a separate pass.
struct ListFinder: ExportHandler {
    var identifiers: Set<[UInt8]> { named.all }
    var archived: Set<[UInt8]> { archivedLists.all }
    private(set) var hasFound = false
    private(set) var otherNames: [String] = []
    /// Enough to find a name similar to the requested one.
    private static let mostOtherNames = 1000

    private(set) var isExport = false

    private let wanted: String?

    private enum Place { case top, boards, board, lists, list }
    private var place = Place.top
    private var isArrayOfBoards = false
    private var key = JSONKey()

    private struct Lists {
        private(set) var all: Set<[UInt8]> = []
        private var ofBoard: Set<[UInt8]> = []

        mutating func beginBoard() { ofBoard = [] }

        mutating func insert(_ identifier: [UInt8]) {
            all.insert(identifier)
            ofBoard.insert(identifier)
        }

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
        // Without an identifier, no card refers to the list.
        guard !identifier.isEmpty else { return }
        named.insert(identifier)
    }

    mutating func beginArray(at offset: Int) -> Bool {
        switch place {
        case .top:
            isArrayOfBoards = true
            place = .boards
        case .board where key == .lists:
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
        case .identifier: identifier.append(piece)
        case .name: name.append(piece)
        }
    }
}
