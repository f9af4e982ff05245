import Fetching
import Synchronization
import TestSupport
import Testing

/// What a ``ScriptedHTTPClient`` answers.
struct ScriptedAnswer: Sendable {
    var status = 200
    var body: [UInt8] = []
    /// The URL after redirects; `nil` for the one that was asked for.
    var url: String?
    var headers: [(name: String, value: String)] = []
    /// Whether a server gives a part of the body where one is asked for.
    var givesParts = false
    /// The URL that must have been answered before the answer comes.
    var predecessor: String?
    var error: FetchError?

    static func ok(_ body: String, at url: String? = nil) -> ScriptedAnswer {
        ScriptedAnswer(body: Array(body.utf8), url: url)
    }

    static func ok(_ body: [UInt8]) -> ScriptedAnswer { ScriptedAnswer(body: body) }

    static func page(status: Int, _ body: String) -> ScriptedAnswer {
        ScriptedAnswer(status: status, body: Array(body.utf8))
    }

    static func failed(_ error: FetchError) -> ScriptedAnswer { ScriptedAnswer(error: error) }

    /// The same answer once another URL has been answered.
    func after(_ url: String) -> ScriptedAnswer {
        var answer = self
        answer.predecessor = url
        return answer
    }

    /// The same answer of a server that gives parts.
    var inParts: ScriptedAnswer {
        var answer = self
        answer.givesParts = true
        return answer
    }

    func with(_ name: String, _ value: String) -> ScriptedAnswer {
        var answer = self
        answer.headers.append((name, value))
        return answer
    }
}

/// A client that answers from a table, and any other request with status 404; it gives bodies in
/// pieces of some bytes.
final class ScriptedHTTPClient: HTTPClient {
    private let answers: [String: ScriptedAnswer]
    private let pieceLength: Int
    private let log = Mutex(Log())

    struct Log {
        var requests: [HTTPRequest] = []
        var answered: Set<String> = []
        var running = 0
        var peak = 0
    }

    init(_ answers: [String: ScriptedAnswer], inPiecesOf length: Int = 512) {
        self.answers = answers
        pieceLength = length
    }

    /// The requests in the order in which they came.
    var requests: [HTTPRequest] { log.withLock { $0.requests } }
    /// Their URLs.
    var urls: [String] { requests.map(\.url) }
    /// How many were under way at once at most.
    var peak: Int { log.withLock { $0.peak } }

    func fetch<Body: BodyConsumer>(_ request: HTTPRequest, into body: Body) async throws -> (
        response: HTTPResponse, body: Body
    ) {
        log.withLock {
            $0.requests.append(request)
            $0.running += 1
            $0.peak = max($0.peak, $0.running)
        }
        defer {
            log.withLock {
                $0.answered.insert(request.url)
                $0.running -= 1
            }
        }
        let answer = answers[request.url] ?? .page(status: 404, "")
        if let url = answer.predecessor { try await eventually { log.withLock { $0.answered.contains(url) } } }
        if let error = answer.error { throw error }
        var response = HTTPResponse(
            status: answer.status, url: answer.url ?? request.url, headers: HTTPHeaders(answer.headers))
        var rest = answer.body[...]
        if let range = request.range, answer.givesParts {
            let count = rest.count
            rest = rest.prefix(range)
            response.status = 206
            response.headers = HTTPHeaders(answer.headers + [("Content-Range", "bytes 0-\(rest.count - 1)/\(count)")])
        }
        var body = body
        if !rest.isEmpty { body.begin(response) }
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieceLength))
            rest = rest.dropFirst(pieceLength)
            if try body.receive(piece.span.bytes) == .enough {
                response.isComplete = false
                break
            }
        }
        return (response, body)
    }
}
