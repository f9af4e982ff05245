import Fetching
import TestSupport
import Testing

@Suite struct RequestOptionTests {
    private let client = CurlHTTPClient()

    init() { NoProxy.apply() }

    @Test func asksForTheBeginning() async throws {
        let server = try LoopbackServer([
            "/": .text("0123", status: "206 Partial Content", fields: ["Content-Range: bytes 0-3/9"]),
            "/all": .html("012345678"),
        ])
        var request = HTTPRequest(server.url("/"), byteLimit: 4)
        request.range = 4
        let (response, body) = try await client.fetch(request, into: Collected())
        #expect(response.status == 206)
        #expect(body.text == "0123")
        request.url = server.url("/all")
        #expect(try await client.fetch(request, into: Collected()).body.text == "0123")
        for request in server.requests {
            #expect(request.contains("\r\nRange: bytes=0-3\r\n"))
            #expect(!request.contains("Accept-Encoding"), "a range is one of what is sent")
        }
    }

    @Test func keepsCookiesOnTheWayOnly() async throws {
        let server = try LoopbackServer([
            "/": .text("", status: "302 Found", fields: ["Location: /b", "Set-Cookie: a=1"]), "/b": .html("b"),
        ])
        var request = HTTPRequest(server.url("/"))
        for keepsCookies in [false, true] {
            request.keepsCookies = keepsCookies
            _ = try await client.fetch(request, into: Collected())
        }
        #expect(server.requests.map { $0.contains("\r\nCookie: a=1\r\n") } == [false, false, false, true])
    }

    @Test func sendsItsCookiesToNoOtherHost() async throws {
        let other = try LoopbackServer(["/c": .html("c")])
        let server = try LoopbackServer([
            "/": .text("", status: "302 Found", fields: ["Location: /b", "Set-Cookie: t=3"]),
            "/b": .redirect(to: "http://localhost:\(other.port)/c"),
        ])
        var request = HTTPRequest(server.url("/"))
        request.cookie = "s=1; t=2=2;u"
        let (response, _) = try await client.fetch(request, into: Collected())
        #expect(response.url == "http://localhost:\(other.port)/c")
        #expect(cookies(server) == [["s=1", "t=2=2", "u="], ["s=1", "t=3", "u="]])
        #expect(cookies(other) == [[]])
    }

    @Test func sendsTheCookiesOfAnAddress() async throws {
        let server = try LoopbackServer(["/": .html("x")])
        var request = HTTPRequest("http://0x7f.1:\(server.port)/")
        request.cookie = "s=1"
        _ = try await client.fetch(request, into: Collected())
        #expect(cookies(server) == [["s=1"]])
    }

    @Test(arguments: ["s=1\r\nX-Evil: 1", "s=1\tx"]) func refusesWhatIsNoCookie(_ cookie: String) async throws {
        let server = try LoopbackServer(["/": .html("x")])
        var request = HTTPRequest(server.url("/"))
        request.cookie = cookie
        await #expect(throws: FetchError.invalidHeader(name: "Cookie")) {
            try await client.fetch(request, into: Collected())
        }
        #expect(server.requests.isEmpty)
    }

    /// The cookies of each request that came, sorted.
    private func cookies(_ server: LoopbackServer) -> [[String]] {
        server.requests.map { request in
            let lines = request.split(separator: "\r\n").filter { $0.hasPrefix("Cookie: ") }
            return lines.flatMap { $0.dropFirst(8).split(separator: "; ") }.map(String.init).sorted()
        }
    }
}
