import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool cards` for several files and for folders.
@Suite struct CardsFilesScenarios {
    private static let board = CardsScenarios.board
    private static let numbered = CardsScenarios.numbered
    private static let unmarked = #"{"name":"Plans","cards":[{"idShort":1,"name":"Plan"}]}"#

    @Test func outputsFollowEachOther() async throws {
        try await Scenario().file("a.json", Self.board).file("b.json", Self.unmarked).run(
            "cards", "b.json", "a.json", "-"
        ).stdout(Self.unmarked + Self.numbered).exits(65).stderr(
            """
            <stdin>:1:1: expected a JSON value, but the input ends
              hint: the input is empty
            1 card numbered in 1 export, 1 not marked with '#', 1 failed

            """)
    }

    @Test func aBadFileDoesNotStopTheOthers() async throws {
        try await Scenario().file("a.json", Self.board).file("c.json", Self.board).file("d.json", #"{"cards":[}"#).run(
            "cards", "-i", "a.json", "b.json", "c.json", "d.json"
        ).stdout("").exits(66).stderr(
            """
            devtool: cannot read 'b.json': No such file or directory
            d.json:1:11: expected a value or ']', found '}'
            {"cards":[}
                      ^
            2 cards numbered in 2 exports, 2 failed

            """
        ).file("a.json", Self.numbered).file("c.json", Self.numbered)
    }

    @Test func exportsInAFolder() async throws {
        let outcome = try await Scenario().file("boards/b.JSON", Self.board).file("boards/team/a.json", Self.board)
            .file("boards/unmarked.json", Self.unmarked).file("boards/notes.txt", "x").file(
                "boards/card.json", ##"{"name":"#"}"##
            ).file("boards/comments.json", "{// x").file("boards/.hidden/c.json", Self.board).file(
                "boards/cut.json", String(Self.board.dropLast(4))
            ).run("--verbose", "cards", "--in-place", "boards")
        outcome.stdout("").exits(65).stderr(
            """
            boards/b.JSON: 1 card numbered, 1 already had a number
            boards/cut.json:1:87: the input ends inside a string
            …":"Roadmap #","cards":[{"idShort":1,"name":"Plan"},{"idShort":2,"name":"#7 Build
                                                                                             ^
              hint: the export is truncated: download it again
            boards/team/a.json: 1 card numbered, 1 already had a number
            2 cards numbered in 2 exports, 1 not marked with '#', 1 failed, 3 other files skipped

            """
        ).file("boards/b.JSON", Self.numbered).file("boards/team/a.json", Self.numbered).file(
            "boards/.hidden/c.json", Self.board)
    }

    @Test func aFolderToStandardOutput() async throws {
        try await Scenario().file("boards/a.json", Self.board).file("boards/b.json", "{}").run("cards", "boards")
            .stdout(Self.numbered).exits(0).stderr("1 card numbered in 1 export, 1 other file skipped\n")
    }

    @Test func toAFolder() async throws {
        let scenario = try Scenario().file("boards/a.json", Self.board).file("boards/x/b.json", Self.unmarked).file(
            "boards/c.json", "[]"
        ).file("other.json", Self.board)
        for _ in 0..<2 {
            // The second time the outputs of the first are there, too.
            let outcome = try await scenario.run("cards", "boards", "other.json", "-o", "boards/out")
            outcome.stdout("").exits(0).stderr(
                """
                2 cards numbered in 2 exports, 1 not marked with '#', 1 other file skipped

                """
            ).file("boards/out/a.json", Self.numbered).file("boards/out/x/b.json", Self.unmarked).file(
                "boards/out/other.json", Self.numbered
            ).file("boards/out/c.json", nil).file("boards/a.json", Self.board)
        }
    }

    @Test(arguments: ["out", "out/"]) func aSingleFileToAFolder(_ folder: String) async throws {
        try await Scenario().file("board.json", Self.board).file("out/x", "").run("cards", "board.json", "-o", folder)
            .stdout("").stderr("out/board.json: 1 card numbered, 1 already had a number\n").exits(0).file(
                "out/board.json", Self.numbered)
    }

    @Test func aMissingFolderIsMade() async throws {
        try await Scenario().file("board.json", Self.board).run("cards", "board.json", "-o", "new/folder/").exits(0)
            .file("new/folder/board.json", Self.numbered)
    }

    @Test func theSameFileTwice() async throws {
        let scenario = try Scenario().file("a.json", Self.board)
        try await scenario.run("cards", "-i", "a.json", "./a.json").stdout("").stderr(
            "devtool: 'a.json' and './a.json' are the same file\n"
        ).exits(64).file("a.json", Self.board)
        try await scenario.run("cards", "-i", "a.json", ".").stderr(
            "devtool: 'a.json' and './a.json' are the same file\n"
        ).exits(64)
    }

    @Test(arguments: [("a.json", "'a.json'"), ("-", "'<stdin>'")]) func theSameNameTwice(
        _ argument: String, _ name: String
    ) async throws {
        // There is no input: it would not be read, and what writes to a closed pipe is killed.
        try await Scenario().file("a.json", Self.board).run("cards", argument, argument).stdout("").stderr(
            "devtool: \(name) is given twice\n"
        ).exits(64)
    }

    @Test func aLinkBesideItsFileIsPassedOver() async throws {
        let scenario = try Scenario().file("boards/2024.json", Self.board).file("elsewhere.json", Self.board)
        let folder = scenario.folder.path.appending("boards").string
        for (name, target) in [
            ("1-latest.json", "2024.json"), ("latest.json", "2024.json"), ("other.json", "../elsewhere.json"),
            ("x.json", "other.json"),
        ] { try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target) }
        try await scenario.run("cards", "-i", "boards").exits(0).stderr(
            "2 cards numbered in 2 exports, 3 other files skipped\n"
        ).file("boards/2024.json", Self.numbered).file("elsewhere.json", Self.numbered)
    }

    @Test(arguments: ["boards", "boards/", "./boards"]) func aFolderIsNotItsOwnOutput(_ output: String) async throws {
        try await Scenario().file("boards/a.json", Self.board).run("cards", "boards", "-o", output).stdout("").exits(64)
            .stderr(
                """
                devtool: 'boards' is also the output folder
                  hint: choose another folder, or use '--in-place' to replace its exports

                """
            ).file("boards/a.json", Self.board)
    }

    /// See issue 15: it was a success.
    @Test(arguments: [["--check"], ["--diff"], ["-i"], ["-i", "--undo"], ["-o", "out/"], []])
    func aFolderWithoutExports(_ options: [String]) async throws {
        let scenario = try Scenario().file("boards/a.json", "{}").file("boards/b.txt", "")
        try await scenario.run(["cards", "boards"] + options).stdout("").exits(66).stderr(
            "devtool: no exports found, 2 other files skipped\n")
        try await scenario.run(["-q", "cards", "boards", "--to", "json"]).stdout("").exits(66).stderr(
            "devtool: no exports found, 2 other files skipped\n")
        #expect(scenario.folder.names == ["boards"])
    }

    /// See issue 24: they were passed over without a word.
    @Test func namesThatAreNotUTF8() async throws {
        let scenario = try Scenario().file("boards/a.json", Self.numbered)
        let folder = scenario.folder.path.appending("boards")
        for name: [UInt8] in [[0xFF] + Array(".json".utf8), [0xE9, 0x2F] + Array("b.json".utf8)] {
            let path = FilePath(platformString: (Array("\(folder)/".utf8) + name + [0]).map { CChar(bitPattern: $0) })
            _ = path.removingLastComponent().withPlatformString { mkdir($0, 0o755) }
            let file = try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
            try file.closeAfter { _ = try file.writeAll(Self.board.utf8) }
        }
        try await scenario.run("cards", "--check", "boards").stdout("").exits(1).stderr(
            """
            boards/\u{FFFD}/b.json:1:50: card 1 "Plan" has no number
            boards/\u{FFFD}.json:1:50: card 1 "Plan" has no number
            2 cards without a number in 2 exports, 1 passed

            """)
        try await scenario.run("cards", "boards", "-o", "out").stdout("").exits(0)
        try await scenario.run("cards", "-i", "boards").stdout("").exits(0)
        for folder in ["out", "boards"] {
            try await scenario.run("cards", "--check", folder).stdout("").exits(0).stderr(
                "0 cards without a number in 0 exports, 3 passed\n")
        }
    }

    /// What is meant for one file would be the name of a folder.
    @Test(arguments: ["all.xml", "all.json", "ALL.HTML"]) func severalToOneFile(_ output: String) async throws {
        let scenario = try Scenario().file("a.json", Self.board).file("b.json", Self.board)
        try await scenario.run("cards", "a.json", "b.json", "-o", output).stdout("").exits(64).stderr(
            """
            devtool: cannot write several exports to one file '\(output)'
              hint: name a folder, such as '\(output)/'

            """)
        #expect(scenario.folder.names == ["a.json", "b.json"])
        try await scenario.run("cards", "a.json", "b.json", "-o", output + "/").exits(0).file(
            "\(output)/a.json", Self.numbered)
    }

    @Test func twoFilesForOnePlace() async throws {
        try await Scenario().file("x/a.json", Self.board).file("y/a.json", Self.board).run(
            "cards", "x", "y", "-o", "out"
        ).stdout("").exits(64).stderr(
            """
            devtool: 'x/a.json' and 'y/a.json' would both be written to 'out/a.json'
              hint: run the command once per file

            """
        ).file("out/a.json", nil)
    }

    @Test func aFolderForItsOwnOutputs() async throws {
        try await Scenario().file("a.json", Self.board).run("cards", ".", "-o", "./").stdout("").exits(64).file(
            "a.json", Self.board
        ).stderr(
            """
            devtool: '.' is also the output folder
              hint: choose another folder, or use '--in-place' to replace its exports

            """)
    }

    /// The lists, in which a name is looked for first, come after the cards.
    @Test(arguments: [[], ["--list", "Doing"]]) func aCutExportInAFolderIsNoOtherFile(_ options: [String]) async throws
    {
        let outcome = try await Scenario().file("boards/a.json", String(Self.board.dropLast(4))).run(
            ["cards", "--check", "boards"] + options
        ).stdout("").exits(65)
        #expect(outcome.errorText.hasSuffix("in 0 exports, 1 failed\n"))
    }

    @Test func standardInputNeedsNoName() async throws {
        try await Scenario().stdin(Self.board).run("cards").stdout(Self.numbered).exits(0)
    }

    @Test(arguments: [("--backup", "board.json~"), ("--backup=.orig", "board.json.orig")]) func theOriginalIsKept(
        _ option: String, _ backup: String
    ) async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        for _ in 0..<2 {
            // The second time there is nothing to change, and the backup is not touched.
            let outcome = try await scenario.run("cards", "-i", option, "board.json")
            outcome.exits(0).file("board.json", Self.numbered).file(backup, Self.board)
            #expect(Set(outcome.folder.names) == ["board.json", backup])
        }
    }
}
