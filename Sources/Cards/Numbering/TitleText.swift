/// The beginning of a card's title, as much as is needed to judge or show it.
///
/// White space at the very beginning, however much, is passed over.
struct TitleText {
    /// The most bytes that are kept.
    let limit: Int

    /// The text from the first character on that is not white space, as UTF-8 as far as the input is.
    private(set) var bytes: [UInt8] = []

    /// The white space before it, which ``bytes`` is without; its beginning, where there is much.
    private(set) var indentation: [UInt8] = []

    /// A scalar whose bytes have not all come, which may be white space.
    private var pending: [UInt8] = []

    /// Enough to recognise a number of any length that people give a card.
    static let judgedLength = 128
    /// Enough to show, and to take a number out.
    static let shownLength = 4096

    /// An empty text of which so many bytes will be kept.
    init(limit: Int) { self.limit = limit }

    /// Forgets everything.
    mutating func removeAll() {
        bytes.empty()
        pending.empty()
        indentation.empty()
    }

    /// Whether there was white space at the beginning.
    var isIndented: Bool { !indentation.isEmpty }

    /// Whether there may be more of the title than is kept.
    var isCut: Bool { bytes.count >= limit || indentation.count >= limit }

    /// Takes the next piece of the title, which may end within a scalar.
    mutating func read(_ piece: Span<UInt8>) {
        var index = 0
        // Nearly every title begins with a letter of ASCII, which is no white space.
        let isPlain = pending.isEmpty && piece.count > 0 && 0x21..<0x7F ~= piece[0]
        while !isPlain, bytes.isEmpty, index < piece.count {
            take(piece[index])
            index += 1
        }
        let count = min(piece.count - index, limit - bytes.count)
        guard count > 0 else { return }
        // Safety: the bytes are copied within the closure.
        piece.withUnsafeBufferPointer {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[index..<index + count]))
        }
    }

    /// Says that the title is complete.
    mutating func finish() {
        if bytes.isEmpty { bytes = pending }
    }

    /// Takes a byte before which there is only white space.
    private mutating func take(_ byte: UInt8) {
        pending.append(byte)
        // The scalars that are white space take three bytes or fewer.
        let length = pending[0] < 0x80 ? 1 : pending[0] < 0xE0 ? 2 : 3
        guard pending.count == length else { return }
        let scalar = String(decoding: pending, as: UTF8.self).unicodeScalars.first
        if scalar?.isWhiteSpace == true {
            if indentation.count < limit { indentation += pending }
        } else {
            bytes += pending
        }
        pending.removeAll(keepingCapacity: true)
    }
}
