/// Which bytes a part of a URL may not hold as they are (WHATWG URL 1.3, "percent-encode sets").
struct PercentEncodeSet: Sendable {
    private let excluded: Set<UInt8>

    private init(_ characters: String, beside other: PercentEncodeSet? = nil) {
        excluded = Set(characters.utf8).union(other?.excluded ?? [])
    }

    /// For a path without segments, as `data:` URLs have it.
    static let opaquePath = PercentEncodeSet("")
    /// For a query of other schemes than http and https.
    static let opaqueQuery = PercentEncodeSet(" \"#<>")
    /// For a fragment.
    static let fragment = PercentEncodeSet(" \"<>`")
    /// For a query of http or https.
    static let query = PercentEncodeSet(" \"#<>'")
    /// For a path.
    static let path = PercentEncodeSet(" \"#<>?^`{}")
    /// For a user name or password.
    static let userInfo = PercentEncodeSet("/:;=@[\\]|", beside: path)

    /// Whether the byte must be encoded; control and non-ASCII bytes always must.
    func contains(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte > 0x7E || excluded.contains(byte)
    }
}

/// The text of bytes, those of the set as `%` and two hexadecimal digits.
func percentEncoded(_ bytes: some Sequence<UInt8>, _ set: PercentEncodeSet) -> String {
    var text: [UInt8] = []
    for byte in bytes {
        if set.contains(byte) {
            text += [UInt8(ascii: "%"), hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 15)]
        } else {
            text.append(byte)
        }
    }
    return String(decoding: text, as: UTF8.self)
}

/// The bytes that a text with `%` and two hexadecimal digits stands for.
func percentDecoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"),
            let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
            rest.prefix(2).count == 2, rest.first != UInt8(ascii: "+")
        {
            decoded.append(value)
            rest = rest.dropFirst(2)
        } else {
            decoded.append(byte)
        }
    }
    return decoded
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}
