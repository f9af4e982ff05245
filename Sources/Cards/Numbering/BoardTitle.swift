/// A board's title: its text, and whether it marks the board.
struct BoardTitle {
    private var reader = ScalarReader(BoardMark())
    private var bytes: [UInt8] = []
    private let offset: Int

    /// The most bytes of the text that are kept; the mark is found beyond.
    private static let limit = 4096

    /// Whether the title says that the cards are to be numbered.
    var isMarked: Bool { reader.consumer.isMarked }

    /// What looks like the mark, in a title without it.
    var nearMark: NearMark? {
        reader.consumer.nearMark.map { NearMark(scalars: $0, titleOffset: offset) }
    }

    /// The title, or its beginning.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// An empty title whose opening quote is at an offset.
    init(at offset: Int) { self.offset = offset }

    /// Takes the next piece of the title.
    mutating func read(_ piece: Span<UInt8>) {
        reader.read(piece)
        for index in piece.indices.prefix(Self.limit - bytes.count) { bytes.append(piece[index]) }
    }

    /// Says that the title is complete.
    mutating func finish() { reader.finish() }
}

/// Detects whether a board is marked: its title, ignoring trailing whitespace, ends in `#`.
///
/// Scalars are compared, not characters: in `#` with a combining mark, or in a keycap emoji, the
/// `#` is not the end.
struct BoardMark: ScalarConsumer {
    /// The judgement on what was seen of the title.
    private(set) var isMarked = false

    /// What the title ends in, from the last sign on that looks like `#`, if nothing else follows that can
    /// be seen.
    private var end: [Unicode.Scalar] = []

    /// What looks like the mark without being it.
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
