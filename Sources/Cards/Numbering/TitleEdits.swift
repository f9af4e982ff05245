/// Texts to be put into the input, or to be taken out of it, in order of their places.
///
/// They are held packed, at about ten bytes for a card, because a large board has a million; and in
/// blocks, because an array that grows is there twice for a moment.
struct TitleEdits: Sendable {
    /// For each one the distance to the one before, the text's length, and the text.
    ///
    /// The numbers are of seven bits a byte; nothing is cut between blocks.
    private var blocks: [[UInt8]] = [[]]

    /// The offset of the last one, and the one from which the first distance counts.
    private var lastOffset = 0
    private var firstOffset = 0

    /// How many there are.
    private(set) var count = 0

    /// When a block is full, in bytes.
    private static let blockSize = 1 << 16

    /// A place in the list to which it can be cut back.
    struct Mark {
        fileprivate let block: Int
        fileprivate let byte: Int
        fileprivate let lastOffset: Int
        fileprivate let count: Int
    }

    /// The end of the list as it is now.
    var end: Mark {
        Mark(
            block: blocks.count - 1, byte: blocks[blocks.count - 1].count, lastOffset: lastOffset,
            count: count)
    }

    /// Adds a text at an offset not before the last one.
    mutating func append(_ text: [UInt8], at offset: Int) {
        var last = blocks.count - 1
        if blocks[last].count >= Self.blockSize {
            blocks.append([])
            last += 1
        }
        blocks[last].appendNumber(offset - lastOffset)
        blocks[last].appendNumber(text.count)
        blocks[last] += text
        lastOffset = offset
        count += 1
    }

    /// What was added after the mark.
    func suffix(after mark: Mark) -> TitleEdits {
        var suffix = TitleEdits()
        suffix.blocks = [Array(blocks[mark.block][mark.byte...])] + blocks[(mark.block + 1)...]
        suffix.firstOffset = mark.lastOffset
        suffix.lastOffset = lastOffset
        suffix.count = count - mark.count
        return suffix
    }

    /// Forgets everything that was added after the mark.
    mutating func removeAll(after mark: Mark) {
        blocks.removeSubrange((mark.block + 1)...)
        blocks[mark.block].removeSubrange(mark.byte...)
        lastOffset = mark.lastOffset
        count = mark.count
    }
}

extension [UInt8] {
    /// Appends a number, seven bits a byte, the lowest first; the top bit says that more follow.
    fileprivate mutating func appendNumber(_ number: Int) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}

extension TitleEdits: Sequence {
    /// A text and its place.
    struct Element: Equatable {
        /// The offset in the input where the text goes, or begins.
        var offset: Int
        /// The text.
        var text: ArraySlice<UInt8>
    }

    /// Unpacks the list from its beginning.
    struct Iterator: IteratorProtocol {
        private var blocks: ArraySlice<[UInt8]>
        private var position = 0
        private var offset: Int

        fileprivate init(_ edits: TitleEdits) {
            blocks = edits.blocks[...]
            offset = edits.firstOffset
        }

        mutating func next() -> Element? {
            while let block = blocks.first {
                guard position < block.count else {
                    blocks.removeFirst()
                    position = 0
                    continue
                }
                offset += nextNumber(in: block)
                let length = nextNumber(in: block)
                defer { position += length }
                return Element(offset: offset, text: block[position..<position + length])
            }
            return nil
        }

        private mutating func nextNumber(in block: [UInt8]) -> Int {
            var (number, shift) = (0, 0)
            while true {
                let byte = block[position]
                position += 1
                number |= Int(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 { return number }
            }
        }
    }

    func makeIterator() -> Iterator { Iterator(self) }
}
