import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// `devtool cards` as a user sees it.
@Suite struct CardsScenarios {
    static let board = ##"{"name":"Roadmap #","cards":[{"idShort":1,"name":"Plan"},{"idShort":2,"name":"#7 Build"}]}"##
    static let numbered =
        ##"{"name":"Roadmap #","cards":[{"idShort":1,"name":"#1 Plan"},{"idShort":2,"name":"#7 Build"}]}"##

    @Test func aFileGoesToStandardOutput() async throws {
        try await Scenario().file("board.json", Self.board).run("cards", "board.json").stdout(Self.numbered).stderr("")
            .exits(0).file("board.json", Self.board)
    }

    @Test func standardInput() async throws {
        try await Scenario().stdin(Self.board).run("cards", "-").stdout(Self.numbered).stderr("").exits(0)
    }

    @Test func aDashIsStandardOutput() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        let outcome = try await scenario.run("cards", "board.json", "-o", "-")
        outcome.stdout(Self.numbered).stderr("").exits(0)
        #expect(outcome.folder.names == ["board.json"])
        try await scenario.run("cards", "board.json", "-o", "-", "--journal", "j").stdout("").exits(64).file("j", nil)
    }

    @Test(arguments: [
        (" \n\n", "<stdin>:3:1: expected a JSON value, but the input ends\n", "the input is empty"),
        (
            "\u{0}{", "<stdin>:1:1: expected a JSON value, found the control character U+0000\n�{\n^\n",
            "this looks like UTF-16: convert it with 'iconv -f UTF-16BE -t UTF-8'"
        ),
        (
            "\u{1F}", "<stdin>:1:1: expected a JSON value, found the control character U+001F\n�\n^\n",
            "this looks like gzip: decompress it with 'gunzip'"
        ),
        (
            "PK", "<stdin>:1:1: expected a JSON value, found 'P'\nPK\n^\n",
            "if this is a zip archive, pass it as a file whose name ends in '.zip'"
        ),
    ]) func inputWithoutJSON(_ text: String, _ problem: String, _ hint: String) async throws {
        try await Scenario().stdin(text).run("cards").stdout("").exits(65).stderr("\(problem)  hint: \(hint)\n")
    }

    /// An answer such as `{"message":"board not found"}` once took the place of yesterday's good file.
    @Test(arguments: [["-o", "keep.json"], ["-o", "keep.html"], ["--to", "csv", "-o", "keep.csv"]])
    func whatIsNoBoardReplacesNothing(_ options: [String]) async throws {
        for text in [#"{"message":"board not found"}"#, "[1,2,3]", #"{"name":"Card #","idShort":1}"#] {
            let scenario = try Scenario().file("in.json", text).file(options.last ?? "", "good")
            try await scenario.run(["cards", "in.json"] + options).stdout("").exits(65).stderr(
                "devtool: in.json: not a board with cards\n"
            ).file("in.json", text).file(options.last ?? "", "good")
            try await scenario.run("cards", "-i", "in.json").exits(65).file("in.json", text)
        }
    }

    /// What `/boards/ID/cards` of Trello's API gives is a board without a title.
    @Test func aListOfCards() async throws {
        let text = ##"""
            [{"name":"Plan","id":"c1","idShort":1,"idList":"l1","pos":2,"closed":false},
             {"idShort":2,"name":"#2 Build","idList":"l1","pos":1,"closed":true}, 7,
             {"idShort":null,"name":"Ship","idList":"l2"}]
            """##
        let numbered = text.replacing("\"Plan", with: "\"#1 Plan")
        let scenario = try Scenario().file("cards.json", text)
        try await scenario.run("cards", "cards.json").stdout(text).exits(0).stderr(
            """
            devtool: note: cards.json: the file is a list of cards without a board title ending in '#', so no cards were \
            numbered
              hint: use '--all' for boards without '#'

            """)
        let warning = """
            cards.json:3:13: warning: this 'idShort' is not a whole number, so the card was skipped
             {"idShort":null,"name":"Ship","idList":"l2"}]
                        ^

            """
        try await scenario.run("cards", "cards.json", "--all").stdout(numbered).stderr(warning).exits(0)
        try await scenario.run("cards", "cards.json", "--all", "--only", "archived").stdout(text).exits(0)
        try await scenario.run("cards", "cards.json", "--all", "--to", "markdown").stderr(warning).exits(0).stdout(
            """
            # (no title)

            ## (no title)

            - [ ] #1 Plan

            ## (no title)

            - [ ] Ship

            """)
        try await scenario.run("cards", "cards.json", "--check").exits(0)
        try await scenario.run("cards", "cards.json", "--all", "--check").exits(1)
        try await scenario.run("cards", "cards.json", "--list", "Doing").exits(65).stderr(
            "devtool: cards.json: no list named 'Doing'\n")
        try await scenario.run("cards", "-i", "cards.json", "--all", "--journal", "j").exits(0).file(
            "cards.json", numbered)
        try await scenario.run("cards", "-i", "cards.json", "--undo", "--all").exits(0)
    }

    @Test(arguments: ["-o", "--output"]) func toAFile(_ option: String) async throws {
        try await Scenario().file("board.json", Self.board).run("cards", "board.json", option, "out.json").stdout("")
            .stderr("out.json: 1 card numbered, 1 already had a number\n").exits(0).file("board.json", Self.board).file(
                "out.json", Self.numbered)
    }

    @Test func toTheInputItself() async throws {
        try await Scenario().file("board.json", Self.board).run("cards", "board.json", "-o", "./board.json").stdout("")
            .exits(0).file("board.json", Self.numbered)
    }

    @Test(arguments: ["-i", "--in-place"]) func inPlace(_ option: String) async throws {
        let outcome = try await Scenario().file("board.json", Self.board).run("cards", option, "board.json").stdout("")
            .stderr("board.json: 1 card numbered, 1 already had a number\n").exits(0).file("board.json", Self.numbered)
        #expect(outcome.folder.names == ["board.json"])
    }

    @Test(arguments: [numbered, #"{"name":"Roadmap","cards":[]}"#])
    func inPlaceWithNothingToChangeLeavesTheFileUntouched(_ text: String) async throws {
        let scenario = try Scenario().file("board.json", text)
        let path = scenario.folder.path.appending("board.json").string
        let date = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        let before = try FileManager.default.attributesOfItem(atPath: path)
        try await scenario.run("cards", "-i", "board.json").exits(0).file("board.json", text)
        let after = try FileManager.default.attributesOfItem(atPath: path)
        #expect(after[.modificationDate] as? Date == date)
        #expect(after[.systemFileNumber] as? Int == before[.systemFileNumber] as? Int)
    }

    @Test func aBoardThatIsNotMarked() async throws {
        let text = #"{"name":"Roadmap","cards":[{"idShort":1,"name":"Plan"}]}"#
        try await Scenario().file("board.json", text).run("cards", "board.json").stdout(text).exits(0).stderr(
            """
            devtool: note: board.json: the board's title does not end in '#', so no cards were \
            numbered
              hint: use '--all' for boards without '#'

            """)
    }

    @Test(arguments: ["{}", "[1]", ##"{"name":"Card #","idShort":1}"##]) func noBoard(_ text: String) async throws {
        for options in [[], ["--undo"], ["--diff"], ["--to", "table"], ["--to", "json"]] {
            try await Scenario().stdin(text).run(["cards", "-"] + options).stdout("").exits(65).stderr(
                "devtool: <stdin>: not a board with cards\n")
        }
    }

    @Test func severalBoards() async throws {
        let text = #"[{"name":"A","cards":[]},{"name":"B","cards":[]}]"#
        try await Scenario().stdin(text).run("cards", "-").stdout(text).exits(0).stderr(
            """
            devtool: note: <stdin>: none of the 2 board titles ends in '#', so no cards were \
            numbered
              hint: use '--all' for boards without '#'

            """)
    }

    @Test func cardsThatNeedAttention() async throws {
        let text = ##"""
            {"name": "Roadmap #", "cards": [
              {"idShort": "1", "name": "Plan"},
              {"name": "Build"},
              {"idShort": 3, "name": "Test"},
              {"idShort": 3, "name": "Ship"}
            ]}

            """##
        try await Scenario().file("board.json", text).run("cards", "board.json").stdout(
            text.replacing("\"Test", with: "\"#3 Test").replacing("\"Ship", with: "\"#3 Ship")
        ).stderr(
            """
            board.json:2:15: warning: this 'idShort' is not a whole number, so the card was skipped
              {"idShort": "1", "name": "Plan"},
                          ^
            board.json:3:12: warning: this card has no 'idShort', so it was skipped
              {"name": "Build"},
                       ^
            board.json:5:15: warning: 2 cards have the number 3
              {"idShort": 3, "name": "Ship"}
                          ^

            """
        ).exits(0)
    }

    @Test func manyWarningsAreCutShort() async throws {
        let cards = Array(repeating: #"{"name":"a"}"#, count: 25).joined(separator: ",\n")
        let outcome = try await Scenario().stdin(##"{"name":"#","cards":[\##(cards)]}"##).run("cards", "-").exits(0)
        let lines = outcome.errorText.split(separator: "\n")
        #expect(lines.count == 31)
        #expect(lines.last == "devtool: warning: <stdin>: … and 15 more cards without a usable number")
    }

    @Test func malformedInputWritesNothing() async throws {
        let text = "{\n  \"name\": \"Roadmap #\",\n  \"cards\" [\n"
        let outcome = try await Scenario().file("board.json", text).run("cards", "board.json", "-o", "out.json").stdout(
            ""
        ).exits(65).file("out.json", nil).stderr(
            """
            board.json:3:11: expected ':' after the key, found '['
              "cards" [
                      ^

            """)
        #expect(outcome.folder.names == ["board.json"])
        try await Scenario().file("board.json", text).run("cards", "-i", "board.json").exits(65).file(
            "board.json", text)
    }

    @Test func truncatedInput() async throws {
        try await Scenario().stdin(String(Self.board.dropLast(5))).run("cards", "-").stdout("").exits(65).stderr(
            """
            <stdin>:1:86: the input ends inside a string
            …e":"Roadmap #","cards":[{"idShort":1,"name":"Plan"},{"idShort":2,"name":"#7 Buil
                                                                                             ^
              hint: the export is truncated: download it again

            """)
    }

    @Test func aWebPageInsteadOfAnExport() async throws {
        try await Scenario().file("board.json", "<!DOCTYPE html>\n").run("cards", "board.json").stdout("").exits(65)
            .stderr(
                """
                board.json:1:1: expected a JSON value, found '<'
                <!DOCTYPE html>
                ^
                  hint: this looks like a web page: in the board's menu, choose 'Export as JSON'

                """)
    }

    @Test func emptyInput() async throws {
        try await Scenario().run("cards", "-").stdout("").exits(65).stderr(
            """
            <stdin>:1:1: expected a JSON value, but the input ends
              hint: the input is empty

            """)
    }

    @Test func aMissingFile() async throws {
        try await Scenario().run("cards", "board.json").stdout("").stderr(
            "devtool: cannot read 'board.json': No such file or directory\n"
        ).exits(66)
    }

    @Test func anOutputThatCannotBeCreated() async throws {
        try await Scenario().file("board.json", Self.board).run("cards", "board.json", "-o", "missing/out.json").stdout(
            ""
        ).stderr("devtool: cannot create 'missing/out.json': No such file or directory\n").exits(73)
    }

    @Test func aPipeCannotBeNumberedInPlace() async throws {
        try await Scenario().run("cards", "-i", "/dev/null").stdout("").stderr(
            "devtool: cannot edit '/dev/null' in place: it is not a regular file\n"
        ).exits(73)
    }

    @Test func aClosedStandardOutputIsAnError() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        var shell = scenario.configuration(["-c", "cat board.json | \(Scenario.devtool) cards - >&-"])
        shell.executable = .path("/bin/sh")
        let result = try await Subprocess.run(shell, input: .none, output: .discarded, error: .string(limit: 1000))
        #expect(result.terminationStatus == .exited(74))
        #expect(result.standardError == "devtool: cannot write to standard output: Bad file descriptor\n")
    }

    @Test(arguments: [
        ["-i", "-"], ["-i"], ["-i", "-o", "out.json", "board.json"], ["-x"], ["-o", "", "board.json"],
        ["--format", "x", "board.json"], ["--format", "{number}", "--prefix", "A", "board.json"],
        ["--only", "closed", "board.json"], ["--backup", "board.json"], ["-i", "--backup=../x", "board.json"],
    ]) func wrongUsage(_ arguments: [String]) async throws {
        let outcome = try await Scenario().file("board.json", Self.board).run(["cards"] + arguments)
        outcome.stdout("").exits(64).file("board.json", Self.board)
        #expect(outcome.errorText.contains("hint: run 'devtool cards --help' for usage"))
    }

    @Test(arguments: [["-i", "--backup=", "a.json", "board.json"], ["--list=", "board.json"]])
    func anOptionWithoutItsValue(_ arguments: [String]) async throws {
        let option = arguments.first { $0.hasSuffix("=") } ?? ""
        try await Scenario().file("board.json", Self.board).file("a.json", Self.board).run(["cards"] + arguments)
            .stdout("").stderr("devtool: missing value for '\(option)'\n").exits(64).file("board.json", Self.board)
            .file("a.json", Self.board)
    }
}
