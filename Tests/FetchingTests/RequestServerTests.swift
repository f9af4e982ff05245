import TestSupport
import Testing

@testable import Fetching
import URLs

@Suite struct RequestServerTests {
    @Test(arguments: [
        ("http://ex.test/a?b#c", "ex.test:80"), ("https://ex.test", "ex.test:443"),
        ("https://ex.test:8443?a", "ex.test:8443"), ("http://ex.test#a/b", "ex.test:80"),
        ("http://localhost:80/", "localhost:80"), ("http://127.0.0.1:8080/", "127.0.0.1:8080"),
        // The same servers in other words.
        ("HTTPS://EX.test:0443/", "ex.test:443"), ("http://u:p@ex.test:/", "ex.test:80"),
        ("http:\\\\ex.test\\a", "ex.test:80"), ("http://0x7f.1:8080", "127.0.0.1:8080"),
        ("http://2130706433/", "127.0.0.1:80"), ("http://127.0.0.01/", "127.0.0.1:80"),
        ("http://b%C3%BCcher.test/", "xn--bcher-kva.test:80"), ("http://[0:0::1]:8080/", "[::1]:8080"),
        // What is no server.
        ("http://", "http://"), ("http://a:b/", "http://a:b/"), ("ftp://a.test/", "ftp://a.test/"),
        ("http://1.2.3.4.5/", "http://1.2.3.4.5/"),
    ]) func namesAServer(url: String, name: String) { #expect(HTTPRequest(url).server == name) }

    /// Whatever is not parsed is named as if it was.
    @Test func namesServersAsTheirURLsDo() {
        var random = SplitMix64(seed: 2010)
        let pieces = ["a", "b-c", ".", "1", "0x", "00", "127.0.0.1", ":", "80", "@", "/", "?", "-"]
        for _ in 0..<20_000 {
            let scheme = Bool.random(using: &random) ? "http://" : "https://"
            let rest = (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in
                pieces.randomElement(using: &random)
            }
            let text = scheme + rest.joined()
            guard let url = WebURL(text) else { continue }
            let port = url.port ?? url.scheme.defaultPort
            #expect(HTTPRequest(text).server == "\(url.host):\(port)", "\(text)")
        }
    }
}
