import Fetching
import URLs
import Testing

@testable import Favicon

/// How much of a page is read, and where pages lead to by themselves.
@Suite struct PageFetchTests {
    private static let url = "https://ex.test/"

    @Test func stopsWhenTheHeadHasNamedAnIcon() async throws {
        let head = "<head><link rel=icon href=a></head><body>"
        let body = String(repeating: "<p>text", count: 10_000) + "<link rel=icon href=b>"
        let client = ScriptedHTTPClient([Self.url: .ok(head + body)])
        #expect(try await page(client).icons.count == 1)
        // As many are looked at to tell the encoding.
        #expect(try await page(client).byteCount == 1024)
        #expect(try await page(client, isWhole: true).icons.count == 2)
    }

    /// Not even of what has come already is more read, so that the answer depends little on how it comes.
    @Test(arguments: [0, 1000, 5000]) func readsLittleMoreThanTheHead(titleLength: Int) throws {
        let title = String(repeating: "x", count: titleLength)
        let head = "<title>\(title)</title><link rel=icon href=a><body>"
        let body = String(repeating: "<p>", count: 5000) + "<link rel=icon href=b>"
        let bytes = Array((head + body).utf8)
        let length = (head.utf8.count + 1023) / 1024 * 1024
        for (isWhole, count) in [(false, length), (true, bytes.count)] {
            var page = PageBody(isWhole: isWhole)
            let demand = bytes.withUnsafeBytes { page.receive($0.bytes) }
            #expect(demand == (isWhole ? .more : .enough))
            #expect(page.page(at: nil).byteCount == count)
        }
    }

    @Test(arguments: [
        "<head><title>T</title><body>", "<head><link rel=mask-icon href=a><body>",
        "<head><link rel=icon href=a media='(prefers-color-scheme: dark)'><body>",
        "<head><template><link rel=icon href=a><body><p></template>", "<head><link rel=icon><body>",
        "<head><noscript><link rel=icon href=a></noscript><body>", "<head><link rel=icon href=a>",
        "<head><link rel=icon href=a></head> ", "<head><link rel=icon href=a><template><p>",
    ]) func readsOnWhereMoreMayBeSaid(start: String) async throws {
        let rest = String(repeating: "<!-- more -->", count: 1000) + "<link rel=icon href=b>"
        let client = ScriptedHTTPClient([Self.url: .ok(start + rest)])
        #expect(try await page(client).byteCount == start.utf8.count + rest.utf8.count)
    }

    @Test(arguments: [
        ("0; url=/b", ["/", "/b"]), ("5;/b", ["/", "/b"]), ("6; url=/b", ["/"]), ("0", ["/"]), ("0; url=/", ["/"]),
        ("0; url=ftp://ex.test/", ["/"]),
    ]) func followsAPageThatLeadsOnSoon(content: String, paths: [String]) async throws {
        let client = ScriptedHTTPClient([
            Self.url: .ok("<meta http-equiv=refresh content='\(content)'>"),
            "https://ex.test/b": .ok("<link rel=icon href=b>"),
        ])
        let result = try await result(client)
        #expect(client.urls == paths.map { "https://ex.test\($0)" })
        #expect(result.page.document?.description == client.urls.last)
        #expect(result.warnings == [])
    }

    @Test func followsTheHeaderThatSaysTheSame() async throws {
        let client = ScriptedHTTPClient([
            Self.url: .ok("<p>").with("Refresh", "0;url=b"), "https://ex.test/b": .ok("<p>"),
        ])
        #expect(try await result(client).page.document?.description == "https://ex.test/b")
    }

    @Test func stopsInACircle() async throws {
        let client = ScriptedHTTPClient([
            Self.url: .ok("<meta http-equiv=refresh content='0;/b'>"),
            "https://ex.test/b": .ok("<meta http-equiv=refresh content='0;/'>"),
        ])
        let result = try await result(client)
        #expect(result.page.document?.description == "https://ex.test/b")
        #expect(result.warnings == ["the refreshes form a loop"])
        #expect(client.urls.count == 2)
    }

    /// The redirect is not seen here, only where it led to.
    @Test func stopsInACircleThroughARedirect() async throws {
        let page = ScriptedAnswer.ok("<meta http-equiv=refresh content='0;/'>", at: "https://ex.test/b")
        let client = ScriptedHTTPClient([Self.url: page])
        let result = try await result(client)
        #expect(result.page.document?.description == "https://ex.test/b")
        #expect(result.warnings == ["the refreshes form a loop"])
        #expect(client.urls == [Self.url])
    }

    @Test func stopsAfterThreePages() async throws {
        let pages = (0..<9).map {
            (
                "https://ex.test/" + ($0 == 0 ? "" : "\($0)"),
                ScriptedAnswer.ok("<meta http-equiv=refresh content='0;/\($0 + 1)'>")
            )
        }
        let client = ScriptedHTTPClient(Dictionary(uniqueKeysWithValues: pages))
        let result = try await result(client)
        #expect(result.page.document?.description == "https://ex.test/3")
        #expect(result.warnings == ["stopped after 3 refreshes"])
    }

    @Test func keepsAPageThatLeadsToNowhere() async throws {
        let client = ScriptedHTTPClient([
            Self.url: .ok("<meta http-equiv=refresh content='0;/b'><link rel=icon href=a>"),
            "https://ex.test/b": .failed(.cutOff(url: "https://ex.test/b")),
        ])
        let result = try await result(client)
        #expect(result.page.icons.count == 1)
        #expect(
            result.warnings == [
                "refreshes to a page that cannot be fetched: https://ex.test/b: the connection "
                    + "closed before the response was complete"
            ])
    }

    private func page(_ client: ScriptedHTTPClient, isWhole: Bool = false) async throws -> Page {
        try await result(client, isWhole: isWhole).page
    }

    private func result(_ client: ScriptedHTTPClient, isWhole: Bool = false) async throws -> PageFetch.Result {
        let url = try #require(WebURL(Self.url))
        let requests = SearchRequests(SearchOptions(userAgent: "test"), for: url)
        return try await PageFetch(client: client, requests: requests, readsWholePages: isWhole).result(at: url)
    }
}
