import Fetching
import Glibc
import TestSupport
import Testing

@Suite struct CurlHTTPClientTests {
    private let client = CurlHTTPClient()

    init() { NoProxy.apply() }

    @Test func givesTheBodyAndWhatTheServerSaidOfIt() async throws {
        let server = try LoopbackServer(["/a?b": .html("<p>héllo")])
        let (response, body) = try await client.fetch(
            HTTPRequest(server.url("/a?b"), headers: [("User-Agent", "test"), ("X-A", "1")]), into: Collected())
        #expect(
            response
                == HTTPResponse(
                    status: 200, url: server.url("/a?b"),
                    headers: HTTPHeaders([
                        ("Content-Length", "9"), ("Connection", "close"), ("Content-Type", "text/html"),
                    ])))
        #expect(body.text == "<p>héllo")
        let request = try #require(server.requests.first)
        #expect(request.contains("\r\nUser-Agent: test\r\n"))
        #expect(request.contains("\r\nX-A: 1\r\n"))
        #expect(request.contains("\r\nAccept-Encoding: deflate, gzip"))
    }

    @Test func followsRedirectsAndTellsTheFinalURL() async throws {
        let server = try LoopbackServer(["/": .redirect(to: "/b/"), "/b/": .redirect(to: "c"), "/b/c": .html("here")])
        let (response, body) = try await client.fetch(HTTPRequest(server.url("/")), into: Collected())
        #expect(response.url == server.url("/b/c"))
        #expect(body.text == "here")
    }

    @Test func keepsTheLastAnswersHeadersOnly() async throws {
        let server = try LoopbackServer([
            "/": .redirect(to: "/b"), "/b": .body([], fields: ["X-Two: 1", "x-two:  2 ", "X-Empty:"]),
        ])
        let headers = try await client.fetch(HTTPRequest(server.url("/")), into: Collected()).response.headers
        #expect(headers["Location"] == nil)
        #expect(headers["x-TWO"] == "1")
        #expect(headers.values(of: "X-TWO") == ["1", "2"])
        #expect(headers["X-Empty"] == "")
        #expect(headers["X-None"] == nil)
        #expect(headers["X-Tw"] == nil)
    }

    @Test(
        arguments: [(nil, nil), ("7", 7), ("0", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("soon", 0)]
            as [(String?, Int64?)]) func tellsHowLongToWait(_ text: String?, _ expected: Int64?) async throws
    { #expect(try await pause(text) == expected) }

    @Test func tellsHowLongToWaitUntilADate() async throws {
        var future = time(nil) + 3600
        var parts = tm()
        var text = [CChar](repeating: 0, count: 64)
        gmtime_r(&future, &parts)
        // The tests run in the locale "C", whose names of days and months are those of HTTP.
        strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        let date = String(decoding: text.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
        let seconds = try #require(try await pause(date))
        #expect((3500...3600).contains(seconds))
    }

    private func pause(_ text: String?) async throws -> Int64? {
        let fields = text.map { ["Retry-After: \($0)"] } ?? []
        let server = try LoopbackServer(["/": .text("x", status: "429 Too Many Requests", fields: fields)])
        return try await client.fetch(HTTPRequest(server.url("/")), into: Collected()).response.retryAfter?.components
            .seconds
    }

    /// A secret in a header field is for the server that is asked, and for no other, be it another
    /// port of the same host only.
    @Test func sendsAnAuthorizationToNoOtherServer() async throws {
        let other = try LoopbackServer(["/c": .html("c")])
        let server = try LoopbackServer(["/a": .redirect(to: "/b"), "/b": .redirect(to: other.url("/c"))])
        let (response, _) = try await client.fetch(
            HTTPRequest(server.url("/a"), headers: [("Authorization", "OAuth x"), ("X-A", "1")]), into: Collected())
        #expect(response.url == other.url("/c"))
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.contains("\r\nAuthorization: OAuth x\r\n") })
        let request = try #require(other.requests.first)
        #expect(request.contains("\r\nX-A: 1\r\n"))
        #expect(!request.lowercased().contains("authorization"))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhalf\r\n", "",
    ]) func noticesACutConnection(_ answer: String) async throws {
        let server = try LoopbackServer(["/": .raw(answer)])
        #expect(await error(of: server.url("/")) == .cutOff(url: server.url("/")))
    }

    @Test func decompresses() async throws {
        // `printf hello | gzip -n`
        let gzip: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
        ]
        let server = try LoopbackServer(["/": .body(gzip, fields: ["Content-Encoding: gzip"])])
        #expect(try await client.fetch(HTTPRequest(server.url("/")), into: Collected()).body.text == "hello")
        var request = HTTPRequest(server.url("/"))
        request.acceptsCompression = false
        #expect(try await client.fetch(request, into: Collected()).body.bytes == gzip)
    }

    /// What `printf hello` becomes by `brotli` and by `zstd`.
    @Test(arguments: [
        ("br", [0x0B, 2, 0x80, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 3] as [UInt8]),
        ("zstd", [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5, 0x29, 0, 0, 0x68, 0x65, 0x6C, 0x6C, 0x6F]),
    ]) func decompressesWhatItAsksFor(_ encoding: String, _ bytes: [UInt8]) async throws {
        let server = try LoopbackServer(["/": .body(bytes, fields: ["Content-Encoding: \(encoding)"])])
        let answer = try? await client.fetch(HTTPRequest(server.url("/")), into: Collected())
        let field = try #require(
            server.requests.first?.split(separator: "\r\n").first { $0.hasPrefix("Accept-Encoding: ") })
        // Not every libcurl has them.
        let isOffered = field.dropFirst(17).split(separator: ", ").contains(Substring(encoding))
        #expect((answer?.body.text == "hello") == isOffered)
    }

    @Test func showsErrorPagesToTheCaller() async throws {
        let server = try LoopbackServer([:])
        let (response, body) = try await client.fetch(HTTPRequest(server.url("/nothing")), into: Collected())
        #expect(response.status == 404)
        #expect(!response.isSuccess)
        #expect(body.text == "<title>404</title>")
    }

    @Test func stopsWhenTheConsumerHasEnough() async throws {
        let size = 1_000_000
        let server = try LoopbackServer(["/": .html("<link>" + String(repeating: "x", count: size))])
        let (response, body) = try await client.fetch(HTTPRequest(server.url("/")), into: Collected(wanted: 6))
        #expect(!response.isComplete)
        #expect(body.text.hasPrefix("<link>"))
        // libcurl gives at most 16 KB at a time, however fast the server is.
        #expect(body.bytes.count < size / 2)
    }

    @Test func stopsAtTheByteLimit() async throws {
        let server = try LoopbackServer(["/": .html(String(repeating: "x", count: 100_000))])
        for (limit, isComplete) in [(99_999, false), (100_000, true), (0, false)] {
            let (response, body) = try await client.fetch(
                HTTPRequest(server.url("/"), byteLimit: limit), into: Collected())
            #expect(response.isComplete == isComplete)
            #expect(body.bytes.count == limit)
        }
    }

    @Test func passesOnWhatTheConsumerThrows() async throws {
        struct DiskFull: Error {}
        struct Full: BodyConsumer { mutating func receive(_ bytes: RawSpan) throws -> BodyDemand { throw DiskFull() } }
        let server = try LoopbackServer(["/": .html("x")])
        await #expect(throws: DiskFull.self) { try await client.fetch(HTTPRequest(server.url("/")), into: Full()) }
    }

    @Test func doesNotStartAfterTheDeadline() async throws {
        await #expect(throws: FetchError.timedOut(url: "http://127.0.0.1:9/")) {
            try await client.fetch(HTTPRequest("http://127.0.0.1:9/", deadline: .now - .seconds(1)), into: Collected())
        }
    }

    @Test func endsWhenItsTaskIsCancelled() async throws {
        let server = try LoopbackServer(["/": .drip(String(repeating: "x", count: 10_000), every: .milliseconds(50))])
        let task = Task { [client] in try await client.fetch(HTTPRequest(server.url("/")), into: Collected()) }
        try await eventually { !server.requests.isEmpty }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func namesTheStepThatFailed() async throws {
        let socket = try LoopbackSocket()
        let refused = "http://127.0.0.1:\(socket.port)/"
        #expect(await error(of: refused) == .noConnection(url: refused, reason: "Connection refused"))
        withExtendedLifetime(socket) {}
        #expect(await error(of: "http://nosuch.invalid/") == .unknownHost(url: "http://nosuch.invalid/"))
        #expect(await error(of: "http://a b/") == .invalidURL("http://a b/"))
        let server = try LoopbackServer([
            "/loop": .redirect(to: "/loop"), "/file": .redirect(to: "file:///etc/passwd"),
            "/ftp": .redirect(to: "ftp://127.0.0.1/"), "/bad": .redirect(to: "http://a b[/"),
            "/garbage": .raw("no HTTP\r\n\r\n"),
        ])
        #expect(await error(of: server.url("/loop")) == .tooManyRedirects(url: server.url("/loop")))
        #expect(server.requests.count == 11)
        #expect(await error(of: server.url("/bad")) == .invalidRedirect(url: server.url("/bad")))
        for (path, target) in [("/file", "file:///etc/passwd"), ("/ftp", "ftp://127.0.0.1/")] {
            #expect(await error(of: server.url(path)) == .unsupportedScheme(url: target))
        }
        #expect(await error(of: "file:///etc/passwd") == .unsupportedScheme(url: "file:///etc/passwd"))
        guard case .transferFailed = await error(of: server.url("/garbage")) else {
            Issue.record("garbage was taken for HTTP")
            return
        }
        guard case .tls = await error(of: "https://127.0.0.1:\(server.port)/") else {
            Issue.record("a server without TLS was trusted")
            return
        }
    }

    private func error(of url: String) async -> FetchError? {
        do {
            _ = try await client.fetch(HTTPRequest(url, deadline: .now + .seconds(10)), into: Collected())
            return nil
        } catch { return error as? FetchError }
    }
}
