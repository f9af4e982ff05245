/// Decodes ISO-2022-JP, in which escape sequences switch character sets (Encoding 12.2.1).
struct ISO2022JPDecoder: ByteDecoder {
    private enum CharacterSet { case ascii, roman, katakana, jis0208 }

    private static let escape: UInt8 = 0x1B

    private var set = CharacterSet.ascii
    /// The first byte of a two-byte code of JIS X 0208.
    private var lead: UInt8?
    /// The bytes of an incomplete escape sequence.
    private var sequence: [UInt8] = []
    /// Whether an escape sequence was last, so that another one is an error.
    private var hasSwitched = false

    mutating func take(_ byte: UInt8, into text: inout [UInt8]) {
        switch (sequence.count, byte) {
        case (1, UInt8(ascii: "$")), (1, UInt8(ascii: "(")): sequence.append(byte)
        case (1, _): rejectSequence(before: byte, into: &text)
        case (2, _): takeFinal(byte, into: &text)
        default: takeCharacter(byte, into: &text)
        }
    }

    mutating func takeEnd(into text: inout [UInt8]) {
        if !sequence.isEmpty {
            let again = Array(sequence.dropFirst())
            failSequence(into: &text)
            for byte in again { take(byte, into: &text) }
        }
        if lead != nil { text.append(codePoint: nil) }
        self = ISO2022JPDecoder()
    }

    private mutating func takeCharacter(_ byte: UInt8, into text: inout [UInt8]) {
        if let lead {
            self.lead = nil
            takeSecond(byte, after: lead, into: &text)
        } else if byte == Self.escape {
            sequence = [byte]
        } else {
            hasSwitched = false
            takeFirst(byte, into: &text)
        }
    }

    private mutating func takeFirst(_ byte: UInt8, into text: inout [UInt8]) {
        switch (set, byte) {
        case (.jis0208, 0x21...0x7E): lead = byte
        case (.katakana, 0x21...0x5F): text.append(codePoint: .halfwidthKatakana(byte + 0x80))
        case (.jis0208, _), (.katakana, _), (_, 0x0E), (_, 0x0F), (_, 0x80...): text.append(codePoint: nil)
        case (.roman, 0x5C): text.append(codePoint: 0xA5)
        case (.roman, 0x7E): text.append(codePoint: 0x203E)
        default: text.append(byte)
        }
    }

    private mutating func takeSecond(_ byte: UInt8, after lead: UInt8, into text: inout [UInt8]) {
        let isCell = (0x21...0x7E).contains(byte)
        text.append(codePoint: isCell ? CharacterIndex.jis0208[(Int(lead) - 0x21) * 94 + Int(byte) - 0x21] : nil)
        if byte == Self.escape { sequence = [byte] }
    }

    /// Handles the third byte of an escape sequence.
    private mutating func takeFinal(_ byte: UInt8, into text: inout [UInt8]) {
        let selected: CharacterSet? =
            switch (sequence[1], byte) {
            case (UInt8(ascii: "("), UInt8(ascii: "B")): .ascii
            case (UInt8(ascii: "("), UInt8(ascii: "J")): .roman
            case (UInt8(ascii: "("), UInt8(ascii: "I")): .katakana
            case (UInt8(ascii: "$"), UInt8(ascii: "@")): .jis0208
            case (UInt8(ascii: "$"), UInt8(ascii: "B")): .jis0208
            default: nil
            }
        guard let selected else { return rejectSequence(before: byte, into: &text) }
        sequence = []
        set = selected
        if hasSwitched { text.append(codePoint: nil) }
        hasSwitched = true
    }

    /// Reports an invalid escape byte, and decodes the following bytes again.
    private mutating func rejectSequence(before byte: UInt8, into text: inout [UInt8]) {
        let again = sequence.dropFirst() + [byte]
        failSequence(into: &text)
        for byte in again { take(byte, into: &text) }
    }

    private mutating func failSequence(into text: inout [UInt8]) {
        sequence = []
        hasSwitched = false
        text.append(codePoint: nil)
    }
}
