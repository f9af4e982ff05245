import DevtoolKit

/// The naming pattern of a project's changesets or files, derived from an existing name.
enum NamePattern: Equatable {
    /// `7` or `007`: a number with a minimum of digits.
    case number(Int, width: Int)
    /// `007-add-email` or `V7__add_email`: a prefix, a number, a separator and words.
    case numbered(prefix: String, Int, width: Int, separator: String)
    /// `20260131093000-add-email`: a time with a number of digits, a separator and words, both of which may be missing.
    case time(prefix: String, width: Int, separator: String, hasWords: Bool)
    /// `add-email`: words with a separator.
    case words(separator: String)

    init(_ name: String) {
        let prefix = name.prefix { $0.isASCII && $0.isLetter }
        let digits = name.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
        let rest = name.dropFirst(prefix.count + digits.count)
        let separator = rest.prefix { !$0.isLetter && !$0.isNumber }
        let words = rest.dropFirst(separator.count)
        // `create2tables` and `JIRA-12` count as words.
        let isNumbered = !digits.isEmpty && (rest.isEmpty || !separator.isEmpty) && prefix.count < 3
        if isNumbered, digits.hasPrefix("20"), [8, 12, 14].contains(digits.count) {
            self = .time(
                prefix: String(prefix), width: digits.count, separator: String(separator), hasWords: !words.isEmpty)
        } else if isNumbered, rest.isEmpty, prefix.isEmpty, digits.count < 10 {
            self = .number(Int(digits) ?? 0, width: digits.count)
        } else if isNumbered, !words.isEmpty, digits.count < 10, words.first.map({ $0.isLetter }) ?? false {
            self = .numbered(
                prefix: String(prefix), Int(digits) ?? 0, width: digits.count, separator: String(separator))
        } else {
            self = .words(separator: name.contains("_") ? "_" : "-")
        }
    }

    func next(for title: String, after largest: Int, at time: Timestamp) -> String {
        switch self {
        case .number(_, let width): return Self.padded(largest + 1, to: width)
        case .numbered(let prefix, _, let width, let separator):
            let words = Self.slug(title, separator: separator.contains("_") ? "_" : "-")
            return prefix + Self.padded(largest + 1, to: width) + separator + words
        case .time(let prefix, let width, let separator, let hasWords):
            let digits = "\(time)".filter(\.isNumber).prefix(width)
            let slug = Self.slug(title, separator: separator.contains("_") ? "_" : "-")
            return prefix + digits + (hasWords ? separator + slug : "")
        case .words(let separator): return Self.slug(title, separator: separator)
        }
    }

    var number: Int? {
        switch self {
        case .number(let number, _), .numbered(_, let number, _, _): number
        case .time, .words: nil
        }
    }

    static func slug(_ title: String, separator: String) -> String {
        title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: separator)
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
