import Scanning

extension CharacterEncoding {
    /// Reads the encoding from a `Content-Type` header such as `text/html; charset=utf-8` (MIME Sniffing 4.4; Fetch,
    /// "legacy extract an encoding").
    ///
    /// Malformed parameters are skipped. If `charset` is repeated, the first one wins.
    package init?(contentType: String) {
        var scanner = ByteScanner(contentType.utf8.trimming(.httpWhiteSpace))
        guard scanner.scan(.httpToken).isEmpty == false, scanner.scan(ASCII.slash) else { return nil }
        let subtype = scanner.scanUpTo(ASCII.semicolon).trimming(.httpWhiteSpace)
        guard !subtype.isEmpty, subtype.allSatisfy(ByteSet.httpToken.contains) else { return nil }
        while scanner.scan(ASCII.semicolon) {
            guard let parameter = scanner.scanParameter() else { continue }
            guard parameter.name == Array("charset".utf8) else { continue }
            self.init(label: parameter.value)
            return
        }
        return nil
    }
}

extension ByteScanner {
    /// Reads a parameter up to the next semicolon; `nil` if it is malformed.
    fileprivate mutating func scanParameter() -> (name: [UInt8], value: [UInt8])? {
        scan(.httpWhiteSpace)
        let name = scanUpTo(.parameterNameEnd).map(\.asciiLowercased)
        guard scan(ASCII.equals) else { return nil }
        var value: [UInt8]
        if scan(ASCII.doubleQuote) {
            value = scanQuotedString()
            scanUpTo(ASCII.semicolon)
        } else {
            value = Array(scanUpTo(ASCII.semicolon).trimmingEnd(.httpWhiteSpace))
            guard !value.isEmpty else { return nil }
        }
        guard !name.isEmpty, name.allSatisfy(ByteSet.httpToken.contains),
            value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { return nil }
        return (name, value)
    }

    /// Reads past the closing quotation mark, with backslash as escape.
    private mutating func scanQuotedString() -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        var value: [UInt8] = []
        while let byte = next(), byte != ASCII.doubleQuote {
            value.append(byte == backslash ? next() ?? backslash : byte)
        }
        return value
    }
}

extension BidirectionalCollection<UInt8> {
    func trimming(_ set: ByteSet) -> [UInt8] { Array(drop(while: set.contains).trimmingEnd(set)) }

    func trimmingEnd(_ set: ByteSet) -> SubSequence {
        guard let last = lastIndex(where: { !set.contains($0) }) else { return prefix(0) }
        return self[...last]
    }
}

extension ByteSet {
    /// Fetch, "HTTP whitespace".
    fileprivate static let httpWhiteSpace = ByteSet("\t\n\r ")
    /// MIME Sniffing 2, "HTTP token code point".
    fileprivate static let httpToken = ByteSet("!#$%&'*+-.^_`|~").union(.alphanumerics)
    fileprivate static let parameterNameEnd = ByteSet(";=")
}
