import Glibc

/// Normalizes IPv6 addresses in URLs (WHATWG URL 3.5, "IPv6 parser" and "IPv6 serializer").
enum IPv6Address {
    static func normalized(_ text: String) -> String? {
        var address = in6_addr()
        // A C string ends at NUL, so anything after it would be ignored.
        guard !text.utf8.contains(0), inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        // Safety: the structure has sixteen bytes, which are copied immediately.
        let bytes = withUnsafeBytes(of: &address) { Array($0) }
        let pieces = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        let zeros = longestRunOfZeros(in: pieces)
        guard zeros.count > 1 else { return hexadecimal(pieces[...]) }
        return hexadecimal(pieces[..<zeros.lowerBound]) + "::" + hexadecimal(pieces[zeros.upperBound...])
    }

    private static func longestRunOfZeros(in pieces: [UInt16]) -> Range<Int> {
        var longest = 0..<0
        var start = 0
        for (index, piece) in pieces.enumerated() {
            if piece != 0 {
                start = index + 1
            } else if index + 1 - start > longest.count {
                longest = start..<(index + 1)
            }
        }
        return longest
    }

    private static func hexadecimal(_ pieces: ArraySlice<UInt16>) -> String {
        pieces.map { String($0, radix: 16) }.joined(separator: ":")
    }
}
