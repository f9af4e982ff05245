import DevtoolKit

/// Copies an input to an output and applies the edits known so far.
struct Splicer: Sendable {
    private let input: InputReader
    private let action: NumberingRule.Action

    /// How much of the input is copied.
    private var position = 0
    /// How much of a text that is taken out has still to be passed over.
    private var leftOut = 0
    private var chunk: [UInt8]
    private var spliced: [UInt8] = []

    /// A copy that stands at the beginning of the input.
    init(of input: InputReader, inChunksOf room: Int, action: NumberingRule.Action) {
        self.input = input
        self.action = action
        chunk = [UInt8](repeating: 0, count: room)
        spliced.reserveCapacity(2 * room)
    }

    /// Copies on up to an offset, with all the edits from where the copy stands to there.
    ///
    /// An input that ends before is the error `CardsError.changedWhileRead`.
    mutating func copy(
        upTo end: Int, with edits: TitleEdits, to write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var remaining = edits.makeIterator()
        var edit = remaining.next()
        while position < end {
            let count = min(try input.read(into: &chunk, at: position), end - position)
            guard count > 0 else { throw CardsError.changedWhileRead(input.name) }
            var taken = leaveOut(upTo: count, from: 0)
            while let next = edit, next.offset < position + count {
                spliced += chunk[taken..<next.offset - position]
                taken = next.offset - position
                switch action {
                case .number: spliced += next.text
                case .undo:
                    leftOut = next.text.count
                    taken = leaveOut(upTo: count, from: taken)
                }
                edit = remaining.next()
            }
            position += count
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

    /// Passes over what is to be left out, as far as the chunk goes.
    private mutating func leaveOut(upTo end: Int, from start: Int) -> Int {
        let count = min(leftOut, end - start)
        leftOut -= count
        return start + count
    }
}
