import Fetching
import Foundation
import SystemPackage
import TestSupport
import Testing
import URLs

@testable import Favicon

/// A folder as a web server would serve it.
@Suite struct SiteFolderTests {
    private let folder = TemporaryFolder()

    private func answer(_ path: String, base: String = "https://ex.test/") async throws -> (
        status: Int, type: String?, url: String, body: String
    ) {
        let site = SiteFolder(folder.path, at: try #require(WebURL(base)))
        let (response, body) = try await site.fetch(HTTPRequest("https://ex.test\(path)"), into: TextBody())
        return (response.status, response.headers["Content-Type"], response.url, body.text)
    }

    @Test(arguments: [
        ("/", 200, "text/html", "https://ex.test/", "root"),
        ("/index.html", 200, "text/html", "https://ex.test/index.html", "root"),
        ("/a", 200, "text/html", "https://ex.test/a/", "a"), ("/a/", 200, "text/html", "https://ex.test/a/", "a"),
        ("/a/../", 200, "text/html", "https://ex.test/", "root"), ("/b", 200, "text/html", "https://ex.test/b", "b"),
        ("/b.html?x=1", 200, "text/html", "https://ex.test/b.html?x=1", "b"),
        ("/b.html/", 404, nil, "https://ex.test/b.html/", ""),
        ("/%C3%A9.svg", 200, "image/svg+xml", "https://ex.test/%C3%A9.svg", "svg"),
        ("/c.webmanifest", 200, "application/manifest+json", "https://ex.test/c.webmanifest", "{}"),
        ("/nothing", 404, nil, "https://ex.test/nothing", ""), ("/empty/", 404, nil, "https://ex.test/empty/", ""),
    ]) func serves(path: String, status: Int, type: String?, url: String, body: String) async throws {
        try folder.write("root", to: "index.html")
        try folder.write("a", to: "a/index.html")
        try folder.write("b", to: "b.html")
        try folder.write("svg", to: "é.svg")
        try folder.write("{}", to: "c.webmanifest")
        try folder.write("", to: "empty/x.bin")
        let answer = try await answer(path)
        #expect(answer == (status, type, url, body))
    }

    /// Whatever a page names, nothing outside of the folder is read, and nothing that has no end.
    @Test(arguments: ["/%2e%2e/secret", "/..%2fsecret", "/site%2f..%2f..%2fsecret", "/pipe", "/a%00"])
    func readsNothingElse(path: String) async throws {
        try folder.write("secret", to: "secret")
        try folder.write("", to: "site/index.html")
        try #require(mkfifo(folder.path.appending("site/pipe").string, 0o600) == 0)
        let site = SiteFolder(folder.path.appending("site"), at: try #require(WebURL("https://ex.test/")))
        let (response, body) = try await site.fetch(HTTPRequest("https://ex.test\(path)"), into: TextBody())
        #expect(response.status == 404)
        #expect(body.text == "")
    }

    @Test func standsForAPartOfASite() async throws {
        try folder.write("root", to: "index.html")
        #expect(try await answer("/docs/", base: "https://ex.test/docs/").body == "root")
        #expect(try await answer("/docs", base: "https://ex.test/docs/").url == "https://ex.test/docs/")
        // The server has more than the folder.
        await #expect(throws: SiteFolder.Outside.self) {
            try await answer("/favicon.ico", base: "https://ex.test/docs/")
        }
        await #expect(throws: SiteFolder.Outside.self) { try await answer("/", base: "http://ex.test/") }
    }

    @Test func readsNoMoreOfAFileThanIsAskedFor() async throws {
        try folder.write(String(repeating: "x", count: 200_000), to: "x.txt")
        let site = SiteFolder(folder.path, at: try #require(WebURL("https://ex.test/")))
        let (response, body) = try await site.fetch(
            HTTPRequest("https://ex.test/x.txt", byteLimit: 70_000), into: TextBody())
        #expect(body.text.count == 70_000)
        #expect(!response.isComplete)
    }

    @Test func aFolderOfTooManyFilesIsRefused() throws {
        for name in 0..<5 { try folder.write("", to: "\(name).html") }
        let site = SiteFolder(folder.path, at: try #require(WebURL("https://ex.test/")))
        #expect(try site.pages(limit: 5).count == 5)
        #expect(throws: FaviconError.self) { _ = try site.pages(limit: 4) }
    }

    /// Names are bytes, which need not be UTF-8.
    @Test func namesOfOtherEncodings() async throws {
        let bytes: [CChar] = [0x63, 0x61, 0x66, -0x17, 0x2E, 0x68, 0x74, 0x6D, 0]
        let name = try #require(FilePath.Component(platformString: bytes))
        let file = try FileDescriptor.open(
            folder.path.appending(name), .writeOnly, options: .create, permissions: .ownerReadWrite)
        try file.closeAfter { _ = try file.writeAll("latin".utf8) }
        let site = SiteFolder(folder.path, at: try #require(WebURL("https://ex.test/")))
        let page = try #require(try site.pages().first)
        #expect(site.url(of: page)?.description == "https://ex.test/caf%E9.htm")
        #expect(try await answer("/caf%E9.htm").body == "latin")
    }

    /// A link to a folder may lead in a circle; what is hidden is nobody's page.
    @Test func findsPages() throws {
        for name in ["z.html", "a/index.html", "a/b/c.HTM", "a/b/d.shtml", "a/b/e.xht", "a/d.txt", ".git/e.html"] {
            try folder.write("", to: name)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("a/loop").string, withDestinationPath: "..")
        let site = SiteFolder(folder.path, at: try #require(WebURL("https://ex.test/x/")))
        let pages = try site.pages()
        #expect(
            pages.map { $0.string.dropFirst(folder.path.string.count) } == [
                "/z.html", "/a/index.html", "/a/b/c.HTM", "/a/b/d.shtml", "/a/b/e.xht",
            ])
        #expect(
            pages.map { site.url(of: $0)?.description } == [
                "https://ex.test/x/z.html", "https://ex.test/x/a/", "https://ex.test/x/a/b/c.HTM",
                "https://ex.test/x/a/b/d.shtml", "https://ex.test/x/a/b/e.xht",
            ])
        // One that leads to another folder is followed.
        let other = TemporaryFolder()
        try other.write("", to: "d/e.html")
        for name in ["b/other", "b/again"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path.appending("a/\(name)").string, withDestinationPath: other.path.string)
        }
        #expect(try site.pages().count == pages.count + 1)
        let part = try site.pages(in: folder.path.appending("a/b"))
        #expect(part.compactMap(\.lastComponent?.string) == ["c.HTM", "d.shtml", "e.xht", "e.html"])
    }
}

/// A body as text.
private struct TextBody: BodyConsumer {
    private(set) var text = ""

    mutating func receive(_ bytes: RawSpan) -> BodyDemand {
        text += bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        return .more
    }
}
