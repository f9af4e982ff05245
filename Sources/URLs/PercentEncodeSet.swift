/// Which bytes a part of a URL may not hold as they are (WHATWG URL 1.3, "percent-encode sets").
struct PercentEncodeSet: Sendable {
    /// One bit for each ASCII character.
    private let excluded: UInt128

    /// The set of all control and non-ASCII bytes and the given characters.
    private init(_ characters: String, beside other: PercentEncodeSet? = nil) {
        excluded = characters.utf8.reduce(other?.excluded ?? Self.controls) {
            $0 | 1 << UInt128($1)
        }
    }

    private static let controls: UInt128 = 1 << 0x7F | (1 << 0x20) - 1

    /// For a path without segments, as `data:` URLs have it.
    static let opaquePath = PercentEncodeSet("")
    /// For a query of other schemes than http and https.
    static let opaqueQuery = PercentEncodeSet(" \"#<>")
    static let fragment = PercentEncodeSet(" \"<>`")
    static let query = PercentEncodeSet(" \"#<>'")
    static let path = PercentEncodeSet(" \"#<>?^`{}")
    static let userInfo = PercentEncodeSet("/:;=@[\\]|", beside: path)
    /// What the name of a host may not hold in any way (WHATWG URL 3.2, "forbidden domain code
    /// points"), and non-ASCII bytes.
    static let host = PercentEncodeSet(" #/:<>?@[\\]^|%")

    func contains(_ byte: UInt8) -> Bool {
        byte > 0x7F || excluded >> UInt128(byte) & 1 != 0
    }
}
