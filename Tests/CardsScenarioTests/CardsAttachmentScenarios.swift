import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool cards --attachments`, against a server that has the files as Trello's API does.
@Suite struct CardsAttachmentScenarios {
    private typealias Web = CardsWebScenarios

    /// The element of `attachments` for a file at Trello.
    private static func file(_ id: Int, _ name: String, size: Int?) -> String {
        #"{"id":"f\#(id)","name":"\#(name)","isUpload":true,"bytes":\#(size.map { "\($0)" } ?? "null"),"#
            + #""url":"https://trello.com\#(path(id))"}"#
    }

    private static func path(_ id: Int) -> String { "/1/cards/c1/attachments/f\(id)/download/x" }

    private static func board(_ attachments: [String]) -> String {
        ##"""
        {"name":"B","cards":[{"id":"c1","idShort":1,"name":"../Plan","attachments":[
        \##(attachments.joined(separator: ",\n"))]}]}
        """##
    }

    @Test func aFolderOfThem() async throws {
        let server = try LoopbackServer([
            Self.path(1): .body(Array("one".utf8)), Self.path(2): .body(Array("two".utf8)),
            Self.path(3): .redirect(to: "/signed"), "/signed": .body(Array("three".utf8)),
        ])
        let scenario = try Web().project(server).file(
            "board.json",
            Self.board([
                Self.file(1, "a.png", size: 3), Self.file(2, "A.png", size: 3), Self.file(3, "../../b", size: nil),
                #"{"id":"l","name":"link","url":"\#(server.url("/link"))"}"#,
            ]))
        for summary in ["3 attachments downloaded", "0 attachments downloaded, 3 already there"] {
            try await scenario.run("cards", "board.json", "--all", "-o", "out.json", "--attachments", "files").stdout(
                ""
            ).exits(0).stderr("out.json: 1 card numbered\nfiles: \(summary)\n").file("files/1 Plan/a f1.png", "one")
                .file("files/1 Plan/A f2.png", "two").file("files/1 Plan/b", "three")
        }
        #expect(server.requests.count == 4)
        #expect(server.requests(for: "/link").isEmpty)
        for id in 1...3 { #expect(server.requests(for: Self.path(id)).allSatisfy { $0.contains(Web.authorization) }) }
    }

    /// The key and the token go to the API only, and a file is whole or not there.
    @Test func whatCannotBeHad() async throws {
        let other = try LoopbackServer(["*": .body([1, 2, 3])])
        let server = try LoopbackServer([
            Self.path(1): .body(Array("longer".utf8)), Self.path(2): .text("", status: "401 Unauthorized"),
            Self.path(3): .redirect(to: other.url("/signed")),
            Self.path(4): .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"),
            Self.path(6): .text("", status: "429 Too Many Requests", fields: ["Retry-After: 0"]),
        ])
        let foreign = #"{"id":"f5","name":"e","isUpload":true,"url":"\#(other.url("/1/cards/x"))"}"#
        let files = (1...4).map { Self.file($0, "\($0)", size: 3) } + [foreign, Self.file(6, "6", size: 3)]
        let scenario = try Web().project(server).file("board.json", Self.board(files))
        try await scenario.run("cards", "board.json", "-o", "out.json", "--attachments", "files").stdout("").exits(65)
            .stderr(
                """
                devtool: note: board.json: the board's title does not end in '#', so no cards were numbered
                  hint: use '--all' for boards without '#'
                devtool: files/1 Plan/1: received 6 bytes, but the export lists 3
                devtool: files/1 Plan/2: the server responded with status 401
                  hint: attachments need 'key' and 'token' under 'cards' in devtool.yml
                devtool: files/1 Plan/4: \(server.url(Self.path(4))): the connection closed before \
                the response was complete
                devtool: files/1 Plan/e: the attachment's URL is not in Trello's file storage
                devtool: files/1 Plan/6: the server responded with status 429
                files: 1 attachment downloaded, 5 failed

                """)
        #expect(scenario.folder.names == ["board.json", "devtool.yml", "files", "out.json"])
        #expect(server.requests(for: Self.path(6)).count == 3)
        // A connection that is cut is tried again, too.
        #expect(server.requests(for: Self.path(4)).count == 3)
        #expect(other.paths == ["/signed"])
        #expect(other.requests.allSatisfy { !$0.contains("OAuth") })
    }

    /// In the folder that is filled, no link is followed, nothing is waited for, and the user's own files are kept.
    @Test(arguments: [
        ("ln -s ../../precious/x 'files/1 Plan/a'", "files/1 Plan/a': it is a symbolic link"),
        ("rmdir 'files/1 Plan'; ln -s ../precious 'files/1 Plan'", "files/1 Plan': it is a symbolic link"),
        ("mkfifo 'files/1 Plan/a'", "files/1 Plan/a': it is not a regular file"),
    ]) func whatIsInTheWay(maker: String, message: String) async throws {
        let server = try LoopbackServer([Self.path(1): .body(Array("one".utf8))])
        let outcome = try await Web().project(server).file("precious/x", "x").file(
            "board.json", Self.board([Self.file(1, "a", size: 3)])
        ).shell(
            """
            mkdir -p 'files/1 Plan'; \(maker)
            $devtool -q cards board.json --all -o b.html --attachments files --embed
            """
        ).stdout("").exits(73).file("precious/x", "x").stderr(
            """
            devtool: cannot write '\(message)
              hint: links inside the output folder are not followed, and only regular files are replaced

            """)
        #expect(outcome.folder.path.appending("precious").names == ["x"])
        #expect(server.requests.isEmpty)
    }

    @Test func aFileOfTheUsersOwn() async throws {
        let server = try LoopbackServer([Self.path(1): .body(Array("one".utf8))])
        try await Web().project(server).file("files/1 Plan/a", "my own").file(
            "board.json", Self.board([Self.file(1, "a", size: 3)])
        ).run("-q", "cards", "board.json", "--all", "-o", "out.json", "--attachments", "files").stdout("").exits(73)
            .file("files/1 Plan/a", "my own").stderr(
                """
                devtool: files/1 Plan/a: already exists and is 6 bytes, but the export lists 3; not overwritten
                  hint: move or rename the file to download the attachment

                """)
    }

    /// More than the export says is not fetched to its end; the words of an error are.
    @Test func bodiesWithoutEnd() async throws {
        let long = [UInt8](repeating: 0, count: (1 << 20) + 1)
        let server = try LoopbackServer([
            Self.path(1): .body(long), Self.path(2): .body(long),
            Self.path(3): .text(String(repeating: "x", count: 1000), status: "401 Unauthorized"),
        ])
        let files = [Self.file(1, "1", size: 5), Self.file(2, "2", size: long.count), Self.file(3, "3", size: 5)]
        let scenario = try Web().project(server).file("board.json", Self.board(files))
        let outcome = try await scenario.run("cards", "board.json", "--all", "-o", "out.json", "--attachments", "files")
        outcome.stdout("").exits(65)
        for line in [
            "devtool: files/1 Plan/1: larger than the size in the export\n",
            "devtool: files/1 Plan/3: the server responded with status 401\n",
            "files: 1 attachment downloaded, 2 failed\n",
        ] { #expect(outcome.errorText.contains(line), "\(outcome.errorText)") }
    }

    /// It was for each of them, so many took days.
    ///
    /// See: audit of 0.2.0, E7.
    @Test func theTimeoutIsOneForAll() async throws {
        let endless = CannedResponse.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf").held
        let server = try LoopbackServer(["*": endless])
        let files = (1...12).map { Self.file($0, "\($0)", size: 9) }
        let outcome = try await Web().project(server, "  timeout: 1s\n").file("board.json", Self.board(files)).run(
            "cards", "board.json", "--all", "-o", "out.json", "--attachments", "files"
        ).stdout("").exits(75)
        #expect(outcome.errorText.hasSuffix("files: 0 attachments downloaded, 12 failed\n"), "\(outcome.errorText)")
        // Four are downloaded at once; when their time is over, it is over for the others, too.
        #expect(server.requests.count <= 4)
    }

    /// With '--embed' the page has the pictures in itself, and asks for nothing.
    @Test func picturesInThePage() async throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let server = try LoopbackServer([Self.path(1): .body(png), Self.path(2): .body(Array("<script>".utf8))])
        let scenario = try Web().project(server).file(
            "board.json", Self.board([Self.file(1, "a.png", size: 8), Self.file(2, "b.png", size: 8)]))
        let arguments = ["-q", "cards", "board.json", "-o", "b.html", "--attachments", "files"]
        try await scenario.run(arguments).exits(0)
        #expect(scenario.folder.text("b.html")?.contains("<img") == false)
        try await scenario.run(arguments + ["--embed"]).exits(0)
        let page = scenario.folder.text("b.html") ?? ""
        #expect(page.components(separatedBy: "<img").count == 2)
        #expect(page.contains("<img src=\"data:image/png;base64,iVBORw0KGgo=\" alt=\"\"></li>"))
        #expect(page.contains("style-src 'unsafe-inline'; img-src data:; base-uri 'none'"))
        #expect(!page.contains("<script"))
    }

    /// 200 attachments, killed on the way: the next run fetches the others only, and nothing is left.
    @Test(.enabled(if: SystemCallTrap.shared != nil, "no C compiler")) func killedAndResumed() async throws {
        var answers: [String: CannedResponse] = [:]
        for id in 1...200 { answers[Self.path(id)] = .body(Array("file \(id)".utf8)) }
        let server = try LoopbackServer(answers)
        let files = (1...200).map { Self.file($0, "\($0).txt", size: "file \($0)".utf8.count) }
        let scenario = try Web().project(server).file("board.json", Self.board(files))
        let arguments = ["-q", "cards", "board.json", "-o", "/dev/null", "--attachments", "files"]
        try await scenario.trap("rename", after: 120, "kill -KILL $PPID").run(arguments).exits(128 + SIGKILL)
        let before = server.requests.count
        #expect((120..<200).contains(before))
        try await scenario.run(arguments).exits(0)
        #expect(server.requests.count - before <= 80)
        for id in 1...200 { #expect(scenario.folder.text("files/1 Plan/\(id).txt") == "file \(id)") }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scenario.folder.path.appending("files/1 Plan").string)
                .count == 200)
    }

    @Test(arguments: [["--check"], ["--diff"], ["--undo"], ["--attachments="], ["--embed"]]) func wrongUsage(
        _ options: [String]
    ) async throws {
        try await Scenario().file("board.json", Self.board([])).run(
            ["cards", "board.json", "--attachments", "files"] + options
        ).stdout("").exits(64)
    }
}
