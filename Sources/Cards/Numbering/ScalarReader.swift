/// Decodes UTF-8 that arrives in pieces, and passes on the scalars.
///
/// Ill-formed sequences (Unicode 16, section 3.9) become one or more U+FFFD.
struct ScalarReader {
    private var value: UInt32 = 0
    private var missingBytes = 0
    /// Any lower value is an overlong encoding.
    private var leastValue: UInt32 = 0

    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    mutating func read(_ piece: Span<UInt8>, to take: (Unicode.Scalar) -> Void) {
        for index in piece.indices { read(piece[index], to: take) }
    }

    mutating func finish(to take: (Unicode.Scalar) -> Void) {
        if missingBytes > 0 { take(Self.replacement) }
        missingBytes = 0
    }

    private mutating func read(_ byte: UInt8, to take: (Unicode.Scalar) -> Void) {
        if missingBytes > 0 {
            if byte & 0xC0 == 0x80 { return append(byte, to: take) }
            take(Self.replacement)
            missingBytes = 0
        }
        switch byte {
        case ..<0x80: take(Unicode.Scalar(byte))
        case 0xC2...0xDF: begin(byte & 0x1F, missing: 1, least: 0x80)
        case 0xE0...0xEF: begin(byte & 0x0F, missing: 2, least: 0x800)
        case 0xF0...0xF4: begin(byte & 0x07, missing: 3, least: 0x1_0000)
        default: take(Self.replacement)
        }
    }

    private mutating func begin(_ bits: UInt8, missing: Int, least: UInt32) {
        (value, missingBytes, leastValue) = (UInt32(bits), missing, least)
    }

    private mutating func append(_ byte: UInt8, to take: (Unicode.Scalar) -> Void) {
        value = value << 6 | UInt32(byte & 0x3F)
        missingBytes -= 1
        guard missingBytes == 0 else { return }
        let scalar = value < leastValue ? nil : Unicode.Scalar(value)
        take(scalar ?? Self.replacement)
    }
}
