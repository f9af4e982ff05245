import DevtoolKit
import Fetching
import Testing

@testable import Cards

/// What is said of the answers that give no board.
@Suite struct WebBoardFetchErrorTests {
    private static let board = "https://trello.com/b/AbC"
    private static let file = "https://ex.test/board.json"
    private static let privacy = "the board is private: set 'key' and 'token' under 'cards' in devtool.yml"

    @Test(
        arguments: [
            (401, board, false, 77, privacy), (403, board, false, 77, privacy),
            (
                401, board, true, 77,
                "the key and the token were rejected: check 'key' and 'token' under 'cards' in devtool.yml"
            ), (403, board, true, 77, "check the address and whether the token's owner can see the board"),
            (404, board, true, 66, "check the address and whether the token's owner can see the board"),
            (
                404, board, false, 66,
                "check the address; a private board needs 'key' and 'token' under 'cards' in devtool.yml"
            ), (400, board, true, 66, nil), (400, file, false, 69, nil), (401, file, false, 77, nil),
            (404, file, false, 66, nil), (410, file, false, 66, nil), (304, file, false, 69, nil),
            (500, board, false, 69, nil), (503, board, false, 69, nil),
        ] as [(Int, String, Bool, Int32, String?)]) func sortsTheStatuses(
            _ status: Int, _ url: String, _ sentCredentials: Bool, _ expected: Int32, _ hint: String?
        ) throws
    {
        let answer = BoardAnswer(HTTPResponse(status: status, url: url), words: "no")
        let error = Problem.answered(answer, try BoardAddress(url), sentCredentials: sentCredentials)
        #expect(error.exitStatus.rawValue == expected)
        #expect(error.diagnostics == [Diagnostic("\(url): the server responded with status \(status): no", hint: hint)])
    }

    @Test(
        arguments: [
            (429, nil, true), (429, 5, true), (503, nil, false), (503, 5, true), (500, 5, false), (404, 5, false),
        ] as [(Int, Int?, Bool)]) func waitsWhereThatIsAskedFor(_ status: Int, _ seconds: Int?, _ expected: Bool)
    {
        let response = HTTPResponse(status: status, url: Self.file, retryAfter: seconds.map { .seconds($0) })
        #expect(BoardAnswer(response).asksToWait == expected)
    }

    @Test(
        arguments: [
            (.timedOut(url: "x"), 75), (.cutOff(url: "x"), 74), (.transferFailed(url: "x", reason: ""), 74),
            (.unknownHost(url: "x"), 69), (.tls(url: "x", reason: ""), 69),
        ] as [(FetchError, Int32)]) func sortsTheFailures(_ error: FetchError, _ expected: Int32)
    { #expect(Problem.notFetched(error).exitStatus.rawValue == expected) }

    @Test(arguments: [
        ("https://u:p@ex.test/1/boards/x?token=t", "https://ex.test/1/boards/x: timed out"),
        ("ftp://u:p@ex.test/", "ftp://ex.test/: timed out"),
    ]) func namesURLsWithoutSecrets(_ url: String, _ expected: String) {
        let error = Problem.notFetched(.timedOut(url: url))
        #expect(error.diagnostics.map(\.message) == [expected])
    }
}
