import TestSupport
import Testing
import URLs

@testable import Favicon

/// What pages say beside their icons: titles, policies, and that they are no parts of pages.
@Suite struct PageHeadTests {
    private func page(_ html: String, policies: [String] = []) throws -> SitePage {
        let url = try #require(WebURL("https://example.com/a/"))
        return SitePage(Array(html.utf8), at: url, named: "p.html", policies: policies)
    }

    /// Content Security Policy 3, 6.7.2: the sources of pictures.
    @Test(arguments: [
        ("img-src 'self'", "https://example.com/i.png", true),
        ("img-src 'self'", "https://cdn.example.net/i.png", false),
        ("IMG-SRC 'NONE'", "https://example.com/i.png", false), ("img-src", "https://example.com/i.png", false),
        ("script-src 'none'", "https://example.com/i.png", true),
        ("default-src 'self'; img-src *", "https://cdn.example.net/i.png", true),
        ("default-src https:", "https://cdn.example.net/i.png", true),
        ("default-src data:", "https://example.com/i.png", false),
        ("img-src cdn.example.net", "https://cdn.example.net/i.png", true),
        ("img-src http://cdn.example.net", "https://cdn.example.net/i.png", true),
        ("img-src cdn.example.net", "http://cdn.example.net/i.png", false),
        ("img-src *.example.net", "https://cdn.example.net/i.png", true),
        ("img-src *.example.net", "https://example.net/i.png", false),
        ("img-src cdn.example.net:8443", "https://cdn.example.net/i.png", false),
        ("img-src cdn.example.net:*", "https://cdn.example.net:8443/i.png", true),
        ("img-src cdn.example.net/icons/", "https://cdn.example.net/icons/i.png", true),
        ("img-src cdn.example.net/icons/", "https://cdn.example.net/i.png", false),
        ("img-src cdn.example.net/i.png", "https://cdn.example.net/i.png", true),
        ("img-src *, img-src 'self'", "https://cdn.example.net/i.png", false),
    ]) func policies(policy: String, icon: String, isAllowed: Bool) throws {
        let url = try #require(WebURL(icon))
        for page in [
            try page("<title>x</title>", policies: [policy]),
            try page("<meta http-equiv=content-security-policy content=\"\(policy)\">"),
        ] { #expect(LoadingGate(page.page)?.allows(url) == isAllowed, "\(policy)") }
    }

    /// A policy in the body is none.
    @Test func policiesInTheBody() throws {
        let url = try #require(WebURL("https://cdn.example.net/i.png"))
        let page = try page("<p><meta http-equiv=Content-Security-Policy content=\"img-src 'self'\">")
        #expect(LoadingGate(page.page)?.allows(url) == true)
    }

    @Test(arguments: [
        ("<title>One\n two &amp; &eacute;</title>", "One two & é"), ("<title></title>", ""),
        ("<svg><title>x</title></svg>", nil), ("<title>a</title><title>b</title>", "a"),
    ]) func titles(html: String, title: String?) throws { #expect(try page(html).title == title) }

    @Test(arguments: [
        ("<!-- x -->\n<!DOCTYPE html><p>", false), ("<HTML><p>", false), ("<head></head>", false), ("<p>x</p>", true),
        ("<link rel=icon href=/a.png>", false), ("<!-- <html> --><li>", true),
        ("<meta http-equiv=refresh content='0; url=/x'>", false),
    ]) func fragments(html: String, isFragment: Bool) throws { #expect(try page(html).isFragment == isFragment) }
}
