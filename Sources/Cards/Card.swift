/// What the numbering has to know of a card.
struct Card: Equatable {
    /// The title, if the card's `name` is a string.
    var title: Title?
    /// What the card's `idShort` says.
    var number = Number.missing

    /// A card's title.
    struct Title: Equatable {
        /// Where its opening quote is in the input.
        var offset: Int
        /// Whether it begins with a number already.
        var isNumbered: Bool
    }

    /// A card's `idShort`.
    enum Number: Equatable {
        /// There is none.
        case missing
        /// The value at this offset is not a whole number.
        case unusable(offset: Int)
        /// Digits as they are spelled, of any length, at this offset.
        case digits([UInt8], offset: Int)
    }
}
