extension UInt8 {
    /// Whether this is an ASCII digit.
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension [UInt8] {
    /// The number that these digits spell; nil where it is too large to be calculated with.
    var number: Int? {
        guard count < 18 else { return nil }
        return reduce(0) { $0 &* 10 &+ Int($1 &- UInt8(ascii: "0")) }
    }
}
