import Fetching
import TestSupport
import Testing

@Suite struct ConcurrentFetchTests {
    init() { NoProxy.apply() }

    /// One after the other they would take four seconds.
    @Test func fetchesManyAtOnce() async throws {
        let server = try LoopbackServer(["*": .html("x").kept(after: .milliseconds(20))])
        let client = CurlHTTPClient(limits: ConnectionLimits(total: 64, host: 64))
        let bodies = try await bodies((0..<200).map { server.url("/\($0)") }, with: client)
        #expect(bodies == [String](repeating: "x", count: 200))
        #expect((2...64).contains(server.peakConnectionCount))
    }

    @Test func makesFewConnectionsToAServer() async throws {
        let servers = try (0..<3).map { _ in try LoopbackServer(["*": .html("x").kept(after: .milliseconds(5))]) }
        let client = CurlHTTPClient()
        let urls = (0..<40).flatMap { number in servers.map { $0.url("/\(number)") } }
        #expect(try await bodies(urls, with: client).count == 120)
        for server in servers {
            #expect(server.requests.count == 40)
            #expect((1...4).contains(server.peakConnectionCount))
        }
    }

    @Test func makesFewConnectionsInAll() async throws {
        let servers = try (0..<6).map { _ in try LoopbackServer(["*": .html("x")]) }
        let client = CurlHTTPClient(limits: ConnectionLimits(total: 1))
        let urls = (0..<5).flatMap { number in servers.map { $0.url("/\(number)") } }
        #expect(try await bodies(urls, with: client).count == 30)
        #expect(servers.allSatisfy { $0.peakConnectionCount == 1 })
    }

    @Test func keepsConnections() async throws {
        let server = try LoopbackServer(["*": .html("x").kept()])
        let client = CurlHTTPClient()
        for number in 0..<10 { _ = try await client.fetch(HTTPRequest(server.url("/\(number)")), into: Collected()) }
        #expect(server.requests.count == 10)
        #expect(server.connectionCount == 1)
    }

    /// The deadline is that of whoever waits, whether the transfer has started or not.
    @Test func waitsForOthersNoLongerThanItsDeadline() async throws {
        let server = try LoopbackServer(["*": .drip("0123456789", every: .seconds(60))])
        let client = CurlHTTPClient(limits: ConnectionLimits(total: 2, host: 1))
        let first = Task { try await client.fetch(HTTPRequest(server.url("/first")), into: Collected()) }
        try await eventually { !server.requests.isEmpty }
        let deadline = ContinuousClock.now + .seconds(2)
        await withTaskGroup { group in
            for number in 0..<10 {
                group.addTask {
                    let url = server.url("/\(number)")
                    // On a busy machine the deadline may have passed before it could wait at all.
                    await #expect {
                        try await client.fetch(HTTPRequest(url, deadline: deadline), into: Collected())
                    } throws: { error in
                        [.timedOut(url: url, during: .queueing), .timedOut(url: url)].contains(error as? FetchError)
                    }
                }
            }
        }
        #expect(ContinuousClock.now >= deadline)
        #expect(server.requests.count == 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test func cancelsWhatWaitsAndWhatRuns() async throws {
        let server = try LoopbackServer(["*": .drip("0123456789", every: .seconds(60))])
        let client = CurlHTTPClient(limits: ConnectionLimits(total: 1))
        let tasks = (0..<3).map { number in
            Task { try await client.fetch(HTTPRequest(server.url("/\(number)")), into: Collected()) }
        }
        try await eventually { !server.requests.isEmpty }
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        // The client is of use after that.
        let other = try LoopbackServer(["/": .html("x")])
        let body = try await client.fetch(HTTPRequest(other.url("/")), into: Collected()).body
        #expect(body.text == "x")
    }

    @Test func doesNotStartWhatIsCancelled() async throws {
        let server = try LoopbackServer(["/": .html("x")])
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await CurlHTTPClient().fetch(HTTPRequest(server.url("/")), into: Collected())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.requests.isEmpty)
    }

    private func bodies(_ urls: [String], with client: CurlHTTPClient) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            for url in urls { group.addTask { try await client.fetch(HTTPRequest(url), into: Collected()).body.text } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
