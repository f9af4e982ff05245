import Foundation
import TestSupport
import Testing

/// `devtool cards --undo`, by the titles and by a journal.
@Suite struct CardsUndoScenarios {
    /// The second card had its own number before.
    private static let board = ##"{"name":"#","cards":[{"idShort":1,"name":"Plan"},{"idShort":2,"name":"#2 Build"}]}"##
    private static let numbered =
        ##"{"name":"#","cards":[{"idShort":1,"name":"#1 Plan"},{"idShort":2,"name":"#2 Build"}]}"##
    private static let bare = ##"{"name":"#","cards":[{"idShort":1,"name":"Plan"},{"idShort":2,"name":"Build"}]}"##

    private static let journal = """
        {
          "devtool": "cards-journal",
          "schema": 1,
          "input": {"size":82,"sha256":"\(sha256(board))"},
          "output": {"size":85,"sha256":"\(sha256(numbered))"},
          "format": "#{number} ",
          "insertions": [
            [42,"#1 "]
          ]
        }

        """

    @Test func byTheTitles() async throws {
        try await Scenario().file("board.json", Self.numbered).run("cards", "--undo", "board.json", "-o", "out.json")
            .stdout("").exits(0).file("out.json", Self.bare).file("board.json", Self.numbered).stderr(
                "out.json: removed the numbers from 2 cards\n")
        try await Scenario().stdin(Self.numbered).run("-q", "cards", "--undo").stdout(Self.bare).stderr("").exits(0)
    }

    /// See issue 21: of a title that had its number before, and only of one, something is said.
    @Test(arguments: [##""name":"#2 Build""##, ##""name":"x"},"old":{"name":"#2 Bild""##])
    func aTitleThatTheHistoryKnows(_ name: String) async throws {
        let actions =
            #"{"actions":[{"type":"updateCard","data":{"card":{"idShort":2,\#(name)}}},"#
            + ##"{"data":{"card":{"idShort":1,"name":"#12 Plan"}}}],"##
        let text = actions + Self.numbered.dropFirst()
        try await Scenario().file("board.json", text).run("cards", "--undo", "-i", "board.json").stdout("").exits(0)
            .file("board.json", actions + Self.bare.dropFirst()).stderr(
                """
                devtool: note: board.json: 1 title already had the number before numbering and lost it too
                  hint: use '--journal FILE' when numbering to keep such titles
                board.json: removed the numbers from 2 cards

                """)
    }

    /// See issue 21: there was no journal, and '--undo' failed.
    @Test func aBoardWithNothingToNumberHasAJournal() async throws {
        let text = Self.board.replacing(##""#""##, with: #""A""#)
        let scenario = try Scenario().file("board.json", text)
        for _ in 1...2 {
            try await scenario.run("-q", "cards", "-i", "board.json", "--journal", "j").exits(0).file(
                "board.json", text)
        }
        try await scenario.run("cards", "--undo", "-i", "board.json", "--journal", "j").stdout("").stderr(
            "board.json: removed the numbers from 0 cards\n"
        ).exits(0).file("board.json", text)
        // Another file's journal is not overwritten.
        try await scenario.file("board.json", text + " ").run("cards", "-i", "board.json", "--journal", "j").exits(73)
    }

    /// The same title in other bytes is left alone, and nothing is written.
    @Test func otherBytesAreLeftAlone() async throws {
        let text = ##"{"name":"#","cards":[{"idShort":1,"name":"\u00231 Plan"}]}"##
        let scenario = try Scenario().file("board.json", text)
        try await scenario.run("cards", "--undo", "-i", "board.json").stdout("").stderr(Self.nothingToRemove).exits(0)
            .file("board.json", text)
    }

    private static let nothingToRemove = """
        devtool: note: board.json: no title begins with a number in this form
          hint: repeat the '--format' or '--prefix' with which the cards were numbered
        board.json: removed the numbers from 0 cards

        """

    @Test func numbersInAnotherForm() async throws {
        let board = ##"{"name":"#","cards":[{"idShort":1,"name":"Plan"}]}"##
        let scenario = try Scenario().file("board.json", board)
        try await scenario.run("cards", "-i", "--prefix", "ROAD-", "board.json").exits(0)
        let numbered = scenario.folder.text("board.json")
        try await scenario.run("cards", "--undo", "-i", "board.json").stdout("").stderr(Self.nothingToRemove).exits(0)
            .file("board.json", numbered)
        try await scenario.run("cards", "--undo", "-i", "--prefix", "ROAD-", "board.json").exits(0)
        #expect(scenario.folder.text("board.json") == board)
    }

    @Test func aBoardThatIsNotMarked() async throws {
        try await Scenario().stdin("{\"name\":\"A\",\"cards\":[]}").run("cards", "--undo").stdout(
            "{\"name\":\"A\",\"cards\":[]}"
        ).exits(0).stderr(
            """
            devtool: note: <stdin>: the board's title does not end in '#', so no numbers were \
            removed
              hint: use '--all' for boards without '#'

            """)
    }

    @Test func aJournalIsWrittenBesideTheOutput() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.run("cards", "board.json", "-o", "out.json", "--journal", "out.journal").stdout("").stderr(
            "out.json: 1 card numbered, 1 already had a number\n"
        ).exits(0).file("out.json", Self.numbered).file("out.journal", Self.journal)
        #expect(scenario.folder.names == ["board.json", "out.journal", "out.json"])
        // Of the same input it is made anew.
        try await scenario.run("cards", "board.json", "-o", "out.json", "--journal", "out.journal").exits(0).file(
            "out.journal", Self.journal)
    }

    @Test func thereAndBackInPlace() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.run("cards", "-i", "--backup", "board.json", "--journal=j").exits(0).file(
            "board.json", Self.numbered
        ).file("board.json~", Self.board).file("j", Self.journal)
        // There is nothing to number, so nothing is written.
        try await scenario.run("cards", "-i", "board.json", "--journal=j").exits(0).file("board.json", Self.numbered)
            .file("j", Self.journal)
        for (message, summary) in [
            ("", "board.json: removed the number from 1 card\n"),
            (
                "devtool: note: board.json already has its original titles, so nothing was changed\n",
                "board.json: removed the numbers from 0 cards\n"
            ),
        ] {
            try await scenario.run("cards", "--undo", "--journal", "j", "-i", "board.json").stdout("").stderr(
                message + summary
            ).exits(0).file("board.json", Self.board).file("j", Self.journal)
        }
        // A run that was killed before the output was there left the journal.
        try await scenario.run("cards", "-i", "board.json", "--journal=j").exits(0).file("board.json", Self.numbered)
            .file("j", Self.journal)
    }

    @Test(arguments: [[], ["-o", "/dev/stdout"]]) func toStandardOutput(_ options: [String]) async throws {
        let scenario = try Scenario().file("j", Self.journal).stdin(Self.numbered)
        let outcome = try await scenario.run(["-q", "cards", "--undo", "--journal", "j"] + options)
        outcome.stdout(Self.board).stderr("").exits(0)
        #expect(scenario.folder.names == ["j"])
    }

    @Test func severalChunksFromAPipe() async throws {
        let cards = (1...20_000).map { #"{"idShort":\#($0),"name":"\#($0 % 3 == 0 ? "#\($0) " : "")Plan \#($0)"}"# }
        let text = ##"{"name":"#","cards":[\##(cards.joined(separator: ","))]}"##
        let scenario = Scenario().stdin(text)
        try await scenario.run("-q", "cards", "-", "-o", "out.json", "--journal", "j").exits(0)
        let numbered = scenario.folder.text("out.json") ?? ""
        #expect(numbered.utf8.count > text.utf8.count + 50_000)
        try await scenario.stdin(numbered).run("-q", "cards", "--undo", "--journal", "j").stdout(text).exits(0)
    }

    /// Killed before the journal is in its place, and between it and the output.
    @Test(.enabled(if: SystemCallTrap.shared != nil, "no C compiler"), arguments: ["linkat", "renameat2"])
    func aKilledRunLeavesNoNumbersWithoutAJournal(function: String) async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.trap(function, "kill -KILL $PPID").run("cards", "-i", "board.json", "--journal", "j").exits(
            128 + SIGKILL
        ).file("board.json", Self.board).file("j", function == "linkat" ? nil : Self.journal)
        try await scenario.run("cards", "-i", "board.json", "--journal", "j").exits(0).file("board.json", Self.numbered)
            .file("j", Self.journal)
        #expect(scenario.folder.names == ["board.json", "j"])
    }

    @Test(.enabled(if: SystemCallTrap.shared != nil, "no C compiler")) func aFileThatChangesMeanwhile() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.trap("open", "echo >>board.json").run("cards", "-i", "board.json", "--journal", "j").exits(
            74
        ).file("board.json", Self.board + "\n").file("j", nil)
        #expect(scenario.folder.names == ["board.json"])
    }

    @Test func theJournalHasTheModeOfTheFile() async throws {
        try await Scenario().file("board.json", Self.board).shell(
            "chmod 600 board.json; $devtool -q cards -i board.json --journal j; stat -c %a j"
        ).stdout("600\n").exits(0)
    }

    @Test(arguments: [[], ["-i"], ["-o", "out.json"]]) func afterAChangeNothingIsDone(_ options: [String]) async throws
    {
        let changed = Self.numbered.replacing("Plan", with: "Plot")
        let scenario = try Scenario().file("j", Self.journal).file("board.json", changed)
        try await scenario.run(["cards", "--undo", "--journal", "j", "board.json"] + options).stdout("").exits(65).file(
            "board.json", changed
        ).file("out.json", nil).stderr(
            """
            devtool: 'board.json' does not match the journal 'j': the file has changed since, or \
            the journal belongs to another file
              hint: omit '--journal' to undo based on the titles alone

            """)
        #expect(scenario.folder.names == ["board.json", "j"])
    }

    @Test(arguments: [
        ("{}", "devtool: 'j' is not a journal of 'devtool cards'\n"),
        (
            journal.replacing("\"schema\": 1", with: "\"schema\": 2"),
            "devtool: the journal 'j' was written by another version of devtool\n"
        ),
        (
            journal.replacing("[42,\"#1 \"]", with: ""),
            "devtool: the journal 'j' is damaged: its contents are inconsistent\n"
        ),
        (
            journal.replacing("[42,", with: "[43,"),
            """
            devtool: undoing the edits in 'j' does not restore 'board.json': the journal is \
            damaged

            """
        ),
        (
            String(journal.dropLast(7)),
            """
            j:8:15: the journal is damaged: expected ',' or ']' after the value, but the input ends
                [42,"#1 "]
                          ^

            """
        ),
    ]) func aJournalThatIsNone(_ journal: String, _ message: String) async throws {
        for options in [["-i"], [], ["-o", "out.json"]] {
            let scenario = try Scenario().file("j", journal).file("board.json", Self.numbered)
            try await scenario.run(["cards", "--undo", "--journal", "j", "board.json"] + options).stdout("").stderr(
                message
            ).exits(65).file("board.json", Self.numbered).file("j", journal)
            #expect(scenario.folder.names == ["board.json", "j"])
        }
    }

    @Test func aJournalThatMayBeNeededStays() async throws {
        let more = Self.numbered.replacing("#2 Build", with: "Build")
        for text in [Self.journal, "precious", ""] {
            let scenario = try Scenario().file("board.json", more).file("j", text)
            for options in [["-i"], ["-o", "out.json"]] {
                try await scenario.run(["cards", "board.json", "--journal", "j"] + options).stdout("").exits(73).file(
                    "board.json", more
                ).file("j", text).file("out.json", nil).stderr(
                    """
                    devtool: 'j' already exists and may be needed to undo another run
                      hint: choose another file for the journal

                    """)
            }
        }
    }

    @Test func outputsThatNoJournalCanBeOf() async throws {
        let scenario = try Scenario().file("board.json", Self.board).file("boards/x.json", "{}")
        try await scenario.run("cards", "board.json", "-o", "/dev/null", "--journal", "j").stdout("").stderr(
            "devtool: cannot write a journal for '/dev/null': it is not a regular file\n"
        ).exits(64).file("j", nil)
        try await scenario.run("cards", "board.json", "-o", "x", "--journal", "./x").stdout("").stderr(
            "devtool: './x' is both the journal and the output\n"
        ).exits(64).file("x", nil)
        try await scenario.run("cards", "-i", "board.json", "--journal", "./board.json").stdout("").stderr(
            "devtool: './board.json' is both the journal and the output\n"
        ).exits(64).file("board.json", Self.board)
        try await scenario.run("cards", "board.json", "-o", "out", "--journal", "board.json").stdout("").exits(73).file(
            "board.json", Self.board
        ).file("out", nil)
        try await scenario.run("cards", "-i", "boards", "--journal", "j").stdout("").stderr(
            "devtool: 'j' cannot be the journal for several exports\n  hint: name a folder, such as 'j/'\n"
        ).exits(64)
        try await scenario.run("cards", "board.json", "-o", "out.json", "--journal", "no/j").stdout("").stderr(
            "devtool: cannot create 'no/j': No such file or directory\n"
        ).exits(73).file("out.json", nil)
    }

    @Test func needsNoOtherProgram() async throws {
        let scenario = try Scenario().file("board.json", Self.board).variable("PATH", "/nowhere")
        try await scenario.run("cards", "-i", "board.json", "--journal", "j").stdout("").exits(0)
    }

    @Test(arguments: [
        ["--journal", "j", "board.json"], ["--journal", "", "-i", "board.json"],
        ["--journal", "-", "-i", "board.json"], ["--undo", "--journal", "j", "--list", "L", "board.json"],
        ["--undo", "--journal", "j", "--prefix", "A", "board.json"],
        ["--undo", "--journal", "j", "--list", "A", "board.json"],
    ]) func wrongUsage(_ arguments: [String]) async throws {
        let outcome = try await Scenario().file("board.json", Self.board).run(["cards"] + arguments)
        outcome.stdout("").exits(64).file("board.json", Self.board).file("j", nil)
        #expect(outcome.errorText.contains("hint: run 'devtool cards --help' for usage"))
    }

    /// The checksum of a text as another program finds it.
    private static func sha256(_ text: String) -> String {
        let output = try? OtherProgram("sha256sum")?.run([], input: text).output
        return String(output?.prefix(64) ?? "")
    }
}
