import TestSupport
import Testing

/// `devtool cards` with standard output in a file, by the shell.
@Suite struct CardsRedirectScenarios {
    private static let filler = String(repeating: "lorem ipsum ", count: 50)

    /// An export of more than one chunk.
    private static func board(_ title: (Int) -> String) -> String {
        let cards = (1...700).map { ##"{"idShort":\##($0),"desc":"\##(filler)","name":"\##(title($0))"}"## }
        return ##"{"name":"Roadmap #","cards":[\##(cards.joined(separator: ","))]}"##
    }

    private static let large = board { _ in "a" }
    private static let numbered = board { "#\($0) a" }

    @Test(arguments: [CardsScenarios.board, large]) func aNewFile(_ text: String) async throws {
        let numbered = text == Self.large ? Self.numbered : CardsScenarios.numbered
        try await Scenario().file("board.json", text).shell(
            "$devtool cards board.json > out.json; $devtool cards < board.json > out2.json"
        ).stdout("").stderr("").exits(0).file("out.json", numbered).file("out2.json", numbered)
    }

    @Test(arguments: ["board.json", "- < board.json", "- < pipe"]) func nothingIsLeftOfMalformedInput(_ input: String)
        async throws
    {
        let scenario = try Scenario().file("board.json", Self.large + "]")
        try await scenario.shell(
            """
            mkfifo pipe; cat board.json > pipe & \
            $devtool cards \(input) > out.json; echo "status $?" >> out.json
            kill $! 2>/dev/null || :
            """
        ).file("out.json", "status 65\n")
    }

    @Test(arguments: [("", 0), ("]", 65)]) func anAppendedFile(_ end: String, _ status: Int32) async throws {
        try await Scenario().file("board.json", Self.large + end).file("out.json", "before\n").shell(
            "$devtool cards board.json >> out.json"
        ).exits(status).file("out.json", "before\n" + (status == 0 ? Self.numbered : ""))
    }

    @Test(arguments: [("", 0), ("]", 65)]) func aFileThatIsWrittenInTurn(_ end: String, _ status: Int32) async throws {
        try await Scenario().file("board.json", Self.large + end).shell(
            "(echo before; $devtool cards board.json; echo $?) > out.json"
        ).exits(0).file("out.json", "before\n\(status == 0 ? Self.numbered : "")\(status)\n")
    }

    @Test func theMiddleOfAFileIsKept() async throws {
        // What comes after the place is not devtool's to cut off.
        try await Scenario().file("board.json", Self.large + "]").file("out.json", "before").shell(
            "$devtool cards board.json 1<> out.json"
        ).exits(65).file("out.json", "before")
    }

    @Test(arguments: ["1<> board.json", ">> board.json"]) func theInputItself(_ redirection: String) async throws {
        try await Scenario().file("board.json", Self.large).shell("$devtool cards board.json \(redirection)").exits(64)
            .file("board.json", Self.large).stderr(
                """
                devtool: 'board.json' is also the output
                  hint: use '--in-place' to replace the file

                """)
    }

    @Test func aTableIntoOneOfItsInputs() async throws {
        try await Scenario().file("a.json", Self.large).file("b.json", CardsScenarios.board).shell(
            "$devtool cards a.json b.json --to csv >> b.json"
        ).exits(64).file("b.json", CardsScenarios.board).stderr(
            """
            devtool: 'b.json' is also the output
              hint: use '--in-place' to replace the file

            """)
    }

    @Test func severalFiles() async throws {
        try await Scenario().file("a.json", Self.large).file("b.json", Self.large + "]").file(
            "c.json", CardsScenarios.board
        ).shell("$devtool cards a.json b.json c.json > out.json").exits(65).file(
            "out.json", Self.numbered + CardsScenarios.numbered)
    }
}
