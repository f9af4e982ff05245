extension DataURL {
    /// The decoded data; `nil` if the URL is malformed (Fetch, "data: URL processor").
    package var body: [UInt8]? {
        var url = Array(description.utf8)[...]
        _ = WebURL.cutSuffix(after: UInt8(ascii: "#"), from: &url)
        url = url.dropFirst("data:".utf8.count)
        guard let comma = url.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let bytes = percentDecoded(url[(comma + 1)...])
        return Self.isBase64(url[..<comma]) ? forgivingBase64Decoded(bytes) : bytes
    }

    /// The media type as written in the URL; empty if there is none.
    package var mediaType: String { String(description.dropFirst("data:".count).prefix { $0 != "," }) }

    /// Whether the media type ends in `;base64`, with optional spaces after the semicolon.
    private static func isBase64(_ type: ArraySlice<UInt8>) -> Bool {
        var rest = type[...]
        while let last = rest.last, isWhiteSpace(last) { rest.removeLast() }
        let word = String(decoding: rest.suffix(6), as: UTF8.self)
        guard word.lowercased() == "base64" else { return false }
        return rest.dropLast(6).last { $0 != UInt8(ascii: " ") } == UInt8(ascii: ";")
    }
}

/// Decodes base64; `nil` if the text is invalid (Infra, "forgiving-base64 decode").
///
/// White space is ignored, and the padding may be missing.
package func forgivingBase64Decoded(_ text: [UInt8]) -> [UInt8]? {
    var digits = text.filter { !isWhiteSpace($0) }[...]
    if digits.count.isMultiple(of: 4) { for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() } }
    guard digits.count % 4 != 1 else { return nil }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(digits.count * 3 / 4)
    var (bits, count) = (0, 0)
    for digit in digits {
        guard let value = base64Value(digit) else { return nil }
        bits = (bits << 6 | value) & 0xFFFF
        count += 6
        // The remaining bits at the end do not fill a byte, and are dropped.
        guard count >= 8 else { continue }
        count -= 8
        decoded.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return decoded
}

private func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }

private func base64Value(_ digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
}

extension [UInt8] {
    /// The bytes as base64 (RFC 4648, section 4).
    package var base64: String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        return String(unsafeUninitializedCapacity: (count + 2) / 3 * 4) { text in
            var at = 0
            for start in stride(from: 0, to: count, by: 3) {
                let length = Swift.min(3, count - start)
                var bits = 0
                for index in 0..<3 { bits = bits << 8 | (index < length ? Int(self[start + index]) : 0) }
                for index in 0..<4 {
                    let digit = digits[bits >> (18 - 6 * index) & 63]
                    text[at] = index <= length ? digit : UInt8(ascii: "=")
                    at += 1
                }
            }
            return at
        }
    }
}
