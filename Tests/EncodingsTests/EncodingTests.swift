import Encodings
import TestSupport
import Testing

/// The bytes of texts in legacy encodings, as browsers write them into the queries of URLs.
@Suite struct EncodingTests {
    @Test(
        arguments: [
            (CharacterEncoding.windows1252, "a€é", [0x61, 0x80, 0xE9]), (.windows1251, "яé", nil),
            (.windows1251, "я", [0xFF]),
            (.shiftJIS, "я表¥－−ｱ", [0x84, 0x91, 0x95, 0x5C, 0x5C, 0x81, 0x7C, 0x81, 0x7C, 0xB1]),
            (.shiftJIS, "№", [0x87, 0x82]), (.shiftJIS, "é", nil), (.eucJP, "あｱ", [0xA4, 0xA2, 0x8E, 0xB1]),
            (.eucKR, "한", [0xC7, 0xD1]), (.gbk, "中€", [0xD6, 0xD0, 0x80]), (.gbk, "😀", nil),
            (.gbk, "\u{E78D}\u{E864}\u{E5E5}", nil),
            (.gb18030, "€\u{E78D}\u{E81E}", [0xA2, 0xE3, 0xA6, 0xD9, 0xFE, 0x59]),
            (.gbk, "\u{E78D}\u{E864}", [0xA6, 0xD9, 0xFE, 0xA0]),
            (.gb18030, "中😀ÿ", [0xD6, 0xD0, 0x94, 0x39, 0xFC, 0x36, 0x81, 0x30, 0x8B, 0x37]),
            (.big5, "中╞十", [0xA4, 0xA4, 0xF9, 0xE9, 0xA4, 0x51]), (.utf8, "é", [0xC3, 0xA9]),
        ] as [(CharacterEncoding, String, [UInt8]?)]) func writesAsBrowsersDo(
            encoding: CharacterEncoding, text: String, bytes: [UInt8]?
        )
    { #expect(encoding.encode(text) == bytes) }

    private static let scalars = sampled(0x80...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)

    @Test(arguments: CharacterEncoding.allCases.filter(\.isASCIICompatible)) func readsWhatItWrites(
        encoding: CharacterEncoding
    ) {
        var written = 0
        var others: [Unicode.Scalar] = []
        for scalar in Self.scalars {
            guard let bytes = encoding.encode(String(scalar)), bytes.count > 1 || bytes[0] > 0x7F else { continue }
            written += 1
            let read = String(decoding: encoding.decode(bytes), as: UTF8.self)
            // Japanese has two minus signs, and Chinese some codes that changed their meaning.
            let isAmbiguous = scalar == "\u{2212}" || (0xE78D...0xE864).contains(scalar.value)
            if read != String(scalar), !isAmbiguous { others.append(scalar) }
        }
        #expect(others == [])
        #expect(written >= rounds(80))
    }
}
