import DevtoolKit
import URLs
import TestSupport
import Testing

@testable import Favicon

@Suite struct DownloadNameTests {
    @Test(arguments: [
        // Without an extension.
        ("icon", ImageFormat.png, "icon.png"), ("icon", .jpeg, "icon.jpg"), ("icon", .svg, "icon.svg"),
        (".icon", .png, ".icon.png"), ("..icon", .png, "..icon.png"), (".png", .png, ".png.png"),
        ("icon.", .gif, "icon.gif"), ("my icon", .webp, "my icon.webp"),
        // With the right one.
        ("icon.png", .png, "icon.png"), ("ICON.PNG", .png, "ICON.PNG"), ("icon.jpg", .jpeg, "icon.jpg"),
        ("icon.Jpeg", .jpeg, "icon.Jpeg"), ("icon.ico", .ico, "icon.ico"), ("icon.cur", .cur, "icon.cur"),
        ("icon.min.svg", .svg, "icon.min.svg"),
        // With that of another format.
        ("icon.ico", .png, "icon.png"), ("icon.png", .ico, "icon.ico"), ("icon.ico", .cur, "icon.cur"),
        ("icon.cur", .ico, "icon.ico"), ("icon.jpeg", .avif, "icon.avif"), ("icon.JPG", .bmp, "icon.bmp"),
        ("icon.png.svg", .png, "icon.png.png"), (".icon.gif", .png, ".icon.png"),
        // With something else.
        ("icon.v2", .png, "icon.v2.png"), ("example.com", .ico, "example.com.ico"),
        ("icon.svgz", .svg, "icon.svgz.svg"), ("icon.png~", .png, "icon.png~.png"),
        ("icon.png ", .png, "icon.png .png"),
    ]) func namesOfFiles(name: String, format: ImageFormat, expected: String) {
        #expect(DownloadName.named(name, as: format) == expected)
    }

    @Test(arguments: [
        ("example.com", "example.com"), ("www.EXAMPLE.com", "www.EXAMPLE.com"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("localhost:8080", "localhost_8080"),
        ("127.0.0.1", "127.0.0.1"), ("[::1]", "__1"), ("[2001:db8::7]:8443", "2001_db8__7_8443"),
        ("example.com.", "example.com."), (".example.com", "_example.com"), ("-rf", "_rf"), ("..", "_."),
        ("../../etc/passwd", "_._.._etc_passwd"), ("a/b\\c", "a_b_c"), ("a\0b\n\u{202E}c", "a_b__c"),
        ("é.example", "_.example"), ("'\"$`;&*~ ", "_________"), ("", "favicon"), ("[]", "favicon"), (nil, "favicon"),
    ]) func namesOfHosts(host: String?, expected: String) {
        #expect(DownloadName.ofHost(host, as: .png) == expected + ".png")
        #expect(
            DownloadName.ofHost(host, hash: StableHash(of: []), as: .jpeg) == expected
                + "-\(StableHash(of: []).digits).jpg")
    }

    @Test(arguments: [
        ("https://example.com/a/b", "example.com"), ("http://example.com:80/", "example.com"),
        ("https://example.com:80/", "example.com:80"), ("https://user:secret@example.com/", "example.com"),
        ("http://[::1]:3000/", "[::1]:3000"),
    ]) func hostsOfPages(url: String, expected: String) { #expect(WebURL(url)?.hostAndPort == expected) }

    @Test func longHosts() {
        let host = String(repeating: "a", count: 300)
        let plain = DownloadName.ofHost(host, as: .webp)
        let named = DownloadName.ofHost(host, hash: StableHash(of: []), as: .webp)
        #expect(plain == String(repeating: "a", count: 250) + ".webp")
        #expect(named == String(repeating: "a", count: 233) + "-f52a15e9a9b5e89b.webp")
    }

    /// Whatever a host is, its name is one name in the folder, and no hidden one.
    @Test func anyHost() {
        var random = SplitMix64(seed: 6)
        for _ in 0..<rounds(20_000) {
            var host = ""
            for _ in 0..<Int.random(in: 0...300, using: &random) {
                let value = UInt32.random(in: 0...0x2100, using: &random)
                if let scalar = Unicode.Scalar(value % 3 == 0 ? value : value % 0x80) {
                    host.unicodeScalars.append(scalar)
                }
            }
            let name = DownloadName.ofHost(host, hash: StableHash(of: []), as: .jpeg)
            let end = "-\(StableHash(of: []).digits).jpg"
            #expect(name.utf8.count <= 255 && name.hasSuffix(end), "\(host)")
            #expect(name.first != "." && name.first != "-", "\(host)")
            #expect(
                name.utf8.allSatisfy {
                    (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || [0x2D, 0x2E, 0x5F].contains($0)
                }, "\(host)")
        }
    }
}
