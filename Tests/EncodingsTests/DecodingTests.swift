import Encodings
import TestSupport
import Testing

/// Bytes of each encoding, and the text that the standard says they are.
@Suite struct DecodingTests {
    @Test(
        arguments: [
            (.utf8, "C3 A9 E2 82 AC F0 9F 98 80", "é€😀"), (.windows1252, "E9 80 93 FF 81", "é€“ÿ\u{81}"),
            (.windows1250, "9A E8 A5", "ščĄ"), (.windows1251, "CF F0 E8 E2 E5 F2 98", "Привет\u{98}"),
            (.windows1253, "C5 EB EB DC E4 E1 AA", "Ελλάδα\u{FFFD}"), (.windows1254, "D0 FD FE", "Ğış"),
            (.windows1255, "F9 EC E5 ED CA D9", "שלום\u{5BA}\u{FFFD}"), (.windows1256, "D3 E1 C7 E3", "سلام"),
            (.windows1257, "E0 F0 A1", "ąš\u{FFFD}"), (.windows1258, "D0 FE 80", "Đ₫€"),
            (.windows874, "CA C7 D1 DB", "สวั\u{FFFD}"), (.iso88592, "B1 E6 EA 80", "ąćę\u{80}"),
            (.iso88593, "A6 A5", "Ĥ\u{FFFD}"), (.iso88594, "E0 BF", "āŋ"), (.iso88595, "BC D8 E0", "Мир"),
            (.iso88596, "E3 A1", "ك\u{FFFD}"), (.iso88597, "C1 A4 FF", "Α€\u{FFFD}"),
            (.iso88598, "E0 FD BF", "א\u{200E}\u{FFFD}"), (.iso88598I, "E0 AA", "א×"), (.iso885910, "E6 BD", "æ―"),
            (.iso885913, "F0 FF", "š’"), (.iso885914, "A1 F0", "Ḃŵ"), (.iso885915, "A4 BD", "€œ"),
            (.iso885916, "AA BA", "Șș"), (.koi8R, "EB CF E9 80", "КоИ─"), (.koi8U, "AE A4 BE", "ўєЎ"),
            (.ibm866, "8F F0", "ПЁ"), (.macintosh, "8E DB F0", "é€\u{F8FF}"), (.macCyrillic, "80 A2 FF", "АҐ€"),
            (.userDefined, "41 80 FF", "A\u{F780}\u{F7FF}"),
        ] as [(CharacterEncoding, String, String)]) func decodesUTF8AndSingleBytes(
            encoding: CharacterEncoding, bytes: String, text: String
        )
    { expect(encoding, bytes, text) }

    @Test(
        arguments: [
            // The second byte of 表 and ソ is a backslash, that of ポ an at sign follows.
            (.shiftJIS, "95 5C 83 5C 83 7C 2F B1 DD", "表ソポ/ｱﾝ"),
            (.shiftJIS, "93 FA 96 7B 8C EA 87 40 FA 5C F0 40 81 60", "日本語①纊\u{E000}～"),
            (.eucJP, "C6 FC CB DC 8E B1 AD A1 8F B0 A1 8F A2 C3 A1 C1", "日本ｱ①丂¦～"),
            (.iso2022JP, "1B 24 42 46 7C 4B 5C 1B 28 42 61 1B 28 4A 5C 7E 1B 28 49 31", "日本a¥‾ｱ"),
            (.eucKR, "C7 D1 B1 B9 81 41 C6 52 A2 E6", "한국갂힣€"),
            (.gbk, "D6 D0 B9 FA 81 5C 80 A2 E3 FE 51", "中国乗€€\u{E816}"),
            (.gb18030, "D6 D0 81 30 81 30 84 31 A4 39 94 39 DA 33 A8 BC", "中\u{80}\u{FFFF}💩ḿ"),
            (.gb18030, "81 35 F4 37 82 35 90 37 FE 59 E3 32 9A 35", "\u{E7C7}龴龴\u{10FFFF}"),
            (.big5, "A4 A4 A4 E5 B3 5C A5 5C A1 45 A2 42 A3 E1", "中文許功‧﹨€"),
            (.big5, "88 62 88 A5 87 40 F9 D6 9D 57", "\u{CA}\u{304}\u{EA}\u{30C}䏰碁輋"),
            (.utf16LE, "3C 00 E9 00 3D D8 00 DE", "<é😀"), (.utf16BE, "00 3C 00 E9 D8 3D DE 00", "<é😀"),
        ] as [(CharacterEncoding, String, String)]) func decodesSeveralBytes(
            encoding: CharacterEncoding, bytes: String, text: String
        )
    { expect(encoding, bytes, text) }

    @Test(
        arguments: [
            (.utf8, "C0 80 E0 80 41 ED A0 80 F4 90 E2 82 22 F5 C3", "����A������\"��"),
            (.utf8, "F0 9F 98 E2 82 AC", "�€"), (.shiftJIS, "82 22 41 A0 FD 80 EF 40 82", "�\"A��\u{80}�@�"),
            (.shiftJIS, "81 FD 41", "�A"), (.eucJP, "C6 22 8E 41 8F A1 22 8F 41 80 A1", "�\"�A�\"�A��"),
            (.eucKR, "81 40 80 FF C9 A1 B0", "�@����"), (.big5, "81 40 80 FF A4 22 A4", "�@���\"�"),
            (.gbk, "D6 22 FF 81 30 41 81", "�\"��0A�"),
            (.gb18030, "81 30 81 22 84 31 A5 30 E3 32 9A 36 81 30 81", "�0�\"���"),
            (.iso2022JP, "1B 24 41 0E FF 1B 24 42 46 0A 46 1B 28 42 41 1B", "�$A����A�"),
            (.iso2022JP, "1B 28 4A 1B 28 42 41 1B 24 42 80 1B 28", "�A���"),
            (.utf16LE, "00 DC 3D D8 41 00 3D D8 00", "��A�"), (.utf16BE, "D8 00 D8 00 DC 00 00", "�𐀀�"),
            (.replacement, "3C 61 3E", "�"), (.replacement, "", ""),
        ] as [(CharacterEncoding, String, String)]) func marksErrors(
            encoding: CharacterEncoding, bytes: String, text: String
        )
    { expect(encoding, bytes, text) }

    @Test(arguments: CharacterEncoding.allCases) func resultDoesNotDependOnTheCuts(encoding: CharacterEncoding) {
        var random = SplitMix64(seed: 5)
        let telling: [UInt8] = [0x1B, 0x24, 0x28, 0x42, 0x49, 0x30, 0x81, 0x8E, 0x8F, 0xA1, 0xD8]
        for _ in 0..<rounds(150) {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? telling.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
            }
            let whole = encoding.decode(bytes)
            #expect(String(validating: whole, as: UTF8.self) != nil)
            for size in [1, 2, 3, 7] {
                var decoder = StreamDecoder(encoding)
                var pieces = bytes[...]
                var text: [UInt8] = []
                while !pieces.isEmpty {
                    text += decoder.decode(Array(pieces.prefix(size)))
                    pieces = pieces.dropFirst(size)
                }
                #expect(text + decoder.finish() == whole, "\(bytes) in pieces of \(size)")
            }
        }
    }

    @Test(arguments: CharacterEncoding.allCases.filter(\.isASCIICompatible)) func anASCIIByteAlwaysEndsAnError(
        encoding: CharacterEncoding
    ) {
        // Of two quotation marks one always stays one, whatever comes before.
        for lead in 0x80...0xFF as ClosedRange<UInt8> {
            #expect(encoding.decode([lead, 0x22, 0x22]).suffix(2) == [0x22, 0x22])
        }
    }

    private func expect(
        _ encoding: CharacterEncoding, _ hexadecimal: String, _ text: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let bytes = hexadecimal.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        // Compared as bytes, because Strings that look alike are equal.
        #expect(
            encoding.decode(bytes) == Array(text.utf8), "\(String(decoding: encoding.decode(bytes), as: UTF8.self))",
            sourceLocation: location)
    }
}
