import Scanning

/// One of the sizes that an icon link declares (HTML 4.6.7.10).
package enum DeclaredSize: Sendable, Equatable, CustomStringConvertible {
    /// Any size: the icon is scalable.
    case any
    /// Width and height in pixels.
    case pixels(width: Int, height: Int)

    /// The sizes that the value of `sizes` names; what is not a size means nothing.
    package static func parse(_ value: String) -> [DeclaredSize] {
        value.asciiTokens.compactMap(DeclaredSize.init)
    }

    /// The size as `sizes` has it.
    package var description: String {
        switch self {
        case .any: "any"
        case .pixels(let width, let height): "\(width)x\(height)"
        }
    }

    private init?(_ token: String) {
        if token == "any" {
            self = .any
            return
        }
        var scanner = ByteScanner(token)
        let width = Self.number(scanner.scan(.digits))
        guard let width, scanner.scan("x"), let height = Self.number(scanner.scan(.digits)),
            scanner.isAtEnd
        else { return nil }
        self = .pixels(width: width, height: height)
    }

    /// The number without leading zeros; one too large to count is as large as can be.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard let first = digits.first, first != UInt8(ascii: "0") else { return nil }
        return Int(String(decoding: digits, as: UTF8.self)) ?? .max
    }
}

extension String {
    /// The tokens between ASCII white space, with ASCII capitals made small
    /// (WHATWG Infra, "split on ASCII whitespace").
    var asciiTokens: [String] {
        utf8.split(whereSeparator: \.isASCIIWhiteSpace).map {
            String(decoding: $0.map(\.asciiLowercased), as: UTF8.self)
        }
    }

    /// The text with ASCII capitals made small.
    var asciiLowercased: String {
        String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
    }
}
