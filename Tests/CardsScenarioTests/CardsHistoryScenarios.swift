import Foundation
import TestSupport
import Testing

/// Boards that have more actions than Trello gives at once, and workspaces, against a server that answers as
/// Trello's documentation says.
@Suite struct CardsHistoryScenarios {
    private typealias Web = CardsWebScenarios

    /// Actions with these numbers, newest first, each a comment on the only card.
    private static func actions(_ numbers: ClosedRange<Int>) -> String {
        numbers.reversed().map {
            ##"{"id":"a\##($0)","type":"commentCard","date":"2026-01-01T00:00:00.000Z","##
                + ##""data":{"text":"\##($0)","card":{"id":"c1"}}}"##
        }.joined(separator: ",")
    }

    private static func board(_ actions: String) -> CannedResponse {
        let text = ##"""
            {"name":"B #","actions":[\##(actions)],"cards":[
            {"id":"c1","idShort":1,"name":"Plan","badges":{"comments":3500}}]}
            """##
        return .body(Array(text.utf8), fields: ["Content-Type: application/json"])
    }

    private static func page(before action: String) -> String {
        "/1/boards/AbC123/actions?fields=all&limit=1000&before=\(action)"
    }

    private static func json(_ text: String) -> CannedResponse {
        .body(Array(text.utf8), fields: ["Content-Type: application/json"])
    }

    /// 3,500 actions in pages, one of them short, one asked for again after a pause.
    @Test func theWholeHistory() async throws {
        let server = try LoopbackServer(inTurn: [
            Web.apiPath: [Self.board(Self.actions(2501...3500))],
            Self.page(before: "a2501"): [
                .text(
                    #"{"error":"API_TOKEN_LIMIT_EXCEEDED","message":"Rate limit exceeded"}"#,
                    status: "429 Too Many Requests", fields: ["Retry-After: 1"]),
                Self.json("[\(Self.actions(1501...2500))]"),
            ], Self.page(before: "a1501"): [Self.json("[\(Self.actions(1401...1500))]")],
            Self.page(before: "a1401"): [Self.json(" [ \(Self.actions(1...1400)) ] ")],
            Self.page(before: "a1"): [Self.json("[]")],
        ])
        let scenario = try Web().project(server)
        try await scenario.run("cards", Web.page, "-o", "board.json").stdout("").exits(0)
        #expect(server.requests.count == 6)
        #expect(server.requests.allSatisfy { $0.contains("\r\n\(Web.authorization)\r\n") })
        try await scenario.run("cards", "--check", "board.json").stderr("board.json: no cards without a number\n")
            .exits(0)
        let lines = try await scenario.run("cards", "board.json", "--to", "json").outputText
        let card = try JSONSerialization.jsonObject(with: Data(lines.utf8)) as? [String: Any]
        let comments = card?["comments"] as? [[String: Any]]
        #expect(comments?.compactMap { $0["text"] as? String } == (1...3500).map { "\($0)" })
    }

    @Test(
        arguments: [
            (json("{}"), 65), (json("[]x"), 65), (json("[\(actions(1...1000))]"), 65),
            (.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{\"id\":\"a0\"}"), 74),
            (.text("invalid token", status: "401 Unauthorized"), 77),
        ] as [(CannedResponse, Int32)]) func historyThatIsNotThere(_ answer: CannedResponse, _ status: Int32)
        async throws
    {
        let server = try LoopbackServer([
            Web.apiPath: Self.board(Self.actions(1...1000)), Self.page(before: "a1"): answer,
        ])
        try await Web().project(server).run("cards", Web.page, "-o", "board.json").stdout("").exits(status).file(
            "board.json", nil)
    }

    /// An identifier that is none of Trello's is neither kept nor asked for.
    @Test func identifiersWithoutEnd() async throws {
        let long = "{\"id\":\"\(String(repeating: "a", count: 65))\"}"
        let allowed = String(repeating: "bG", count: 32)
        for (first, second) in [
            (long, nil), (#"{"id":"a&b"}"#, nil), (#"{"id":"ü"}"#, nil), ("{\"id\":\"\(allowed)\"}", long),
        ] {
            let server = try LoopbackServer([
                Web.apiPath: Self.board("\(Self.actions(1...1000)),\(first)"),
                Self.page(before: allowed): Self.json("[\(second ?? "")]"),
            ])
            try await Web().project(server).run("cards", Web.page, "-o", "board.json").stdout("").exits(65).file(
                "board.json", nil)
            #expect(server.requests.count == (second == nil ? 1 : 2))
        }
    }

    /// What has fewer actions than Trello gives at once has all; any other URL is fetched as it is.
    @Test func nothingMoreIsAskedFor() async throws {
        let server = try LoopbackServer([
            Web.apiPath: Self.board(Self.actions(1...999)), "/board.json": Self.board(Self.actions(1...1000)),
        ])
        try await Web().project(server).run("-q", "cards", Web.page, "-o", "a.json").exits(0)
        try await Web().project(server).run("-q", "cards", server.url("/board.json"), "-o", "b.json").exits(0)
        #expect(server.requests.count == 2)
    }

    @Test func aWorkspace() async throws {
        let list = "/1/organizations/team_1/boards?filter=all&fields=name,shortLink"
        let other = Web.apiPath.replacing("AbC123", with: "XyZ789")
        let server = try LoopbackServer([
            list: Self.json(
                #"[{"name":"A","shortLink":"AbC123"},{"name":"../x","shortLink":"XyZ789"},{"shortLink":"AbC123"}]"#),
            Web.apiPath: Web.json, other: Web.json,
        ])
        let scenario = try Web().project(server)
        try await scenario.run("cards", "https://trello.com/w/team_1/home", "-o", "boards/").stdout("").stderr(
            "2 cards numbered in 2 exports\n"
        ).exits(0).file("boards/AbC123.json", Web.numbered).file("boards/XyZ789.json", Web.numbered)
        #expect(server.requests.allSatisfy { $0.contains("\r\n\(Web.authorization)\r\n") })
    }

    /// The server asks to wait before it tells the boards, as it does for a board.
    @Test func aWorkspaceThatHasToWait() async throws {
        let list = "/1/organizations/team/boards?filter=all&fields=name,shortLink"
        let busy = CannedResponse.text("", status: "429 Too Many Requests", fields: ["Retry-After: 0"])
        let boards = Self.json(#"[{"name":"A","shortLink":"AbC123"}]"#)
        let server = try LoopbackServer(inTurn: [list: [busy, busy, boards], Web.apiPath: [Web.json]])
        let url = "https://trello.com/w/team"
        try await Web().project(server).run("cards", url, "-o", "boards/").stdout("").stderr(
            "1 card numbered in 1 export\n"
        ).exits(0)
        #expect(server.requests.count == 4)

        let still = try LoopbackServer([list: busy])
        try await Web().project(still).run("cards", url, "-o", "boards/").stdout("").exits(69).stderr(
            """
            devtool: \(url): the server responded with status 429 (3 attempts)
              hint: try again later

            """)
        #expect(still.requests.count == 3)
    }

    @Test func aWorkspaceThatIsNotSeen() async throws {
        let url = "https://trello.com/w/team"
        try await Scenario().run("cards", url, "-o", "boards/").stdout("").exits(77).stderr(
            """
            devtool: \(url): a key and a token are required
              hint: set 'key' and 'token' under 'cards' in devtool.yml

            """)
        for (answer, status, message) in [
            (CannedResponse.text("", status: "404 Not Found"), Int32(66), "the server responded with status 404"),
            (.text("", status: "401 Unauthorized"), 77, "the server responded with status 401"),
            (Self.json("[]"), 66, "the token cannot access any boards in the workspace"),
            (Self.json("{"), 65, "the server did not respond with a list of boards"),
            (
                Self.json("[" + String(repeating: " ", count: 17 << 20) + "]"), 65,
                "the server did not respond with a list of boards"
            ),
        ] {
            let server = try LoopbackServer(["*": answer])
            let outcome = try await Web().project(server).run("cards", url, "-o", "boards/").stdout("").exits(status)
            #expect(outcome.errorText.hasPrefix("devtool: \(url): \(message)\n"))
        }
    }

    @Test func zipArchives() async throws {
        let board = Array(CardsScenarios.board.utf8)
        let zip = StoredZip([
            ("team/board.json", board), ("team/settings.json", Array("{}".utf8)), ("team/board.csv", []),
            (".hidden.json", board), ("team/.old/board.json", board), ("__MACOSX/team/board.json", board),
            ("../../evil.json", board), ("/abs.json", board),
        ]).bytes
        let scenario = try Scenario().file("export.zip", bytes: zip)
        try await scenario.run("cards", "export.zip", "-o", "out/").stdout("").stderr(
            "3 cards numbered in 3 exports, 2 other files skipped\n"
        ).exits(0).file("out/team/board.json", CardsScenarios.numbered).file("out/evil.json", CardsScenarios.numbered)
            .file("out/abs.json", CardsScenarios.numbered)
        try await scenario.run("cards", "-i", "export.zip").stdout("").exits(73)
        try await scenario.file("export.zip", "PK").run("cards", "--check", "export.zip").stdout("").exits(65).stderr(
            "devtool: cannot read 'export.zip': it is not a zip archive or is truncated\n")
        try await scenario.run("cards", "none.zip").stdout("").exits(66)
    }
}
