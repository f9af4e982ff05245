import URLs
import Testing

/// Whole URLs and references (WHATWG URL 4.4, "URL parsing").
@Suite struct WebURLTests {
    private static let page = "https://ex.test/dir/page.html?q=1#f"

    @Test(
        arguments: [
            ("http://Example.COM", "http://example.com/"),
            (" \t\nhttps://ex.test/a\t/b\n/c \u{1}", "https://ex.test/a/b/c"),
            ("HTTPS:\\\\ex.test\\a\\b?c\\d", "https://ex.test/a/b?c\\d"), ("http:ex.test", "http://ex.test/"),
            ("http:////ex.test//a", "http://ex.test//a"), ("http://ex.test:80/", "http://ex.test/"),
            ("https://ex.test:443/", "https://ex.test/"), ("https://ex.test:80/", "https://ex.test:80/"),
            ("https://ex.test:/", "https://ex.test/"), ("https://ex.test:00080/", "https://ex.test:80/"),
            ("https://u:p@ex.test/", "https://u:p@ex.test/"),
            ("https://u@v:p:q@ex.test/", "https://u%40v:p%3Aq@ex.test/"),
            ("https://ex.test/a/./b/../c/%2E%2e/d/.", "https://ex.test/a/d/"),
            ("https://ex.test/../../a/..", "https://ex.test/"),
            (
                "https://ex.test/é x<>\"`{}^|?é '<>#é <>`",
                "https://ex.test/%C3%A9%20x%3C%3E%22%60%7B%7D%5E|?%C3%A9%20%27%3C%3E#%C3%A9%20%3C%3E%60"
            ), ("https://ex.test?", "https://ex.test/?"), ("https://ex.test#", "https://ex.test/#"),
            ("https://ex.test/%zz%4", "https://ex.test/%zz%4"), ("https://e%78.test/", "https://ex.test/"),
            ("https://møller.test/", "https://xn--mller-vua.test/"), ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://2130706433/", "http://127.0.0.1/"), ("http://1.2.3.4./", "http://1.2.3.4/"),
            ("http://017.0x.3/", "http://15.0.0.3/"), ("http://４.１/", "http://4.0.0.1/"),
            ("http://０x7f.1/", "http://127.0.0.1/"), ("http://1.2.3.a/", "http://1.2.3.a/"),
            ("http://xn--mller-vua.test/", "http://xn--mller-vua.test/"), ("http://[::1]:8080/", "http://[::1]:8080/"),
            ("http://[::ffff:1.2.3.4]/", "http://[::ffff:102:304]/"),
            ("http://[2001:DB8:0:0:1:0:0:1]/", "http://[2001:db8::1:0:0:1]/"),
            ("http://[1:0:3:4:5:6:7:8]/", "http://[1:0:3:4:5:6:7:8]/"), ("http://[::]/", "http://[::]/"),
            ("http://127.0.0.1:40123/", "http://127.0.0.1:40123/"), ("ftp://ex.test/", nil),
            ("file:///etc/passwd", nil), ("javascript:alert(1)", nil), ("data:,", nil), ("ex.test", nil), ("", nil),
            ("http://", nil), ("http:///", nil), ("http://a b/", nil), ("http://a<b/", nil), ("http://a%00b/", nil),
            ("http://ex.test:x/", nil), ("http://ex.test:65536/", nil), ("http://[::1", nil), ("http://[zz]/", nil),
            ("http://[%3A%3A1]/", nil), ("http://[]/", nil), ("http://256.256.256.256/", nil),
            ("http://1.2.3.4.5/", nil), ("http://1.2.3.256/", nil), ("http://4294967296/", nil),
            ("http://99999999999999999999999/", nil), ("http://09.1.1.1/", nil), ("http://1.2.3.08/", nil),
            ("http://1..2/", nil), ("http://foo.0x4/", nil),
            // What is allowed before the mapping of international names need not be after it.
            ("http://a＠b.test/", nil), ("http://evil.test＃.good.test/x", nil), ("http://evil.test／.good.test/x", nil),
            ("http://ｅx.test：81/", nil),
        ] as [(String, String?)]) func parsesAsBrowsersDo(text: String, url: String?)
    { #expect(WebURL(text)?.description == url) }

    @Test(arguments: [
        ("a.png", "https://ex.test/dir/a.png"), ("/a.png", "https://ex.test/a.png"),
        ("../a.png", "https://ex.test/a.png"), ("../../../a.png", "https://ex.test/a.png"),
        (".", "https://ex.test/dir/"), ("..", "https://ex.test/"), ("", "https://ex.test/dir/page.html?q=1"),
        ("?x", "https://ex.test/dir/page.html?x"), ("#x", "https://ex.test/dir/page.html?q=1#x"),
        ("a?b#c", "https://ex.test/dir/a?b#c"), ("?a/../b", "https://ex.test/dir/page.html?a/../b"),
        ("//cdn.test/a", "https://cdn.test/a"), ("\\\\cdn.test\\a", "https://cdn.test/a"),
        ("/\\cdn.test/a", "https://cdn.test/a"), ("\\a", "https://ex.test/a"),
        ("https:a.png", "https://ex.test/dir/a.png"), ("https:/a.png", "https://ex.test/a.png"),
        ("https:\\\\a.png", "https://a.png/"), ("http:a.png", "http://a.png/"), ("HTTP://cdn.test", "http://cdn.test/"),
        ("a:b", nil), ("./a:b", "https://ex.test/dir/a:b"), ("mailto:a@b", nil), ("//", nil),
        (" a\n.png ", "https://ex.test/dir/a.png"),
    ]) func resolvesReferences(reference: String, url: String?) {
        #expect(WebURL(Self.page)?.resolving(reference)?.description == url)
    }

    @Test func refusesWhatIsTooLong() throws {
        let long = String(repeating: "a/", count: WebURL.lengthLimit / 2 - 10)
        let url = try #require(WebURL("http://ex.test/\(long)"))
        #expect(url.resolving("b")?.description == "http://ex.test/\(long)b")
        #expect(url.resolving("bcdefg") == nil)
        #expect(WebURL("http://ex.test/\(long)bcdefg") == nil)
        // Three bytes each, when it is encoded.
        let spaces = String(repeating: "/ /", count: WebURL.lengthLimit / 4)
        #expect(WebURL("http://ex.test\(spaces)") == nil)
    }

    @Test(arguments: [
        ("http://u:p@ex.test/a@b", "http://ex.test/a@b"), ("ftp://u:p@q@[bad", "ftp://[bad"),
        ("http:\\\\u:p@ex.test", "http:\\\\ex.test"), ("https:////u:p@ex.test?a@b", "https:////ex.test?a@b"),
        ("http://ex.test/?a@b", "http://ex.test/?a@b"), ("u:p@ex.test:80/a", "ex.test:80/a"),
        ("u:p@q@ex.test", "ex.test"), ("ex.test/a:b@c", "ex.test/a:b@c"), ("mailto:a@b.test", "mailto:a@b.test"),
        ("data:,a@b", "data:,a@b"), ("ex.test:80/a@b", "ex.test:80/a@b"), ("a@b:c", "a@b:c"),
        ("page.html", "page.html"), ("//u:p@ex.test/a", "//ex.test/a"), ("//ex.test", "//ex.test"),
        ("mailto:u:p@b.test", "mailto:b.test"), ("/a@b", "/a@b"),
        // Passwords with what ends an authority, in what is no URL then.
        ("http://u:sek#ret@ex.test/", "http://***@ex.test/"), ("http://u:sek?ret@ex.test/", "http://***@ex.test/"),
        ("HTTP://u:sek/r@t@ex.test/", "HTTP://***@ex.test/"), ("http:\\\\u:sek\\ret@ex.test", "http:\\\\***@ex.test"),
        ("//u:s#p@ex.test", "//***@ex.test"), ("u:sek#ret@ex.test", "***@ex.test"),
        ("ftp://u:s@k#ret@ex.test", "ftp://***@ex.test"),
        ("view-source:http://u:p@ex.test/", "view-source:http://***@ex.test/"),
        ("View-Source:https://ex.test/a@b", "View-Source:https://ex.test/a@b"), ("data:,a/b:c#d@e", "data:,a/b:c#d@e"),
        ("http://ex.test/#a:b@c", "http://ex.test/#a:b@c"),
    ]) func tellsAURLWithoutItsPassword(text: String, shown: String) { #expect(WebURL.withoutUserInfo(text) == shown) }

    @Test func knowsTheOriginsFiles() {
        let url = WebURL("https://u:p@ex.test:8443/a/b?c#d")
        #expect(url?.atOrigin("favicon.ico").description == "https://ex.test:8443/favicon.ico")
    }

    @Test(arguments: [
        ("HTTP://a", "http"), (" java\nscript:x", "javascript"), ("data:,", "data"), ("a/b:c", nil), ("//a", nil),
        ("1a:b", nil), (":", nil), ("", nil),
    ]) func tellsTheScheme(text: String, scheme: String?) { #expect(WebURL.scheme(of: text) == scheme) }

    @Test(arguments: [
        ("https://ex.test/a", "https://ex.test:443/b?c", true), ("https://ex.test/", "http://ex.test/", false),
        ("https://ex.test/", "https://ex.test:444/", false), ("https://ex.test/", "https://www.ex.test/", false),
        ("https://u:p@ex.test/", "https://ex.test/", true),
    ]) func comparesOrigins(_ one: String, _ other: String, _ expected: Bool) throws {
        #expect(try #require(WebURL(one)).hasOrigin(of: #require(WebURL(other))) == expected)
    }

    @Test(arguments: [
        ("http://127.0.0.1:80/", true), ("http://127.1/", true), ("http://[::1]/", true), ("http://localhost/", true),
        ("http://LOCALHOST/", true), ("http://128.0.0.1/", false), ("http://localhost.ex.test/", false),
        ("http://127.0.0.1.ex.test/", false), ("http://127.a.test/", false), ("http://0.0.0.0/", false),
    ]) func knowsThisMachine(_ text: String, _ expected: Bool) throws {
        #expect(try #require(WebURL(text)).isLoopback == expected)
    }

    @Test func leavesOutTheDetails() throws {
        let url = try #require(WebURL("https://u:p@ex.test:8/a?key=1#2"))
        #expect(url.withoutDetails.description == "https://ex.test:8/a")
    }
}
