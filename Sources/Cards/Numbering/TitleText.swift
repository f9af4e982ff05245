/// The beginning of a card's title after leading white space, as much as is needed to judge or show it.
struct TitleText {
    let limit: Int

    private(set) var bytes: [UInt8] = []

    private(set) var indentation: [UInt8] = []

    /// The bytes of an incomplete scalar, which may be white space.
    private var pending: [UInt8] = []

    /// Enough to recognize any number.
    static let judgedLength = 128
    /// Enough to show the title, and to remove its number.
    static let shownLength = 4096

    init(limit: Int) { self.limit = limit }

    mutating func removeAll() {
        bytes.empty()
        pending.empty()
        indentation.empty()
    }

    var isIndented: Bool { !indentation.isEmpty }

    /// Whether some of the title may have been dropped.
    var isCut: Bool { bytes.count >= limit || indentation.count >= limit }

    mutating func read(_ piece: Span<UInt8>) {
        var index = 0
        // A fast path: nearly all titles begin with printable ASCII.
        let isPlain = pending.isEmpty && piece.count > 0 && 0x21..<0x7F ~= piece[0]
        while !isPlain, bytes.isEmpty, index < piece.count {
            take(piece[index])
            index += 1
        }
        let count = min(piece.count - index, limit - bytes.count)
        guard count > 0 else { return }
        // Safety: the closure copies the bytes.
        piece.withUnsafeBufferPointer {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[index..<index + count]))
        }
    }

    mutating func finish() { if bytes.isEmpty { bytes = pending } }

    private mutating func take(_ byte: UInt8) {
        pending.append(byte)
        // White space takes at most three bytes.
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
