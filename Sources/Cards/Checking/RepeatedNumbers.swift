/// Finds numbers shared by several cards of a board, as for cards made from a template.
struct RepeatedNumbers {
    struct Repetition: Equatable, Sendable {
        var digits: [UInt8]
        var count: Int
        var offset: Int
    }

    private var numbers = NumberSet()
    private var repeatedNumbers = NumberSet()

    /// In the order of their second occurrences.
    private(set) var repetitions: FirstFew<Repetition>
    private var indexOfRepetition: [[UInt8]: Int] = [:]

    init(keepsAll: Bool = false) { repetitions = FirstFew(keepsAll: keepsAll) }

    mutating func take(_ digits: [UInt8], at offset: Int) {
        if numbers.insert(digits) { return }
        if let index = indexOfRepetition[digits] {
            repetitions.change(at: index) { $0.count += 1 }
        } else if repeatedNumbers.insert(digits) {
            repetitions.append(Repetition(digits: digits, count: 2, offset: offset))
            // The others are only counted.
            if repetitions.omitted == 0 { indexOfRepetition[digits] = repetitions.total - 1 }
        }
    }
}

/// A set of numbers that is compact if they count up from 1, as on a board.
private struct NumberSet {
    /// One bit per number.
    private var bits: [UInt64] = []
    /// The numbers that would have made `bits` too large.
    private var large: Set<[UInt8]> = []
    private var count = 0

    mutating func insert(_ digits: [UInt8]) -> Bool {
        count += 1
        // The bits take no more memory than the cards, even if a number is huge.
        guard let number = digits.number, number / 64 < count + 1024 else { return large.insert(digits).inserted }
        let (word, bit) = (number / 64, UInt64(1) << UInt64(number % 64))
        if word >= bits.count { bits.append(contentsOf: repeatElement(0, count: word + 1 - bits.count)) }
        defer { bits[word] |= bit }
        return bits[word] & bit == 0 && !large.contains(digits)
    }
}
