import Fetching
import URLs
import TestSupport
import Testing

@testable import Favicon

/// The search against a client that answers from a table.
@Suite struct IconSearchTests {
    private static let url = "https://ex.test/dir/"
    private static let icon = "https://ex.test/favicon.ico"

    private static let picture = WholePictures.gif(16, 16)

    @Test func takesThePagesIconWhenItIsOne() async throws {
        let answers = [
            Self.url: ScriptedAnswer.ok("<link rel=icon href=a.png>"), "https://ex.test/dir/a.png": .ok(Self.picture),
        ]
        #expect(try await search(answers) == "https://ex.test/dir/a.png")
    }

    @Test func believesThePageWhereItIsToldTo() async throws {
        let client = ScriptedHTTPClient([Self.url: .ok("<link rel=icon href=a.png>")])
        #expect(try await search(client) { $0.verification = .unnamed } == "https://ex.test/dir/a.png")
        #expect(client.urls == [Self.url])
    }

    @Test func resolvesAgainstTheFinalURL() async throws {
        let answer = ScriptedAnswer.ok("<link rel=icon href=a.png>", at: "https://www.ex.test/b/")
        let answers = [Self.url: answer, "https://www.ex.test/b/a.png": .ok(Self.picture)]
        #expect(try await search(answers) == "https://www.ex.test/b/a.png")
    }

    @Test func readsErrorPages() async throws {
        let answers = [
            Self.url: ScriptedAnswer.page(status: 404, "<link rel=icon href=a.png>"),
            "https://ex.test/dir/a.png": .ok(Self.picture),
        ]
        #expect(try await search(answers) == "https://ex.test/dir/a.png")
    }

    @Test func namesTheStatusOfAnErrorPageWithoutAnIcon() async throws {
        await #expect(throws: FaviconError.status(503, of: Self.url)) {
            try await search([Self.url: .page(status: 503, "<p>")])
        }
    }

    @Test func fallsBackToTheServersIconBesideTheBase() async throws {
        let page = ScriptedAnswer.ok("<base href=https://cdn.test/>")
        #expect(try await search([Self.url: page, Self.icon: .ok(Self.picture)]) == Self.icon)
    }

    @Test(arguments: [
        ScriptedAnswer.page(status: 404, "GIF89a"), .page(status: 500, ""), .ok(""), .ok("<!DOCTYPE html>"),
        .ok("\n <HTML lang=en>"), .ok("<!-- not found -->"), .failed(.tooManyRedirects(url: "")),
        .failed(.unsupportedScheme(url: "")), .failed(.transferFailed(url: "", reason: "")), .failed(.invalidURL("")),
        .failed(.invalidRedirect(url: "")), .ok("<html\n lang=en>not found"), .ok("<body\tclass=a>"), .ok("<p/>"),
        .ok("<meta charset=utf-8>"), .ok("<link rel=icon href=x>"), .ok("<center><h1>404</h1>"), .ok("GIF89a"),
        .ok("GIF89a\u{10}\0\u{10}\0\0\0\0"), .ok("{}"), .ok("<path/>"), .ok("not found"),
    ]) func refusesWhatIsNoIcon(answer: ScriptedAnswer) async throws {
        await #expect(throws: FaviconError.noIcon(of: Self.url, because: nil)) {
            try await search([Self.url: .ok("<p>"), Self.icon: answer])
        }
        await #expect {
            try await search([Self.url: .ok("<link rel=icon href=a>"), "https://ex.test/dir/a": answer])
        } throws: { error in if case FaviconError.noneProved(of: Self.url, _) = error { true } else { false } }
    }

    @Test(arguments: [
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml; charset=utf-8"),
        ("<!-- a logo --><svg xmlns='http://www.w3.org/2000/svg'/>", "Image/SVG+XML"),
    ]) func takesAnSVGThatIsSentAsOne(body: String, type: String) async throws {
        let answer = ScriptedAnswer.ok(body).with("Content-Type", type)
        #expect(try await search([Self.url: .ok(""), Self.icon: answer]) == Self.icon)
        await #expect(throws: FaviconError.noIcon(of: Self.url, because: nil)) {
            try await search([Self.url: .ok(""), Self.icon: .ok(body)])
        }
    }

    @Test func believesAPageThatDeclinesAnIcon() async throws {
        await #expect(throws: FaviconError.iconDeclined(by: Self.url)) {
            try await search([Self.url: .ok("<link rel=icon href='DATA:,'>"), Self.icon: .ok("x")])
        }
    }

    @Test func judgesDataURLsByTheirBytes() async throws {
        let good = "data:text/html;base64,\(Self.picture.base64)"
        let page = "<link rel=icon href='\(good)'><link rel=icon href='data:image/png,not'>"
        #expect(try await search([Self.url: .ok(page)]) == good)
    }

    /// Chromium goes on as long as the next one declares a better score than the best really has.
    @Test func dataURLsCountByTheirRealSizes() async throws {
        func png(_ side: Int) -> String { "data:image/png;base64,\(WholePictures.png(side, side).base64)" }
        let page = "<link rel=icon sizes=16x16 href='\(png(32))'><link rel=icon sizes=32x32 href='\(png(128))'>"
        #expect(try await search([Self.url: .ok(page)]) == png(32))
    }

    @Test func noServerIsBlamedForADataURL() {
        let url = DataURL("data:image/png,not").map { IconTarget.data($0) }
        #expect(
            url.map { IconRejection.text.sentence(about: $0) }
                == "the data: URL does not contain an icon: text instead of an image")
    }

    @Test func triesTheNextURLWhenNobodyAnswers() async throws {
        let plain = "http://ex.test/dir/"
        for error in [FetchError.noConnection(url: Self.url, reason: ""), .tls(url: Self.url, reason: "")] {
            #expect(
                try await search(
                    [
                        Self.url: .failed(error), plain: .ok("<link rel=icon href=a>"),
                        "http://ex.test/dir/a": .ok(Self.picture),
                    ], orElse: plain) == "http://ex.test/dir/a")
            await #expect(throws: FaviconError.unreachable(error)) {
                try await search([Self.url: .failed(error), plain: .failed(.unknownHost(url: plain))], orElse: plain)
            }
        }
    }

    @Test func doesNotTryTheNextURLWhenTheTimeIsUp() async throws {
        await #expect(throws: FaviconError.unreachable(.timedOut(url: Self.url))) {
            try await search(
                [Self.url: .failed(.timedOut(url: Self.url)), "http://ex.test/": .ok("x")], orElse: "http://ex.test/")
        }
    }

    @Test(arguments: [
        FetchError.timedOut(url: icon), .libraryUnusable(reason: ""), .unknownHost(url: icon),
        .noProxy(url: icon, reason: ""),
    ]) func failsWhenTheServersIconCannotBeAskedFor(error: FetchError) async throws {
        await #expect(throws: FaviconError.unreachable(error)) {
            try await search([Self.url: .ok(""), Self.icon: .failed(error)])
        }
    }

    /// Standard input may be slow; that is not the servers' time.
    @Test func theTimeBeginsToRunWithTheSearch() async throws {
        let client = ScriptedHTTPClient([Self.url: .ok(""), Self.icon: .ok("x")])
        var options = SearchOptions(userAgent: "test")
        options.timeout = .seconds(60)
        let search = IconSearch(client: client, options: options)
        let start = ContinuousClock.now
        _ = try await search.finding(at: #require(WebURL(Self.url)))
        let deadlines = client.requests.map(\.deadline)
        #expect(deadlines.count == 2)
        #expect(deadlines.first == deadlines.last)
        #expect(try #require(deadlines.first ?? nil) >= start + .seconds(60))
    }

    @Test func fieldsAndCookiesGoToTheServerThatWasAskedForOnly() async throws {
        let page =
            "<link rel=icon href=/a.png><link rel=icon href=http://ex.test/b.png>"
            + "<link rel=icon href=https://cdn.test/c.png>"
        let client = ScriptedHTTPClient([Self.url: .ok(page)])
        await #expect {
            try await search(client) {
                $0.headers = [("Authorization", "Bearer x")]
                $0.cookie = "a=1"
            }
        } throws: { error in if case FaviconError.noneProved(of: Self.url, _) = error { true } else { false } }
        let told = client.requests.filter { $0.cookie == "a=1" }.map(\.url)
        #expect(Set(told) == [Self.url, "https://ex.test/a.png", Self.icon])
        let authorized = client.requests.filter { $0.originHeaders.contains { $0.name == "Authorization" } }
        #expect(authorized.map(\.url) == told)
        #expect(Set(client.urls).count == 5)
    }

    @Test func pagesShareWhatIsKnownOfIcons() async throws {
        let client = ScriptedHTTPClient([
            Self.url: .ok("<link rel=icon href=/a.png>"), "https://ex.test/a.png": .ok(Self.picture),
            "https://ex.test/2": .ok("<link rel=icon href=/a.png>"),
        ])
        let search = IconSearch(client: client, options: SearchOptions(userAgent: "test"))
        for url in [Self.url, "https://ex.test/2"] {
            let finding = try await search.finding(at: #require(WebURL(url)))
            #expect(finding.chosen?.image?.format == .gif)
        }
        #expect(client.urls == [Self.url, "https://ex.test/a.png", "https://ex.test/2"])
    }

    /// Whoever does not say who he is may be refused what others get.
    @Test func whatIsKnownOfIconsIsOfThoseWhoSaidTheSame() async throws {
        let client = ScriptedHTTPClient([
            "https://ex.test/": .ok("<link rel=icon href=https://cdn.test/a.png>"),
            "https://cdn.test/": .ok("<link rel=icon href=a.png>"),
        ])
        var options = SearchOptions(userAgent: "test")
        options.cookie = "a=1"
        let search = IconSearch(client: client, options: options)
        for url in ["https://ex.test/", "https://cdn.test/", "https://cdn.test/", "https://me:x@cdn.test/"] {
            _ = try? await search.finding(at: #require(WebURL(url)))
        }
        let requests = client.requests.filter { $0.url == "https://cdn.test/a.png" }
        #expect(requests.map(\.cookie) == [nil, "a=1", "a=1"])
        #expect(requests.map { $0.credentials?.user } == [nil, nil, "me"])
    }

    private func search(_ answers: [String: ScriptedAnswer], orElse other: String? = nil) async throws -> String {
        try await search(ScriptedHTTPClient(answers), orElse: other) { _ in }
    }

    private func search(
        _ client: ScriptedHTTPClient, orElse other: String? = nil, _ change: (inout SearchOptions) -> Void
    ) async throws -> String {
        var options = SearchOptions(userAgent: "test", timeout: .seconds(60))
        change(&options)
        let finding = try await IconSearch(client: client, options: options).finding(
            at: #require(WebURL(Self.url)), orElse: other.flatMap { WebURL($0) })
        let name = finding.page.document?.description ?? ""
        guard let icon = finding.chosen else { throw FaviconError.noChoice(in: finding, of: name) }
        return icon.icon.target.description
    }
}
