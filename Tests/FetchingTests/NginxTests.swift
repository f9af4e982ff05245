import Fetching
import TestSupport
import Testing

/// The client with a server as the world has them.
@Suite(.enabled(if: NginxServer.isAvailable, "nginx and openssl are not installed")) struct NginxTests {
    private static let page = Array(
        ("<!DOCTYPE html><title>A page</title>" + (0..<2000).map { "<p>Paragraph \($0)</p>" }.joined()).utf8)

    private let client = CurlHTTPClient()

    init() { NoProxy.apply() }

    @Test(arguments: [(false, "HTTP/1.1"), (true, "HTTP/2.0")]) func fetchesPages(isSecure: Bool, version: String)
        async throws
    {
        let server = try NginxServer(["a.html": Self.page])
        let request = request(server, "/a.html", isSecure)
        let (response, body) = try await client.fetch(request, into: Collected())
        #expect(response.status == 200)
        #expect(response.url == request.url)
        #expect(response.isComplete)
        #expect(response.headers["Content-Type"] == "text/html")
        #expect(response.headers["Content-Length"] == "\(Self.page.count)")
        #expect(body.bytes == Self.page)
        let log = try await server.log(atLeast: 1)
        #expect(log.map(\.version) == [version])
        #expect(log.map(\.status) == [200])
    }

    @Test(arguments: [false, true]) func keepsConnections(isSecure: Bool) async throws {
        let server = try NginxServer(["a.html": Self.page, "b.html": Self.page])
        for number in 0..<50 {
            let path = number.isMultiple(of: 2) ? "/a.html" : "/b.html"
            let (_, body) = try await client.fetch(request(server, "\(path)?\(number)", isSecure), into: Collected())
            #expect(body.bytes == Self.page)
        }
        let log = try await server.log(atLeast: 50)
        #expect(log.count == 50)
        #expect(Set(log.map(\.connection)).count == 1)
    }

    /// Small pages come whole with their first bytes, which may be all that is wanted.
    @Test(arguments: [false, true]) func keepsConnectionsOnWhichMoreCameThanWasWanted(isSecure: Bool) async throws {
        let server = try NginxServer(["a.html": Array(Self.page.prefix(1000))])
        for _ in 0..<10 {
            let (response, body) = try await client.fetch(
                request(server, "/a.html", isSecure), into: Collected(wanted: 10))
            #expect(!response.isComplete)
            #expect(body.bytes.starts(with: Self.page.prefix(10)))
        }
        let log = try await server.log(atLeast: 10)
        #expect(log.count == 10)
        #expect(Set(log.map(\.connection)).count == 1)
    }

    @Test(arguments: [false, true]) func makesFewConnections(isSecure: Bool) async throws {
        let server = try NginxServer(["a.html": Self.page])
        let requests = (0..<200).map { request(server, "/a.html?\($0)", isSecure) }
        let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for request in requests { group.addTask { try await client.fetch(request, into: Collected()).body.bytes } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies.count == 200)
        #expect(bodies.allSatisfy { $0 == Self.page })
        let log = try await server.log(atLeast: 200)
        #expect(log.count == 200)
        #expect((1...4).contains(Set(log.map(\.connection)).count))
    }

    @Test(arguments: [false, true]) func takesPagesCompressed(isSecure: Bool) async throws {
        let server = try NginxServer(["a.html": Self.page], directives: "gzip on;")
        for acceptsCompression in [true, false] {
            var request = request(server, "/a.html", isSecure)
            request.acceptsCompression = acceptsCompression
            let (response, body) = try await client.fetch(request, into: Collected())
            #expect(response.headers["Content-Encoding"] == (acceptsCompression ? "gzip" : nil))
            #expect(body.bytes == Self.page)
        }
        let log = try await server.log(atLeast: 2)
        try #require(log.count == 2)
        #expect(log[0].bytesSent * 4 < Self.page.count)
        #expect(log[1].bytesSent > Self.page.count)
    }

    @Test(arguments: [false, true]) func takesTheBeginning(isSecure: Bool) async throws {
        let server = try NginxServer(["a.html": Self.page], directives: "gzip on;")
        var request = request(server, "/a.html", isSecure)
        request.range = 1000
        let (response, body) = try await client.fetch(request, into: Collected())
        #expect(response.status == 206)
        #expect(response.headers["Content-Range"] == "bytes 0-999/\(Self.page.count)")
        #expect(body.bytes[...] == Self.page.prefix(1000))
        #expect(try await server.log(atLeast: 1).map(\.status) == [206])
    }

    /// The rest of a page that nobody wants is not sent, as far as it was not on its way.
    @Test(arguments: [false, true]) func stopsAPageEarly(isSecure: Bool) async throws {
        let size = 50_000_000
        let server = try NginxServer(["a.html": [UInt8](repeating: 0x20, count: size)])
        let (response, body) = try await client.fetch(
            request(server, "/a.html", isSecure), into: Collected(wanted: 10_000))
        #expect(!response.isComplete)
        #expect(body.bytes.count >= 10_000)
        // The client is of use after that.
        let answer = try await client.fetch(request(server, "/none", isSecure), into: Collected())
        #expect(answer.response.status == 404)
        let log = try await server.log(atLeast: 2)
        let page = try #require(log.first { $0.path == "/a.html" })
        #expect(page.bytesSent < size / 2)
    }

    @Test func trustsNobodyElse() async throws {
        let server = try NginxServer([:])
        let request = HTTPRequest(server.secureURL("/"))
        await #expect { try await client.fetch(request, into: Collected()) } throws: { error in
            guard case FetchError.tls = error else { return false }
            return true
        }
        #expect(try await server.log(atLeast: 0).isEmpty)
    }

    private func request(_ server: NginxServer, _ path: String, _ isSecure: Bool) -> HTTPRequest {
        var request = HTTPRequest(isSecure ? server.secureURL(path) : server.url(path))
        request.authorityFile = server.authorityFile
        return request
    }
}
