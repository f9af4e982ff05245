import DevtoolKit

struct Splicer: Sendable {
    private let input: InputReader
    private let action: NumberingRule.Action

    /// The offset up to which the input has been copied.
    private(set) var position = 0
    /// The remaining bytes of a number that is being removed.
    private var leftOut = 0
    private let room: Int
    private var chunk: [UInt8] = []
    private var spliced: [UInt8] = []

    init(of input: InputReader, inChunksOf room: Int, action: NumberingRule.Action) {
        self.input = input
        self.action = action
        self.room = room
        spliced.reserveCapacity(2 * room)
    }

    /// Copies up to an offset, with all edits from the current position to there.
    ///
    /// Bytes that are not in `held` are read again.
    ///
    /// - Throws: errors from `write`, and ``FileError/changedWhileRead(_:)`` if the input ends early.
    mutating func copy(
        upTo end: Int, with edits: TitleEdits, from held: [ScanFollower.Piece] = [],
        to write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var remaining = edits.makeIterator()
        var edit = remaining.next()
        while position < end {
            let piece = try held.first { $0.range.contains(position) } ?? readPiece()
            let count = min(piece.range.upperBound, end) - piece.offset
            guard count > position - piece.offset else { throw FileError.changedWhileRead(input.name) }
            let chunk = piece.bytes
            var taken = leaveOut(upTo: count, from: position - piece.offset)
            while let next = edit, next.offset < piece.offset + count {
                spliced += chunk[taken..<next.offset - piece.offset]
                taken = next.offset - piece.offset
                switch action {
                case .number: spliced += next.text
                case .undo:
                    leftOut = next.text.count
                    taken = leaveOut(upTo: count, from: taken)
                }
                edit = remaining.next()
            }
            position = piece.offset + count
            // Safety: `write` does not let the bytes escape.
            if spliced.isEmpty {
                try chunk[taken..<count].withUnsafeBytes(write)
            } else {
                spliced += chunk[taken..<count]
                try spliced.withUnsafeBytes(write)
                spliced.removeAll(keepingCapacity: true)
            }
        }
    }

    private mutating func readPiece() throws -> ScanFollower.Piece {
        if chunk.isEmpty { chunk = [UInt8](repeating: 0, count: room) }
        let count = try input.read(into: &chunk, at: position)
        return ScanFollower.Piece(offset: position, bytes: chunk, count: count)
    }

    private mutating func leaveOut(upTo end: Int, from start: Int) -> Int {
        let count = min(leftOut, end - start)
        leftOut -= count
        return start + count
    }
}
