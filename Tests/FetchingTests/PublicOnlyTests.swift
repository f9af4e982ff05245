import TestSupport
import Testing

@testable import Fetching

@Suite struct PublicOnlyTests {
    private let client = CurlHTTPClient()

    init() { NoProxy.apply() }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("0x7f.1", "127.0.0.1"), ("2130706433", "127.0.0.1"),
        ("017700000001", "127.0.0.1"), ("0", "0.0.0.0"), ("[::1]", "::1"), ("[::ffff:127.0.0.1]", "::ffff:127.0.0.1"),
        ("[64:ff9b::7f00:1]", "64:ff9b::7f00:1"), ("169.254.169.254", "169.254.169.254"),
        ("[2002:7f00:1::]", "2002:7f00:1::"),
    ]) func connectsToNoOther(host: String, address: String) async throws {
        let server = try LoopbackServer(["/": .html("x")])
        let url = "http://\(host):\(server.port)/"
        let refused = try #require(IPAddress(address))
        guard case .notPublic(_, refused) = await error(of: url, isPublicOnly: true) else {
            Issue.record("\(url) was not refused")
            return
        }
        #expect(server.connectionCount == 0)
    }

    @Test func connectsToNoOtherByName() async throws {
        let server = try LoopbackServer(["/": .html("x")])
        guard case .notPublic = await error(of: "http://localhost:\(server.port)/") else {
            Issue.record("localhost was not refused")
            return
        }
        #expect(server.connectionCount == 0)
    }

    /// A connection that another request made is not checked by making it.
    @Test func usesNoConnectionThatIsKept() async throws {
        let server = try LoopbackServer(["/": .html("x").kept()])
        #expect(await error(of: server.url("/"), isPublicOnly: false) == nil)
        let address = try #require(IPAddress("127.0.0.1"))
        #expect(await error(of: server.url("/")) == .notPublic(url: server.url("/"), address: address))
        #expect(server.requests.count == 1)
        #expect(
            "\(FetchError.notPublic(url: "http://u:p@a/", address: address))"
                == "http://a/: 127.0.0.1 is not a public address")
    }

    /// What libcurl asks on its way from a public server to one that is not.
    @Test func looksAtEveryHop() throws {
        var request = HTTPRequest("http://ex.test/")
        request.isPublicOnly = true
        let sink = CurlSink(request, begin: { _ in HTTPResponse(status: 200, url: "") }, consume: { _ in .more })
        #expect(sink.mayConnect(to: IPAddress("10.0.0.1")) == false)
        #expect(sink.mayConnect(to: IPAddress("8.8.8.8")))
        #expect(sink.maySend(to: "8.8.8.8"))
        #expect(sink.refusedAddress == nil, "another address of the name was good")
        #expect(!sink.mayConnect(to: IPAddress("169.254.169.254")))
        #expect(sink.refusedAddress == IPAddress("169.254.169.254"))
        #expect(!sink.mayConnect(to: nil), "what is no address of the Internet")
        #expect(!sink.maySend(to: "::1"))
        #expect(!sink.maySend(to: "/run/socket"))
    }

    private func error(of url: String, isPublicOnly: Bool = true) async -> FetchError? {
        var request = HTTPRequest(url, deadline: .now + .seconds(10))
        request.isPublicOnly = isPublicOnly
        do {
            _ = try await client.fetch(request, into: Collected())
            return nil
        } catch { return error as? FetchError }
    }
}
