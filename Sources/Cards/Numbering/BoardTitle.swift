struct BoardTitle {
    private var reader = ScalarReader()
    private var mark = BoardMark()
    private var bytes: [UInt8] = []
    private let offset: Int

    /// In bytes; the mark is found even in longer titles.
    private static let limit = 4096

    var isMarked: Bool { mark.isMarked }

    var nearMark: NearMark? { mark.nearMark.map { NearMark(scalars: $0, titleOffset: offset) } }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// `offset` is that of the opening quote.
    init(at offset: Int) { self.offset = offset }

    mutating func read(_ piece: Span<UInt8>) {
        reader.read(piece) { mark.take($0) }
        bytes.append(piece, upTo: Self.limit)
    }

    mutating func finish() { reader.finish { mark.take($0) } }
}

/// Detects whether a title ends in `#`, ignoring trailing white space.
///
/// Scalars are compared, not characters: a combining mark after `#`, or a keycap emoji, makes a different end.
private struct BoardMark {
    private(set) var isMarked = false

    /// The last scalar that looks like `#`, with the invisible ones after it; empty if any other scalar follows.
    private var end: [Unicode.Scalar] = []

    var nearMark: [Unicode.Scalar]? { isMarked || end.isEmpty ? nil : end }

    mutating func take(_ scalar: Unicode.Scalar) {
        if scalar.isWhiteSpace { return }
        isMarked = scalar == "#"
        if scalar.looksLikeNumberSign {
            end = [scalar]
        } else if !scalar.isHardlySeen {
            end = []
        } else if !end.isEmpty, end.count < NearMark.longest {
            end.append(scalar)
        }
    }
}
