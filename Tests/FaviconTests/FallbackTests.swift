import URLs
import Testing

@testable import Favicon

@Suite struct FallbackTests {
    @Test func ofATabTheServersIconIsTheFirst() throws {
        #expect(
            try icons("https://user@www.example.com:8443/a/?b#c", .tab) == [
                "https://www.example.com:8443/favicon.ico", "https://www.example.com:8443/apple-touch-icon.png",
                "https://www.example.com:8443/apple-touch-icon-precomposed.png",
                "https://www.example.com:8443/apple-touch-icon-180x180.png", "https://example.com:8443/favicon.ico",
                "https://example.com:8443/apple-touch-icon.png",
            ])
    }

    @Test(arguments: [IconPreference.Use.touch, .largest]) func ofLargePlacesThePicturesAreTheFirst(
        use: IconPreference.Use
    ) throws {
        #expect(
            try icons("http://www.example.com/", use) == [
                "http://www.example.com/apple-touch-icon.png",
                "http://www.example.com/apple-touch-icon-precomposed.png",
                "http://www.example.com/apple-touch-icon-180x180.png", "http://www.example.com/favicon.ico",
                "http://example.com/apple-touch-icon.png", "http://example.com/favicon.ico",
            ])
    }

    @Test(arguments: [
        ("www.a.example.com", "a.example.com example.com"), ("example.com", ""), ("localhost", ""), ("a.localhost", ""),
        // The nearest three.
        ("a.b.c.d.example.com", "b.c.d.example.com c.d.example.com d.example.com"),
        // Registries under countries.
        ("www.example.co.uk", "example.co.uk"), ("example.co.uk", ""), ("co.uk", ""),
        ("a.www.example.com.au", "www.example.com.au example.com.au"), ("www.gov.uk", ""),
        ("www.example.de", "example.de"), ("example.de", ""), ("www.gmx.de", ""), ("www.abc.com", "abc.com"),
        ("www.xn--bcher-kva.de", "xn--bcher-kva.de"), ("www.bücher.de", "xn--bcher-kva.de"),
        // No names.
        ("127.0.0.1", ""), ("[::1]", ""), ("[::ffff:1.2.3.4]", ""), ("www.example.com.", ""), ("a..b.example", ""),
    ]) func domainsAbove(host: String, parents: String) throws {
        let url = try #require(WebURL("https://\(host)/a"))
        #expect(url.parentDomains.map(\.host).joined(separator: " ") == parents)
        #expect(url.parentDomains.allSatisfy { $0.path == "/" && $0.scheme == .https })
    }

    private func icons(_ url: String, _ use: IconPreference.Use) throws -> [String] {
        let icons = IconLink.fallbacks(of: try #require(WebURL(url)), for: use)
        #expect(icons.allSatisfy { $0.source == .default })
        #expect(icons.map(\.fallback?.place) == Array(0..<icons.count).map(Optional.some))
        return icons.map(\.target.description)
    }
}
