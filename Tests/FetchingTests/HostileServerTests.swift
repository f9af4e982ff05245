import Fetching
import TestSupport
import Testing

/// Servers and URLs that mean no good.
@Suite struct HostileServerTests {
    private let client = CurlHTTPClient()

    init() {
        NoProxy.apply()
    }

    @Test func oneByteASecond() async throws {
        let server = try LoopbackServer([
            "/": .drip(String(repeating: "x", count: 10_000), every: .seconds(1))
        ])
        let deadline = ContinuousClock.now + .milliseconds(1200)
        let error = await error(HTTPRequest(server.url("/"), deadline: deadline))
        #expect(error == .timedOut(url: server.url("/"), during: .receiving))
        let now = ContinuousClock.now
        #expect(now >= deadline && now < deadline + .seconds(1800), "the page takes three hours")
    }

    @Test func noAnswer() async throws {
        let server = try LoopbackServer(["/": .html("x").kept(after: .seconds(5))])
        let request = HTTPRequest(server.url("/"), deadline: .now + .seconds(1))
        #expect(await error(request) == .timedOut(url: server.url("/"), during: .waiting))
    }

    /// Every redirect leads to a page that was not seen before.
    @Test func endlessRedirects() async throws {
        let server = try LoopbackServer(["*": .redirect(to: "more/")])
        var request = HTTPRequest(server.url("/"))
        let eleventh = String(repeating: "more/", count: 10)
        #expect(await error(request) == .tooManyRedirects(url: server.url("/\(eleventh)")))
        #expect(server.requests.count == 11)
        request.redirectLimit = 0
        #expect(await error(request) == .tooManyRedirects(url: server.url("/")))
    }

    @Test func redirectsInACircle() async throws {
        let server = try LoopbackServer(["/a": .redirect(to: "b"), "/b": .redirect(to: "a")])
        #expect(
            await error(HTTPRequest(server.url("/a"))) == .tooManyRedirects(url: server.url("/a")))
    }

    @Test(arguments: [
        ["X: " + String(repeating: "x", count: 1 << 20)],
        (0..<20_000).map { "X-\($0): \(String(repeating: "x", count: 50))" },
    ])
    func giganticHeaders(_ fields: [String]) async throws {
        let server = try LoopbackServer(["/": .body([], fields: fields)])
        guard case .transferFailed = await error(HTTPRequest(server.url("/"))) else {
            Issue.record("the header was taken")
            return
        }
    }

    @Test func headersAboveTheLimit() async throws {
        let server = try LoopbackServer([
            "/": .body(Array("x".utf8), fields: ["X: " + String(repeating: "x", count: 1000)]),
            "/r": .redirect(to: "/" + String(repeating: "y", count: 1000)),
            "*": .redirect(to: "/"),
        ])
        var request = HTTPRequest(server.url("/"))
        request.headerLimit = 1000
        #expect(
            await error(request)
                == .transferFailed(
                    url: server.url("/"), reason: "the header is larger than 1000 bytes"))
        request.headerLimit = 1200
        #expect(await error(request) == nil)
        // The limit is that of each answer, not of all on the way.
        request.url = server.url("/r")
        #expect(await error(request) == nil)
    }

    @Test func aBodyThatUnpacksToFarMore() async throws {
        let size = 100_000_000
        let bomb = DeflateBomb.bytes(unpackingTo: size)
        #expect(bomb.count < size / 150)
        let server = try LoopbackServer(["/": .body(bomb, fields: ["Content-Encoding: gzip"])])
        let (response, body) = try await client.fetch(
            HTTPRequest(server.url("/"), byteLimit: 1_000_000), into: Collected())
        #expect(!response.isComplete)
        #expect(body.bytes == [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000))
    }

    @Test(arguments: ["/a\r\nX-Evil: 1", "/a\nX-Evil: 1", "/a HTTP/1.1\r\n\r\nGET /b", "/\0"])
    func aURLThatWritesHeaders(_ path: String) async throws {
        let server = try LoopbackServer(["*": .html("x")])
        let url = server.url(path)
        #expect(await error(HTTPRequest(url)) == .invalidURL(url))
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["/b%0d%0aX-Evil: 1", "/b\rX-Evil: 1", "/b\tX-Evil:1"])
    func aRedirectThatWritesHeaders(_ location: String) async throws {
        let server = try LoopbackServer(["/": .redirect(to: location), "*": .html("x")])
        _ = await error(HTTPRequest(server.url("/")))
        for request in server.requests {
            let lines = request.split { $0 == "\r\n" || $0 == "\r" || $0 == "\n" }
            #expect(!lines.contains { $0.hasPrefix("X-Evil") })
        }
    }

    @Test(arguments: [
        ("X", "1\r\nX-Evil: 1"), ("X", "1\nX-Evil: 1"), ("X\r\nX-Evil", "1"), ("X: 1", "1"),
        ("", "1"), ("X", "1\0"),
    ])
    func fieldsThatWriteOthers(name: String, value: String) async throws {
        let server = try LoopbackServer(["*": .html("x")])
        let request = HTTPRequest(server.url("/"), headers: [(name, value)])
        #expect(await error(request) == .invalidHeader(name: name))
        #expect(server.requests.isEmpty)
    }

    private func error(_ request: HTTPRequest) async -> FetchError? {
        do {
            _ = try await client.fetch(request, into: Collected())
            return nil
        } catch {
            return error as? FetchError
        }
    }
}
