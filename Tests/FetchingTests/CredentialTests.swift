import Fetching
import TestSupport
import Testing

/// What only the server that is asked may know.
@Suite struct CredentialTests {
    private let client = CurlHTTPClient()

    init() { NoProxy.apply() }

    private static let nginxIsMissing: Comment = "nginx and openssl are not installed"

    private static let secrets: [@Sendable (inout HTTPRequest) -> Void] = [
        { $0.headers = [("Authorization", "Bearer secret"), ("X-A", "1")] },
        { $0.headers = [("authorization", "Basic c2VjcmV0"), ("X-A", "1")] },
        { $0.headers = [("Cookie", "s=secret"), ("X-A", "1")] },
        {
            $0.url = $0.url.replacing("://", with: "://user:secret@")
            $0.headers = [("X-A", "1")]
        },
        {
            $0.cookie = "s=secret"
            $0.headers = [("X-A", "1")]
        },
    ]

    /// Another port is another server, as curl has it; for the user's cookies, too, though a server's
    /// know no ports (RFC 6265, section 8.5).
    @Test(arguments: secrets.indices) func areForNoOtherPort(_ index: Int) async throws {
        let other = try LoopbackServer(["/c": .html("c")])
        try await check(index, other.url("/c"), with: other)
    }

    @Test(arguments: secrets.indices) func areForNoOtherHost(_ index: Int) async throws {
        let other = try LoopbackServer(["/c": .html("c")])
        try await check(index, "http://localhost:\(other.port)/c", with: other)
    }

    /// The port is the same, the name is another.
    @Test(.enabled(if: NginxServer.isAvailable, nginxIsMissing), arguments: secrets.indices) func areForNoOtherName(
        _ index: Int
    ) async throws {
        let server = try NginxServer(
            [:],
            directives: """
                location = /a { return 302 http://localhost:$server_port/c; }
                location = /c { return 200 "$http_authorization|$http_cookie|$http_x_a"; }
                """)
        for (path, hasSecret) in [("/c", true), ("/a", false)] {
            var request = HTTPRequest(server.url(path))
            Self.secrets[index](&request)
            let body = try await client.fetch(request, into: Collected()).body.text
            #expect((body != "||1") == hasSecret)
        }
    }

    /// A redirect on the same server changes nothing.
    @Test(arguments: secrets.indices) func areForTheSameServer(_ index: Int) async throws {
        let server = try LoopbackServer(["/a": .redirect(to: "/c"), "/c": .html("c")])
        var request = HTTPRequest(server.url("/a"))
        Self.secrets[index](&request)
        _ = try await client.fetch(request, into: Collected())
        #expect(server.requests.map(hasSecret) == [true, true])
    }

    @Test(.enabled(if: NginxServer.isAvailable, nginxIsMissing), arguments: secrets.indices)
    func areNotSentWithoutEncryption(_ index: Int) async throws {
        let open = try LoopbackServer(["/c": .html("c")])
        let server = try NginxServer([:], directives: "location = /a { return 302 \(open.url("/c")); }")
        var request = HTTPRequest(server.secureURL("/a"))
        request.authorityFile = server.authorityFile
        Self.secrets[index](&request)
        let (response, _) = try await client.fetch(request, into: Collected())
        #expect(response.url == open.url("/c"))
        #expect(open.requests.map(hasSecret) == [false])
        #expect(open.requests.map { $0.contains("\r\nX-A: 1\r\n") } == [true])
    }

    /// What the first server has set in their place counts again when a redirect leads back.
    @Test func cookiesComeBack() async throws {
        let socket = try LoopbackSocket()
        let server = try LoopbackServer([
            "/a": .redirect(to: "http://127.0.0.1:\(socket.port)/", fields: ["Set-Cookie: b=2; HttpOnly"]),
            "/c": .html("c"),
        ])
        let other = try LoopbackServer(["/": .redirect(to: server.url("/c"))], on: socket)
        var request = HTTPRequest(server.url("/a"))
        request.cookie = "a=1; b=1"
        _ = try await client.fetch(request, into: Collected())
        #expect(other.requests.map(hasSecret) == [false])
        let cookies = server.requests.map { request in
            request.split(separator: "\r\n").filter { $0.hasPrefix("Cookie: ") }.flatMap {
                $0.dropFirst(8).split(separator: "; ").map(String.init)
            }.sorted()
        }
        #expect(cookies == [["a=1", "b=1"], ["a=1", "b=2"]])
    }

    /// Goes by a redirect to another server, which must not learn the secret.
    private func check(_ index: Int, _ target: String, with other: LoopbackServer) async throws {
        let server = try LoopbackServer(["/a": .redirect(to: "/b"), "/b": .redirect(to: target)])
        var request = HTTPRequest(server.url("/a"))
        Self.secrets[index](&request)
        let (response, _) = try await client.fetch(request, into: Collected())
        #expect(response.url == target)
        #expect(server.requests.map(hasSecret) == [true, true])
        #expect(other.requests.map(hasSecret) == [false])
        // Other fields go on, as curl sends them.
        #expect(other.requests.map { $0.contains("\r\nX-A: 1\r\n") } == [true])
    }

    /// Whether a request has a field that only the first server may see.
    private func hasSecret(_ request: String) -> Bool {
        let text = request.lowercased()
        return text.contains("\r\nauthorization:") || text.contains("\r\ncookie:") || text.contains("secret")
    }
}
