import Fetching
import Glibc
import SystemPackage
import TestSupport
import Testing

/// What libcurl takes from the environment.
///
/// Each test is a process of its own, for a process has but one environment.
@Suite struct EnvironmentTests {
    @Test func asksAProxy() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(["http://ex.test/": .html("by proxy")])
            Self.environment(["http_proxy": proxy.url("")])
            let (response, body) = try await CurlHTTPClient().fetch(HTTPRequest("http://ex.test/"), into: Collected())
            #expect(body.text == "by proxy")
            #expect(response.url == "http://ex.test/")
        }
    }

    /// The proxy learns no more than the host's name and port.
    @Test func asksAProxyForATunnel() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(["*": .text("", status: "403 Forbidden")])
            Self.environment(["https_proxy": proxy.url("")])
            var request = HTTPRequest("https://user:word@ex.test/path?query")
            request.headers = [("Authorization", "Bearer secret"), ("X-A", "1")]
            request.cookie = "s=secret"
            let error = await Self.error(request)
            #expect(error != nil)
            let head = try #require(proxy.requests.first)
            #expect(head.hasPrefix("CONNECT ex.test:443 HTTP/1.1\r\n"))
            for word in ["secret", "x-a:", "authorization", "cookie", "path", "query"] {
                #expect(!head.lowercased().contains(word))
            }
        }
    }

    @Test func asksNoProxyForSomeHosts() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(["*": .html("by proxy")])
            let server = try LoopbackServer(["*": .html("itself")])
            Self.environment(["http_proxy": proxy.url(""), "no_proxy": "ex.test,127.0.0.1"])
            let client = CurlHTTPClient()
            for (url, text) in [
                (server.url("/"), "itself"), ("http://localhost:\(server.port)/", "by proxy"),
                ("http://not-ex.test/", "by proxy"),
            ] {
                let body = try await client.fetch(HTTPRequest(url), into: Collected()).body
                #expect(body.text == text)
            }
            #expect(await Self.error(HTTPRequest("http://ex.test/")) != nil)
            #expect(proxy.requests.count == 2)
        }
    }

    /// A proxy would connect to whatever a name stands for.
    @Test(arguments: ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
    func asksNoProxyForPublicAddresses(_ name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            let proxy = try LoopbackServer(["*": .html("by proxy")])
            let server = try LoopbackServer(["*": .html("itself")])
            Self.environment([name: proxy.url("")])
            let port = server.port
            for url in [
                "http://localhost:\(port)/", "https://localhost:\(port)/", "http://nosuch.invalid/",
                "https://nosuch.invalid/",
            ] {
                var request = HTTPRequest(url)
                request.isPublicOnly = true
                switch await Self.error(request) {
                case .notPublic(url, _): #expect(url.contains("localhost"))
                case .unknownHost(url): #expect(url.contains("invalid"))
                case let error: Issue.record("\(url): \(String(describing: error))")
                }
            }
            #expect(proxy.connectionCount == 0)
            #expect(server.connectionCount == 0)
            // The variable is one that counts, at least for one of the two.
            var isAsked = false
            for url in ["http://ex.test/", "https://ex.test/"] where !isAsked {
                _ = await Self.error(HTTPRequest(url))
                isAsked = proxy.connectionCount > 0
            }
            #expect(isAsked)
        }
    }

    @Test func readsNetrc() async {
        await #expect(processExitsWith: .success) {
            let other = try LoopbackServer(["*": .html("x")])
            let server = try LoopbackServer([
                "/to-localhost": .redirect(to: "http://localhost:\(other.port)/"), "*": .html("x"),
            ])
            let home = TemporaryFolder()
            // The second line would be completed with the password of the first by some (CVE-2024-11053).
            try home.write(
                """
                machine 127.0.0.1 login user password word
                machine localhost login user

                """, to: ".netrc")
            Self.environment(["HOME": home.path.string])
            let client = CurlHTTPClient()
            let basic = "\r\nAuthorization: Basic dXNlcjp3b3Jk\r\n"

            var request = HTTPRequest(server.url("/"))
            _ = try await client.fetch(request, into: Collected())
            request.usesNetrc = true
            _ = try await client.fetch(request, into: Collected())
            request.headers = [("Authorization", "Bearer x")]
            _ = try await client.fetch(request, into: Collected())
            request.headers = []
            request.url = server.url("/to-localhost")
            _ = try await client.fetch(request, into: Collected())
            request.url = "http://localhost:\(server.port)/"
            _ = try await client.fetch(request, into: Collected())
            request.usesNetrc = false
            request.url = server.url("/")
            _ = try await client.fetch(request, into: Collected())

            let isFieldSent = server.requests.map { $0.contains(basic) }
            #expect(isFieldSent == [false, true, false, true, false, false])
            #expect(server.requests[2].contains("\r\nAuthorization: Bearer x\r\n"))
            #expect(other.requests.count == 1)
            #expect(other.requests.allSatisfy { !$0.contains(basic) })
        }
    }

    /// See issue 24: a redirect would let anybody read the password on its way.
    ///
    /// Another port of the same address is another place, too.
    @Test func passwordsOfNetrcAreNotSentInClearTextToWhereRedirectsLead() async {
        await #expect(processExitsWith: .success) {
            let other = try LoopbackServer(["*": .html("x")])
            let server = try LoopbackServer([
                "/to-localhost": .redirect(to: "http://localhost:\(other.port)/"),
                "/to-port": .redirect(to: "http://127.0.0.1:\(other.port)/"),
                "/odd": .redirect(to: "http:\\\\127.0.0.1:\(other.port)/"), "/to-itself": .redirect(to: "x"),
                "/x": .html("x"),
            ])
            let home = TemporaryFolder()
            try home.write("default login user password word", to: ".netrc")
            Self.environment(["HOME": home.path.string])
            let basic = "\r\nAuthorization: Basic dXNlcjp3b3Jk\r\n"
            for path in ["/to-localhost", "/to-port", "/odd", "/to-itself"] {
                var request = HTTPRequest(server.url(path))
                request.usesNetrc = true
                _ = try? await CurlHTTPClient().fetch(request, into: Collected())
            }
            #expect(server.requests.allSatisfy { $0.contains(basic) })
            #expect(server.paths.last == "/x")
            #expect(other.requests.count >= 2)
            #expect(other.requests.allSatisfy { !$0.contains("Authorization") })
        }
    }

    @Test(.enabled(if: NginxServer.isAvailable, "nginx and openssl are not installed"))
    func passwordsOfNetrcAreSentWithEncryption() async {
        await #expect(processExitsWith: .success) {
            let server = try NginxServer([:], directives: "location = /c { return 200 \"$http_authorization\"; }")
            let first = try LoopbackServer(["/a": .redirect(to: server.secureURL("/c"))])
            let home = TemporaryFolder()
            try home.write("default login user password word", to: ".netrc")
            Self.environment(["HOME": home.path.string])
            var request = HTTPRequest(first.url("/a"))
            request.usesNetrc = true
            request.authorityFile = server.authorityFile
            let body = try await CurlHTTPClient().fetch(request, into: Collected()).body.text
            #expect(body == "Basic dXNlcjp3b3Jk")
        }
    }

    @Test(arguments: [nil, "", "machine", "machine ex.test login user password word"]) func doesWithoutNetrc(
        _ text: String?
    ) async {
        await #expect(processExitsWith: .success) { [text] in
            let server = try LoopbackServer(["*": .html("x")])
            let home = TemporaryFolder()
            if let text { try home.write(text, to: ".netrc") }
            Self.environment(["HOME": home.path.string])
            var request = HTTPRequest(server.url("/"))
            request.usesNetrc = true
            _ = try await CurlHTTPClient().fetch(request, into: Collected())
            #expect(server.requests.allSatisfy { !$0.contains("Authorization") })
        }
    }

    @Test func refusesADamagedNetrc() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(["*": .html("x")])
            let home = TemporaryFolder()
            try home.write("machine 127.0.0.1 login \"user", to: ".netrc")
            Self.environment(["HOME": home.path.string])
            var request = HTTPRequest(server.url("/"))
            request.usesNetrc = true
            guard case .transferFailed(_, let reason) = await Self.error(request) else {
                Issue.record("the file was read")
                return
            }
            #expect(reason.contains("netrc"))
            #expect(server.requests.isEmpty)
        }
    }

    /// Sets variables, and leaves no others that libcurl knows.
    private static func environment(_ variables: [String: String]) {
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            unsetenv(name)
            unsetenv(name.uppercased())
        }
        for (name, value) in variables { setenv(name, value, 1) }
    }

    private static func error(_ request: HTTPRequest) async -> FetchError? {
        do {
            _ = try await CurlHTTPClient().fetch(request, into: Collected())
            return nil
        } catch { return error as? FetchError }
    }
}
