import JSON
import Testing

@testable import Cards

/// The decoding of titles, piece by piece.
@Suite struct TitleTests {
    private func read(_ bytes: [UInt8], cutAt cut: Int) -> String {
        var reader = ScalarReader()
        var scalars = String.UnicodeScalarView()
        reader.read(bytes.span.extracting(first: cut)) { scalars.append($0) }
        reader.read(bytes.span.extracting(droppingFirst: cut)) { scalars.append($0) }
        reader.finish { scalars.append($0) }
        return String(scalars)
    }

    @Test(arguments: ["", "a", "é", "\u{7FF}\u{800}", "日本", "😀\u{10FFFF}", "\u{D7FF}\u{E000}"])
    func wellFormedTextIsReadAsItIs(_ text: String) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count { #expect(read(bytes, cutAt: cut) == text) }
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0xA0], [0xC3], [0xE2, 0x80], [0xE0, 0x80, 0xA0], [0xF0, 0x80, 0x80, 0xA0],
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xF5, 0x80],
        ] as [[UInt8]]) func illFormedBytesAreReplaced(_ bytes: [UInt8])
    {
        for cut in 0...bytes.count {
            let text = read([0x61] + bytes + [0x62], cutAt: cut)
            #expect(text.hasPrefix("a\u{FFFD}"))
            #expect(text.hasSuffix("\u{FFFD}b"))
            #expect(read(bytes, cutAt: cut).unicodeScalars.last == "\u{FFFD}")
        }
    }

    @Test func whiteSpaceIsTheUnicodeProperty() {
        for value in 0...UInt32(0x10FFFF) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if scalar.isWhiteSpace != scalar.properties.isWhitespace { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test(arguments: [
        ("name", JSONKey.name, true), ("cards", .cards, true), ("idShort", .idShort, true), ("nam", .name, false),
        ("names", .name, false), ("Name", .name, false), ("\0name", .name, false), ("name\0", .name, false),
        ("xxxxxxxxname", .name, false), ("idShortLink", .idShort, false), ("", .name, false),
    ]) func keysAreCompared(_ text: String, _ key: JSONKey, _ isEqual: Bool) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var read = JSONKey()
            read.append(bytes.span.extracting(first: cut))
            read.append(bytes.span.extracting(droppingFirst: cut))
            #expect((read == key) == isEqual)
        }
    }
}
