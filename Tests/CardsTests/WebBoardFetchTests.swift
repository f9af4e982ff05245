import DevtoolKit
import Fetching
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// How long a board is waited for, by a clock and with a server that are the test's own.
@Suite struct WebBoardFetchTests {
    private static let url = "https://trello.com/b/abc/x.json"
    private let clock = StoppedClock()

    /// Answers requests in their order.
    private final class Server: HTTPClient {
        private let answers: Mutex<[HTTPResponse]>
        /// A connection that is cut stands for a status that there is none of.
        static let cut = 0

        init(_ answers: [HTTPResponse]) { self.answers = Mutex(answers) }

        func fetch<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body) async throws -> (
            response: HTTPResponse, body: Body
        ) {
            let answer = try #require(answers.withLock { $0.isEmpty ? nil : $0.removeFirst() })
            if answer.status == Self.cut { throw FetchError.cutOff(url: request.url) }
            var body = body
            if answer.isSuccess { _ = try body.receive(Array("{}".utf8).span.bytes) }
            return (answer, body)
        }
    }

    private func board(answers: [(status: Int, retryAfter: Duration?)]) async throws -> String {
        let console = Console()
        var context = Context(
            console: console, processes: ProcessRunner(console: console), environment: [:], workingDirectory: "/",
            plugins: [CardsCommand.self])
        context.httpClient = Server(
            answers.map { HTTPResponse(status: $0.status, url: Self.url, retryAfter: $0.retryAfter) })
        context.clock = TimeSource(now: { [clock] in clock.now }) { [clock] in clock.sleep(for: $0) }
        let fetch = try await BoardFetch(
            of: Self.url, to: .temporaryFolder("/tmp"), pacedBy: RequestPacer(), in: context)
        let file = try await fetch.board(in: context)
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: 10)
        let count = try bytes.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    @Test func asLongAsTheServerAsks() async throws {
        let text = try await board(answers: [(429, .seconds(7)), (503, .seconds(2)), (200, nil)])
        #expect(text == "{}")
        #expect(clock.pauses == [.seconds(7), .seconds(2)])
    }

    @Test func tenSecondsWhereItDoesNotSay() async throws {
        _ = try await board(answers: [(429, nil), (200, nil)])
        #expect(clock.pauses == [.seconds(10)])
    }

    /// See D8 of issue 49: the first fault of the moment ended the run.
    @Test(arguments: [500, 502, 503, 504, 0]) func faultsOfTheMoment(_ status: Int) async throws {
        let text = try await board(answers: [(status, nil), (status, nil), (200, nil)])
        #expect(text == "{}")
        #expect(clock.pauses == [.seconds(1), .seconds(4)])
    }

    @Test(arguments: [500, 0]) func faultsThatStay(_ status: Int) async throws {
        await #expect(throws: Problem.self) {
            try await board(answers: [(status, nil), (status, nil), (status, nil), (200, nil)])
        }
        #expect(clock.pauses == [.seconds(1), .seconds(4)])
    }

    @Test func notBeyondTheTimeThatThereIs() async throws {
        await #expect(throws: Problem.self) { try await board(answers: [(429, .seconds(3600)), (200, nil)]) }
        #expect(clock.pauses == [])
    }

    /// The waits count, too.
    @Test func notTwiceWhenTheFirstTookTheTime() async throws {
        await #expect(throws: Problem.self) {
            try await board(answers: [(429, .seconds(200)), (429, .seconds(200)), (200, nil)])
        }
        #expect(clock.pauses == [.seconds(200)])
    }

    @Test func threeTimesAtMost() async throws {
        await #expect(throws: Problem.self) {
            try await board(answers: [(429, .zero), (429, .zero), (429, .zero), (200, nil)])
        }
        #expect(clock.pauses == [.zero, .zero])
    }
}
