/// Decodes a stream to UTF-8 in pieces of any size, with U+FFFD for each error.
///
/// ```swift
/// var decoder = StreamDecoder(.utf16LE)
/// decoder.decode([0x3C])                    // nothing yet
/// decoder.decode([0x00, 0xE9]) == Array("<".utf8)
/// decoder.finish() == Array("\u{FFFD}".utf8)
/// ```
package struct StreamDecoder: Sendable {
    private var decoder: any ByteDecoder

    /// Starts after a byte order mark.
    package init(_ encoding: CharacterEncoding) {
        decoder =
            switch encoding {
            case .utf8: UTF8Decoder()
            case .utf16BE: UTF16Decoder(isBigEndian: true)
            case .utf16LE: UTF16Decoder(isBigEndian: false)
            case .shiftJIS: DoubleByteDecoder(.shiftJIS)
            case .eucKR: DoubleByteDecoder(.eucKR)
            case .big5: DoubleByteDecoder(.big5)
            case .eucJP: EUCJPDecoder()
            case .gbk, .gb18030: GB18030Decoder()
            case .iso2022JP: ISO2022JPDecoder()
            case .replacement: ReplacementDecoder()
            default: SingleByteDecoder(.singleByte(encoding) ?? CharacterIndex([]))
            }
    }

    /// Decodes the next bytes, without an incomplete character at their end.
    package mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        decoder.take(contentsOf: bytes, into: &text)
        return text
    }

    /// The text for an incomplete character at the end of the stream: U+FFFD or nothing.
    package mutating func finish() -> [UInt8] {
        var text: [UInt8] = []
        decoder.takeEnd(into: &text)
        return text
    }
}

extension CharacterEncoding {
    /// Decodes complete text to UTF-8, with U+FFFD for each error.
    package func decode(_ bytes: [UInt8]) -> [UInt8] {
        // ASCII, which most markup is, needs no tables.
        if isASCIICompatible, bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
        var decoder = StreamDecoder(self)
        return decoder.decode(bytes) + decoder.finish()
    }

    /// Whether this system can decode the encoding; East Asian ones need glibc modules, which some distributions
    /// package separately.
    ///
    /// Without them, each character other than ASCII becomes U+FFFD.
    package var isDecodable: Bool {
        switch self {
        case .shiftJIS, .iso2022JP: !CharacterIndex.jis0208.isEmpty
        case .eucJP: !CharacterIndex.jis0208.isEmpty && !CharacterIndex.jis0212.isEmpty
        case .eucKR: !CharacterIndex.eucKR.isEmpty
        case .big5: !CharacterIndex.big5.isEmpty
        case .gbk, .gb18030: !CharacterIndex.gb18030.isEmpty
        default: true
        }
    }
}
