import JSON

/// Finds the array of actions in a board, or in a page of actions, so that older ones can be appended.
struct ActionsFinder: JSONHandler {
    private(set) var count = 0
    /// The identifier of the last action, cut if it is too long.
    private(set) var oldestID: String?
    private(set) var start: Int?
    private(set) var end: Int?

    /// In bytes; Trello's have 24.
    static let longestID = 64

    private enum Place { case top, board, actions, action }
    private var place = Place.top
    private let isPage: Bool
    private var key = JSONKey()
    private var id: [UInt8] = []
    private enum Content { case none, key, id }
    private var content = Content.none

    init(inPage isPage: Bool) { self.isPage = isPage }

    mutating func beginObject(at offset: Int) -> Bool {
        switch place {
        case .top where !isPage: place = .board
        case .actions: place = .action
        case .top, .board, .action: return false
        }
        return true
    }

    mutating func endObject(at offset: Int) {
        guard place == .action else { return place = .top }
        place = .actions
        count += 1
        if !id.isEmpty { oldestID = String(decoding: id, as: UTF8.self) }
    }

    mutating func beginArray(at offset: Int) -> Bool {
        switch place {
        case .top where isPage, .board where key == .actions:
            (place, start, end, count, oldestID) = (.actions, offset, nil, 0, nil)
            return true
        case .top, .board, .actions, .action: return false
        }
    }

    mutating func endArray(at offset: Int) {
        end = offset
        place = isPage ? .top : .board
    }

    mutating func beginKey(at offset: Int) -> Bool {
        guard place == .board || place == .action else { return false }
        key = JSONKey()
        content = .key
        return true
    }

    mutating func beginString(at offset: Int) -> Bool {
        guard place == .action, key == .id else { return false }
        id.removeAll(keepingCapacity: true)
        content = .id
        return true
    }

    mutating func endString() { content = .none }

    mutating func content(_ piece: Span<UInt8>) {
        switch content {
        case .none: break
        case .key: key.append(piece)
        case .id: id.append(piece, upTo: Self.longestID + 1)
        }
    }
}

extension JSONKey { fileprivate static let actions = JSONKey("actions") }
