import Fetching
import TestSupport
import Testing

@Suite(.enabled(if: TLSServer.isAvailable, "openssl is the server")) struct TLSTests {
    private let client = CurlHTTPClient()

    init() { NoProxy.apply() }

    @Test func trustsWhomItIsTold() async throws {
        let server = try TLSServer(for: "IP:127.0.0.1")
        var request = HTTPRequest("https://127.0.0.1:\(server.port)/")
        request.authorityFile = server.certificate
        let response = try await client.fetch(request, into: Collected()).response
        #expect(response.status == 200)
    }

    @Test func refusesACertificateThatNobodyVouchesFor() async throws {
        let server = try TLSServer(for: "IP:127.0.0.1")
        let request = HTTPRequest("https://127.0.0.1:\(server.port)/")
        let reason = try #require(await reason(request))
        #expect(reason.contains("certificate"), "\(reason)")
    }

    @Test func refusesTheCertificateOfAnother() async throws {
        let server = try TLSServer(for: "DNS:ex.test")
        for host in ["127.0.0.1", "localhost"] {
            var request = HTTPRequest("https://\(host):\(server.port)/")
            request.authorityFile = server.certificate
            let reason = try #require(await reason(request))
            #expect(reason.contains("no alternative certificate subject name matches"))
        }
    }

    /// The server closes every connection, so the second request needs another.
    @Test func takesUpASession() async throws {
        let server = try TLSServer(for: "IP:127.0.0.1")
        var request = HTTPRequest("https://127.0.0.1:\(server.port)/")
        request.authorityFile = server.certificate
        let first = try await client.fetch(request, into: Collected()).body.text
        let second = try await client.fetch(request, into: Collected()).body.text
        #expect(first.contains("New, TLS"))
        #expect(second.contains("Reused, TLS"))
    }

    /// Why there is no secure connection.
    private func reason(_ request: HTTPRequest) async -> String? {
        do { _ = try await client.fetch(request, into: Collected()) } catch FetchError.tls(_, let reason) {
            return reason
        } catch {}
        return nil
    }
}
