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

/// Whether a card has a number already: its title, leading white space ignored, begins with `#`
/// and an ASCII digit.
///
/// The number need not be the card's own: titles that refer to another system are left alone.
struct CardNumberPrefix: ScalarConsumer {
    private enum Progress { case leadingSpace, hash, number, otherText }
    private var progress = Progress.leadingSpace

    /// The judgement on what was seen of the title.
    var isNumbered: Bool { progress == .number }

    mutating func take(_ scalar: Unicode.Scalar) {
        switch progress {
        case .leadingSpace where scalar == "#": progress = .hash
        case .leadingSpace where scalar.isWhiteSpace: break
        case .leadingSpace: progress = .otherText
        case .hash: progress = ("0"..."9").contains(scalar) ? .number : .otherText
        case .number, .otherText: break
        }
    }
}
