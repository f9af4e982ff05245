import Scanning

extension [UInt8] {
    /// JSON for libyaml, which does not accept characters escaped as surrogate pairs (RFC 8259, section 7), unlike
    /// Liquibase's parser.
    ///
    /// Replaces pairs of escapes with one; everything outside strings keeps its column.
    var jsonAsYAML: [UInt8] {
        var yaml: [UInt8] = []
        yaml.reserveCapacity(count)
        var rest = self[...]
        var isInString = false
        var shortage = 0
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), isInString {
                if let scalar = Self.surrogatePair(rest.prefix(Self.pairLength)) {
                    yaml += "\\U\(scalar.value.hexadecimal(width: 8))".utf8
                    rest.removeFirst(Self.pairLength)
                    shortage += 2
                } else {
                    yaml.append(byte)
                    if let escaped = rest.popFirst() { yaml.append(escaped) }
                }
                continue
            }
            yaml.append(byte)
            guard byte == UInt8(ascii: "\"") else { continue }
            isInString.toggle()
            // Blanks after the string replace the columns that it has lost.
            if !isInString { yaml += repeatElement(UInt8(ascii: " "), count: shortage) }
            shortage = 0
        }
        return yaml
    }

    /// Without the first backslash.
    private static var pairLength: Int { "ud83d\\ude00".utf8.count }

    /// Decodes a surrogate pair, given without its first backslash.
    private static func surrogatePair(_ text: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let units = text.split(separator: UInt8(ascii: "\\")).compactMap { escape in
            escape.first == UInt8(ascii: "u")
                ? UInt16(String(decoding: escape.dropFirst(), as: UTF8.self), radix: 16) : nil
        }
        guard units.count == 2, UTF16.isLeadSurrogate(units[0]), UTF16.isTrailSurrogate(units[1]) else { return nil }
        return String(decoding: units, as: UTF16.self).unicodeScalars.first
    }
}
