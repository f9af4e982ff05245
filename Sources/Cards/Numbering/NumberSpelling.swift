import JSON

/// How a number is written before a title: by default `#12 `.
///
/// ```swift
/// try NumberSpelling(format: "[{number}] ")  // [12] Fix login
/// ```
struct NumberSpelling: Equatable, Sendable {
    /// What a spelling consists of, which all copies of it share: each card has one.
    private final class Parts: Sendable {
        let format: String
        let before, after, mark, ending, end: [UInt8]
        let isStandard: Bool

        init(before: String, after: String) {
            format = before + NumberSpelling.placeholder + after
            self.before = NumberSpelling.escaped(before)
            self.after = NumberSpelling.escaped(after)
            mark = Array(before.utf8)
            ending = Array(after.utf8)
            end = Array(after.trimmingWhiteSpaceAtEnd.utf8)
            isStandard = before == "#" && after == " "
        }
    }
    private let parts: Parts

    /// The format that was given.
    var format: String { parts.format }

    /// What stands on either side of the digits, as it is spelled inside a JSON string.
    var before: [UInt8] { parts.before }
    var after: [UInt8] { parts.after }

    /// The same as text.
    private var mark: [UInt8] { parts.mark }
    private var ending: [UInt8] { parts.ending }

    /// The text after the digits without the white space at its end, by which a number is recognised: in
    /// the standard spelling `#12abc` counts as one.
    private var end: [UInt8] { parts.end }

    /// Whether this is ``standard``.
    private var isStandard: Bool { parts.isStandard }

    static func == (left: NumberSpelling, right: NumberSpelling) -> Bool {
        left.format == right.format
    }

    /// `#12 `, as people write it, and as Trello shows it.
    static let standard = NumberSpelling(before: "#", after: " ")

    private static let placeholder = "{number}"

    /// The most bytes of a format, so that a title has room for a number in it.
    private static let longestFormat = TitleText.judgedLength / 2

    /// The spelling that a format describes: a text with `{number}` in it, once.
    ///
    /// - Throws: ``NumberFormatError`` if it is none.
    init(format: String) throws(NumberFormatError) {
        let parts = format.split(separator: Self.placeholder, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw NumberFormatError(
                format: format, reason: "it must contain '\(Self.placeholder)' exactly once")
        }
        if format.unicodeScalars.first?.isWhiteSpace == true {
            throw NumberFormatError(format: format, reason: "it must not begin with whitespace")
        }
        // A number is recognised in the beginning of a title, as much of it as is kept.
        if format.utf8.count > Self.longestFormat {
            throw NumberFormatError(
                format: format, reason: "it must not be longer than \(Self.longestFormat) bytes")
        }
        if format == Self.placeholder {
            throw NumberFormatError(
                format: format, reason: "it must not be the number alone")
        }
        if let digit = parts[1].utf8.first, digit.isDigit {
            throw NumberFormatError(
                format: format, reason: "no digit may follow the number")
        }
        self.init(before: String(parts[0]), after: String(parts[1]))
    }

    /// What is wrong with a format; nil where nothing is.
    static func problem(with format: String) -> String? {
        do {
            _ = try NumberSpelling(format: format)
            return nil
        } catch {
            return "is not a number format: \(error.reason)"
        }
    }

    /// The spelling with a prefix, as in `APP-12 `.
    init(prefix: String) throws(NumberFormatError) {
        try self.init(format: prefix + Self.placeholder + " ")
    }

    private init(before: String, after: String) {
        parts = Parts(before: before, after: after)
    }

    /// What is put before a title, as JSON spells it.
    func json(_ digits: some Collection<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(before.count + digits.count + after.count)
        text += before
        text += digits
        text += after
        return text
    }

    /// The same for a number without leading zeros, which is not made a text before: a board may have a million.
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

    /// The digits in what is put before a title, as JSON spells it; nil if it is spelled otherwise.
    func digits(of text: [UInt8]) -> ArraySlice<UInt8>? {
        guard text.count > before.count + after.count, text.starts(with: before),
            text.suffix(after.count).elementsEqual(after)
        else { return nil }
        let digits = text.dropFirst(before.count).dropLast(after.count)
        return digits.allSatisfy(\.isDigit) ? digits : nil
    }

    /// A number by itself, which has digits, as people read it.
    func shown(_ number: String) -> String {
        String(decoding: mark + number.utf8 + end, as: UTF8.self)
    }

    /// What is put before a title, as people read it.
    func text(_ digits: [UInt8]) -> [UInt8] { mark + digits + ending }

    /// Whether a title, its leading white space dropped, begins with a number already: with `#` and a digit, or
    /// with a number in this spelling, which need not be the card's own, since titles may refer to
    /// other systems.
    ///
    /// In a spelling that has nothing but the number, only the card's own counts: `2024 plan` has
    /// none.
    func isNumbered(_ title: ArraySlice<UInt8>, own digits: [UInt8]) -> Bool {
        if title.first == UInt8(ascii: "#"), title.dropFirst().first?.isDigit == true {
            return true
        }
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

    /// Whether a title begins with this spelling of the card's number, and numbering would put exactly that
    /// before what is left of the title without it.
    ///
    /// Where the number ends is not certain if a digit follows, which only a format without anything
    /// after the number allows: `#12 eggs` may be card 12, or the `2 eggs` of card 1.
    func canBeTakenOut(of title: borrowing TitleText, own digits: [UInt8]) -> Bool {
        let number = text(digits)
        guard !title.isIndented, title.bytes.starts(with: number) else { return false }
        let rest = title.bytes[number.count...]
        if ending.isEmpty, rest.first?.isDigit == true { return false }
        var judged = TitleText(limit: TitleText.judgedLength)
        judged.read(rest.span)
        judged.finish()
        // More white space than is kept may hide a number.
        if title.isCut, judged.bytes.count < judged.limit { return false }
        return !isNumbered(judged.bytes[...], own: digits)
    }

    private static func escaped(_ text: String) -> [UInt8] {
        Array(JSONValue.string(text).compactText.utf8.dropFirst().dropLast())
    }
}

/// The reason why a number format is invalid.
struct NumberFormatError: Error, CustomStringConvertible {
    let format: String
    let reason: String

    /// A sentence for the user.
    var description: String { "'\(format)' is not a number format: \(reason)" }
}

extension String {
    /// The text without white space at its end.
    var trimmingWhiteSpaceAtEnd: Substring {
        var rest = self[...]
        while let last = rest.unicodeScalars.last, last.isWhiteSpace {
            rest.unicodeScalars.removeLast()
        }
        return rest
    }
}
