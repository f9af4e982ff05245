import TestSupport
import Testing

/// `devtool cards --diff`: titles before and after.
@Suite struct CardsDiffScenarios {
    private static let board = CardsScenarios.board
    private static let numbered = CardsScenarios.numbered

    @Test func beforeAndAfter() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.run("cards", "--diff", "board.json").stdout("board.json\n-Plan\n+#1 Plan\n").stderr("")
            .exits(0).file("board.json", Self.board)
        #expect(scenario.folder.names == ["board.json"])
    }

    @Test func nothingToChange() async throws {
        try await Scenario().stdin(Self.numbered).run("cards", "--diff").stdout("").stderr("").exits(0)
        try await Scenario().stdin(#"{"name":"Plans","cards":[]}"#).run("cards", "--diff").stdout("").exits(0).stderr(
            """
            devtool: note: <stdin>: the board's title does not end in '#', so no cards would \
            be numbered
              hint: use '--all' for boards without '#'

            """)
    }

    @Test func undone() async throws {
        try await Scenario().stdin(Self.numbered).run("cards", "--diff", "--undo").stdout("<stdin>\n-#1 Plan\n+Plan\n")
            .stderr("").exits(0)
    }

    @Test func inColour() async throws {
        let expected = "\u{1B}[1m<stdin>\u{1B}[0m\n\u{1B}[31m-Plan\u{1B}[0m\n\u{1B}[32m+#1 Plan\u{1B}[0m\n"
        let scenario = Scenario().stdin(Self.board)
        try await scenario.run("cards", "--diff", "--color", "always").stdout(expected).exits(0)
        try await scenario.variable("FORCE_COLOR", "1").run("cards", "--diff").stdout(expected)
        try await scenario.variable("FORCE_COLOR", "1").run("--color=never", "cards", "--diff").stdout(
            "<stdin>\n-Plan\n+#1 Plan\n")
    }

    @Test func titlesThatSteerNothing() async throws {
        let title = #"  a\n+#9 b\u001b[2J\u009b"#
        try await Scenario().stdin(##"{"name":"#","cards":[{"idShort":1,"name":"\##(title)"}]}"##).run(
            "cards", "--diff", "--format", "\"{number}\" "
        ).stdout(
            """
            <stdin>
            -  a\u{FFFD}+#9 b\u{FFFD}[2J\u{FFFD}
            +"1"   a\u{FFFD}+#9 b\u{FFFD}[2J\u{FFFD}

            """
        ).stderr("").exits(0)
    }

    @Test func filesAndFolders() async throws {
        try await Scenario().file("boards/a.json", Self.board).file("boards/b.json", Self.numbered).file(
            "boards/c.json", "[]"
        ).file("-d.json", Self.board).run("cards", "--diff", "boards", "--", "-d.json").stdout(
            "boards/a.json\n-Plan\n+#1 Plan\n./-d.json\n-Plan\n+#1 Plan\n"
        ).exits(0).stderr("would number 2 cards in 2 exports, 1 unchanged, 1 other file skipped\n")
    }

    @Test func warningsAreCutShort() async throws {
        let cards = Array(repeating: #"{"name":"a"}"#, count: 25).joined(separator: ",\n")
        let outcome = try await Scenario().stdin(##"{"name":"#","cards":[\##(cards)]}"##).run("cards", "--diff").stdout(
            ""
        ).exits(0)
        #expect(outcome.errorText.split(separator: "\n").count == 31)
    }

    @Test func malformedInputShowsNothing() async throws {
        try await Scenario().stdin(String(Self.board.dropLast())).run("cards", "--diff").stdout("").exits(65)
    }

    @Test(arguments: [["-i", "board.json"], ["-o", "out.json", "board.json"], ["--journal", "j", "board.json"]])
    func wrongUsage(_ arguments: [String]) async throws {
        try await Scenario().file("board.json", Self.board).run(["cards", "--diff"] + arguments).stdout("").exits(64)
            .file("board.json", Self.board).file("out.json", nil)
    }
}
