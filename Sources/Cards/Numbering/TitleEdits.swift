/// Texts to be put into the input, or to be taken out of it, in order of their places.
///
/// They are held packed, at about ten bytes for a card, because a large board has a million.
struct TitleEdits {
    /// For each one the distance to the one before, the text's length, and the text; the first
    /// two as variable-length numbers of seven bits a byte.
    private var packed: [UInt8] = []
    private var lastOffset = 0

    /// The offset from which the first distance counts.
    private var firstOffset = 0

    /// How many there are.
    private(set) var count = 0

    /// A place in the list to which it can be cut back.
    struct Mark {
        fileprivate let packedCount: Int
        fileprivate let lastOffset: Int
        fileprivate let count: Int
    }

    /// The end of the list as it is now.
    var end: Mark { Mark(packedCount: packed.count, lastOffset: lastOffset, count: count) }

    /// Adds a text at an offset not before the last one.
    mutating func append(_ text: [UInt8], at offset: Int) {
        appendNumber(offset - lastOffset)
        appendNumber(text.count)
        packed += text
        lastOffset = offset
        count += 1
    }

    /// What was added after the mark.
    func suffix(after mark: Mark) -> TitleEdits {
        var suffix = TitleEdits()
        suffix.packed = Array(packed[mark.packedCount...])
        suffix.firstOffset = mark.lastOffset
        suffix.lastOffset = lastOffset
        suffix.count = count - mark.count
        return suffix
    }

    /// Forgets everything that was added after the mark.
    mutating func removeAll(after mark: Mark) {
        packed.removeSubrange(mark.packedCount...)
        lastOffset = mark.lastOffset
        count = mark.count
    }

    private mutating func appendNumber(_ number: Int) {
        var rest = number
        while rest >= 0x80 {
            packed.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        packed.append(UInt8(truncatingIfNeeded: rest))
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
        fileprivate let packed: [UInt8]
        private var position = 0
        private var offset: Int

        fileprivate init(_ edits: TitleEdits) {
            packed = edits.packed
            offset = edits.firstOffset
        }

        mutating func next() -> Element? {
            guard position < packed.count else { return nil }
            offset += nextNumber()
            let length = nextNumber()
            defer { position += length }
            return Element(offset: offset, text: packed[position..<position + length])
        }

        private mutating func nextNumber() -> Int {
            var (number, shift) = (0, 0)
            while true {
                let byte = packed[position]
                position += 1
                number |= Int(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 { return number }
            }
        }
    }

    func makeIterator() -> Iterator { Iterator(self) }
}
