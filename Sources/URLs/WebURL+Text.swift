import Scanning

extension WebURL {
    /// The bytes without surrounding control characters and spaces, and without tabs and newlines (WHATWG URL 4.4, the
    /// first steps of the "basic URL parser").
    static func cleaned(_ text: String) -> ArraySlice<UInt8> {
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        guard bytes.contains(where: isTabOrNewline) else { return bytes }
        return bytes.filter { !isTabOrNewline($0) }[...]
    }

    /// The scheme in lower case, and the text after its colon.
    static func splitScheme(_ text: ArraySlice<UInt8>) -> (scheme: [UInt8], rest: ArraySlice<UInt8>)? {
        guard let first = text.first, isLetter(first) else { return nil }
        let scheme = text.prefix { isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0) }
        guard scheme.endIndex < text.endIndex, text[scheme.endIndex] == UInt8(ascii: ":") else { return nil }
        return (scheme.map(\.asciiLowercased), text[scheme.endIndex...].dropFirst())
    }

    /// Removes the first occurrence of a byte with everything after it, and returns the latter.
    static func cutSuffix(after byte: UInt8, from text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let index = text.firstIndex(of: byte) else { return nil }
        defer { text = text[..<index] }
        return text[(index + 1)...]
    }

    private static func isTabOrNewline(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
