import DevtoolKit

/// How a number is written before a title: `#12 ` unless the user wants something else.
///
/// ```swift
/// try NumberSpelling(format: "[{number}] ")  // [12] Fix login
/// ```
struct NumberSpelling: Equatable, Sendable {
    /// The format that was given.
    let format: String

    /// What stands on either side of the digits, as it is spelled inside a JSON string.
    let before: [UInt8]
    let after: [UInt8]

    /// The same as text, without the white space at the end, by which a number is recognised: in the
    /// standard spelling `#12abc` counts as one.
    private let mark: [UInt8]
    private let end: [UInt8]

    /// `#12 `, as people write it, and as Trello shows it.
    static let standard = NumberSpelling(before: "#", after: " ")

    private static let placeholder = "{number}"

    /// The spelling that a format describes: a text with `{number}` in it, once.
    ///
    /// - Throws: ``NumberFormatError`` if it is none.
    init(format: String) throws(NumberFormatError) {
        let parts = format.split(separator: Self.placeholder, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw NumberFormatError(
                format: format, reason: "it must have '\(Self.placeholder)' in it, once")
        }
        if format.unicodeScalars.first?.isWhiteSpace == true {
            throw NumberFormatError(format: format, reason: "it must not begin with white space")
        }
        if let digit = parts[1].utf8.first, digit.isDigit {
            throw NumberFormatError(
                format: format, reason: "a digit after the number could not be told from it")
        }
        self.init(before: String(parts[0]), after: String(parts[1]))
    }

    /// The spelling with a prefix, as in `APP-12 `.
    init(prefix: String) throws(NumberFormatError) {
        try self.init(format: prefix + Self.placeholder + " ")
    }

    private init(before: String, after: String) {
        format = before + Self.placeholder + after
        self.before = Self.escaped(before)
        self.after = Self.escaped(after)
        mark = Array(before.utf8)
        end = Array(after.trimmingWhiteSpaceAtEnd.utf8)
    }

    /// Writes what is put before a title, as JSON spells it.
    func write(_ digits: [UInt8], to text: inout [UInt8]) {
        text += before
        text += digits
        text += after
    }

    /// Whether a title, its leading white space dropped, begins with a number already: with `#` and a digit, or
    /// with a number in this spelling, which need not be the card's own, since titles may refer to
    /// other systems.
    ///
    /// In a spelling that has nothing but the number, only the card's own counts: `2024 plan` has
    /// none.
    func isNumbered(_ title: ArraySlice<UInt8>, own digits: [UInt8]) -> Bool {
        if title.starts(with: [UInt8(ascii: "#")]), title.dropFirst().first?.isDigit == true {
            return true
        }
        if self == .standard { return false }
        guard title.starts(with: mark) else { return false }
        let number = title.dropFirst(mark.count).prefix { $0.isDigit }
        let rest = title.dropFirst(mark.count + number.count)
        if mark.isEmpty, end.isEmpty {
            let isWord = rest.first.map { Unicode.Scalar($0).isWhiteSpace } ?? true
            return number.elementsEqual(digits) && isWord
        }
        return !number.isEmpty && rest.starts(with: end)
    }

    /// What is left of a title from which this spelling of the card's number is taken; nil where it does not
    /// begin with it, or where numbering cannot have put it there.
    func withoutNumber(_ title: ArraySlice<UInt8>, own digits: [UInt8]) -> ArraySlice<UInt8>? {
        var number: [UInt8] = []
        write(digits, to: &number)
        guard title.starts(with: number) else { return nil }
        let rest = title.dropFirst(number.count)
        // Such a title would have been left alone.
        return isNumbered(rest.drop { $0 == UInt8(ascii: " ") }, own: digits) ? nil : rest
    }

    private static func escaped(_ text: String) -> [UInt8] {
        Array(JSONValue.string(text).compactText.utf8.dropFirst().dropLast())
    }
}

/// Why a format for numbers makes no sense.
struct NumberFormatError: Error, CustomStringConvertible {
    let format: String
    let reason: String

    /// A sentence for the user.
    var description: String { "'\(format)' is no format for numbers: \(reason)" }
}

extension UInt8 {
    /// Whether this is an ASCII digit.
    fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
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
