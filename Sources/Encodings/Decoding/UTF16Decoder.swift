/// Decodes UTF-16 of either byte order (Encoding 14.2).
struct UTF16Decoder: ByteDecoder {
    private let isBigEndian: Bool
    private var firstByte: UInt8?
    private var leadSurrogate: UInt32?
    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func take(_ byte: UInt8, into text: inout [UInt8]) {
        guard let first = firstByte else {
            firstByte = byte
            return
        }
        firstByte = nil
        takeUnit(isBigEndian ? UInt32(first) << 8 | UInt32(byte) : UInt32(byte) << 8 | UInt32(first), into: &text)
    }

    mutating func takeEnd(into text: inout [UInt8]) {
        // An incomplete unit after a lead surrogate is a single error.
        if firstByte != nil || leadSurrogate != nil { text.append(codePoint: nil) }
        firstByte = nil
        leadSurrogate = nil
    }

    private mutating func takeUnit(_ unit: UInt32, into text: inout [UInt8]) {
        if let lead = leadSurrogate {
            leadSurrogate = nil
            if (0xDC00...0xDFFF).contains(unit) {
                let codePoint = 0x10000 + (lead - 0xD800) << 10 + (unit - 0xDC00)
                return text.append(codePoint: codePoint)
            }
            text.append(codePoint: nil)
        }
        if (0xD800...0xDBFF).contains(unit) { leadSurrogate = unit } else { text.append(codePoint: unit) }
    }
}
