import DevtoolKit
import Fetching
import URLs

/// An error in fetching a board from the web.
enum BoardFetchError: DiagnosableError {
    /// The argument is a URL, but not of http or https.
    case notFetchable(String)
    /// No answer came, or not the whole of it.
    case notFetched(FetchError)
    /// The answer is larger than any board.
    case tooLarge(BoardAddress)
    /// The server does not give the actions before the last 1,000.
    case noHistory(BoardAddress)
    /// Something is asked of Trello's API for which a key and a token are needed.
    case needsCredentials(String)
    /// The server does not give the boards of a workspace.
    case workspaceAnswered(BoardAnswer, String)
    /// What the server gives for a workspace is no list of boards.
    case noList(String)
    /// A workspace has no boards that the token sees.
    case noBoards(String)
    /// The server answered with something else than a board.
    case answered(BoardAnswer, BoardAddress, sentCredentials: Bool)
    /// The server asked to wait, more often than is of use.
    case stillBusy(BoardAnswer, String, tries: Int)
    /// The server asks to wait longer than there is time.
    case longPause(BoardAnswer, String, Duration)

    var diagnostics: [Diagnostic] {
        switch self {
        case .notFetchable(let text):
            [Diagnostic("\(WebURL.shown(text)): not an http or https URL")]
        case .notFetched(let error):
            [
                Diagnostic(
                    error.description {
                        WebURL($0)?.withoutDetails.description ?? WebURL.shown($0)
                    },
                    hint: error.isTimeout ? Self.timeoutHint : error.hint)
            ]
        case .tooLarge(let address):
            [Diagnostic("\(address.name): larger than \(BoardFetch.sizeLimit >> 20) MiB")]
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
                            + "in devtool.yml"
                        : "check the address, and that the token's owner is in the workspace")
            ]
        case .noList(let name):
            [Diagnostic("\(name): the server did not respond with a list of boards")]
        case .noBoards(let name):
            [Diagnostic("\(name): the token sees no boards in the workspace")]
        case .answered(let answer, let address, let sentCredentials):
            [
                Diagnostic(
                    "\(address.name): \(answer.sentence)",
                    hint: Self.hint(for: answer, from: address, sentCredentials: sentCredentials))
            ]
        case .stillBusy(let answer, let name, let tries):
            [
                Diagnostic(
                    "\(name): \(answer.sentence), \(tries) times", hint: "try again later")
            ]
        case .longPause(let answer, let name, let pause):
            [
                Diagnostic(
                    "\(name): \(answer.sentence), and asks devtool to wait "
                        + "\(pause.components.seconds) s, which exceeds the timeout",
                    hint: Self.timeoutHint)
            ]
        }
    }

    /// 64 for a wrong argument, 65 for what is too large, 66 without a board, 69 when nobody answers, 74 for half an answer, 75
    /// when the time is up, 77 when a login is needed.
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
            // Trello calls an ID that cannot be one a bad request.
            case 400 where address.boardID != nil: .noInput
            default: .unavailable
            }
        }
    }

    private static let timeoutHint =
        "try again later, or set a longer 'timeout' under 'cards' in devtool.yml"

    /// What to do about a refusal; nothing is known of other servers than Trello's.
    private static func hint(
        for answer: BoardAnswer, from address: BoardAddress, sentCredentials: Bool
    ) -> String? {
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

extension FetchError {
    fileprivate var isTimeout: Bool {
        if case .timedOut = self { true } else { false }
    }
}

/// A server's response that contains no board.
struct BoardAnswer: Sendable, Equatable {
    /// The status, as 404.
    let status: Int
    /// What the server says about it.
    let words: String?
    /// How long it asks to wait; nil if it does not say.
    let pause: Duration?

    /// Takes a response and what its body says.
    init(_ response: HTTPResponse, words: String? = nil) {
        status = response.status
        pause = response.retryAfter
        self.words = words
    }

    /// Whether the same request may do later: there were too many of them, or the server says when.
    var asksToWait: Bool { status == 429 || status == 503 && pause != nil }

    /// The pauses before further tries where a server, or the way to it, fails for the moment.
    static let pauses = [Duration.seconds(1), .seconds(4)]

    /// How long to wait after a failure that may pass.
    ///
    /// - Returns: the time; nil if there was a try after each pause, or no time is left for another.
    static func pause(
        afterTries tries: Int, of request: HTTPRequest, at now: ContinuousClock.Instant
    ) -> Duration? {
        guard tries <= pauses.count else { return nil }
        let pause = pauses[tries - 1]
        return request.deadline.map { now + pause < $0 } ?? true ? pause : nil
    }

    /// Whether the same request may do in a moment.
    private var isTransient: Bool { [500, 502, 503, 504].contains(status) }

    /// How long to wait before the next try.
    ///
    /// - Parameters:
    ///   - tries: how often the same was asked for.
    ///   - request: what was asked for, by a deadline.
    ///   - name: what messages call it.
    ///   - now: the time.
    /// - Returns: the time; nil where the answer does not ask for another try.
    /// - Throws: ``BoardFetchError`` if there is to be no further try.
    func pause(
        afterTries tries: Int, of request: HTTPRequest, for name: String,
        at now: ContinuousClock.Instant
    ) throws(BoardFetchError) -> Duration? {
        guard asksToWait else {
            return isTransient ? Self.pause(afterTries: tries, of: request, at: now) : nil
        }
        guard tries < BoardFetch.triesLimit else { throw .stillBusy(self, name, tries: tries) }
        let pause = pause ?? BoardFetch.defaultPause
        if let deadline = request.deadline, now + pause >= deadline {
            throw .longPause(self, name, pause)
        }
        return pause
    }

    /// The answer in a sentence.
    var sentence: String {
        "the server responded with status \(status)" + (words.map { ": \($0)" } ?? "")
    }
}
