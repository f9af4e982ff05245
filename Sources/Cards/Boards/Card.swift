/// The properties of a card that numbering needs.
///
/// A scanner reuses one value for all cards, to save allocations.
struct Card {
    var titleOffset: Int?
    var title: TitleText
    var number = Number.missing
    /// The digits of `idShort` as spelled, of any length; empty if unusable.
    var digits: [UInt8] = []
    var isArchived = false
    var listID: [UInt8] = []

    enum Number: Equatable {
        case missing
        case unusable(offset: Int)
        case digits(offset: Int)
    }

    init(titleLimit: Int) { title = TitleText(limit: titleLimit) }

    /// Bounds the memory that a hostile number can take.
    private static let digitsLimit = 10_000

    mutating func appendDigits(_ piece: Span<UInt8>) { digits.append(piece, upTo: Self.digitsLimit) }

    var hasUsableDigits: Bool { digits.count < Self.digitsLimit && digits.allSatisfy(\.isDigit) }

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
