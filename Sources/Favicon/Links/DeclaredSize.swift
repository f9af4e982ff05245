import Scanning

/// One of the sizes that an icon link declares (HTML 4.6.7.10).
enum DeclaredSize: Sendable, Hashable, CustomStringConvertible {
    /// Any size: the icon is scalable.
    case any
    /// Width and height in pixels.
    case pixels(width: Int, height: Int)

    /// The most sizes of a link that are kept; real links have fewer than ten.
    static let limit = 1000

    /// The sizes that the value of `sizes` names; what is not a size means nothing.
    static func parse(_ value: String) -> [DeclaredSize] {
        Array(value.asciiTokens.lazy.compactMap(DeclaredSize.init).prefix(limit))
    }

    /// The size as `sizes` has it.
    var description: String {
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
