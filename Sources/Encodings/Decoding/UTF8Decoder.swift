/// Validates UTF-8, with U+FFFD for each maximal invalid prefix of a sequence (Encoding 8.1.1).
struct UTF8Decoder: ByteDecoder {
    /// The bytes of an incomplete sequence.
    private var sequence: [UInt8] = []
    private var missing = 0
    /// The valid range of the next byte; only that of the second byte can be narrower.
    private var expected: ClosedRange<UInt8> = 0x80...0xBF

    mutating func take(_ byte: UInt8, into text: inout [UInt8]) {
        guard missing > 0 else { return takeFirst(byte, into: &text) }
        guard expected.contains(byte) else {
            takeEnd(into: &text)
            return takeFirst(byte, into: &text)
        }
        expected = 0x80...0xBF
        sequence.append(byte)
        missing -= 1
        if missing == 0 {
            text.append(contentsOf: sequence)
            sequence.removeAll(keepingCapacity: true)
        }
    }

    mutating func takeEnd(into text: inout [UInt8]) {
        guard missing > 0 else { return }
        text.append(codePoint: nil)
        self = UTF8Decoder()
    }

    private mutating func takeFirst(_ byte: UInt8, into text: inout [UInt8]) {
        switch byte {
        case 0x00...0x7F: return text.append(byte)
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return text.append(codePoint: nil)
        }
        sequence.append(byte)
        expected =
            switch byte {
            case 0xE0: 0xA0...0xBF
            case 0xED: 0x80...0x9F
            case 0xF0: 0x90...0xBF
            case 0xF4: 0x80...0x8F
            default: 0x80...0xBF
            }
    }
}
