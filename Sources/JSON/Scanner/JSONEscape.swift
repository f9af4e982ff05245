extension UInt8 {
    /// The character for a short escape (RFC 8259, section 7); `nil` if the byte does not form one.
    @inlinable var escapedCharacter: UInt8? {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): self
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }
}

extension UInt32 {
    /// Passes on the UTF-8 form of this code point, even of a surrogate, which has none in well-formed text.
    @inlinable func withUTF8(_ body: (Span<UInt8>) -> Void) {
        func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: self &>> shift & 0x3F) }
        func lead(_ mark: UInt8, _ shift: UInt32) -> UInt8 { mark | UInt8(truncatingIfNeeded: self &>> shift) }
        let bytes: [4 of UInt8]
        let count: Int
        switch self {
        case ..<0x80: (bytes, count) = ([lead(0, 0), 0, 0, 0], 1)
        case ..<0x800: (bytes, count) = ([lead(0xC0, 6), continuation(0), 0, 0], 2)
        case ..<0x1_0000: (bytes, count) = ([lead(0xE0, 12), continuation(6), continuation(0), 0], 3)
        default:
            bytes = [lead(0xF0, 18), continuation(12), continuation(6), continuation(0)]
            count = 4
        }
        body(bytes.span.extracting(first: count))
    }
}

/// A `\uXXXX` that is being read, and the high surrogate before it, if any.
@usableFromInline struct JSONUnicodeEscape {
    /// The number of digits read, and their value.
    @usableFromInline var digits = 0
    @usableFromInline var value: UInt32 = 0

    /// A high surrogate whose low surrogate may follow; 0 if there is none.
    @usableFromInline var pendingHalf: UInt32 = 0

    @inlinable init() {}

    @inlinable mutating func begin() { (digits, value) = (0, 0) }

    /// Returns false if `byte` is not a hexadecimal digit.
    @inlinable mutating func take(_ byte: UInt8) -> Bool {
        let digit: UInt8
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
        default: return false
        }
        value = value &<< 4 | UInt32(digit)
        digits += 1
        return true
    }

    @inlinable var isComplete: Bool { digits == 4 }

    /// Whether the escape is the low surrogate of a pair.
    @inlinable var completesPair: Bool { pendingHalf != 0 && (0xDC00...0xDFFF).contains(value) }

    /// The code point of the complete escape; `nil` for a high surrogate, which becomes pending.
    @inlinable mutating func takeCodePoint() -> UInt32? {
        if completesPair {
            let high = pendingHalf
            pendingHalf = 0
            return 0x1_0000 + (high & 0x3FF) &<< 10 + value & 0x3FF
        }
        if (0xD800...0xDBFF).contains(value) {
            pendingHalf = value
            return nil
        }
        return value
    }

    /// A high surrogate that has no low surrogate.
    @inlinable mutating func takePendingHalf() -> UInt32? {
        guard pendingHalf != 0 else { return nil }
        let half = pendingHalf
        pendingHalf = 0
        return half
    }
}
