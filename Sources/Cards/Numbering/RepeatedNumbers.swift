/// Finds the numbers that several cards of a board share, as cards made from a template do.
struct RepeatedNumbers {
    /// A number that occurs more than once.
    struct Repetition: Equatable, Sendable {
        /// The number as it is spelled.
        var digits: [UInt8]
        /// How many cards have it.
        var count: Int
        /// Where its second occurrence is.
        var offset: Int
    }

    private var numbers = NumberSet()
    private var repeatedNumbers = NumberSet()

    /// What was found, in order of the second occurrences.
    private(set) var repetitions: FirstFew<Repetition>
    private var indexOfRepetition: [[UInt8]: Int] = [:]

    /// Nothing so far; `keepsAll` is for those who want to know all there is to tell.
    init(keepsAll: Bool = false) { repetitions = FirstFew(keepsAll: keepsAll) }

    /// Takes the number of the next card.
    mutating func take(_ digits: [UInt8], at offset: Int) {
        if numbers.insert(digits) { return }
        if let index = indexOfRepetition[digits] {
            repetitions.change(at: index) { $0.count += 1 }
        } else if repeatedNumbers.insert(digits) {
            repetitions.append(Repetition(digits: digits, count: 2, offset: offset))
            // Of the others only how many there are is told.
            if repetitions.untold == 0 { indexOfRepetition[digits] = repetitions.total - 1 }
        }
    }
}

/// A set of numbers that is compact if they count up from one, as those of a board do.
private struct NumberSet {
    /// The numbers that were inserted, at a bit each.
    private var bits: [UInt64] = []
    /// The numbers that were out of all proportion to the count of numbers when they were inserted.
    private var large: Set<[UInt8]> = []
    private var count = 0

    /// Inserts a number; false if it is in the set already.
    mutating func insert(_ digits: [UInt8]) -> Bool {
        count += 1
        // So the bits never cost more than the cards, however large a single number is.
        guard let number = digits.number, number / 64 < count + 1024
        else { return large.insert(digits).inserted }
        let (word, bit) = (number / 64, UInt64(1) << UInt64(number % 64))
        if word >= bits.count {
            bits.append(contentsOf: repeatElement(0, count: word + 1 - bits.count))
        }
        defer { bits[word] |= bit }
        return bits[word] & bit == 0 && !large.contains(digits)
    }
}
