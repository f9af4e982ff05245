import Foundation
import TestSupport
import Testing

/// `devtool cards --check`: a gate for CI.
@Suite struct CardsCheckScenarios {
    private static let board = CardsScenarios.board
    private static let numbered = CardsScenarios.numbered
    private static let unmarked = #"{"name":"Plans ＃","cards":[{"idShort":1,"name":"Plan"}]}"#

    @Test func aCardWithoutANumber() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.run("cards", "--check", "board.json").stdout("").exits(1).file("board.json", Self.board)
            .stderr(
                """
                board.json:1:50: card 1 "Plan" has no number
                board.json: 1 card without a number, 1 with one

                """)
        #expect(scenario.folder.names == ["board.json"])
    }

    @Test(arguments: [
        (numbered, "board.json: no cards without a number\n"),
        (
            #"{"name":"Plans","cards":[{"idShort":1,"name":"Plan"}]}"#,
            """
            devtool: note: board.json: the board's title does not end in '#', so no cards need \
            numbers
              hint: use '--all' for boards without '#'

            """
        ),
        (
            unmarked,
            """
            devtool: note: board.json: the board's title does not end in '#', so no cards need \
            numbers
              hint: use '--all' for boards without '#'
            board.json:1:9: warning: the board's title ends in U+FF03 instead of '#'

            """
        ),
    ]) func nothingToNumber(_ text: String, _ message: String) async throws {
        try await Scenario().file("board.json", text).run("cards", "--check", "board.json").stdout("").stderr(message)
            .exits(0)
    }

    @Test func warningsAsErrors() async throws {
        let scenario = try Scenario().file("board.json", Self.unmarked).file("a.json", Self.numbered)
        let message = "board.json:1:9: the board's title ends in U+FF03 instead of '#'\n"
        let alone = try await scenario.run("cards", "--check", "--warnings-as-errors", "board.json").stdout("").exits(1)
        #expect(alone.errorText.hasSuffix(message))
        let many = try await scenario.run("cards", "--check", "--warnings-as-errors", "a.json", "board.json").exits(1)
        #expect(many.errorText.contains(message))
        try await scenario.run("cards", "--check", "--warnings-as-errors", "a.json").stdout("").exits(0).stderr(
            "a.json: no cards without a number\n")
        try await scenario.run("cards", "--warnings-as-errors", "a.json").stdout("").exits(64).stderr(
            """
            devtool: '--warnings-as-errors' requires '--check'
              hint: run 'devtool cards --help' for usage

            """)
    }

    /// Nothing is printed of the others.
    @Test(arguments: ["check", "diff", "undo"]) func anOptionWithoutDashes(word: String) async throws {
        try await Scenario().file("board.json", Self.board).run("cards", word, "board.json").stdout("").exits(66)
            .stderr("devtool: cannot read '\(word)': No such file or directory\n  hint: did you mean '--\(word)'?\n")
    }

    /// A failed check is no passed test.
    @Test func warningsAsErrorsInJUnit() async throws {
        let scenario = try Scenario().file("board.json", Self.unmarked)
        let options = ["--check", "--warnings-as-errors", "--report", "junit=report.xml", "board.json"]
        try await scenario.run(["cards"] + options).exits(1)
        let report = scenario.folder.text("report.xml") ?? ""
        #expect(report.contains(#"tests="1" failures="1""#) && report.contains("instead of '#'"), "\(report)")
    }

    @Test func rulesAreExplained() async throws {
        try await Scenario().run("cards", "--explain-rule", "near-mark").stderr("").exits(0).stdout(
            """
            near-mark
            A board's title ends in something that only looks like '#'.

            How to fix it: End the title in '#' to have the board's cards numbered.

            """)
        try await Scenario().run("cards", "--explain-rule", "near-marks").stdout("").exits(64).stderr(
            """
            devtool: unknown rule 'near-marks'
              hint: did you mean 'near-mark'?

            """)
        // Reports of other commands name it.
        let other = try await Scenario().run("cards", "--explain-rule", "drift").stderr("").exits(0)
        #expect(other.outputText.hasPrefix("drift\n"))
    }

    /// See issue 15: a check that has checked nothing passed.
    @Test(arguments: ["{}", "[]", ##"{"name":"Card #","idShort":1}"##]) func nothingToCheck(_ text: String) async throws
    {
        let scenario = try Scenario().file("board.json", text)
        let message = "devtool: board.json: not a board with cards\n"
        try await scenario.run("cards", "--check", "board.json").stdout("").exits(65).stderr(message)
        try await scenario.file("a.json", Self.numbered).run("cards", "--check", "board.json", "a.json").stdout("")
            .exits(65).stderr(message + "0 cards without a number in 0 exports, 1 passed, 1 failed\n")
    }

    /// See issue 21: a selection or a board without cards passed.
    @Test(arguments: [
        (##"{"name":"A #","cards":[]}"##, [String]()), (##"{"name":"A","cards":[]}"##, []),
        (##"{"name":"A #","lists":[{"id":"l","name":"L"}],"cards":[{"idShort":1,"name":"#1 x"}]}"##, ["--list", "L"]),
        (numbered, ["--only", "archived"]),
    ]) func noCardToCheck(_ text: String, _ options: [String]) async throws {
        let scenario = try Scenario().file("board.json", text)
        try await scenario.run(["cards", "--check", "board.json"] + options).stdout("").exits(1).stderr(
            """
            devtool: board.json: the board or the selection has no cards to check
              hint: add '--allow-empty' to allow this

            """)
        try await scenario.run(["-q", "cards", "--check", "--allow-empty", "board.json"] + options).stdout("").stderr(
            ""
        ).exits(0)
        try await scenario.file("boards/a.json", text).file("boards/b.json", Self.numbered).run(
            ["-q", "cards", "--check", "boards"] + options
        ).exits(1)
    }

    @Test func nothingButOtherFiles() async throws {
        let scenario = try Scenario().file("boards/a.json", "{}")
        try await scenario.run("cards", "--check", "boards").stdout("").exits(66).stderr(
            "devtool: no exports found, 1 other file skipped\n")
        try await scenario.run("cards", "--check", "--allow-empty", "boards").stdout("").exits(0)
        try await scenario.run("cards", "--check", "--allow-empty", "boards/a.json").exits(0)
    }

    /// See issue 21: Trello cuts exports without a word.
    @Test func whatAnExportLacks() async throws {
        let actions = (0..<1000).map {
            #"{"id":"a\#($0)","type":"\#($0 < 66 ? "commentCard" : "updateCard")","data":{"card":{"id":"c1"}}}"#
        }
        let text = ##"""
            {"name":"B #","actions":[\##(actions.joined(separator: ","))],"cards":[
            {"id":"c1","idShort":1,"name":"#1 a","badges":{"comments":100,"checkItems":2,"attachments":1}},
            {"id":"c2","idShort":2,"name":"#2 b","badges":{"comments":72,"checkItems":1},"attachments":[]},
            {"id":"c3","idShort":3,"name":"#3 c","badges":{"attachments":1},"attachments":[{"url":"u"}]}],
            "checklists":[{"idCard":"c2","checkItems":[{}]},{"idCard":"c1","checkItems":[{}]}]}
            """##
        try await Scenario().file("board.json", text).run("cards", "--check", "board.json").stdout("").exits(0).stderr(
            """
            devtool: warning: board.json: 66 of 172 comments are in this export
            devtool: warning: board.json: the export has 1000 actions, Trello's maximum; older \
            actions may be missing
            devtool: warning: board.json: checklist items are missing from 1 card
            devtool: warning: board.json: attachments are missing from 1 card
            board.json: no cards without a number

            """)
        let whole = text.replacing("100,", with: "66,").replacing("72,", with: "0,").replacing(
            actions[999] + "]", with: #"{"type":"updateCard"},\#(actions[999])]"#
        ).replacing(#""attachments":1},"att"#, with: #""attachments":1},"att"#).replacing(
            #""checkItems":2,"attachments":1"#, with: #""checkItems":1"#)
        try await Scenario().file("board.json", whole).run("cards", "--check", "board.json").stdout("").stderr(
            "board.json: no cards without a number\n"
        ).exits(0)
    }

    /// What one card has too many does not make up for what another lacks.
    @Test func commentsOfOtherCards() async throws {
        let text = ##"""
            [{"name":"A #","cards":[{"id":"c1","idShort":1,"name":"#1 a","badges":{"comments":3}}],
            "actions":[{"type":"commentCard","data":{"card":{"id":"c1"}}},
            {"type":"commentCard","data":{"card":{"id":"c9"}}},
            {"type":"commentCard","data":{"card":{"id":"c9"}}}]},
            {"name":"B","cards":[{"id":"c2","idShort":1,"name":"#1 b","badges":{"comments":1}}]}]
            """##
        let scenario = try Scenario().file("boards.json", text)
        try await scenario.run("cards", "--check", "--all", "boards.json").stdout("").exits(0).stderr(
            """
            devtool: warning: boards.json: board 'A #': 1 of 3 comments is in this export
            devtool: warning: boards.json: board 'B': 0 of 1 comments are in this export
            boards.json: no cards without a number

            """)
        try await scenario.run("cards", "--check", "--board", "A", "boards.json").exits(0).stderr(
            """
            devtool: warning: boards.json: board 'A #': 1 of 3 comments is in this export
            boards.json: no cards without a number

            """)
    }

    /// A download that broke off is no other file.
    @Test(arguments: [
        #"{"id":"1","name":"B #","shortUrl":"https://trello.com/b/x","actions":[{"id":"#,
        #"[{"name":"B #","idOrganization":null,"actions":[{"id":"1"},"#, ##"{"name":"B #","cards":[{"idShort":1,"##,
    ]) func aCutExportInAFolder(_ text: String) async throws {
        let scenario = try Scenario().file("boards/a.json", Self.numbered).file("boards/b.json", text).file(
            "boards/c.json", #"{"name":"#
        ).file("boards/d.json", #"{"compilerOptions":{//"#)
        let column = text.utf8.count + 1
        for arguments in [["--check"], ["-i"], ["--to", "csv", "-o", "out/"], ["--list", "x", "-i"]] {
            let outcome = try await scenario.run(["cards", "boards"] + arguments).stdout("").exits(65).file(
                "boards/b.json", text)
            #expect(
                outcome.errorText.hasPrefix("boards/b.json:1:\(column): the export is truncated")
                    || outcome.errorText.hasPrefix("boards/b.json:1:\(column):"))
            #expect(outcome.errorText.contains("1 failed, 2 other files skipped\n"))
        }
    }

    /// See issue 21: the first run of all, on a folder.
    @Test(arguments: [
        ("--check", "so no cards need numbers"), ("-i", "so no cards were numbered"),
        ("--diff", "so no cards would be numbered"),
    ]) func noBoardOfAFolderIsMarked(_ option: String, _ consequence: String) async throws {
        let board = #"{"name":"Plans","cards":[{"idShort":1,"name":"Plan"}]}"#
        let scenario = try Scenario().file("boards/a.json", board).file("boards/b.json", board)
        let outcome = try await scenario.run("cards", option, "boards").stdout("").exits(0)
        #expect(
            outcome.errorText.hasSuffix(
                """
                2 not marked with '#'
                devtool: note: none of the exports has a board whose title ends in '#', \(consequence)
                  hint: use '--all' for boards without '#'

                """))
    }

    @Test func everythingThatMayBeWrongInOrder() async throws {
        let text = ##"""
            {"name": "Roadmap #", "cards": [
              {"name": "# 12 Login", "idShort": 12},
              {"idShort": "1", "name": "Plan"},
              {"idShort": 3, "name": "#3 Test"},
              {"idShort": 3, "name": "  ＃３ \"Ship\"\n\u001b[31m it"},
              {"name": "Build"}
            ]}

            """##
        try await Scenario().stdin(text).run("cards", "--check").stdout("").exits(1).stderr(
            """
            <stdin>:2:12: card 12 "# 12 Login" has no number
            <stdin>:2:12: warning: '# 12' is not recognized as a number: write '#' followed by a digit
            <stdin>:3:15: warning: this 'idShort' is not a whole number, so the card was skipped
            <stdin>:5:15: warning: 2 cards have the number 3
            <stdin>:5:26: card 3 "＃３ "Ship"\u{FFFD}\u{FFFD}[31m it" has no number
            <stdin>:5:26: warning: '＃３' is not recognized as a number: write '#' followed by a digit
            <stdin>:6:12: warning: this card has no 'idShort', so it was skipped
            <stdin>: 2 cards without a number, 1 with one

            """)
    }

    @Test func longTitlesAreCut() async throws {
        let title = String(repeating: "ab", count: 30)
        for (title, shown) in [(title, title), (title + "c", title + "…")] {
            try await Scenario().stdin(##"{"name":"#","cards":[{"idShort":1,"name":"\##(title)"}]}"##).run(
                "-q", "cards", "--check"
            ).stderr("<stdin>:1:42: card 1 \"\(shown)\" has no number\n").exits(1)
        }
    }

    /// A wrong board has them all, on one line even: none is left out, and it takes no time.
    @Test func manyCards() async throws {
        let cards = (1...20_000).map { #"{"idShort":\#($0 / 2),"name":"é"}"# }
        let outcome = try await Scenario().stdin(##"{"name":"#","cards":[\##(cards.joined(separator: ","))]}"##).run(
            "cards", "--check"
        ).stdout("").exits(1)
        let lines = outcome.errorText.split(separator: "\n")
        #expect(lines.count == 30_000)
        #expect(lines.first == "<stdin>:1:42: card 0 \"é\" has no number")
        #expect(lines.last == "<stdin>: 20000 cards without a number")
        let before: [Int] = cards.dropLast().map { $0.unicodeScalars.count + 1 }
        let last: Int = before.reduce(46, +)
        #expect(lines[lines.count - 2] == "<stdin>:1:\(last): card 10000 \"é\" has no number")
    }

    @Test(arguments: [
        (["--all"], 1), (["--all", "--only", "archived"], 1), (["--all", "--only", "archived", "--allow-empty"], 0),
        (["--board", "Plans ＃", "--all"], 1), (["--board", "Other", "--all"], 65), (["--all", "--prefix", "Pl"], 1),
        ([], 0),
    ]) func withOtherOptions(_ options: [String], _ status: Int) async throws {
        try await Scenario().stdin(Self.unmarked).run(["cards", "--check"] + options).stdout("").exits(Int32(status))
    }

    @Test func filesAndFolders() async throws {
        try await Scenario().file("boards/a.json", Self.board).file("boards/b.json", Self.numbered).file(
            "boards/c.json", Self.unmarked
        ).file("boards/d.json", "[]").file("boards/notes.txt", "").file("e.json", Self.board).run(
            "cards", "--check", "boards", "e.json"
        ).stdout("").exits(1).stderr(
            """
            boards/a.json:1:50: card 1 "Plan" has no number
            boards/c.json:1:9: warning: the board's title ends in U+FF03 instead of '#'
            e.json:1:50: card 1 "Plan" has no number
            2 cards without a number in 2 exports, 1 passed, 1 not marked with '#', \
            2 other files skipped

            """)
    }

    @Test func aMalformedFileCountsMore() async throws {
        let scenario = try Scenario().file("a.json", Self.board).file("b.json", "{")
        let outcome = try await scenario.run("-q", "cards", "--check", "a.json", "b.json").exits(65)
        #expect(outcome.errorText.contains("a.json:1:50: card 1 \"Plan\" has no number\n"))
        try await scenario.run("cards", "--check", "b.json").stdout("").exits(65)
        try await scenario.run("cards", "--check", "c.json").stdout("").exits(66)
    }

    @Test func reports() async throws {
        let scenario = try Scenario().file("a.json", Self.board).file("b.json", Self.numbered).file(
            "c.json", Self.unmarked)
        try await scenario.run(
            "-q", "cards", "--check", "a.json", "b.json", "c.json", "--report", "junit=out.xml", "--report",
            "sarif=out.sarif", "--report", "json=out.json"
        ).exits(1)
        let junit = scenario.folder.text("out.xml") ?? ""
        for part in [
            #"tests="3" failures="1" errors="0" skipped="1""#,
            #"<testcase name="b.json" classname="devtool.cards" time="0.000"/>"#,
            #"<skipped message="not marked with '#'"/>"#, #"classname="devtool.cards.card-without-number""#,
        ] { #expect(junit.contains(part), "\(part)") }
        let sarif = scenario.folder.text("out.sarif") ?? ""
        #expect(sarif.contains(#""ruleId": "card-without-number""#))
        #expect(sarif.contains(#""ruleId": "near-mark""#))
        let json = scenario.folder.text("out.json") ?? ""
        #expect(json.contains(#""rule": "card-without-number""#))
        #expect(json.contains(#""column": 50"#))
    }

    @Test(arguments: [
        ["-i", "board.json"], ["-i", "--backup", "board.json"], ["-o", "out.json", "board.json"],
        ["--undo", "board.json"], ["--diff", "board.json"], ["--to", "csv", "board.json"],
        ["--journal", "j", "board.json"],
    ]) func wrongUsage(_ arguments: [String]) async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        let outcome = try await scenario.run(["cards", "--check"] + arguments)
        outcome.stdout("").exits(64).file("board.json", Self.board)
        #expect(outcome.errorText.contains("hint: run 'devtool cards --help' for usage"))
        #expect(scenario.folder.names == ["board.json"])
    }
}
