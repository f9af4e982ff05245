/// Writes bytes in letters, for `data:` URLs (RFC 4648, section 4).
enum Base64 {
    /// The text, with `=` at its end where bytes are missing.
    static func text(of bytes: [UInt8]) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { text in
            var at = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let length = min(3, bytes.count - start)
                var bits = 0
                for index in 0..<3 {
                    bits = bits << 8 | (index < length ? Int(bytes[start + index]) : 0)
                }
                for index in 0..<4 {
                    let digit = digits[bits >> (18 - 6 * index) & 63]
                    text[at] = index <= length ? digit : UInt8(ascii: "=")
                    at += 1
                }
            }
            return at
        }
    }

    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
