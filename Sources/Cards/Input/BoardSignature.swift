import JSON

/// Recognizes a board by its first members, so that a board truncated before its cards is reported, not skipped.
struct BoardSignature: JSONHandler {
    /// In bytes; a board's members before its history take a tenth of this.
    static let reach = 64 * 1024

    /// Keys that other documents do not have.
    private static let keys: Set<[UInt8]> = Set(
        ["idOrganization", "idBoardSource", "labelNames", "shortLink", "shortUrl"].map { Array($0.utf8) })

    private(set) var isBoard = false

    private var depth = 0
    private var key: [UInt8] = []

    static func isBoard(_ beginning: Span<UInt8>) -> Bool {
        var scanner = JSONScanner(handler: BoardSignature())
        // The beginning may be cut anywhere, and the file may not be JSON at all.
        try? scanner.scan(beginning)
        return scanner.handler.isBoard
    }

    /// Enters only the top-level object, or objects directly in a top-level array.
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

    mutating func content(_ piece: Span<UInt8>) { key.append(piece) }

    mutating func endKey() { isBoard = isBoard || Self.keys.contains(key) }
}
