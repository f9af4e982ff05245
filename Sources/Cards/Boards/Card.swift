/// The properties of a card that numbering needs.
///
/// A scanner reuses one value for all cards, to save allocations.
struct Card {
    /// The input offset of the title's opening quote; `nil` if `name` is not a string.
    var titleOffset: Int?
    var title: TitleText
    var number = Number.missing
    /// The digits of `idShort` as spelled, of any length; empty if unusable.
    var digits: [UInt8] = []
    var isArchived = false
    var listID: [UInt8] = []

    enum Number: Equatable {
        case missing
        /// The value is not a whole number.
        case unusable(offset: Int)
        case digits(offset: Int)
    }

    /// Creates an empty card that keeps `titleLimit` bytes of its title.
    init(titleLimit: Int) { title = TitleText(limit: titleLimit) }

    /// Bounds the memory that a hostile number can take.
    private static let digitsLimit = 10_000

    /// Appends to the number; the bytes may be other than digits.
    mutating func appendDigits(_ piece: Span<UInt8>) {
        // Safety: the closure copies the bytes.
        piece.withUnsafeBufferPointer {
            digits.append(contentsOf: $0.prefix(Self.digitsLimit - digits.count))
        }
    }

    /// Whether the digits are only digits, and below the limit.
    var hasUsableDigits: Bool {
        digits.count < Self.digitsLimit && digits.allSatisfy(\.isDigit)
    }

    var hasNumber: Bool { if case .digits = number { true } else { false } }

    mutating func reset() {
        titleOffset = nil
        title.removeAll()
        number = .missing
        digits.empty()
        isArchived = false
        listID.empty()
    }
}
