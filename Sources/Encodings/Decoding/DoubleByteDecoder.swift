/// Decodes Shift_JIS, EUC-KR and Big5: a lead byte and a second byte (Encoding 11.1, 12.3, 13.1).
struct DoubleByteDecoder: ByteDecoder {
    enum Layout { case shiftJIS, eucKR, big5 }

    private let layout: Layout
    private var lead: UInt8?
    init(_ layout: Layout) { self.layout = layout }

    mutating func take(_ byte: UInt8, into text: inout [UInt8]) {
        if let lead {
            self.lead = nil
            takeSecond(byte, after: lead, into: &text)
        } else if byte < 0x80 || (byte == 0x80 && layout == .shiftJIS) {
            text.append(codePoint: UInt32(byte))
        } else if layout == .shiftJIS, (0xA1...0xDF).contains(byte) {
            text.append(codePoint: .halfwidthKatakana(byte))
        } else if isLead(byte) {
            lead = byte
        } else {
            text.append(codePoint: nil)
        }
    }

    mutating func takeEnd(into text: inout [UInt8]) {
        if lead != nil { text.append(codePoint: nil) }
        lead = nil
    }

    private func isLead(_ byte: UInt8) -> Bool {
        switch layout {
        case .shiftJIS: (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte)
        case .eucKR, .big5: (0x81...0xFE).contains(byte)
        }
    }

    private func takeSecond(_ byte: UInt8, after lead: UInt8, into text: inout [UInt8]) {
        let found = pointer(lead, byte).map(codePoints) ?? []
        for codePoint in found { text.append(codePoint: codePoint) }
        guard found.isEmpty else { return }
        text.append(codePoint: nil)
        // An ASCII byte is never part of an error, because it could be a quotation mark.
        if byte < 0x80 { text.append(byte) }
    }

    private func pointer(_ lead: UInt8, _ byte: UInt8) -> Int? {
        let row = Int(lead) - 0x81
        let cell = Int(byte)
        return switch (layout, byte) {
        case (.shiftJIS, 0x40...0x7E), (.shiftJIS, 0x80...0xFC):
            (lead < 0xA0 ? row : row - 0x40) * 188 + cell - (byte < 0x7F ? 0x40 : 0x41)
        case (.eucKR, 0x41...0xFE): row * 190 + cell - 0x41
        case (.big5, 0x40...0x7E), (.big5, 0xA1...0xFE): row * 157 + cell - (byte < 0x7F ? 0x40 : 0x62)
        default: nil
        }
    }

    private func codePoints(_ pointer: Int) -> [UInt32] {
        switch (layout, pointer) {
        case (.shiftJIS, 8836...10715): [UInt32(0xE000 - 8836 + pointer)]
        case (.shiftJIS, _): CharacterIndex.jis0208[pointer].map { [$0] } ?? []
        case (.eucKR, _): CharacterIndex.eucKR[pointer].map { [$0] } ?? []
        // The only codes for two characters.
        case (.big5, 1133): [0xCA, 0x304]
        case (.big5, 1135): [0xCA, 0x30C]
        case (.big5, 1164): [0xEA, 0x304]
        case (.big5, 1166): [0xEA, 0x30C]
        case (.big5, _): CharacterIndex.big5[pointer].map { [$0] } ?? []
        }
    }
}

extension UInt32 {
    /// The half-width katakana of a byte from 0xA1 to 0xDF, in all Japanese encodings.
    static func halfwidthKatakana(_ byte: UInt8) -> UInt32 { 0xFF61 + UInt32(byte) - 0xA1 }
}
