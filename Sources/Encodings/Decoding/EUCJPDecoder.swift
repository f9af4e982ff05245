/// Decodes EUC-JP: two bytes from 0xA1, three after 0x8F, katakana after 0x8E (Encoding 12.1.1).
struct EUCJPDecoder: ByteDecoder {
    private var lead: UInt8?
    private var isJIS0212 = false

    mutating func take(_ byte: UInt8, into text: inout [UInt8]) {
        guard let lead else { return takeFirst(byte, into: &text) }
        switch (lead, byte) {
        case (0x8E, 0xA1...0xDF):
            self = EUCJPDecoder()
            text.append(codePoint: .halfwidthKatakana(byte))
        case (0x8F, 0xA1...0xFE):
            isJIS0212 = true
            self.lead = byte
        default:
            let index = isJIS0212 ? CharacterIndex.jis0212 : .jis0208
            self = EUCJPDecoder()
            let isCell = (0xA1...0xFE).contains(lead) && (0xA1...0xFE).contains(byte)
            let codePoint = isCell ? index[(Int(lead) - 0xA1) * 94 + Int(byte) - 0xA1] : nil
            text.append(codePoint: codePoint)
            if codePoint == nil, byte < 0x80 { text.append(byte) }
        }
    }

    mutating func takeEnd(into text: inout [UInt8]) {
        if lead != nil { text.append(codePoint: nil) }
        self = EUCJPDecoder()
    }

    private mutating func takeFirst(_ byte: UInt8, into text: inout [UInt8]) {
        switch byte {
        case 0x00...0x7F: text.append(byte)
        case 0x8E, 0x8F, 0xA1...0xFE: lead = byte
        default: text.append(codePoint: nil)
        }
    }
}
