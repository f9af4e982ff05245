import Foundation
import TestSupport
import Testing

@testable import URLs

/// What `data:` URLs hold (Fetch, "data: URL processor").
@Suite struct DataURLBodyTests {
    @Test(
        arguments: [
            ("data:,", ""), ("data:,a%20b", "a b"), ("data:text/plain,a,b", "a,b"),
            ("data:image/svg+xml;utf8,<svg a='%23b'/>", "<svg a='#b'/>"), ("data:,a#b,c", "a"),
            ("data:,a?b c", "a?b c"), ("data:,%zz%4", "%zz%4"), ("data:", nil), ("data:text/plain", nil),
            ("data:text/plain#,a", nil), ("data:;base64,YWJj", "abc"), ("data:image/png;BASE64,YWJj", "abc"),
            ("data:a/b;x=y;  base64,YWJj", "abc"), ("data:;base64 ,YWJj", "abc"), ("data:base64,YWJj", "YWJj"),
            ("data:;xbase64,YWJj", "YWJj"), ("data:;base64;x,YWJj", "YWJj"), ("data:;base64,YW%4Aj", "abc"),
            ("data:;base64,Y W%0AJj ", "abc"), ("data:;base64,YWI=", "ab"), ("data:;base64,YWI", "ab"),
            ("data:;base64,YQ==", "a"), ("data:;base64,YQ%3D%3D", "a"), ("data:;base64,YR", "a"), ("data:;base64,", ""),
            ("data:;base64,YQ=", nil), ("data:;base64,Y", nil), ("data:;base64,YWJjZ", nil),
            ("data:;base64,YQ===", nil), ("data:;base64,====", nil), ("data:;base64,YW=j", nil),
            ("data:;base64,YW_j", nil), ("data:;base64,YWJj%00", nil),
        ] as [(String, String?)]) func theBodyIsDecodedAsBrowsersDo(text: String, body: String?) throws
    {
        let url = try #require(DataURL(text))
        #expect(url.body.map { String(decoding: $0, as: UTF8.self) } == body)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func anyBytesAreReadBack(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let base64 = try #require(DataURL("data:;base64," + Data(bytes).base64EncodedString()))
        #expect(base64.body == bytes)
        let escaped = bytes.map { byte in
            let digits = String(byte, radix: 16)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }
        #expect(try #require(DataURL("data:," + escaped.joined())).body == bytes)
    }
}
