import JSON

/// How a number is written before a title, by default `#12 `.
///
/// ```swift
/// NumberSpelling(format: "[{number}] ")  // [12] Fix login
/// ```
///
/// A class, so that all copies share it: each card has one.
final class NumberSpelling: Equatable, Sendable {
    let format: String

    /// The format before and after the digits, as escaped in a JSON string.
    let before, after: [UInt8]

    /// The same, unescaped.
    private let mark, ending: [UInt8]

    /// `ending` without trailing white space, so that `#12abc` has a number in the standard format.
    private let end: [UInt8]

    private let isStandard: Bool

    static func == (left: NumberSpelling, right: NumberSpelling) -> Bool { left.format == right.format }

    static let standard = NumberSpelling(before: "#", after: " ")

    static let placeholder = "{number}"

    /// In bytes; a number has to fit into the part of a title that is judged.
    private static let longestFormat = TitleText.judgedLength / 2

    /// `nil` if there is a ``problem(with:)`` the format.
    convenience init?(format: String) {
        if Self.problem(with: format) != nil { return nil }
        let parts = format.split(separator: Self.placeholder, omittingEmptySubsequences: false)
        self.init(before: String(parts[0]), after: String(parts[1]))
    }

    private init(before: String, after: String) {
        format = before + Self.placeholder + after
        self.before = Self.escaped(before)
        self.after = Self.escaped(after)
        mark = Array(before.utf8)
        ending = Array(after.utf8)
        end = Array(after.trimmingWhiteSpaceAtEnd.utf8)
        isStandard = before == "#" && after == " "
    }

    /// What is wrong with a format; `nil` if it is valid.
    static func problem(with format: String) -> String? {
        let parts = format.split(separator: placeholder, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return "must contain '\(placeholder)' exactly once" }
        if format.unicodeScalars.first?.isWhiteSpace == true { return "must not begin with whitespace" }
        // Numbers are recognized only in the part of a title that is kept.
        if format.utf8.count > longestFormat { return "must not be longer than \(longestFormat) bytes" }
        if format == placeholder { return "must contain text other than '\(placeholder)'" }
        return parts[1].utf8.first?.isDigit == true ? "must not have a digit after the number" : nil
    }

    /// The number in the format, escaped for JSON.
    func json(_ digits: [UInt8]) -> [UInt8] { before + digits + after }

    /// The same, without a string for the digits: a board may have a million numbers.
    func json(_ number: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(before.count + 20 + after.count)
        text += before
        var rest = number
        repeat {
            text.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        text[before.count...].reverse()
        text += after
        return text
    }

    /// The digits of a number in escaped text; `nil` if the text does not have this format.
    func digits(of text: [UInt8]) -> ArraySlice<UInt8>? {
        guard text.count > before.count + after.count, text.starts(with: before),
            text.suffix(after.count).elementsEqual(after)
        else { return nil }
        let digits = text.dropFirst(before.count).dropLast(after.count)
        return digits.allSatisfy(\.isDigit) ? digits : nil
    }

    /// The number by itself, for display.
    func shown(_ number: String) -> String { String(decoding: mark + number.utf8 + end, as: UTF8.self) }

    /// The number in the format, unescaped.
    func text(_ digits: [UInt8]) -> [UInt8] { mark + digits + ending }

    /// Whether a title without leading white space already begins with a number.
    ///
    /// That is `#` and a digit, or any number in this format: it may refer to another system. If the format consists of
    /// the number and white space, only the card's own number is recognized, so `2024 plan` has none.
    func isNumbered(_ title: ArraySlice<UInt8>, own digits: [UInt8]) -> Bool {
        if title.first == UInt8(ascii: "#"), title.dropFirst().first?.isDigit == true { return true }
        if isStandard { return false }
        guard title.starts(with: mark) else { return false }
        let number = title.dropFirst(mark.count).prefix { $0.isDigit }
        let rest = title.dropFirst(mark.count + number.count)
        if mark.isEmpty, end.isEmpty {
            let isWord = rest.first.map { Unicode.Scalar($0).isWhiteSpace } ?? true
            return number.elementsEqual(digits) && isWord
        }
        return !number.isEmpty && rest.starts(with: end)
    }

    /// Whether a title begins with the card's number in this format, and numbering the rest would restore the title.
    ///
    /// If the format ends with the digits, a digit after them is ambiguous: `#12 eggs` may be card 12, or `2 eggs` of
    /// card 1.
    func canBeTakenOut(of title: borrowing TitleText, own digits: [UInt8]) -> Bool {
        let number = text(digits)
        guard !title.isIndented, title.bytes.starts(with: number) else { return false }
        let rest = title.bytes[number.count...]
        if ending.isEmpty, rest.first?.isDigit == true { return false }
        var judged = TitleText(limit: TitleText.judgedLength)
        judged.read(rest.span)
        judged.finish()
        // More white space than is kept may precede a number.
        if title.isCut, judged.bytes.count < judged.limit { return false }
        return !isNumbered(judged.bytes[...], own: digits)
    }

    private static func escaped(_ text: String) -> [UInt8] {
        Array(JSONValue.string(text).compactText.utf8.dropFirst().dropLast())
    }
}

extension String {
    var trimmingWhiteSpaceAtEnd: Substring {
        var rest = self[...]
        while let last = rest.unicodeScalars.last, last.isWhiteSpace { rest.unicodeScalars.removeLast() }
        return rest
    }
}
