/// Cuts a list that comes in pieces into its lines, and never holds more than a piece and one line.
struct LineCutter: Sendable {
    private var piece: [UInt8] = []
    /// How much of the piece has been cut.
    private var position = 0
    /// The beginning of a line that began in an earlier piece, one byte more than a line may have at most.
    private var beginning: [UInt8] = []
    private var number = 0
    private var isFinished = false

    /// UTF-8's byte order mark.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Creates a cutter at the beginning of a list.
    init() {}

    /// Takes the next piece; to be called when ``next()`` has nothing more.
    mutating func take(_ piece: [UInt8]) {
        self.piece = piece
        position = 0
    }

    /// Says that there are no more pieces.
    mutating func finish() { isFinished = true }

    /// The next line that names something; nil if the next piece is needed for it, or at the end.
    mutating func next() -> BatchLine? {
        while let bytes = nextBytes() {
            number += 1
            let start = number == 1 && bytes.starts(with: Self.mark) ? Self.mark.count : 0
            if let line = BatchLine(bytes.dropFirst(start), number: number) { return line }
        }
        return nil
    }

    /// The bytes of the next line, whatever they are.
    private mutating func nextBytes() -> ArraySlice<UInt8>? {
        let rest = piece[position...]
        if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            position = end + 1
            guard !beginning.isEmpty else { return rest[..<end] }
            return takeBeginning(with: rest[..<end])
        }
        position = piece.count
        keep(rest)
        return isFinished && !beginning.isEmpty ? takeBeginning(with: []) : nil
    }

    private mutating func takeBeginning(with end: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        keep(end)
        defer { beginning = [] }
        return beginning[...]
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        // The mark at the list's beginning does not count as a part of the first line.
        let limit = BatchLine.lengthLimit + 1 + Self.mark.count
        beginning += bytes.prefix(max(0, limit - beginning.count))
    }
}
