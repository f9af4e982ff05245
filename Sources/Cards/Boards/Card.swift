/// The properties of a card that numbering needs.
///
/// One value serves for card after card, so that none costs an allocation.
struct Card {
    /// Where the opening quote of the title is in the input; nil if the card's `name` is not a string.
    var titleOffset: Int?
    var title: TitleText
    /// What the card's `idShort` says.
    var number = Number.missing
    /// The digits of `idShort` as they are spelled, of any number; empty where it is not usable.
    var digits: [UInt8] = []
    /// Whether the card is in the archive.
    var isArchived = false
    /// The identifier of the card's list.
    var listID: [UInt8] = []

    /// A card's `idShort`.
    enum Number: Equatable {
        /// There is none.
        case missing
        /// The value at this offset is not a whole number.
        case unusable(offset: Int)
        /// A whole number, at this offset.
        case digits(offset: Int)
    }

    /// An empty card, of whose title so many bytes will be kept.
    init(titleLimit: Int) { title = TitleText(limit: titleLimit) }

    /// More digits than anybody's number has, so that none fills the memory.
    private static let digitsLimit = 10_000

    /// Takes the next digits of the number, or what stands in their place.
    mutating func appendDigits(_ piece: Span<UInt8>) {
        // Safety: the bytes are copied within the closure.
        piece.withUnsafeBufferPointer {
            digits.append(contentsOf: $0.prefix(Self.digitsLimit - digits.count))
        }
    }

    /// Whether what was taken are digits, and not too many.
    var hasUsableDigits: Bool {
        digits.count < Self.digitsLimit && digits.allSatisfy(\.isDigit)
    }

    /// Whether there is a number to put before the title.
    var hasNumber: Bool { if case .digits = number { true } else { false } }

    /// Makes this an empty card again.
    mutating func reset() {
        titleOffset = nil
        title.removeAll()
        number = .missing
        digits.empty()
        isArchived = false
        listID.empty()
    }
}
