import Scanning

extension CharacterEncoding {
    /// Gets the encoding that the value of a `Content-Type` header names, as in
    /// `text/html; charset=utf-8` (MIME Sniffing 4.4; Fetch, "legacy extract an encoding").
    ///
    /// A parameter that is not well formed is passed over; of several the first counts.
    package init?(contentType: String) {
        var scanner = ByteScanner(contentType.utf8.trimming(.httpWhiteSpace))
        guard scanner.scan(.httpToken).isEmpty == false, scanner.scan(ASCII.slash) else {
            return nil
        }
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
    /// Reads a parameter up to the next semicolon; `nil` if it is not one.
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

    /// Reads up to the closing quotation mark and past it; a backslash escapes.
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
    /// The bytes without those of the set at both ends.
    func trimming(_ set: ByteSet) -> [UInt8] {
        Array(drop(while: set.contains).trimmingEnd(set))
    }

    /// The bytes without those of the set at the end.
    func trimmingEnd(_ set: ByteSet) -> SubSequence {
        guard let last = lastIndex(where: { !set.contains($0) }) else { return prefix(0) }
        return self[...last]
    }
}

extension ByteSet {
    /// White space in a header: space, tab and line ends (Fetch, "HTTP whitespace").
    fileprivate static let httpWhiteSpace = ByteSet("\t\n\r ")
    /// The bytes of a token (MIME Sniffing 2, "HTTP token code point").
    fileprivate static let httpToken = ByteSet("!#$%&'*+-.^_`|~").union(.alphanumerics)
    fileprivate static let parameterNameEnd = ByteSet(";=")
}
