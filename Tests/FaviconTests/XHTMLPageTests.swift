import DevtoolKit
import Encodings
import Testing
import URLs
import XML

@testable import Favicon

/// Pages in XML.
@Suite struct XHTMLPageTests {
    private static let begin = "<html xmlns='http://www.w3.org/1999/xhtml'><head>"

    @Test(arguments: [
        ("<script src='x.js'/><link rel='icon' href='a'/></head></html>", "a head"),
        ("<link rel='icon' href='a&amp;b'/></head><body><link rel='icon' href='c'/></body></html>", "a&b head, c body"),
        ("<link rel='icon' href='a'/><p></head>", "a head"), ("<link rel='icon' href='a&b'/></head>", ""),
        ("<noscript><link rel='icon' href='a'/></noscript></head></html>", "a noscript"),
        ("<template><link rel='icon' href='a'/></template></head></html>", ""),
        ("<link rel='icon' REL='x' HREF='b'/><LINK rel='icon' href='a'/></head></html>", ""),
        ("<base href='/b/'/><link rel='icon' href='a'/></head></html>", "b/a head"),
    ]) func names(page: String, links: String) {
        let found = self.links(in: Self.begin + page).map { link in
            let place = link.isInNoscript ? "noscript" : link.isInHead ? "head" : "body"
            return "\(link.target.description.replacing("https://ex.test/", with: "")) \(place)"
        }
        #expect(found.joined(separator: ", ") == links)
    }

    /// Findings point at the tag in the file, in the check as well.
    @Test func tellsWhereTagsAre() throws {
        let tag = "<link rel='icon' href='a'/>"
        let text =
            "<?xml version='1.0'?><!DOCTYPE html><!-- <link/> -->\n" + Self.begin
            + "<title>A &amp; b</title><script/>\n\(tag)<p title='>'/></head></html>"
        let page = SitePage(
            Array(text.utf8), at: try #require(WebURL("https://ex.test/")), named: "p.xhtml", isXML: true)
        let icon = try #require(page.page.icons.first)
        #expect(icon.offset == text.utf8.count - tag.utf8.count - "<p title='>'/></head></html>".utf8.count)
        #expect(icon.isInHead && !page.isFragment && page.title == "A & b")
        let place = IconDeclaration(link: icon, page: page).place.location
        #expect(place.line == 3 && place.column == 18)
    }

    @Test func readsTheBeginningOfALongPage() {
        let link = "<link rel='icon' href='a'/>"
        let space = String(repeating: " ", count: XMLReader.pageLimit - Self.begin.utf8.count - link.utf8.count)
        #expect(links(in: Self.begin + space + link).count == 1)
        #expect(links(in: Self.begin + space + " " + link).isEmpty)
    }

    private func links(in page: String) -> [IconLink] {
        var finder = IconFinder(transport: .utf8, isXML: true)
        for byte in stride(from: 0, to: page.utf8.count, by: 1000) {
            finder.read(Array(page.utf8.dropFirst(byte).prefix(1000)))
        }
        return finder.page(at: WebURL("https://ex.test/")).links
    }
}
