import DevtoolKit
import Encodings
import Foundation
import TestSupport
import Testing
import URLs

@testable import Favicon

/// Where findings are in pages and manifests.
@Suite struct SitePlacesTests {
    @Test(arguments: [
        ("<link rel=icon 1️⃣href=a>", "href"), ("<link rel='href=' 1️⃣HREF = \"a\">", "href"),
        ("<link data-href=x\n\t1️⃣href=a/>", "href"), ("<link/1️⃣sizes=1x1/href=a>", "sizes"),
        ("1️⃣<link rel=icon href=a>", "sizes"), ("1️⃣<link rel=icon href=a><p sizes=b>", "sizes"),
        ("1️⃣<link rel=\"icon", "sizes"), ("1️⃣<link rel=icon href=", "sizes"), ("<link rel=icon 1️⃣sizes", "sizes"),
    ]) func ofAttributes(marked: String, name: String) throws {
        let parts = marked.components(separatedBy: "1️⃣")
        let text = SiteText(Array(parts.joined().utf8), name: "p.html")
        #expect(text.offset(ofAttribute: name, inTagAt: 0) == parts[0].utf8.count)
    }

    @Test func inLinesAndColumns() throws {
        let text = SiteText(Array("eins\nzwölf é x\r\n\nend".utf8), name: "p.html")
        let places = [0, 4, 5, 13, 15, 18, 19, 99].map { text.location(at: $0).description }
        #expect(
            places == [
                "p.html:1:1", "p.html:1:5", "p.html:2:1", "p.html:2:8", "p.html:2:9", "p.html:3:1", "p.html:4:1",
                "p.html:4:4",
            ])
        #expect(text.location(at: 13).excerpt?.description == "zwölf é x\n       ^")
    }

    /// A page on one line must not cost its length for each place.
    @Test func inALongLine() {
        let text = SiteText(Array(String(repeating: "é", count: 100_000).utf8), name: "p.html")
        let excerpt = text.location(at: 100_000).excerpt?.description ?? ""
        #expect(excerpt.utf8.count < 1000)
        #expect(excerpt.contains("…"))
    }

    @Test func ofPagesThatAreDecoded() throws {
        let html = "<p>\n<link rel=icon href=a>"
        let units = html.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
        let bytes: [UInt8] = [0xFF, 0xFE] + units
        let url = try #require(WebURL("https://ex.test/"))
        let page = SitePage(bytes, at: url, named: "p.html")
        let link = try #require(page.page.icons.first)
        let place = IconDeclaration(link: link, page: page).place
        #expect(place.location.description == "p.html:2:16")
    }

    /// Of a page in an encoding of one byte, or of two, columns are characters, too.
    @Test(arguments: [
        (CharacterEncoding.windows1252, "<p>caf\u{E9} \u{80}</p><link rel=icon href=a>"),
        (.shiftJIS, "<p>\u{65E5}\u{672C}</p><link rel=icon href=a>"),
    ]) func ofPagesInOtherEncodings(encoding: CharacterEncoding, html: String) throws {
        let url = try #require(WebURL("https://ex.test/"))
        let bytes: [UInt8] =
            encoding == .shiftJIS
            ? Array("<p>".utf8) + [0x93, 0xFA, 0x96, 0x7B] + Array("</p><link rel=icon href=a>".utf8)
            : html.unicodeScalars.map { UInt8($0.value) }
        let page = SitePage(bytes, at: url, named: "p.html", transport: encoding)
        let link = try #require(page.page.icons.first)
        let location = IconDeclaration(link: link, page: page).place.location
        let column = html.unicodeScalars.count - "href=a>".count + 1
        #expect(location.description == "p.html:1:\(column)")
        #expect(location.excerpt?.description.contains(encoding == .shiftJIS ? "日本" : "café €") == true)
    }

    /// What a page lacks is shown where its head begins, with a tag or without.
    @Test(arguments: [
        "<!doctype html>\n<html lang=en>\n1️⃣<head><title>x", "\u{FEFF} <!-- <head> -->1️⃣<HEAD>",
        "<?xml version='1.0'?><html>1️⃣<title>x</title><head>", "<!doctype html>\n1️⃣<p>x", "1️⃣<header>", "1️⃣",
        "1️⃣<!-- no more", "1️⃣<html",
    ]) func ofTheHead(marked: String) {
        let parts = marked.components(separatedBy: "1️⃣")
        let text = SiteText(Array(parts.joined().utf8), name: "p.html")
        #expect(text.headOffset == parts[0].utf8.count)
    }

    @Test func inManifests() throws {
        let json = """
            {"name": "icons", "icons": [7, "x", [], null,
              {"src": "a.png", "sizes": "1x1"},
              {"sizes": "2x2", "src": "b.png"}
            ], "shortcuts": [{"icons": [{"src": "c.png"}]}]}
            """
        let url = try #require(WebURL("https://ex.test/m/app.json"))
        let manifest = SiteManifest(Array(json.utf8), at: url, named: "app.json")
        #expect(
            manifest.icons.map(\.link.target.description) == ["https://ex.test/m/a.png", "https://ex.test/m/b.png"])
        let places = manifest.icons.map { icon in
            ["", "src", "sizes"].map { manifest.text.location(at: icon.offsets[$0] ?? 0).description }
        }
        #expect(
            places == [
                ["app.json:2:3", "app.json:2:11", "app.json:2:29"], ["app.json:3:3", "app.json:3:27", "app.json:3:13"],
            ])
    }
}
