import Fetching
import Synchronization
import Testing

@testable import Favicon

/// The search against a client that answers from a table.
@Suite struct IconSearchTests {
    private static let url = "https://ex.test/dir/"
    private static let icon = "https://ex.test/favicon.ico"

    /// A GIF of 16 by 16 pixels, as far as it tells its size.
    private static let picture = "GIF89a\u{10}\0\u{10}\0\0\0\0"

    @Test func takesThePagesIconWithoutAskingForIt() async throws {
        #expect(
            try await search([Self.url: .ok("<link rel=icon href=a.png>")])
                == "https://ex.test/dir/a.png")
    }

    @Test func resolvesAgainstTheFinalURL() async throws {
        let answer = ScriptedAnswer.ok("<link rel=icon href=a.png>", at: "https://www.ex.test/b/")
        #expect(try await search([Self.url: answer]) == "https://www.ex.test/b/a.png")
    }

    @Test func readsErrorPages() async throws {
        let answer = ScriptedAnswer.page(status: 404, "<link rel=icon href=a.png>")
        #expect(try await search([Self.url: answer]) == "https://ex.test/dir/a.png")
    }

    @Test func fallsBackToTheServersIconBesideTheBase() async throws {
        let page = ScriptedAnswer.ok("<base href=https://cdn.test/>")
        #expect(try await search([Self.url: page, Self.icon: .ok(Self.picture)]) == Self.icon)
    }

    @Test(arguments: [
        ScriptedAnswer.page(status: 404, picture),
        .page(status: 500, ""),
        .ok(""),
        .ok("<!DOCTYPE html>"),
        .ok("\n <HTML lang=en>"),
        .ok("<!-- not found -->"),
        .failed(.tooManyRedirects(url: "")),
        .failed(.unsupportedScheme(url: "")),
        .failed(.transferFailed(url: "", reason: "")),
        .failed(.invalidURL("")),
        .failed(.invalidRedirect(url: "")),
        .ok("<html\n lang=en>not found"),
        .ok("<body\tclass=a>"),
        .ok("<p/>"),
        .ok("<meta charset=utf-8>"),
        .ok("<link rel=icon href=x>"),
        .ok("<center><h1>404</h1>"),
        .ok("GIF89a"),
        .ok("GIF89a\u{1}\0\u{1}\0\0\0\0"),
        .ok("{}"),
        .ok("<path/>"),
        .ok("not found"),
    ])
    func refusesWhatIsNoIcon(answer: ScriptedAnswer) async throws {
        await #expect(throws: FaviconError.noIcon(of: Self.url)) {
            try await search([Self.url: .ok("<p>"), Self.icon: answer])
        }
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "<!-- a logo --><svg xmlns='http://www.w3.org/2000/svg'/>", picture,
    ])
    func takesImagesWhateverTheyAreCalled(body: String) async throws {
        #expect(try await search([Self.url: .ok(""), Self.icon: .ok(body)]) == Self.icon)
    }

    @Test func believesAPageThatDeclinesAnIcon() async throws {
        await #expect(throws: FaviconError.iconDeclined(by: Self.url)) {
            try await search([Self.url: .ok("<link rel=icon href='DATA:,'>"), Self.icon: .ok("x")])
        }
    }

    @Test func triesTheNextURLWhenNobodyAnswers() async throws {
        let plain = "http://ex.test/dir/"
        for error in [
            FetchError.noConnection(url: Self.url, reason: ""), .tls(url: Self.url, reason: ""),
        ] {
            #expect(
                try await search(
                    [Self.url: .failed(error), plain: .ok("<link rel=icon href=a>")],
                    orElse: plain) == "http://ex.test/dir/a")
            await #expect(throws: FaviconError.unreachable(error)) {
                try await search(
                    [Self.url: .failed(error), plain: .failed(.unknownHost(url: plain))],
                    orElse: plain)
            }
        }
    }

    @Test func doesNotTryTheNextURLWhenTheTimeIsUp() async throws {
        await #expect(throws: FaviconError.unreachable(.timedOut(url: Self.url))) {
            try await search(
                [Self.url: .failed(.timedOut(url: Self.url)), "http://ex.test/": .ok("x")],
                orElse: "http://ex.test/")
        }
    }

    @Test(arguments: [
        FetchError.timedOut(url: icon), .libraryUnusable(reason: ""), .unknownHost(url: icon),
        .noProxy(url: icon, reason: ""),
    ])
    func failsWhenTheServersIconCannotBeAskedFor(error: FetchError) async throws {
        await #expect(throws: FaviconError.unreachable(error)) {
            try await search([Self.url: .ok(""), Self.icon: .failed(error)])
        }
    }

    /// Standard input may be slow; that is not the servers' time.
    @Test func theTimeBeginsToRunWithTheFirstRequest() async throws {
        let client = ScriptedHTTPClient(answers: [Self.url: .ok(""), Self.icon: .ok("x")])
        var search = IconSearch(client: client, userAgent: "test", timeout: .seconds(60))
        try await Task.sleep(for: .milliseconds(20))
        let start = ContinuousClock.now
        let page = try await search.page(at: #require(WebURL(Self.url)))
        _ = try await search.order(of: page)
        let deadlines = client.deadlines.all
        #expect(deadlines.count == 2)
        #expect(deadlines.first == deadlines.last)
        #expect(try #require(deadlines.first ?? nil) >= start + .seconds(60))
    }

    private func search(
        _ answers: [String: ScriptedAnswer], orElse other: String? = nil
    ) async throws -> String {
        var search = IconSearch(
            client: ScriptedHTTPClient(answers: answers), userAgent: "test",
            timeout: .seconds(60))
        let url = try #require(WebURL(Self.url))
        let page = try await search.page(at: url, orElse: other.flatMap { WebURL($0) })
        let order = try await search.order(of: page)
        let report = IconReport(
            page: page, name: page.document?.description ?? "", order: order)
        guard let icon = order.chosen else { throw FaviconError.noChoice(in: report) }
        return icon.target.description
    }
}

/// What a ``ScriptedHTTPClient`` answers.
enum ScriptedAnswer: Sendable {
    case page(status: Int, String, at: String? = nil)
    case failed(FetchError)

    static func ok(_ body: String, at url: String? = nil) -> ScriptedAnswer {
        .page(status: 200, body, at: url)
    }
}

/// A client that answers from a table, and any other request with status 404.
struct ScriptedHTTPClient: HTTPClient {
    let answers: [String: ScriptedAnswer]
    let deadlines = RecordedDeadlines()

    func fetch<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body
    ) async throws -> (response: HTTPResponse, body: Body) {
        deadlines.record(request.deadline)
        switch answers[request.url] ?? .page(status: 404, "") {
        case .failed(let error):
            throw error
        case .page(let status, let text, let url):
            var body = body
            let bytes = Array(text.utf8)
            if !bytes.isEmpty { _ = try body.receive(bytes.span.bytes) }
            return (HTTPResponse(status: status, url: url ?? request.url), body)
        }
    }
}

/// The deadlines of the requests of a client, in their order.
final class RecordedDeadlines: Sendable {
    private let deadlines = Mutex<[ContinuousClock.Instant?]>([])

    var all: [ContinuousClock.Instant?] { deadlines.withLock { $0 } }

    func record(_ deadline: ContinuousClock.Instant?) {
        deadlines.withLock { $0.append(deadline) }
    }
}
