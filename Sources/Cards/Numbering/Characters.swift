extension UInt8 { var isDigit: Bool { self &- UInt8(ascii: "0") < 10 } }

extension [UInt8] {
    /// Removes all elements and keeps the capacity; costs nothing if the collection is empty.
    mutating func empty() { if !isEmpty { removeAll(keepingCapacity: true) } }

    /// Appends a piece, but no more bytes than fit below `limit`.
    mutating func append(_ piece: Span<UInt8>, upTo limit: Int = .max) {
        // Safety: the closure copies the bytes.
        piece.withUnsafeBufferPointer { append(contentsOf: UnsafeBufferPointer(rebasing: $0.prefix(limit - count))) }
    }

    /// The number that the digits spell; `nil` if it may overflow.
    var number: Int? {
        guard count < 18 else { return nil }
        return reduce(0) { $0 &* 10 &+ Int($1 &- UInt8(ascii: "0")) }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar has the property White_Space of the Unicode Character Database.
    ///
    /// The standard library's lookup takes ten times as long, and the set has not changed since Unicode 6.3.
    var isWhiteSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A: true
        case 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}
