/// The bytes that must be encoded in a part of a URL (WHATWG URL 1.3, "percent-encode sets").
struct PercentEncodeSet: Sendable {
    /// One bit per ASCII character.
    private let excluded: UInt128

    /// All control and non-ASCII bytes, and the given characters.
    private init(_ characters: String, beside other: PercentEncodeSet? = nil) {
        excluded = characters.utf8.reduce(other?.excluded ?? Self.controls) { $0 | 1 << UInt128($1) }
    }

    private static let controls: UInt128 = 1 << 0x7F | (1 << 0x20) - 1

    /// For the path of a `data:` URL.
    static let opaquePath = PercentEncodeSet("")
    /// For a query of a scheme other than http and https.
    static let opaqueQuery = PercentEncodeSet(" \"#<>")
    static let fragment = PercentEncodeSet(" \"<>`")
    static let query = PercentEncodeSet(" \"#<>'")
    static let path = PercentEncodeSet(" \"#<>?^`{}")
    static let userInfo = PercentEncodeSet("/:;=@[\\]|", beside: path)
    /// The forbidden characters of a host name (WHATWG URL 3.2, "forbidden domain code points"), and non-ASCII bytes.
    static let host = PercentEncodeSet(" #/:<>?@[\\]^|%")

    func contains(_ byte: UInt8) -> Bool { byte > 0x7F || excluded >> UInt128(byte) & 1 != 0 }
}
