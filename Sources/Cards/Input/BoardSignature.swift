import JSON

/// Looks at the beginning of a file for what only Trello's boards have, so that a board that was cut off before its
/// cards is not taken for some other file.
struct BoardSignature: JSONHandler {
    /// How much of a file is looked at: what comes before a board's history is a tenth of it.
    static let reach = 64 * 1024

    /// Members of a board that other documents do not have.
    private static let keys: Set<[UInt8]> = Set(
        ["idOrganization", "idBoardSource", "labelNames", "shortLink", "shortUrl"].map {
            Array($0.utf8)
        })

    /// Whether a member of that kind was found.
    private(set) var isBoard = false

    private var depth = 0
    private var key: [UInt8] = []

    /// Whether bytes begin a board.
    static func isBoard(_ beginning: Span<UInt8>) -> Bool {
        var scanner = JSONScanner(handler: BoardSignature())
        // It may be cut anywhere, or be wrong at any place.
        try? scanner.scan(beginning)
        return scanner.handler.isBoard
    }

    /// A board is the document, or in a list that is the document.
    mutating func beginObject(at offset: Int) -> Bool {
        if depth > 0 { return false }
        depth += 1
        return true
    }

    mutating func endObject(at offset: Int) { depth -= 1 }

    mutating func beginArray(at offset: Int) -> Bool { depth == 0 }

    mutating func beginKey(at offset: Int) -> Bool {
        key = []
        return true
    }

    mutating func content(_ piece: Span<UInt8>) {
        // Safety: the bytes are copied within the closure.
        piece.withUnsafeBufferPointer { key.append(contentsOf: $0) }
    }

    mutating func endKey() { isBoard = isBoard || Self.keys.contains(key) }
}
