import Foundation
import SystemPackage
import TestSupport
import Testing

/// What every command has in common: how it speaks, and what reports it leaves.
@Suite struct ReportScenarios {
    private static let board = ##"{"name":"R #","cards":[{"name":"a"}]}"##
    private static let warning = """
        board.json:1:32: warning: this card has no 'idShort', so it was skipped
        {"name":"R #","cards":[{"name":"a"}]}
                                       ^

        """
    private static let unmarked = #"{"name":"R","cards":[]}"#
    private static let note = """
        devtool: note: board.json: the board's title does not end in '#', so no cards were numbered
          hint: use '--all' for boards without '#'

        """

    @Test(arguments: [
        ("NO_COLOR", "1", "auto"), ("FORCE_COLOR", "0", "auto"), ("FORCE_COLOR", "1", "never"), ("NONE", "", "auto"),
    ]) func plainMessages(variable: String, value: String, choice: String) async throws {
        try await Scenario().file("board.json", Self.board).variable(variable, value).run(
            "--color", choice, "cards", "board.json"
        ).stdout(Self.board).stderr(Self.warning).exits(0)
    }

    @Test(arguments: [("FORCE_COLOR", "1", "auto"), ("NO_COLOR", "1", "always")]) func coloredMessages(
        variable: String, value: String, choice: String
    ) async throws {
        try await Scenario().file("board.json", Self.board).variable(variable, value).run(
            "--color", choice, "cards", "board.json"
        ).stdout(Self.board).stderr(
            """
            \u{1B}[1mboard.json:1:32:\u{1B}[0m \u{1B}[1;33mwarning:\u{1B}[0m \
            this card has no 'idShort', so it was skipped
            \(Self.board)
            \(String(repeating: " ", count: 31))\u{1B}[1;31m^\u{1B}[0m

            """
        ).exits(0)
    }

    @Test func quietSaysNoNotes() async throws {
        let scenario = try Scenario().file("board.json", Self.unmarked)
        try await scenario.run("cards", "board.json").stdout(Self.unmarked).stderr(Self.note).exits(0)
        try await scenario.run("--quiet", "cards", "board.json").stdout(Self.unmarked).stderr("").exits(0)
        try await scenario.file("board.json", Self.board).run("-q", "cards", "board.json").stdout(Self.board).stderr(
            Self.warning
        ).exits(0)
    }

    @Test func quietTellsWrongUsage() async throws {
        let outcome = try await Scenario().run("-q", "cards", "-i").stdout("").exits(64)
        #expect(outcome.errorText.contains("hint: run 'devtool cards --help' for usage"))
    }

    @Test(arguments: [
        (["--color", "red", "cards"], "'--color' must be one of auto, always, never, not 'red'"),
        (["--report", "sarf=a", "cards"], "unknown kind of report 'sarf'; did you mean 'sarif'?"),
        (["-q", "-v", "cards"], "'--quiet' and '--verbose' cannot be combined"),
    ]) func wrongGlobalOptions(arguments: [String], message: String) async throws {
        try await Scenario().run(arguments).stdout("").stderr(
            """
            devtool: \(message)
              hint: run 'devtool --help' for the global options

            """
        ).exits(64)
    }

    @Test func helpListsGlobalOptions() async throws {
        let outcome = try await Scenario().run("--color", "never", "--help").stderr("").exits(0)
        #expect(outcome.outputText.contains("\n  -q, --quiet             Show errors and warnings only."))
        #expect(outcome.outputText.contains("\n  --report <kind=path>    Also write a report file"))
    }

    @Test func annotationsForGitHub() async throws {
        try await Scenario().file("sub/board.json", Self.board).variable("GITHUB_ACTIONS", "true").run(
            "cards", "board.json", in: "sub"
        ).stdout(Self.board).stderr(
            Self.warning + """
                ::warning file=board.json,line=1,col=32,title=unusable-number::this card has \
                no 'idShort', so it was skipped

                """
        ).exits(0)
    }

    @Test func annotationsNameFilesFromTheRepositorysRoot() async throws {
        let scenario = try Scenario().file("sub/board.json", Self.board)
        let outcome = try await scenario.variable("GITHUB_ACTIONS", "true").variable(
            "GITHUB_WORKSPACE", scenario.folder.path.string
        ).run("cards", "board.json", in: "sub")
        #expect(outcome.errorText.contains("\n::warning file=sub/board.json,line=1,"))
    }

    @Test func reportsOfEveryKind() async throws {
        let outcome = try await Scenario().file("board.json", Self.board).run(
            "--report", "junit=r.xml", "--report", "sarif=r.sarif", "--report=json=r.json", "cards", "board.json"
        ).stdout(Self.board).stderr(Self.warning).exits(0)
        #expect(outcome.folder.names == ["board.json", "r.json", "r.sarif", "r.xml"])
        #expect(outcome.folder.text("r.xml")?.contains(#"name="devtool.cards""#) == true)
        let text = try #require(outcome.folder.text("r.json"))
        let json = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(json["schema"] as? Int == 1)
        #expect(json["command"] as? String == "cards")
        #expect(json["status"] as? Int == 0)
        let found = try #require(json["diagnostics"] as? [[String: Any]])
        #expect(found.map { $0["line"] as? Int } == [1])
        let sarif = try #require(outcome.folder.text("r.sarif"))
        #expect(sarif.contains(#""uri": "board.json""#))
    }

    @Test func aReportOfAFailure() async throws {
        let outcome = try await Scenario().file("board.json", "{").run("--report", "junit=r.xml", "cards", "board.json")
            .stdout("").exits(65)
        let text = try #require(outcome.folder.text("r.xml"))
        #expect(text.contains(#"tests="1" failures="1" errors="0" skipped="0""#))
        #expect(text.contains(#"<property name="status" value="65"/>"#))
    }

    /// It was the test of a run that went well, whatever its status.
    @Test func aReportOfACommandThatFailsWithoutAWord() async throws {
        let outcome = try await Scenario().plugin("three", "exit 3").run("--report", "junit=r.xml", "three").stdout("")
            .stderr("").exits(3)
        let text = try #require(outcome.folder.text("r.xml"))
        #expect(text.contains(#"tests="1" failures="1" errors="0" skipped="0""#))
        #expect(text.contains(#"<failure message="exit status 3" type="error">"#))
    }

    @Test func aReportOfTheDoctor() async throws {
        let outcome = try await Scenario().variable("XDG_CACHE_HOME", "/dev/null").run(
            "--report", "junit=r.xml", "--report", "json=r.json", "doctor"
        ).exits(1)
        let text = try #require(outcome.folder.text("r.xml"))
        #expect(text.contains(#"<testcase name="cache folder" classname="devtool.doctor""#))
        #expect(text.contains("<failure message=\"cannot create '/dev/null/devtool': Not a directory\" "))
        let json = try #require(outcome.folder.text("r.json"))
        #expect(json.contains(#""name": "libyaml""#) && json.contains(#""outcome": "failed""#))
    }

    /// What the run reads is not for a report to replace.
    @Test(arguments: [
        (".env", "A=1\n", ["config", "check"]),
        ("c.sql", "--liquibase formatted sql\n--changeset a:1\nselect 1;\n", ["migrate", "lint"]),
        ("Makefile", "a:\n\techo\n", ["init", "--from", "Makefile"]),
    ]) func aReportInThePlaceOfWhatIsRead(file: String, text: String, arguments: [String]) async throws {
        var scenario = try Scenario().file("c.sql", "--liquibase formatted sql\n").file(file, text)
        if arguments[0] != "init" {
            scenario = try scenario.config("migrate: {changelog: c.sql, url: 'jdbc:sqlite:x'}\n")
        }
        let outcome = try await scenario.run(["--report", "json=\(file)"] + arguments).exits(64)
        #expect(
            outcome.errorText.contains(
                "did not write a report to '\(file)', because the run reads or writes that file\n"))
        outcome.file(file, text)
    }

    /// A report of an earlier run must not be taken for that of this one.
    @Test(arguments: [["cards", "--bogus"], ["cadrs"], ["nosuch", "x"]]) func aReportOfAWrongCommandLine(
        arguments: [String]
    ) async throws {
        let outcome = try await Scenario().file("r.json", "of an earlier run").run(
            ["--report", "json=r.json"] + arguments
        ).stdout("").exits(64)
        #expect(outcome.folder.text("r.json")?.contains(#""status": 64,"#) == true)
    }

    /// All was done before one was told.
    @Test(arguments: [
        ("missing/r.json", "cannot create 'missing/r.json': No such file or directory"),
        (".", "cannot create '.': Is a directory"),
    ]) func aReportThatCannotBeWritten(path: String, message: String) async throws {
        let outcome = try await Scenario().file("board.json", "{").run(
            "--report", "junit=r.xml", "--report", "json=\(path)", "cards", "-o", "numbered.json", "board.json"
        ).stdout("").stderr("devtool: \(message)\n").exits(73)
        #expect(outcome.folder.names == ["board.json", "r.xml"])
        #expect(outcome.folder.text("r.xml")?.contains(#"<property name="status" value="73"/>"#) == true)
    }

    /// What is no file is opened once, for the report.
    @Test func aReportInAPipe() async throws {
        let scenario = try Scenario().file("board.json", Self.unmarked)
        try await scenario.program(
            "/bin/sh", "-c", "mkfifo p; \"$0\" -q --report junit=p cards -o n board.json & grep -c testcase p",
            Scenario.devtool
        ).stdout("1\n").stderr("").exits(0)
    }

    @Test func theConfigurationBeforeTheName() async throws {
        try await Scenario().config("").file("other.yml", "migrate: {nothing: 1}\n").run(
            "--config", "other.yml", "migrate", "status"
        ).stdout("").stderr(
            """
            other.yml:1:11: unknown key 'nothing' in 'migrate'
            migrate: {nothing: 1}
                      ^
              hint: known: changelog, url, engine, host, port, database, username, password, driver, \
            classpath, default-schema, …

            """
        ).exits(78)
    }
}
