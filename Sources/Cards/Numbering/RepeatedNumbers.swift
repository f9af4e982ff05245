/// Finds the numbers that several cards of a board have, as cards made from a template do.
struct RepeatedNumbers {
    /// A number that occurs more than once.
    struct Repetition: Equatable {
        /// The number as it is spelled.
        var digits: [UInt8]
        /// How many cards have it.
        var count: Int
        /// Where its second occurrence is.
        var offset: Int
    }

    /// The numbers that occurred, at a bit each: boards count up from one.
    private var seen: [UInt64] = []
    /// The numbers that were out of all proportion to the count of cards when they occurred.
    private var seenLarge: Set<[UInt8]> = []
    private var cards = 0

    /// What was found, in order of the second occurrences.
    private(set) var repetitions: [Repetition] = []
    private var indexOfRepetition: [[UInt8]: Int] = [:]

    /// Takes the number of the next card.
    mutating func take(_ digits: [UInt8], at offset: Int) {
        guard !isNew(digits) else { return }
        if let index = indexOfRepetition[digits] {
            repetitions[index].count += 1
        } else {
            indexOfRepetition[digits] = repetitions.count
            repetitions.append(Repetition(digits: digits, count: 2, offset: offset))
        }
    }

    private mutating func isNew(_ digits: [UInt8]) -> Bool {
        cards += 1
        // So the bits never cost more than the cards, however large a single number is.
        guard let number = Self.value(of: digits), number / 64 < cards + 1024
        else { return seenLarge.insert(digits).inserted }
        let (word, bit) = (number / 64, UInt64(1) << UInt64(number % 64))
        if word >= seen.count {
            seen.append(contentsOf: repeatElement(0, count: word + 1 - seen.count))
        }
        defer { seen[word] |= bit }
        return seen[word] & bit == 0 && !seenLarge.contains(digits)
    }

    /// The number, unless it is too large to be of use here.
    private static func value(of digits: [UInt8]) -> Int? {
        guard digits.count < 18 else { return nil }
        return digits.reduce(0) { $0 &* 10 &+ Int($1 &- UInt8(ascii: "0")) }
    }
}
