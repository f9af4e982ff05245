import URLs
import Testing

/// Queries in the encoding of a page (WHATWG URL 1.3, "percent-encode after encoding").
@Suite struct WebURLQueryTests {
    private static let latin1 = QueryEncoding { text in
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == text.unicodeScalars.count ? bytes : nil
    }

    @Test(arguments: [
        ("/é?é#é", "http://ex.test/%C3%A9?%E9#%C3%A9"), ("?a=é&b=☃ü'", "http://ex.test/a?a=%E9&b=%26%239731%3B%FC%27"),
        ("?plain&%C3%A9", "http://ex.test/a?plain&%C3%A9"), ("https://é.test/?é", "https://xn--9ca.test/?%E9"),
        ("#é", "http://ex.test/a#%C3%A9"),
    ]) func encodesTheQueryAsThePageIs(reference: String, expected: String) throws {
        let page = try #require(WebURL("http://ex.test/a"))
        #expect(page.resolving(reference, queryIn: Self.latin1)?.description == expected)
    }

    @Test func keepsASCIIBytesOfTheEncoding() {
        // As Shift_JIS writes it, with a backslash for a second byte.
        let shiftJIS = QueryEncoding { $0 == "表" ? [0x95, 0x5C] : nil }
        #expect(WebURL("http://ex.test/?表", queryIn: shiftJIS)?.description == "http://ex.test/?%95\\")
    }

    @Test func takesUTF8UnlessToldOtherwise() {
        #expect(WebURL("http://ex.test/?é")?.description == "http://ex.test/?%C3%A9")
    }
}
