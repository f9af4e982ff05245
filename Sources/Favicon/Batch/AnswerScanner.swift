import JSON

/// Reads the member `url` of an object that a batch has written.
struct AnswerScanner: JSONHandler {
    /// The text of the line that the object answers; nil where it has no such member.
    private(set) var url: [UInt8]?

    private var depth = 0
    private var key = JSONKey()
    private var text: [UInt8] = []
    private var isReadingKey = false

    private static let urlKey = JSONKey(word: 0x6C_72_75, count: 3)

    mutating func beginObject(at offset: Int) -> Bool {
        guard depth == 0 else { return false }
        depth = 1
        return true
    }

    mutating func beginArray(at offset: Int) -> Bool { false }

    mutating func beginKey(at offset: Int) -> Bool {
        key = JSONKey()
        isReadingKey = true
        return true
    }

    mutating func endKey() { isReadingKey = false }

    mutating func beginString(at offset: Int) -> Bool {
        // Of a repeated key the first counts.
        guard depth == 1, key == Self.urlKey, url == nil else { return false }
        text = []
        return true
    }

    mutating func endString() {
        if depth == 1, key == Self.urlKey, url == nil { url = text }
    }

    mutating func content(_ piece: Span<UInt8>) {
        if isReadingKey {
            key.append(piece)
        } else {
            for index in piece.indices { text.append(piece[index]) }
        }
    }
}
