/// The rule by which a card of a marked board gets its number.
enum CardNumbering {
    /// What becomes of a card.
    enum Decision: Equatable {
        /// This text goes into the input at the offset.
        case insert([UInt8], offset: Int)
        /// The title begins with a number: the card is left alone.
        case alreadyNumbered
        /// The title is missing or not a string: there is nothing to number.
        case noTitle
        /// There is a title but no usable number.
        case noNumber
    }

    /// Decides about one card.
    static func decision(for card: Card) -> Decision {
        guard let title = card.title else { return .noTitle }
        if title.isNumbered { return .alreadyNumbered }
        guard case .digits(let digits, _) = card.number else { return .noNumber }
        let text = [UInt8(ascii: "#")] + digits + [UInt8(ascii: " ")]
        return .insert(text, offset: title.offset + 1)
    }
}
