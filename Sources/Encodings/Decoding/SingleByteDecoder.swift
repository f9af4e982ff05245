/// Decodes single-byte encodings (Encoding 9.1, 14.5).
struct SingleByteDecoder: ByteDecoder {
    private let index: CharacterIndex
    init(_ index: CharacterIndex) { self.index = index }

    mutating func take(_ byte: UInt8, into text: inout [UInt8]) {
        if byte < 0x80 { text.append(byte) } else { text.append(codePoint: index[Int(byte) - 0x80]) }
    }

    mutating func takeEnd(into text: inout [UInt8]) {}
}
