import TestSupport
import Testing

@testable import Fetching

/// Servers and URLs that mean no good.
@Suite struct HostileServerTests {
    private let client = CurlHTTPClient()

    init() { NoProxy.apply() }

    @Test func oneByteASecond() async throws {
        let server = try LoopbackServer(["/": .drip(String(repeating: "x", count: 10_000), every: .seconds(1))])
        #expect(await timesOut(server, during: .receiving), "the page takes three hours")
    }

    @Test func noAnswer() async throws {
        let server = try LoopbackServer(["/": .html("x").kept(after: .seconds(3000))])
        #expect(await timesOut(server, during: .waiting))
    }

    /// Whether a deadline ends a transfer in some step; on a busy machine an early one may end it before.
    private func timesOut(_ server: LoopbackServer, during step: FetchStep) async -> Bool {
        for time in [0.5, 5, 50] {
            let deadline = ContinuousClock.now + .seconds(time)
            let error = await error(HTTPRequest(server.url("/"), deadline: deadline))
            #expect(ContinuousClock.now >= deadline)
            if error == .timedOut(url: server.url("/"), during: step) { return true }
        }
        return false
    }

    /// Every redirect leads to a page that was not seen before.
    @Test func endlessRedirects() async throws {
        let server = try LoopbackServer(["*": .redirect(to: "more/")])
        var request = HTTPRequest(server.url("/"))
        let eleventh = String(repeating: "more/", count: 10)
        #expect(await error(request) == .tooManyRedirects(url: server.url("/\(eleventh)")))
        #expect(server.requests.count == 11)
        request.redirectLimit = 0
        #expect(await error(request) == .tooManyRedirects(url: server.url("/")))
    }

    @Test func redirectsInACircle() async throws {
        let server = try LoopbackServer(["/a": .redirect(to: "b"), "/b": .redirect(to: "a")])
        #expect(await error(HTTPRequest(server.url("/a"))) == .tooManyRedirects(url: server.url("/a")))
    }

    @Test(arguments: [
        ["X: " + String(repeating: "x", count: 1 << 20)],
        (0..<20_000).map { "X-\($0): \(String(repeating: "x", count: 50))" },
    ]) func giganticHeaders(_ fields: [String]) async throws {
        let server = try LoopbackServer(["/": .body([], fields: fields)])
        guard case .transferFailed = await error(HTTPRequest(server.url("/"))) else {
            Issue.record("the header was taken")
            return
        }
    }

    @Test func headersAboveTheLimit() async throws {
        let server = try LoopbackServer([
            "/": .body(Array("x".utf8), fields: ["X: " + String(repeating: "x", count: 1000)]),
            "/r": .redirect(to: "/" + String(repeating: "y", count: 1000)), "*": .redirect(to: "/"),
        ])
        var request = HTTPRequest(server.url("/"))
        request.headerLimit = 1000
        #expect(
            await error(request)
                == .transferFailed(url: server.url("/"), reason: "the header is larger than 1000 bytes"))
        request.headerLimit = 1200
        #expect(await error(request) == nil)
        // The limit is that of each answer, not of all on the way.
        request.url = server.url("/r")
        #expect(await error(request) == nil)
    }

    @Test func aBodyThatUnpacksToFarMore() async throws {
        let size = 100_000_000
        let bomb = DeflateBomb.bytes(unpackingTo: size)
        #expect(bomb.count < size / 150)
        let server = try LoopbackServer(["/": .body(bomb, fields: ["Content-Encoding: gzip"])])
        let (response, body) = try await client.fetch(
            HTTPRequest(server.url("/"), byteLimit: 1_000_000), into: Collected())
        #expect(!response.isComplete)
        #expect(body.bytes == [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000))
    }

    /// See issue 24: a page of 750 bytes took 48 seconds of the time of all transfers.
    @Test(arguments: [
        (["Content-Encoding: gzip, gzip, gzip"], "the body is encoded 3 times"),
        (["Content-Encoding: gzip", "content-encoding: x-gzip,br"], "the body is encoded 3 times"),
        (["Content-Encoding: gzip,\tgzip", "Transfer-Encoding: gzip, chunked"], "the body is encoded 3 times"),
        (["Content-Encoding: gzip", " , gzip, gzip"], "the body is encoded 3 times"),
        (["Content-Encoding: gzip, BR"], "the body is encoded twice, once with 'br'"),
        (["Content-Encoding: zstd, gzip"], "the body is encoded twice, once with 'zstd'"),
    ]) func codingsUponCodings(_ fields: [String], _ reason: String) async throws {
        let server = try LoopbackServer(["/": .body(Array("x".utf8), fields: fields)])
        #expect(await error(HTTPRequest(server.url("/"))) == .transferFailed(url: server.url("/"), reason: reason))
    }

    @Test func twoCodings() async throws {
        let size = 10_000_000
        let body = DeflateBomb.stored(DeflateBomb.bytes(unpackingTo: size))
        let server = try LoopbackServer(["/": .body(body, fields: ["Content-Encoding: identity, gzip, gzip"])])
        let (response, collected) = try await client.fetch(
            HTTPRequest(server.url("/"), byteLimit: 1000), into: Collected())
        #expect(!response.isComplete)
        #expect(collected.bytes == [UInt8](repeating: UInt8(ascii: "x"), count: 1000))
    }

    /// libcurl unpacks all that has come before it does anything else.
    @Test func whatNobodyWantsIsNotUnpacked() {
        let piece = [UInt8](repeating: 120, count: 16 << 10)
        for (isLate, most) in [(false, 100), (true, 0)] {
            var request = HTTPRequest("http://example.com/", byteLimit: 1000)
            request.deadline = isLate ? .now - .seconds(1) : nil
            var received = 0
            let sink = CurlSink(
                request, begin: { HTTPResponse(status: 200, url: "", headers: $0) },
                consume: {
                    received += $0.byteCount
                    return .more
                })
            sink.hasWholeBody = { true }
            var taken = 0
            while taken <= most, piece.withUnsafeBytes({ sink.receive($0) }) { taken += 1 }
            #expect(taken <= most)
            #expect(received == (isLate ? 0 : 1000))
            #expect(sink.isLate == isLate)
        }
    }

    @Test(arguments: ["/a\r\nX-Evil: 1", "/a\nX-Evil: 1", "/a HTTP/1.1\r\n\r\nGET /b", "/\0"])
    func aURLThatWritesHeaders(_ path: String) async throws {
        let server = try LoopbackServer(["*": .html("x")])
        let url = server.url(path)
        #expect(await error(HTTPRequest(url)) == .invalidURL(url))
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["/b%0d%0aX-Evil: 1", "/b\rX-Evil: 1", "/b\tX-Evil:1"]) func aRedirectThatWritesHeaders(
        _ location: String
    ) async throws {
        let server = try LoopbackServer(["/": .redirect(to: location), "*": .html("x")])
        _ = await error(HTTPRequest(server.url("/")))
        #expect(!server.requests.isEmpty)
        for request in server.requests {
            let lines = request.split { $0 == "\r\n" || $0 == "\r" || $0 == "\n" }
            #expect(!lines.contains { $0.hasPrefix("X-Evil") })
        }
    }

    @Test(arguments: [
        ("X", "1\r\nX-Evil: 1"), ("X", "1\nX-Evil: 1"), ("X\r\nX-Evil", "1"), ("X: 1", "1"), ("", "1"), ("X", "1\0"),
    ]) func fieldsThatWriteOthers(name: String, value: String) async throws {
        let server = try LoopbackServer(["*": .html("x")])
        let request = HTTPRequest(server.url("/"), headers: [(name, value)])
        #expect(await error(request) == .invalidHeader(name: name))
        #expect(server.requests.isEmpty)
    }

    /// Answers with damages ended by an error, or by a body that is no larger than it may be.
    ///
    /// `Scripts/fuzz http` does so for longer, and with the whole program.
    @Test(arguments: 0..<4 as Range<UInt64>) func anyDamage(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let packed = DeflateBomb.stored(DeflateBomb.bytes(unpackingTo: 1_000_000))
        let answers = [
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: y\r\n\r\nhello".utf8.map { $0 },
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n".utf8.map { $0 },
            "HTTP/1.1 103 Hints\r\nX: y\r\n\r\nHTTP/1.1 404 No\r\n\r\nhello".utf8.map { $0 },
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n\r\n".utf8) + packed,
        ]
        var responses: [String: CannedResponse] = [:]
        for number in 0..<40 {
            var bytes = answers[number % answers.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<min(bytes.count, 90), using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(place..<min(place + 3, bytes.count))
                default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
                }
            }
            responses["/\(number)"] = .raw(bytes)
        }
        let server = try LoopbackServer(responses)
        for path in responses.keys {
            let request = HTTPRequest(server.url(path), deadline: .now + .seconds(300), byteLimit: 10_000)
            do {
                let (_, body) = try await client.fetch(request, into: Collected())
                #expect(body.bytes.count <= 10_000)
            } catch let error as FetchError { #expect(error != .timedOut(url: request.url, during: .receiving)) }
        }
    }

    private func error(_ request: HTTPRequest) async -> FetchError? {
        do {
            _ = try await client.fetch(request, into: Collected())
            return nil
        } catch { return error as? FetchError }
    }
}
