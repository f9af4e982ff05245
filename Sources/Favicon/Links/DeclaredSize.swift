import Scanning

/// A size declared by an icon link (HTML 4.6.7.10).
enum DeclaredSize: Sendable, Hashable, CustomStringConvertible {
    case any
    case pixels(width: Int, height: Int)

    /// The maximum number of sizes kept per link; real links have fewer than ten.
    static let limit = 1000

    static func parse(_ value: String) -> [DeclaredSize] {
        Array(value.asciiTokens.lazy.compactMap(DeclaredSize.init).prefix(limit))
    }

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
        guard let width, scanner.scan("x"), let height = Self.number(scanner.scan(.digits)), scanner.isAtEnd else {
            return nil
        }
        self = .pixels(width: width, height: height)
    }

    /// A number without leading zeros; one that overflows becomes the maximum.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard let first = digits.first, first != UInt8(ascii: "0") else { return nil }
        return Int(String(decoding: digits, as: UTF8.self)) ?? .max
    }
}
