import Fetching
import Glibc
import TestSupport
import Testing

/// The client uses libcurl's handles for one transfer after the other: none may leave anything behind
/// for the next.
@Suite struct HandleReuseTests {
    init() { NoProxy.apply() }

    private static let changes: [@Sendable (inout HTTPRequest) -> Void] = [
        { $0.headers = [("Authorization", "Bearer x"), ("X-A", "1"), ("Accept", "")] },
        { $0.url = $0.url.replacing("://", with: "://user:word@") }, { $0.url += "redirect" }, { $0.url += "stranger" },
        { $0.cookie = "a=1" }, { $0.keepsCookies = true }, { $0.range = 1 }, { $0.acceptsCompression = false },
        { $0.byteLimit = 1 }, { $0.redirectLimit = 0 }, { $0.headerLimit = 1 }, { $0.authorityFile = "/nothing" },
        { $0.isPublicOnly = true }, { $0.usesNetrc = true }, { $0.url += "broken" },
        { $0.upload = (open("/dev/null", O_RDONLY | O_CLOEXEC), 0) },
    ]

    @Test(arguments: changes.indices) func sendsNothingOfARequestWithTheNext(_ index: Int) async throws {
        let server = try LoopbackServer([
            "/": .body(Array("xyz".utf8), fields: ["Set-Cookie: b=2"]), "/redirect": .redirect(to: "/"),
            "/stranger": .redirect(to: "http://u:p@localhost:1/"),
            "/broken": .raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), "/next": .redirect(to: "/last"),
            "/last": .html("next"),
        ])
        let next = HTTPRequest(server.url("/next"))
        _ = try await CurlHTTPClient().fetch(next, into: Collected())
        let expected = server.requests
        #expect(expected.count == 2)
        let client = CurlHTTPClient(limits: ConnectionLimits(total: 1))
        for _ in 0..<2 {
            var request = HTTPRequest(server.url("/"))
            Self.changes[index](&request)
            _ = try? await client.fetch(request, into: Collected(wanted: 2))
            let answer = try await client.fetch(next, into: Collected())
            #expect(answer.body.text == "next")
            #expect(answer.response.isComplete)
            #expect(server.requests.suffix(2) == expected)
        }
    }
}
