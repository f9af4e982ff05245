import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// `devtool cards` with a URL, against a server of this machine that answers as Trello does.
@Suite struct CardsWebScenarios {
    private static let board = CardsScenarios.board
    static let numbered = CardsScenarios.numbered
    static let json = CannedResponse.body(Array(board.utf8), fields: ["Content-Type: application/json; charset=utf-8"])

    static let page = "https://trello.com/b/AbC123/roadmap"
    /// What is asked of the API for that page.
    static let apiPath =
        "/1/boards/AbC123?fields=all&actions=all&action_fields=all&actions_limit=1000&cards=all"
        + "&card_fields=all&card_attachments=true&card_attachment_fields=all"
        + "&card_customFieldItems=true&card_pluginData=true&checklists=all&checklist_fields=all"
        + "&customFields=true&labels=all&label_fields=all&labels_limit=1000&lists=all"
        + "&list_fields=all&members=all&member_fields=all&memberships=all&pluginData=true"
    static let authorization = #"Authorization: OAuth oauth_consumer_key="k0123", oauth_token="ATTAtoken""#

    /// A project whose API is the server.
    func project(_ server: LoopbackServer, _ settings: String = "", token: String = "{env: TRELLO_TOKEN}") throws
        -> Scenario
    {
        try Scenario().config(
            """
            cards:
              key: {env: TRELLO_KEY}
              token: \(token)
              api: \(server.url(""))

            """ + settings
        ).variable("TRELLO_KEY", "k0123").variable("TRELLO_TOKEN", "ATTAtoken")
    }

    /// Makes a server that gives these answers for the board of the page, one after the other.
    func server(_ answers: CannedResponse...) throws -> LoopbackServer {
        try LoopbackServer(inTurn: [Self.apiPath: answers])
    }

    @Test func anyURL() async throws {
        let server = try LoopbackServer(["/board.json?x=1": Self.json])
        let outcome = try await Scenario().run("cards", server.url("/board.json?x=1")).stdout(Self.numbered).stderr("")
            .exits(0)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("GET /board.json?x=1 HTTP/1.1\r\n"))
        #expect(request.contains("\r\nAccept: application/json\r\n"))
        #expect(request.contains("\r\nUser-Agent: devtool/"))
        #expect(!request.contains("Authorization"))
        #expect(outcome.folder.names == [])
    }

    @Test func toAFile() async throws {
        let server = try LoopbackServer(["/board.json": Self.json])
        try await Scenario().run("cards", server.url("/board.json"), "-o", "out.json").stdout("").stderr(
            "out.json: 1 card numbered, 1 already had a number\n"
        ).exits(0).file("out.json", Self.numbered)
    }

    @Test func compressed() async throws {
        // `printf '{"name":"#","cards":[{"idShort":1,"name":"a"}]}' | gzip -n`
        let gzip = try #require(
            Data(
                base64Encoded: "H4sIAAAAAAAAA6tWykvMTVWyUlJW0lFKTixKKVayiq5WykwJzsgvKlGyMtSBKUhUqo"
                    + "2tBQDw2zR1LwAAAA=="))
        let server = try LoopbackServer(["/": .body(Array(gzip), fields: ["Content-Encoding: gzip"])])
        try await Scenario().run("cards", server.url("/")).stdout(
            ##"{"name":"#","cards":[{"idShort":1,"name":"#1 a"}]}"##
        ).stderr("").exits(0)
        #expect(try #require(server.requests.first).contains("\r\nAccept-Encoding: deflate, gzip"))
    }

    @Test func moreThanAPiece() async throws {
        let cards = (1...50_000).map { ##"{"idShort":\##($0),"name":"Card"}"## }
        let text = ##"{"name":"Big #","cards":[\##(cards.joined(separator: ",\n"))]}"##
        let server = try LoopbackServer(["/": .body(Array(text.utf8))])
        let outcome = try await Scenario().run("cards", server.url("/")).stderr("").exits(0)
        #expect(outcome.outputText.hasSuffix(##"{"idShort":50000,"name":"#50000 Card"}]}"##))
        #expect(outcome.outputText.split(separator: "\n").count == 50_000)
    }

    @Test func aPrivateBoard() async throws {
        let server = try server(Self.json)
        try await project(server).run("cards", Self.page).stdout(Self.numbered).stderr("").exits(0)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("GET \(Self.apiPath) HTTP/1.1\r\n"))
        #expect(request.contains("\r\n\(Self.authorization)\r\n"))
        #expect(server.requests.count == 1)
    }

    /// The export of a public board is asked for at Trello, which the proxy stands for.
    @Test func aPublicBoard() async throws {
        let proxy = try LoopbackServer(["trello.com:443": .text("", status: "403 Forbidden")])
        let outcome = try await Scenario().variable("https_proxy", proxy.url("")).run("cards", Self.page).stdout("")
        #expect(outcome.errorText.hasPrefix("devtool: https://trello.com/b/AbC123.json: "))
        let request = try #require(proxy.requests.first)
        #expect(request.hasPrefix("CONNECT trello.com:443 HTTP/1.1\r\n"))
        #expect(!request.contains("uthorization"))
    }

    /// Text that is not JSON is told with its place in what came.
    @Test func aLoginPage() async throws {
        let server = try server(.html("<!DOCTYPE html>\n<title>Log in</title>"))
        try await project(server).run("cards", Self.page, "-o", "out.json").stdout("").exits(65).file("out.json", nil)
            .stderr(
                """
                https://trello.com/b/AbC123/roadmap:1:1: expected a JSON value, found '<'
                <!DOCTYPE html>
                ^
                  hint: this looks like a web page: in the board's menu, choose 'Export as JSON'

                """)
    }

    /// JSON that is no board, with status 200.
    @Test func anAnswerThatIsNoBoard() async throws {
        let server = try server(.body(Array(#"{"message":"board not found"}"#.utf8)))
        try await project(server).file("out.json", "as before").run("cards", Self.page, "-o", "out.json").stdout("")
            .exits(65).file("out.json", "as before").stderr("devtool: \(Self.page): not a board with cards\n")
    }

    @Test func credentialsThatAreRefused() async throws {
        let server = try server(.text("invalid token\n", status: "401 Unauthorized"))
        try await project(server).run("cards", Self.page, "-o", "out.json").stdout("").exits(77).file("out.json", nil)
            .stderr(
                """
                devtool: https://trello.com/b/AbC123/roadmap: the server responded with status 401: invalid token
                  hint: the key and the token were rejected: check 'key' and 'token' under 'cards' in \
                devtool.yml

                """)
        #expect(server.requests.count == 1)
    }

    @Test func noBoard() async throws {
        let server = try server(.text("board not found", status: "404 Not Found"))
        try await project(server).run("cards", Self.page).stdout("").exits(66).stderr(
            """
            devtool: https://trello.com/b/AbC123/roadmap: the server responded with status 404: board not found
              hint: check the address and whether the token's owner can see the board

            """)
    }

    @Test func anErrorPageIsNotQuoted() async throws {
        let server = try LoopbackServer([:])
        try await Scenario().run("cards", server.url("/board.json?secret")).stdout("").stderr(
            "devtool: \(server.url("/board.json")): the server responded with status 404\n"
        ).exits(66)
    }

    @Test func aBrokenServer() async throws {
        let server = try server(.text("", status: "500 Internal Server Error"))
        // There is no time for another attempt.
        try await project(server, "  timeout: 1s\n").run("cards", Self.page).stdout("").stderr(
            "devtool: \(Self.page): the server responded with status 500\n"
        ).exits(69)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["429 Too Many Requests", "503 Service Unavailable"]) func aServerThatAsksToWait(_ status: String)
        async throws
    {
        let server = try server(.text("Rate limit exceeded", status: status, fields: ["Retry-After: 1"]), Self.json)
        let start = ContinuousClock.now
        try await project(server).run("cards", Self.page).stdout(Self.numbered).stderr("").exits(0)
        #expect(start.duration(to: .now) >= .seconds(1))
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.contains(Self.authorization) })
    }

    @Test func aServerThatAsksToWaitAgainAndAgain() async throws {
        let server = try server(
            .text(
                "Rate limit exceeded", status: "429 Too Many Requests",
                fields: ["Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"]))
        try await project(server).run("cards", Self.page).stdout("").exits(69).stderr(
            """
            devtool: \(Self.page): the server responded with status 429: Rate limit exceeded (3 attempts)
              hint: try again later

            """)
        #expect(server.requests.count == 3)
    }

    @Test func aServerThatAsksToWaitTooLong() async throws {
        let server = try server(.text("", status: "429 Too Many Requests", fields: ["Retry-After: 3600"]))
        try await project(server).run("cards", Self.page).stdout("").exits(75).stderr(
            """
            devtool: \(Self.page): the server responded with status 429, and asked devtool to wait 3600 s, \
            which exceeds the timeout
              hint: try again later, or set a longer 'timeout' under 'cards' in devtool.yml

            """)
        #expect(server.requests.count == 1)
    }

    /// Trello counts by ten seconds, so nothing shorter is of use where it does not say.
    @Test func aServerThatDoesNotSayHowLong() async throws {
        let server = try server(.text("", status: "429 Too Many Requests"))
        let outcome = try await project(server, "  timeout: 9s\n").run("cards", Self.page).stdout("").exits(75)
        #expect(outcome.errorText.contains("the server responded with status 429, and asked devtool to wait 10 s"))
    }

    @Test func aServerThatIsTooSlow() async throws {
        let server = try server(.drip(Self.board, every: .milliseconds(100)))
        let origin = server.url("")
        try await project(server, "  timeout: 1s\n").run("cards", Self.page, "-o", "out.json").stdout("").exits(75)
            .file("out.json", nil).stderr(
                """
                devtool: \(origin)/1/boards/AbC123: timed out while receiving the response
                  hint: try again later, or set a longer 'timeout' under 'cards' in devtool.yml

                """)
    }

    @Test func aCutConnection() async throws {
        let half = Self.board.prefix(30)
        let server = try server(.raw("HTTP/1.1 200 OK\r\nContent-Length: \(Self.board.utf8.count)\r\n\r\n\(half)"))
        try await project(server, "  timeout: 1s\n").file("out.json", "as before").run(
            "cards", Self.page, "-o", "out.json"
        ).stdout("").exits(74).file("out.json", "as before").stderr(
            """
            devtool: \(server.url(""))/1/boards/AbC123: the connection closed before the response \
            was complete

            """)
    }

    /// Where the server does not tell the length, the JSON does.
    @Test func aCutAnswerOfUnknownLength() async throws {
        let server = try server(.raw(#"HTTP/1.1 200 OK\#r\#n\#r\#n{"name":"#))
        try await project(server).run("cards", Self.page).stdout("").exits(65).stderr(
            """
            \(Self.page):1:9: expected a value after ':', but the input ends
            {"name":
                    ^
              hint: the export is truncated: download it again

            """)
    }

    @Test func nobodyAnswers() async throws {
        let socket = try LoopbackSocket()
        let url = "http://127.0.0.1:\(socket.port)/board.json"
        try await Scenario().run("cards", url.replacing("//", with: "//user:secret@")).stdout("").stderr(
            "devtool: \(url): cannot connect: Connection refused\n"
        ).exits(69)
        withExtendedLifetime(socket) {}
    }
}
