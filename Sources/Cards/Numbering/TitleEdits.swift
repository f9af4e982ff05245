/// The numbers to insert into the input or to remove from it, sorted by offset.
///
/// A large board has a million, so each takes only three or four bytes. Blocks avoid the copy of a growing array.
struct TitleEdits: Sendable {
    /// For each edit, the differences between its offset and number and the previous ones, as variable-length integers.
    ///
    /// The offset's difference is doubled, plus one if a string follows instead of a number, as for numbers with
    /// leading zeros and very large ones. No edit is split between blocks.
    private var blocks: [[UInt8]] = [[]]

    /// The last edit, and the one that the first difference refers to.
    private var last = Position()
    private var first = Position()

    private let spelling: NumberSpelling

    private(set) var count = 0

    /// In bytes.
    private static let blockSize = 1 << 16

    /// An edit's offset, and its number or the last one before it.
    fileprivate struct Position {
        var offset = 0
        var number = 0
    }

    struct Mark {
        fileprivate let block: Int
        fileprivate let byte: Int
        fileprivate let last: Position
        fileprivate let count: Int
    }

    init(spelling: NumberSpelling = .standard) { self.spelling = spelling }

    var end: Mark { Mark(block: blocks.count - 1, byte: blocks[blocks.count - 1].count, last: last, count: count) }

    /// Appends an edit; offsets must not decrease.
    mutating func append(number digits: [UInt8], at offset: Int) {
        guard let number = Self.number(spelledBy: digits) else {
            let text = spelling.json(digits)
            return append(offset, isText: true) { block, _ in
                block.appendNumber(text.count)
                block += text
            }
        }
        append(offset, isText: false) { block, last in
            let difference = number - last.number
            // Zigzag encoding: small differences of either sign become small numbers.
            block.appendNumber(difference << 1 ^ difference >> (Int.bitWidth - 1))
            last.number = number
        }
    }

    private mutating func append(_ offset: Int, isText: Bool, _ value: (inout [UInt8], inout Position) -> Void) {
        if blocks[blocks.count - 1].count >= Self.blockSize { blocks.append([]) }
        let block = blocks.count - 1
        blocks[block].appendNumber((offset - last.offset) << 1 | (isText ? 1 : 0))
        value(&blocks[block], &last)
        last.offset = offset
        count += 1
    }

    /// The number; `nil` if it is large, or has leading zeros.
    private static func number(spelledBy digits: [UInt8]) -> Int? {
        digits.count == 1 || digits.first != UInt8(ascii: "0") ? digits.number : nil
    }

    func suffix(after mark: Mark) -> TitleEdits {
        var suffix = TitleEdits(spelling: spelling)
        suffix.blocks = [Array(blocks[mark.block][mark.byte...])] + blocks[(mark.block + 1)...]
        suffix.first = mark.last
        suffix.last = last
        suffix.count = count - mark.count
        return suffix
    }

    mutating func removeAll(after mark: Mark) {
        blocks.removeSubrange((mark.block + 1)...)
        blocks[mark.block].removeSubrange(mark.byte...)
        last = mark.last
        count = mark.count
    }
}

extension [UInt8] {
    /// Appends seven bits per byte, the lowest first; the top bit means that more follow.
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
    struct Element: Equatable {
        /// The input offset of the insertion, or of the number to remove.
        var offset: Int
        /// The number in its format, escaped for JSON.
        var text: [UInt8]
    }

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
