import DevtoolKit

/// Copies an input to an output and applies the edits known so far.
struct Splicer: Sendable {
    private let input: InputReader
    private let action: NumberingRule.Action

    /// How much of the input is copied.
    private(set) var position = 0
    /// How much of a text that is taken out has still to be passed over.
    private var leftOut = 0
    private let room: Int
    private var chunk: [UInt8] = []
    private var spliced: [UInt8] = []

    /// A copy that stands at the beginning of the input.
    init(of input: InputReader, inChunksOf room: Int, action: NumberingRule.Action) {
        self.input = input
        self.action = action
        self.room = room
        spliced.reserveCapacity(2 * room)
    }

    /// Copies on up to an offset, with all the edits from where the copy stands to there.
    ///
    /// What is not in the pieces that are held is read again. An input that ends before is the error
    /// `FileError.changedWhileRead`.
    mutating func copy(
        upTo end: Int, with edits: TitleEdits, from held: [ScanFollower.Piece] = [],
        to write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var remaining = edits.makeIterator()
        var edit = remaining.next()
        while position < end {
            let piece = try held.first { $0.range.contains(position) } ?? readPiece()
            let count = min(piece.range.upperBound, end) - piece.offset
            guard count > position - piece.offset else {
                throw FileError.changedWhileRead(input.name)
            }
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
            // Safety: the bytes are lent to `write` for the call.
            if spliced.isEmpty {
                try chunk[taken..<count].withUnsafeBytes(write)
            } else {
                spliced += chunk[taken..<count]
                try spliced.withUnsafeBytes(write)
                spliced.removeAll(keepingCapacity: true)
            }
        }
    }

    /// Reads what comes next, to where nobody else has it.
    private mutating func readPiece() throws -> ScanFollower.Piece {
        if chunk.isEmpty { chunk = [UInt8](repeating: 0, count: room) }
        let count = try input.read(into: &chunk, at: position)
        return ScanFollower.Piece(offset: position, bytes: chunk, count: count)
    }

    /// Passes over what is to be left out, as far as the chunk goes.
    private mutating func leaveOut(upTo end: Int, from start: Int) -> Int {
        let count = min(leftOut, end - start)
        leftOut -= count
        return start + count
    }
}
