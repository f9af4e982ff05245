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
            loop = client.currentLoops.first
            #expect(loop != nil)
        }
        #expect(loop == nil, "the thread holds what it works on")
    }

    /// Each host has one thread, however many there are.
    @Test func spreadsHostsOverThreads() async throws {
        NoProxy.apply()
        let server = try LoopbackServer(["/": .html("x").kept()])
        let client = CurlHTTPClient(threads: 2)
        for _ in 1...3 { _ = try await client.fetch(HTTPRequest(server.url("/")), into: Collected()) }
        #expect(client.currentLoops.count == 1)
        for number in 2...40 {
            // Nobody listens there.
            let url = "http://127.0.0.\(number):\(server.port)/"
            _ = try? await client.fetch(HTTPRequest(url), into: Collected())
        }
        #expect(client.currentLoops.count == 2)
    }
}
