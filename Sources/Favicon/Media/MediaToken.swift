import Scanning

/// A token of a media query (CSS Syntax 3, section 4), without white space and comments.
enum MediaToken: Sendable, Equatable {
    /// In lower case.
    case name(String)
    /// A name with its opening parenthesis.
    case function
    /// A number with its unit in lower case, which may be empty.
    case number(Double, unit: String)
    case openingParenthesis, closingParenthesis
    case colon, comma, slash
    case comparison(Comparison)
    /// Brackets and braces, which are invalid in queries.
    case openingBracket, closingBracket
    /// Anything else, which is invalid in queries.
    case other
    enum Comparison: Sendable {
        case less, lessOrEqual, greater, greaterOrEqual, equal

        var mirrored: Comparison {
            switch self {
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            case .equal: .equal
            }
        }
    }

    var opens: Bool { self == .openingParenthesis || self == .function || self == .openingBracket }
    var closes: Bool { self == .closingParenthesis || self == .closingBracket }

    static func tokens(of text: String) -> [MediaToken] {
        var scanner = ByteScanner(text)
        var tokens: [MediaToken] = []
        while true {
            scanner.scan(.asciiWhiteSpace)
            if scanner.scan("/*") {
                skipComment(&scanner)
            } else if let token = next(&scanner) {
                tokens.append(token)
            } else {
                return tokens
            }
        }
    }

    private static func skipComment(_ scanner: inout ByteScanner) {
        while !scanner.isAtEnd, !scanner.scan("*/") { scanner.next() }
    }

    private static func next(_ scanner: inout ByteScanner) -> MediaToken? {
        if let number = number(&scanner) { return number }
        let name = scanner.scan(.nameBytes)
        if !name.isEmpty {
            if scanner.scan("(") { return .function }
            return .name(String(decoding: name.map(\.asciiLowercased), as: UTF8.self))
        }
        return switch scanner.next() {
        case nil: nil
        case UInt8(ascii: "("): .openingParenthesis
        case UInt8(ascii: ")"): .closingParenthesis
        case UInt8(ascii: "["), UInt8(ascii: "{"): .openingBracket
        case UInt8(ascii: "]"), UInt8(ascii: "}"): .closingBracket
        case UInt8(ascii: ":"): .colon
        case UInt8(ascii: ","): .comma
        case UInt8(ascii: "/"): .slash
        case UInt8(ascii: "<"): .comparison(scanner.scan("=") ? .lessOrEqual : .less)
        case UInt8(ascii: ">"): .comparison(scanner.scan("=") ? .greaterOrEqual : .greater)
        case UInt8(ascii: "="): .comparison(.equal)
        default: .other
        }
    }

    /// Reads a number with its optional unit.
    private static func number(_ scanner: inout ByteScanner) -> MediaToken? {
        guard let value = scanner.scanNumber() else { return nil }
        let unit = scanner.scan(.nameBytes).map(\.asciiLowercased)
        return .number(value, unit: String(decoding: unit, as: UTF8.self))
    }
}

extension ByteSet {
    /// The bytes of names (CSS Syntax 3, 4.2), including digits; escapes are not supported.
    fileprivate static let nameBytes = alphanumerics.union(ByteSet("-_")).union(ByteSet(Array(0x80...0xFF)))
}

extension ArraySlice<MediaToken> {
    /// The tokens before the first comma outside of brackets.
    func prefixUpToComma() -> ArraySlice {
        var depth = 0
        return prefix { token in
            if token.opens { depth += 1 }
            if token.closes { depth = Swift.max(0, depth - 1) }
            return depth > 0 || token != .comma
        }
    }
}
