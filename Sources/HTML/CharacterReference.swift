import Scanning

/// Decodes character references in attribute values (HTML 13.2.5.72 to 13.2.5.80).
package enum CharacterReference {
    /// Decodes the UTF-8 source of an attribute value: references, NUL as U+FFFD, line endings as a line feed (HTML
    /// 13.2.3.5).
    package static func attributeValue(of source: [UInt8]) -> [UInt8] {
        guard source.contains(where: special.contains) else { return source }
        var value: [UInt8] = []
        value.reserveCapacity(source.count)
        var scanner = ByteScanner(source)
        while true {
            value += scanner.scanUpTo(special)
            switch scanner.next() {
            case nil: return value
            case ASCII.null: append(0xFFFD, to: &value)
            case ASCII.carriageReturn:
                scanner.scan(ASCII.lineFeed)
                value.append(ASCII.lineFeed)
            default: replaceReference(&scanner, into: &value)
            }
        }
    }

    private static let special = ByteSet("&\0\r")

    private static func replaceReference(_ scanner: inout ByteScanner, into value: inout [UInt8]) {
        let start = scanner.position
        let isReplaced =
            scanner.scan(UInt8(ascii: "#"))
            ? replaceNumber(&scanner, into: &value) : replaceName(&scanner, into: &value)
        if !isReplaced {
            scanner.move(to: start)
            value.append(ASCII.ampersand)
        }
    }

    private static func replaceNumber(_ scanner: inout ByteScanner, into value: inout [UInt8]) -> Bool {
        let isHexadecimal = scanner.scan("x") || scanner.scan("X")
        let digits = scanner.scan(isHexadecimal ? .hexadecimalDigits : .digits)
        guard !digits.isEmpty else { return false }
        scanner.scan(ASCII.semicolon)
        // A number that overflows the type exceeds Unicode, like any above 10FFFF.
        let text = String(decoding: digits, as: UTF8.self)
        append(codePoint(UInt32(text, radix: isHexadecimal ? 16 : 10) ?? .max), to: &value)
        return true
    }

    /// The code point for a number (HTML 13.2.5.80).
    private static func codePoint(_ number: UInt32) -> UInt32 {
        if number == 0 || Unicode.Scalar(number) == nil { return 0xFFFD }
        guard (0x80...0x9F).contains(number) else { return number }
        let replacement = windows1252Controls[Int(number) - 0x80]
        return replacement == 0 ? number : replacement
    }

    /// The characters of windows-1252 at the C1 controls; zero if there is none.
    private static let windows1252Controls: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    /// Reads the longest known name.
    ///
    /// A name without a semicolon is left alone before `=`, a letter or a digit, so that `?a=1&copy=2` keeps its
    /// meaning (HTML 13.2.5.73).
    private static func replaceName(_ scanner: inout ByteScanner, into value: inout [UInt8]) -> Bool {
        let start = scanner.position
        let letters = scanner.scan(.alphanumerics).prefix(longestName)
        let hasSemicolon = letters.endIndex == scanner.position && scanner.scan(ASCII.semicolon)
        let candidate = scanner.bytes[start..<(hasSemicolon ? scanner.position : letters.endIndex)]
        for length in stride(from: candidate.count, to: 0, by: -1) {
            let name = candidate.prefix(length)
            guard let codePoints = named[String(decoding: name, as: UTF8.self)] else { continue }
            scanner.move(to: name.endIndex)
            if name.last != ASCII.semicolon, let next = scanner.peek,
                next == ASCII.equals || ByteSet.alphanumerics.contains(next)
            {
                return false
            }
            for codePoint in codePoints { append(codePoint, to: &value) }
            return true
        }
        return false
    }

    private static let named: [String: [UInt32]] = {
        var references: [String: [UInt32]] = [:]
        references.reserveCapacity(2300)
        for entry in namedTable.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: "=")
            guard parts.count == 2 else { continue }
            references[String(parts[0])] = parts[1].split(separator: ",").compactMap { UInt32($0, radix: 16) }
        }
        return references
    }()

    /// The length of the longest name, including its semicolon.
    private static let longestName = 32

    private static func append(_ codePoint: UInt32, to value: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(codePoint) else { return }
        value.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
