/// A board's title: its text, and whether it marks the board.
struct BoardTitle {
    private var reader = ScalarReader(BoardMark())
    private var bytes: [UInt8] = []

    /// The most bytes of the text that are kept; the mark is found beyond.
    private static let limit = 4096

    /// Whether the title says that the cards are to be numbered.
    var isMarked: Bool { reader.consumer.isMarked }

    /// The title, or its beginning.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes the next piece of the title.
    mutating func read(_ piece: Span<UInt8>) {
        reader.read(piece)
        for index in piece.indices.prefix(Self.limit - bytes.count) { bytes.append(piece[index]) }
    }

    /// Says that the title is complete.
    mutating func finish() { reader.finish() }
}

/// Whether a board is marked: its title, trailing white space ignored, ends in `#`.
///
/// Scalars are compared, not characters: in `#` with a combining mark, or in a keycap emoji, the
/// `#` is not the end.
struct BoardMark: ScalarConsumer {
    /// The judgement on what was seen of the title.
    private(set) var isMarked = false

    mutating func take(_ scalar: Unicode.Scalar) {
        if !scalar.isWhiteSpace { isMarked = scalar == "#" }
    }
}
