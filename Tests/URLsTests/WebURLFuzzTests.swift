import TestSupport
import Testing

@testable import URLs

/// Many references from the parts that are easily misread, the same ones in every run.
@Suite(.tags(.slow)) struct WebURLFuzzTests {
    private static let parts = [
        "http:", "HTTPS:", "ftp:", "/", "//", "\\", "///", "@", ":", "u:p@", "ex.test", "EX", "é", "ß", "xn--",
        "xn--9ca", "127.1", "0x7f", "256", "[::1]", "[", "]", ":80", ":443", ":65536", ".", "..", "%2e", "%2E.", "%",
        "%zz", "%41", "%00", "%C3%A9", "?", "#", " ", "\t", "\n", "\u{0}", "\u{7F}", "'", "\"<>`", "{}|^", "a", "b/c",
        ";", "\u{3002}", "＃", "א", "\u{200D}", "\u{AD}", "💩", "\u{301}", "\u{D4E}",
    ]

    private static func text(_ random: inout SplitMix64) -> String {
        (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in parts.randomElement(using: &random) }.joined()
    }

    @Test func readsWhatItWrites() throws {
        var random = SplitMix64(seed: 3986)
        let page = try #require(WebURL("https://u:p@ex.test:8080/dir/page.html?q#f"))
        var found = 0
        for _ in 0..<rounds(20_000) {
            let reference = Self.text(&random)
            guard let url = page.resolving(reference) else { continue }
            found += 1
            #expect(WebURL(url.description) == url, "\(reference.debugDescription)")
            #expect(url.description.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            #expect(url.path.hasPrefix("/"))
            #expect(!url.path.split(separator: "/").contains { $0 == "." || $0 == ".." })
        }
        #expect(found > rounds(10_000))
    }

    @Test func takesAnAbsoluteURLFromNoDocument() throws {
        var random = SplitMix64(seed: 1738)
        let page = try #require(WebURL("http://other.test/dir/page.html?q#f"))
        for _ in 0..<rounds(10_000) {
            let text = "https://\(Self.text(&random))"
            #expect(page.resolving(text) == WebURL(text), "\(text.debugDescription)")
        }
    }

    /// What is plain is read in a shorter way, which must not lead elsewhere.
    @Test func readsPlainURLsAsAllOthers() throws {
        let parts = [
            "/", "//", ".", "..", "%", "%2e", ":", "80", "443", "08", "65536", "?", "#", "@", "\\", "&=", "a", "ex",
            "-_~", "127.0.0.1", "256", "1", "'", "{", " ", "é", "http:", "A", "xn--",
        ]
        var random = SplitMix64(seed: 4711)
        let page = try #require(WebURL("http://u:p@ex.test:8080/dir/page.html?q#f"))
        var count = 0
        for _ in 0..<rounds(200_000) {
            let start = ["", "/", "http://", "https://", "http://a.test", "https://10.0.0.1/"]
            let tail = (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in parts.randomElement(using: &random)
            }
            let text = (start.randomElement(using: &random) ?? "") + tail.joined()
            for base in [page, nil] {
                guard let plain = WebURL(plain: text, relativeTo: base) else { continue }
                count += 1
                let read = WebURL(parsing: text, relativeTo: base, queryIn: .utf8)
                #expect(plain == read, "\(text)")
                #expect(plain.length == plain.description.utf8.count)
            }
        }
        #expect(count > rounds(40_000))
    }

    @Test(arguments: ["/", "../", "a/", "./", "%2e%2e/", "?", "#", ":", "@", "%", "é", "[", "é."])
    func isNotSlowedDownByRepetition(part: String) throws {
        let page = try #require(WebURL("http://ex.test/dir/"))
        let isLinear = growsLinearly(to: WebURL.lengthLimit / 4) { length in
            let long = String(repeating: part, count: length / part.utf8.count)
            return threadSeconds { for start in ["", "//", "//a", "/a"] { _ = page.resolving(start + long) } }
        }
        #expect(isLinear)
    }
}
