import Foundation
import SystemPackage
import TestSupport
import Testing

/// No file that a run writes takes the place of another of the same run.
@Suite struct CardsPlacesScenarios {
    private static let board = CardsScenarios.board
    private static let numbered = CardsScenarios.numbered

    @Test func aDryRunIsADiff() async throws {
        var texts: [String] = []
        for option in ["--diff", "--dry-run"] {
            texts.append(
                try await Scenario().file("board.json", Self.board).run("cards", option, "board.json").exits(0).file(
                    "board.json", Self.board
                ).outputText)
        }
        #expect(texts[0] == texts[1])
    }

    @Test func aBackupInThePlaceOfAnotherExport() async throws {
        let other = Self.board.replacing("Roadmap", with: "Other")
        for arguments in [["."], ["board.json", "board.json.orig.json"]] {
            try await Scenario().file("board.json", Self.board).file("board.json.orig.json", other).run(
                ["cards", "-i", "--backup=.orig.json"] + arguments
            ).stdout("").exits(64).stderr(
                """
                devtool: the backup of another export would replace \
                '\(arguments[0] == "." ? "./" : "")board.json.orig.json'
                  hint: choose another suffix with '--backup=SUFFIX', or omit the file

                """
            ).file("board.json", Self.board).file("board.json.orig.json", other)
        }
    }

    @Test func aJournalInThePlaceOfTheBackup() async throws {
        try await Scenario().file("board.json", Self.board).run(
            "cards", "-i", "--backup", "--journal", "./board.json~", "board.json"
        ).stdout("").exits(64).stderr("devtool: './board.json~' is both the journal and the backup\n").file(
            "board.json", Self.board
        ).file("board.json~", nil)
    }

    @Test(arguments: [
        ["--to", "csv", "-o", "./board.json"], ["--to", "csv", "-o", "link"], ["--to", "xml", "-o", "board.json"],
    ]) func anOutputInThePlaceOfItsExport(options: [String]) async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        let folder = scenario.folder.path
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending("link").string, withDestinationPath: "board.json")
        try await scenario.run(["cards", "board.json"] + options).stdout("").exits(64).stderr(
            """
            devtool: 'board.json' is also the output
              hint: use '--in-place' to replace the file

            """
        ).file("board.json", Self.board)
    }

    @Test func anOutputInThePlaceOfAnotherExport() async throws {
        let scenario = try Scenario().file("in/a.json", Self.board).file("out/a.json", Self.board)
        try await scenario.run("cards", "in", "out/a.json", "-o", "out").stdout("").exits(64).file(
            "out/a.json", Self.board)
    }

    /// What is written takes the place of one of the names only.
    @Test func anotherNameOfTheExportIsAnotherPlace() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        let folder = scenario.folder.path
        try FileManager.default.linkItem(
            atPath: folder.appending("board.json").string, toPath: folder.appending("other.json").string)
        try await scenario.run("cards", "board.json", "-o", "other.json").exits(0).file("board.json", Self.board).file(
            "other.json", Self.numbered)
    }

    /// A report is written whatever happened, so it is looked at when all else is there.
    @Test(arguments: [
        ["--check", "board.json"], ["-i", "board.json"], ["board.json", "-o", "report"],
        ["-i", "board.json", "--journal", "report"], ["-i", "--backup=.old", "board.json"],
        ["board.json", "--report", "junit=report", "--to", "csv"],
    ]) func aReportInThePlaceOfAFileOfTheRun(arguments: [String]) async throws {
        let report =
            arguments.contains("report") || arguments.contains("junit=report")
            ? "report" : arguments.contains("--backup=.old") ? "board.json.old" : "board.json"
        let scenario = try Scenario().file("board.json", Self.board)
        let outcome = try await scenario.run(["cards"] + arguments + ["--report", "json=\(report)"])
        outcome.exits(arguments[0] == "--check" ? 1 : 64)
        #expect(
            outcome.errorText.hasSuffix(
                """
                devtool: did not write a report to '\(report)', because the run reads or writes that file
                  hint: choose another file for the report

                """), "\(outcome.errorText)")
        let text = try #require(outcome.folder.text(report))
        #expect(!text.contains("\"diagnostics\""))
    }

    @Test func aReportInThePlaceOfTheConfiguration() async throws {
        let configuration = "tasks: {t: \"true\"}\n"
        try await Scenario().config(configuration).run("run", "t", "--report", "json=devtool.yml").exits(64).file(
            "devtool.yml", configuration)
    }

    /// An earlier run's report is nobody's any more.
    @Test func reportsAreReplaced() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        for _ in 0..<2 { try await scenario.run("cards", "--check", "board.json", "--report", "json=report").exits(1) }
    }

    @Test func hardLinksInAFolderAreSkipped() async throws {
        let scenario = try Scenario().file("in/a.json", Self.board).file("in/c.json", Self.board)
        let folder = scenario.folder.path.appending("in")
        try FileManager.default.linkItem(
            atPath: folder.appending("a.json").string, toPath: folder.appending("b.json").string)
        try await scenario.run("cards", "in", "-o", "out").stdout("").exits(0).stderr(
            "2 cards numbered in 2 exports, 1 other file skipped\n"
        ).file("out/a.json", Self.numbered).file("out/b.json", nil).file("out/c.json", Self.numbered)
    }
}
