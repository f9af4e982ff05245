import DevtoolKit
import Fetching
import URLs
import Testing

@testable import Cards

/// What is asked for at a URL, and who gets the credentials.
@Suite struct WebBoardAddressTests {
    private static let query = "?\(BoardAddress.exportQuery.joined(separator: "&"))"

    private let api: WebURL
    private let credentials: TrelloCredentials

    init() throws {
        api = try #require(WebURL("https://api.trello.com"))
        credentials = try #require(TrelloCredentials(key: Secret("k0123"), token: Secret("ATTAt0ken=_-")))
    }

    @Test(arguments: [
        ("https://trello.com/b/x", true), ("HTTP://ex.test/", true), ("ftp://ex.test/", true), ("board.json", false),
        ("-", false), ("", false), ("https:/board.json", false), ("./https://x", false), ("b:/x//y", false),
        ("http", false), ("://x", false),
    ]) func tellsURLsFromFiles(_ argument: String, _ expected: Bool) {
        #expect(BoardAddress.isURL(argument) == expected)
    }

    @Test(arguments: [
        ("https://trello.com/b/nC8QJJoZ", "nC8QJJoZ"), ("http://www.TRELLO.com/b/nC8QJJoZ/", "nC8QJJoZ"),
        ("https://trello.com/b/nC8QJJoZ/road-map?filter=x#y", "nC8QJJoZ"),
        ("https://trello.com/b/nC8QJJoZ.json", "nC8QJJoZ"), ("https://trello.com/b/nC8QJJoZ/road-map.json", "nC8QJJoZ"),
        ("https://u:p@trello.com/b/nC8QJJoZ", "nC8QJJoZ"), ("https://trello.com/b/", nil),
        ("https://trello.com/b", nil), ("https://trello.com/b/.json", nil), ("https://trello.com/b/a%2Fb", nil),
        ("https://trello.com/c/nC8QJJoZ", nil), ("https://trello.com/x/b/nC8QJJoZ", nil),
        ("https://trello.com.ex.test/b/nC8QJJoZ", nil), ("https://ex.test/b/nC8QJJoZ", nil),
        ("https://api.trello.com/b/nC8QJJoZ", nil),
    ]) func findsTheBoardsID(_ argument: String, _ expected: String?) throws {
        #expect(try BoardAddress(argument).boardID == expected)
    }

    @Test(arguments: [
        ("https://trello.com/b/AbC/x?y", "https://trello.com/b/AbC.json"),
        ("http://www.trello.com/b/AbC", "https://trello.com/b/AbC.json"),
        ("http://ex.test/a.json?b", "http://ex.test/a.json?b"),
        ("https://u:p@ex.test/a.json", "https://u:p@ex.test/a.json"),
    ]) func asksForThePublicExport(_ argument: String, _ expected: String) throws {
        let request = try BoardAddress(argument).request(to: api, with: nil)
        #expect(request.url == expected)
        #expect(request.headers.isEmpty && request.originHeaders.isEmpty)
    }

    @Test(arguments: [
        ("https://trello.com/b/AbC/x", "https://api.trello.com/", "https://api.trello.com/1/boards/AbC"),
        ("http://trello.com/b/AbC", "http://127.0.0.1:8/", "http://127.0.0.1:8/1/boards/AbC"),
        ("https://trello.com/b/AbC", "https://u:p@ex.test/t/?q", "https://ex.test/t/1/boards/AbC"),
    ]) func asksTheAPIWithCredentials(_ argument: String, _ api: String, _ expected: String) throws {
        let request = try BoardAddress(argument).request(to: #require(WebURL(api)), with: credentials)
        #expect(request.url == expected + Self.query)
        #expect(
            request.originHeaders.map(\.value) == [#"OAuth oauth_consumer_key="k0123", oauth_token="ATTAt0ken=_-""#])
        #expect(request.originHeaders.map(\.name) == ["Authorization"])
    }

    @Test(arguments: [
        ("https://api.trello.com/1/boards/AbC?cards=all", true), ("https://api.trello.com:443/x", true),
        ("http://api.trello.com/1/boards/AbC", false), ("https://api.trello.com:444/x", false),
        ("https://trello.com/c/AbC", false), ("https://trello.com.ex.test/b/AbC", false),
        ("https://ex.test/board.json", false), ("https://api.trello.com@ex.test/x", false),
    ]) func sendsCredentialsToTheAPIOnly(_ argument: String, _ expected: Bool) throws {
        let address = try BoardAddress(argument)
        #expect(address.wantsCredentials(for: api) == expected)
        let request = address.request(to: api, with: credentials)
        #expect(request.url == argument.replacing(":443", with: ""))
        #expect(!request.originHeaders.isEmpty == expected)
    }

    @Test(arguments: ["ftp://u:secret@ex.test/", "https://", "https://a b/", "file:///etc/passwd"])
    func refusesWhatIsNotFetched(_ argument: String) throws {
        let error = #expect(throws: Problem.self) { try BoardAddress(argument) }
        #expect(error?.exitStatus == .usage)
        #expect(error?.diagnostics.first?.message.contains("secret") == false)
    }

    @Test(arguments: ["https://u:p@trello.com/b/AbC?key=k&token=t#x", "https://trello.com/b/AbC"])
    func isNamedWithoutSecrets(_ argument: String) throws {
        #expect(try BoardAddress(argument).name == "https://trello.com/b/AbC")
    }

    @Test(arguments: ["", "a b", "a\"b", "a\\b", "a\r\nX-Y: z", "tökn", "a\0"]) func refusesSecretsThatEndAHeader(
        _ text: String
    ) {
        #expect(TrelloCredentials(key: Secret(text), token: Secret("t")) == nil)
        #expect(TrelloCredentials(key: Secret("k"), token: Secret(text)) == nil)
    }

    @Test func showsNoSecret() {
        #expect(!"\(credentials)".contains("ATTAt0ken"))
        #expect(!String(reflecting: credentials).contains("k0123"))
    }
}
