import TestSupport
import Testing

/// Servers that are asked over TLS, and whom to trust.
@Suite(.serialized, .enabled(if: TLSServer.isAvailable, "openssl is the server")) struct FaviconNetworkTLSScenarios {
    private static let responses: [String: CannedResponse] = [
        "/a/page": .html("<link rel=icon href=icon.gif>"), "/a/icon.gif": .body(Picture.gif()),
        "/a/moved": .redirect(to: "page"),
        "/a/cut": .raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<link rel=icon href=a>"),
        "/a/garbage": .raw("garbage\r\n"),
    ]

    @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"]) func trustsWhomTheEnvironmentNames(variable: String)
        async throws
    {
        let server = try TLSServer(for: "IP:127.0.0.1", Self.responses)
        try await Scenario().variable(variable, server.certificate).favicon(server.url("/a/moved")).finds(
            server.url("/a/icon.gif"))
    }

    @Test func takesHTTPSForAHostWithoutAScheme() async throws {
        let server = try TLSServer(for: "IP:127.0.0.1", Self.responses)
        try await Scenario().variable("SSL_CERT_FILE", server.certificate).favicon("127.0.0.1:\(server.port)/a/page")
            .finds(server.url("/a/icon.gif"))
    }

    /// The words of the reason are those of libcurl and of its TLS library.
    private func refuses(
        _ url: String, trusting server: TLSServer? = nil, saying words: String,
        at location: Testing.SourceLocation = #_sourceLocation
    ) async throws {
        let scenario = Scenario().variable("CURL_CA_BUNDLE", server?.certificate ?? "")
        let outcome = try await scenario.favicon(url)
        outcome.stdout("", at: location).exits(69, at: location)
        let text = outcome.errorText
        #expect(
            text.hasPrefix("devtool: \(url): cannot establish a secure connection: ") && text.contains(words),
            "\(text)", sourceLocation: location)
    }

    @Test func refusesACertificateThatNobodyVouchesFor() async throws {
        let server = try TLSServer(for: "IP:127.0.0.1", Self.responses)
        try await refuses(server.url("/a/page"), saying: "certificate")
    }

    @Test func refusesTheCertificateOfAnother() async throws {
        let server = try TLSServer(for: "DNS:ex.test", Self.responses)
        try await refuses(server.url("/a/page"), trusting: server, saying: "subject name")
    }

    @Test func refusesACertificateThatHasExpired() async throws {
        let server = try TLSServer(for: "IP:127.0.0.1", Self.responses, isExpired: true)
        try await refuses(server.url("/a/page"), trusting: server, saying: "expired")
    }

    @Test func refusesAServerThatDoesNotSpeakTLS() async throws {
        let plain = try LoopbackServer([:])
        try await refuses("https://127.0.0.1:\(plain.port)/", saying: "")
    }

    /// The server of the page is asked without TLS then, but says nothing that helps.
    @Test func namesTheFirstErrorOfAHostWithoutAScheme() async throws {
        let server = try TLSServer(for: "IP:127.0.0.1", Self.responses)
        let outcome = try await Scenario().favicon("127.0.0.1:\(server.port)/a/page").stdout("").exits(69)
        #expect(
            outcome.errorText.hasPrefix("devtool: \(server.url("/a/page")): cannot establish a secure connection: "))
    }

    @Test func followsToHTTPSAndBack() async throws {
        let plain = try LoopbackServer([
            "/icon.gif": .body(Picture.gif()), "/page": .html("<link rel=icon href=icon.gif>"),
        ])
        let server = try TLSServer(for: "IP:127.0.0.1", ["/a": .redirect(to: plain.url("/page"))])
        let first = try LoopbackServer(["/": .redirect(to: server.url("/a"))])
        try await Scenario().variable("SSL_CERT_FILE", server.certificate).favicon(first.url("/")).finds(
            plain.url("/icon.gif"))
    }

    @Test func takesNoIconOfAServerThatIsNotTrusted() async throws {
        let server = try TLSServer(for: "IP:127.0.0.1", Self.responses)
        let page = try LoopbackServer([
            "/": .html(
                "<link rel=icon href=good.gif sizes=64x64>"
                    + "<link rel=icon href=\(server.url("/a/icon.gif")) sizes=16x16>"),
            "/good.gif": .body(Picture.gif()),
        ])
        try await Scenario().favicon(page.url("/")).finds(page.url("/good.gif"))
        try await Scenario().variable("SSL_CERT_FILE", server.certificate).favicon(page.url("/")).finds(
            server.url("/a/icon.gif"))
    }

    @Test(arguments: [
        ("/a/cut", "the connection closed before the response was complete"),
        ("/a/garbage", "transfer failed: Received HTTP/0.9 when not allowed"),
    ]) func saysWhatIsWrongWithAnAnswer(path: String, reason: String) async throws {
        let server = try TLSServer(for: "IP:127.0.0.1", Self.responses)
        try await Scenario().variable("SSL_CERT_FILE", server.certificate).favicon(server.url(path)).fails(
            "\(server.url(path)): \(reason)")
    }
}
