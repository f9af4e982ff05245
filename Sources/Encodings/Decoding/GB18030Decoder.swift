/// Decodes GB 18030 and its subset GBK: two bytes, or four if the second is a digit (Encoding 10.2.1).
struct GB18030Decoder: ByteDecoder {
    /// The bytes of an incomplete code.
    private var code: [UInt8] = []

    mutating func take(_ byte: UInt8, into text: inout [UInt8]) {
        switch (code.count, byte) {
        case (0, 0x00...0x7F): text.append(byte)
        case (0, 0x80): text.append(codePoint: 0x20AC)
        case (0, 0xFF): text.append(codePoint: nil)
        case (0, _), (1, 0x30...0x39), (2, 0x81...0xFE): code.append(byte)
        case (1, _): takeSecond(byte, into: &text)
        case (3, 0x30...0x39): takeFourth(byte, into: &text)
        default:
            // Only the first byte is invalid, so the following ones are decoded again.
            let again = code.dropFirst() + [byte]
            takeEnd(into: &text)
            for byte in again { take(byte, into: &text) }
        }
    }

    mutating func takeEnd(into text: inout [UInt8]) {
        if !code.isEmpty { text.append(codePoint: nil) }
        code.removeAll(keepingCapacity: true)
    }

    private mutating func takeSecond(_ byte: UInt8, into text: inout [UInt8]) {
        let row = (Int(code[0]) - 0x81) * 190
        let codePoint: UInt32? =
            switch byte {
            case 0x40...0x7E: CharacterIndex.gb18030[row + Int(byte) - 0x40]
            case 0x80...0xFE: CharacterIndex.gb18030[row + Int(byte) - 0x41]
            default: nil
            }
        code.removeAll(keepingCapacity: true)
        text.append(codePoint: codePoint)
        if codePoint == nil, byte < 0x80 { text.append(byte) }
    }

    private mutating func takeFourth(_ byte: UInt8, into text: inout [UInt8]) {
        let row = (Int(code[0]) - 0x81) * 10 + Int(code[1]) - 0x30
        let pointer = (row * 126 + Int(code[2]) - 0x81) * 10 + Int(byte) - 0x30
        code.removeAll(keepingCapacity: true)
        // The code points from U+10000 are contiguous.
        text.append(
            codePoint: (189_000...1_237_575).contains(pointer)
                ? UInt32(pointer - 189_000 + 0x10000) : CharacterIndex.gb18030FourByte[pointer])
    }
}
