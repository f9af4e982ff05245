protocol ScalarConsumer { mutating func take(_ scalar: Unicode.Scalar) }

/// Decodes UTF-8 that arrives in pieces, and passes the scalars to a consumer.
///
/// Ill-formed sequences (Unicode 16, section 3.9) become one or more U+FFFD.
struct ScalarReader<Consumer: ScalarConsumer> {
    private(set) var consumer: Consumer

    private var value: UInt32 = 0
    private var missingBytes = 0
    /// Any lower value is an overlong encoding.
    private var leastValue: UInt32 = 0

    private static var replacement: Unicode.Scalar { "\u{FFFD}" }

    init(_ consumer: Consumer) { self.consumer = consumer }

    mutating func read(_ piece: Span<UInt8>) { for index in piece.indices { read(piece[index]) } }

    mutating func finish() {
        if missingBytes > 0 { consumer.take(Self.replacement) }
        missingBytes = 0
    }

    private mutating func read(_ byte: UInt8) {
        if missingBytes > 0 {
            if byte & 0xC0 == 0x80 { return append(byte) }
            consumer.take(Self.replacement)
            missingBytes = 0
        }
        switch byte {
        case ..<0x80: consumer.take(Unicode.Scalar(byte))
        case 0xC2...0xDF: begin(byte & 0x1F, missing: 1, least: 0x80)
        case 0xE0...0xEF: begin(byte & 0x0F, missing: 2, least: 0x800)
        case 0xF0...0xF4: begin(byte & 0x07, missing: 3, least: 0x1_0000)
        default: consumer.take(Self.replacement)
        }
    }

    private mutating func begin(_ bits: UInt8, missing: Int, least: UInt32) {
        (value, missingBytes, leastValue) = (UInt32(bits), missing, least)
    }

    private mutating func append(_ byte: UInt8) {
        value = value << 6 | UInt32(byte & 0x3F)
        missingBytes -= 1
        guard missingBytes == 0 else { return }
        let scalar = value < leastValue ? nil : Unicode.Scalar(value)
        consumer.take(scalar ?? Self.replacement)
    }
}
