import TestSupport
import Testing

@testable import Fetching

@Suite struct CurlLoopTests {
    /// The thread ends before the client's last user goes on.
    @Test func endsWithItsClient() async throws {
        NoProxy.apply()
        let server = try LoopbackServer(["/": .html("x").kept()])
        weak var loop: CurlLoop?
        do {
            let client = CurlHTTPClient()
            _ = try await client.fetch(HTTPRequest(server.url("/")), into: Collected())
            loop = client.currentLoop
            #expect(loop != nil)
        }
        #expect(loop == nil, "the thread holds what it works on")
    }
}
