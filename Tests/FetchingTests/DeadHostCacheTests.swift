import Synchronization
import TestSupport
import Testing

@testable import Fetching
import URLs

/// What is asked again, and what is not.
@Suite(.timeLimit(.minutes(10))) struct DeadHostCacheTests {
    private static let url = "https://dead.test/a"

    @Test(arguments: [
        FetchError.unknownHost(url: url), .noConnection(url: url, reason: "refused"), .tls(url: url, reason: "expired"),
        .timedOut(url: url, during: .resolving), .timedOut(url: url, during: .connecting),
        .timedOut(url: url, during: .waiting), .timedOut(url: url, during: .receiving),
    ]) func aServerThatCannotBeReachedIsAskedOnce(error: FetchError) async throws {
        let script = ScriptedServers(["dead.test": .fails(error)])
        let client = DeadHostCache(script)
        await #expect(throws: error) { try await client.get(Self.url) }
        let other = "https://dead.test:443/b?c"
        let known = await #expect(throws: FetchError.self) { try await client.get(other) }
        #expect(known?.description == error.description { _ in other })
        #expect(script.asked == [Self.url])
        // Another origin: it may be reached.
        await #expect(throws: error) { try await client.get("http://dead.test/a") }
        await #expect(throws: error) { try await client.get("https://dead.test:8443/a") }
        #expect(script.asked.count == 3)
    }

    @Test(arguments: [
        FetchError.timedOut(url: url, during: .queueing), .timedOut(url: url), .cutOff(url: url),
        .tooManyRedirects(url: url), .transferFailed(url: url, reason: ""), .noProxy(url: url, reason: ""),
        .libraryUnusable(reason: ""), .invalidRedirect(url: url),
    ]) func otherErrorsSayNothingOfTheServer(error: FetchError) async throws {
        let script = ScriptedServers(["dead.test": .fails(error)])
        let client = DeadHostCache(script)
        for _ in 0..<2 { await #expect(throws: error) { try await client.get(Self.url) } }
        #expect(script.asked.count == 2)
    }

    @Test func aServerThatHasAnsweredIsAskedAgain() async throws {
        let script = ScriptedServers(["dead.test": .answers])
        let client = DeadHostCache(script)
        try await client.get(Self.url)
        script.set("dead.test", .fails(.timedOut(url: Self.url, during: .waiting)))
        for _ in 0..<2 { await #expect(throws: FetchError.self) { try await client.get(Self.url) } }
        #expect(script.asked.count == 3)
    }

    /// The server that redirects is alive; the one it leads to is dead.
    @Test func theServerThatARedirectLeadsToIsTheDeadOne() async throws {
        let script = ScriptedServers(["live.test": .fails(.unknownHost(url: Self.url))])
        let client = DeadHostCache(script)
        for _ in 0..<2 {
            await #expect(throws: FetchError.unknownHost(url: Self.url)) { try await client.get("https://live.test/") }
        }
        #expect(script.asked.count == 2)
        await #expect(throws: FetchError.self) { try await client.get(Self.url) }
        #expect(script.asked.count == 2)
    }

    @Test func aServerThatARedirectLedToHasAnswered() async throws {
        let script = ScriptedServers(["live.test": .redirects("https://dead.test/")])
        let client = DeadHostCache(script)
        try await client.get("https://live.test/")
        script.set("dead.test", .fails(.unknownHost(url: Self.url)))
        for _ in 0..<2 { await #expect(throws: FetchError.self) { try await client.get(Self.url) } }
        #expect(script.asked.count == 3)
    }

    /// A request with little time left tells nothing of the server.
    @Test func aDeadlineThatCameSoonTellsNothing() async throws {
        let error = FetchError.timedOut(url: Self.url, during: .waiting)
        let script = ScriptedServers(["dead.test": .fails(error)])
        let client = DeadHostCache(script, patience: .seconds(600))
        for _ in 0..<2 { await #expect(throws: error) { try await client.get(Self.url) } }
        #expect(script.asked.count == 2)
    }

    /// Four requests wait for a server; the first of them that finds out tells the others.
    @Test func requestsUnderWayEndWithTheVerdict() async throws {
        let script = ScriptedServers(["dead.test": .hangs])
        let client = DeadHostCache(script)
        let waiting = (1...3).map { number in Task { try await client.get("https://dead.test/\(number)") } }
        try await eventually { script.asked.count >= 3 }
        let error = FetchError.timedOut(url: Self.url, during: .connecting)
        script.set("dead.test", .fails(error))
        await #expect(throws: error) { try await client.get(Self.url) }
        for (task, number) in zip(waiting, 1...) {
            let url = "https://dead.test/\(number)"
            await #expect(throws: FetchError.timedOut(url: url, during: .connecting)) { try await task.value }
        }
    }

    @Test func cancellingIsNoVerdict() async throws {
        let script = ScriptedServers(["dead.test": .hangs])
        let client = DeadHostCache(script)
        let task = Task { try await client.get(Self.url) }
        try await eventually { !script.asked.isEmpty }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        script.set("dead.test", .answers)
        try await client.get(Self.url)
    }

    @Test func forgetsWhatWasNotAskedForLongest() async throws {
        let error = FetchError.unknownHost(url: "")
        var servers: [String: ScriptedServers.Server] = [:]
        for number in 0..<100 { servers["h\(number).test"] = .fails(.unknownHost(url: "https://h\(number).test/")) }
        let script = ScriptedServers(servers)
        let client = DeadHostCache(script, capacity: 10)
        func ask(_ number: Int) async {
            let known = await #expect(throws: FetchError.self) { try await client.get("https://h\(number).test/") }
            #expect(known.map { $0.description { _ in "" } } == error.description { _ in "" })
        }
        // The first is asked for again and again, so it is not forgotten.
        for number in 0..<100 {
            await ask(number)
            await ask(0)
        }
        #expect(script.asked.count == 100)
        await ask(95)
        #expect(script.asked.count == 100, "one of the last ten")
        await ask(1)
        #expect(script.asked.count == 101, "it was forgotten, and is asked anew")
    }

    @Test func whatIsNoURLIsTheClientsToRefuse() async throws {
        let script = ScriptedServers([:])
        await #expect(throws: FetchError.invalidURL("x")) { try await DeadHostCache(script).get("x") }
    }
}

extension HTTPClient {
    fileprivate func get(_ url: String) async throws { _ = try await fetch(HTTPRequest(url), into: Collected()) }
}

/// Servers that do as they are told, and note what they are asked.
private final class ScriptedServers: HTTPClient {
    /// What a server does.
    enum Server: Sendable {
        case answers, hangs
        case redirects(String)
        case fails(FetchError)
    }

    private let servers: Mutex<[String: Server]>
    private let requests = Mutex<[String]>([])

    init(_ servers: [String: Server]) { self.servers = Mutex(servers) }

    var asked: [String] { requests.withLock { $0 } }

    func set(_ host: String, _ server: Server) { servers.withLock { $0[host] = server } }

    func fetch<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body) async throws -> (
        response: HTTPResponse, body: Body
    ) {
        requests.withLock { $0.append(request.url) }
        guard let host = WebURL(request.url)?.host else { throw FetchError.invalidURL(request.url) }
        switch servers.withLock({ $0[host] }) {
        case .answers?: return (HTTPResponse(status: 200, url: request.url), body)
        case .redirects(let url)?: return (HTTPResponse(status: 200, url: url), body)
        case .fails(let error)?: throw error
        case .hangs?, nil:
            try await Task.sleep(for: .seconds(600))
            throw CancellationError()
        }
    }
}
