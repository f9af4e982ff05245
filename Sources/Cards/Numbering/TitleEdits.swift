/// The numbers to insert into the input or to remove from it, sorted by position.
///
/// They are held packed, at three or four bytes for a card, because a large board has a million; and
/// in blocks, because an array that grows is there twice for a moment.
struct TitleEdits: Sendable {
    /// For each one how far it is from the one before, in its place and in its number.
    ///
    /// The place comes doubled, and odd where no number follows but a text: that of a number with
    /// leading zeros, or of a very large one. All values have seven bits in a byte; nothing is cut
    /// between blocks.
    private var blocks: [[UInt8]] = [[]]

    /// The last one, and the one from which the first is told.
    private var last = Position()
    private var first = Position()

    /// How the numbers are spelled.
    private let spelling: NumberSpelling

    /// How many there are.
    private(set) var count = 0

    /// When a block is full, in bytes.
    private static let blockSize = 1 << 16

    /// The position of an edit and its number, or the previous number if it has none.
    fileprivate struct Position {
        var offset = 0
        var number = 0
    }

    /// A position to which the list can be truncated.
    struct Mark {
        fileprivate let block: Int
        fileprivate let byte: Int
        fileprivate let last: Position
        fileprivate let count: Int
    }

    /// An empty list.
    init(spelling: NumberSpelling = .standard) { self.spelling = spelling }

    /// The end of the list as it is now.
    var end: Mark {
        Mark(
            block: blocks.count - 1, byte: blocks[blocks.count - 1].count, last: last, count: count)
    }

    /// Adds the number with these digits at an offset not before the last one.
    mutating func append(number digits: [UInt8], at offset: Int) {
        guard let number = Self.number(spelledBy: digits) else {
            return append(text: spelling.json(digits), at: offset)
        }
        append(offset, isText: false) { block, last in
            let difference = number - last.number
            // Small ones of either sign become small ones.
            block.appendNumber(difference << 1 ^ difference >> (Int.bitWidth - 1))
            last.number = number
        }
    }

    /// Adds any text at an offset not before the last one.
    private mutating func append(text: [UInt8], at offset: Int) {
        append(offset, isText: true) { block, _ in
            block.appendNumber(text.count)
            block += text
        }
    }

    private mutating func append(
        _ offset: Int, isText: Bool, _ value: (inout [UInt8], inout Position) -> Void
    ) {
        if blocks[blocks.count - 1].count >= Self.blockSize { blocks.append([]) }
        let block = blocks.count - 1
        blocks[block].appendNumber((offset - last.offset) << 1 | (isText ? 1 : 0))
        value(&blocks[block], &last)
        last.offset = offset
        count += 1
    }

    /// The number, if it is one of a usual size that has no other spelling.
    private static func number(spelledBy digits: [UInt8]) -> Int? {
        digits.count == 1 || digits.first != UInt8(ascii: "0") ? digits.number : nil
    }

    /// What was added after the mark.
    func suffix(after mark: Mark) -> TitleEdits {
        var suffix = TitleEdits(spelling: spelling)
        suffix.blocks = [Array(blocks[mark.block][mark.byte...])] + blocks[(mark.block + 1)...]
        suffix.first = mark.last
        suffix.last = last
        suffix.count = count - mark.count
        return suffix
    }

    /// Forgets everything that was added after the mark.
    mutating func removeAll(after mark: Mark) {
        blocks.removeSubrange((mark.block + 1)...)
        blocks[mark.block].removeSubrange(mark.byte...)
        last = mark.last
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
    /// A formatted number and its position.
    struct Element: Equatable {
        /// The offset in the input where it goes, or begins.
        var offset: Int
        /// The number as it is spelled.
        var text: [UInt8]
    }

    /// Decodes the list from its beginning.
    struct Iterator: IteratorProtocol {
        private var block: [UInt8] = []
        private var laterBlocks: ArraySlice<[UInt8]>
        private var byte = 0
        private var position: Position
        private let spelling: NumberSpelling

        fileprivate init(_ edits: TitleEdits) {
            laterBlocks = edits.blocks[...]
            position = edits.first
            spelling = edits.spelling
        }

        mutating func next() -> Element? {
            while byte == block.count {
                guard let next = laterBlocks.popFirst() else { return nil }
                block = next
                byte = 0
            }
            let distance = nextNumber()
            position.offset += distance >> 1
            let value = nextNumber()
            guard distance & 1 == 0 else {
                defer { byte += value }
                return Element(offset: position.offset, text: Array(block[byte..<byte + value]))
            }
            position.number += value >> 1 ^ -(value & 1)
            return Element(offset: position.offset, text: spelling.json(position.number))
        }

        private mutating func nextNumber() -> Int {
            var (number, shift) = (0, 0)
            while true {
                let next = block[byte]
                byte += 1
                number |= Int(next & 0x7F) << shift
                shift += 7
                if next < 0x80 { return number }
            }
        }
    }

    func makeIterator() -> Iterator { Iterator(self) }
}
