import DevtoolKit
import Fetching
import URLs

enum BoardFetchError: DiagnosableError {
    case notFetchable(String)
    case notFetched(FetchError)
    case tooLarge(BoardAddress)
    case noHistory(BoardAddress)
    case needsCredentials(String)
    case workspaceAnswered(BoardAnswer, String)
    case noList(String)
    case noBoards(String)
    case answered(BoardAnswer, BoardAddress, sentCredentials: Bool)
    /// The server asked to wait too often.
    case stillBusy(BoardAnswer, String, tries: Int)
    /// The server asks for a pause that exceeds the timeout.
    case longPause(BoardAnswer, String, Duration)

    var diagnostics: [Diagnostic] {
        switch self {
        case .notFetchable(let text): [Diagnostic("\(WebURL.shown(text)): not an http or https URL")]
        case .notFetched(let error):
            [
                Diagnostic(
                    error.description { WebURL($0)?.withoutDetails.description ?? WebURL.shown($0) },
                    hint: error.isTimeout ? Self.timeoutHint : error.hint)
            ]
        case .tooLarge(let address): [Diagnostic("\(address.name): larger than \(BoardFetch.sizeLimit >> 20) MiB")]
        case .noHistory(let address):
            [
                Diagnostic(
                    "\(address.name): the server does not give the actions before the last "
                        + "\(BoardHistory.pageLimit)")
            ]
        case .needsCredentials(let name):
            [
                Diagnostic(
                    "\(name): a key and a token are required",
                    hint: "set 'key' and 'token' under 'cards' in devtool.yml")
            ]
        case .workspaceAnswered(let answer, let name):
            [
                Diagnostic(
                    "\(name): \(answer.sentence)",
                    hint: answer.status == 401
                        ? "the key and the token were rejected: check 'key' and 'token' under 'cards' "
                            + "in devtool.yml" : "check the address, and that the token's owner is in the workspace")
            ]
        case .noList(let name): [Diagnostic("\(name): the server did not respond with a list of boards")]
        case .noBoards(let name): [Diagnostic("\(name): the token sees no boards in the workspace")]
        case .answered(let answer, let address, let sentCredentials):
            [
                Diagnostic(
                    "\(address.name): \(answer.sentence)",
                    hint: Self.hint(for: answer, from: address, sentCredentials: sentCredentials))
            ]
        case .stillBusy(let answer, let name, let tries):
            [Diagnostic("\(name): \(answer.sentence), \(tries) times", hint: "try again later")]
        case .longPause(let answer, let name, let pause):
            [
                Diagnostic(
                    "\(name): \(answer.sentence), and asks devtool to wait "
                        + "\(pause.components.seconds) s, which exceeds the timeout", hint: Self.timeoutHint)
            ]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .notFetchable: .usage
        case .tooLarge, .noHistory, .noList: .badData
        case .needsCredentials: .permissionDenied
        case .noBoards: .noInput
        case .workspaceAnswered(let answer, _):
            switch answer.status {
            case 401, 403, 407: .permissionDenied
            case 404, 410: .noInput
            default: .unavailable
            }
        case .notFetched(.timedOut), .longPause: .timedOut
        case .notFetched(.cutOff), .notFetched(.transferFailed): .inputOutputError
        case .notFetched, .stillBusy: .unavailable
        case .answered(let answer, let address, _):
            switch answer.status {
            case 401, 403, 407: .permissionDenied
            case 404, 410: .noInput
            // Trello answers 400 to a malformed identifier.
            case 400 where address.boardID != nil: .noInput
            default: .unavailable
            }
        }
    }

    private static let timeoutHint = "try again later, or set a longer 'timeout' under 'cards' in devtool.yml"

    /// A hint for an error status of Trello; other servers are unknown.
    private static func hint(for answer: BoardAnswer, from address: BoardAddress, sentCredentials: Bool) -> String? {
        switch answer.status {
        case 401 where sentCredentials:
            "the key and the token were rejected: check 'key' and 'token' under 'cards' in devtool.yml"
        case 403 where sentCredentials, 404 where sentCredentials:
            "check the address, and that the token's owner can see the board"
        case 401 where address.boardID != nil, 403 where address.boardID != nil:
            "the board is private: set 'key' and 'token' under 'cards' in devtool.yml"
        case 404 where address.boardID != nil:
            "check the address; a private board needs 'key' and 'token' under 'cards' in devtool.yml"
        default: nil
        }
    }
}

extension FetchError { fileprivate var isTimeout: Bool { if case .timedOut = self { true } else { false } } }

/// A response that is not a board.
struct BoardAnswer: Sendable, Equatable {
    let status: Int
    let words: String?
    /// `Retry-After`; `nil` if absent.
    let pause: Duration?

    init(_ response: HTTPResponse, words: String? = nil) {
        status = response.status
        pause = response.retryAfter
        self.words = words
    }

    /// Whether the server limits the rate of requests, or says when to retry.
    var asksToWait: Bool { status == 429 || status == 503 && pause != nil }

    /// The pauses before retries of temporary failures.
    static let pauses = [Duration.seconds(1), .seconds(4)]

    /// The pause after a temporary failure; `nil` after the last retry, or if the deadline is too close.
    static func pause(afterTries tries: Int, of request: HTTPRequest, at now: ContinuousClock.Instant) -> Duration? {
        guard tries <= pauses.count else { return nil }
        let pause = pauses[tries - 1]
        return request.deadline.map { now + pause < $0 } ?? true ? pause : nil
    }

    private var isTransient: Bool { [500, 502, 503, 504].contains(status) }

    /// The pause before the next attempt; `nil` if the status does not suggest one.
    ///
    /// - Throws: ``BoardFetchError`` if the attempts or the time are exhausted.
    func pause(afterTries tries: Int, of request: HTTPRequest, for name: String, at now: ContinuousClock.Instant)
        throws(BoardFetchError) -> Duration?
    {
        guard asksToWait else { return isTransient ? Self.pause(afterTries: tries, of: request, at: now) : nil }
        guard tries < BoardFetch.triesLimit else { throw .stillBusy(self, name, tries: tries) }
        let pause = pause ?? BoardFetch.defaultPause
        if let deadline = request.deadline, now + pause >= deadline { throw .longPause(self, name, pause) }
        return pause
    }

    var sentence: String { "the server responded with status \(status)" + (words.map { ": \($0)" } ?? "") }
}
