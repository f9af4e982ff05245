import Testing

@testable import Reporting
@testable import DevtoolKit

@Suite struct ReportingStyleTests {
    @Test(arguments: [
        (ColorChoice.auto, [:], true, true), (.auto, [:], false, false), (.always, [:], false, true),
        (.never, [:], true, false), (.auto, ["NO_COLOR": "1"], true, false), (.auto, ["NO_COLOR": ""], true, true),
        (.auto, ["FORCE_COLOR": "1"], false, true), (.auto, ["FORCE_COLOR": ""], false, false),
        (.auto, ["FORCE_COLOR": "0"], true, false), (.auto, ["FORCE_COLOR": "false"], true, false),
        (.auto, ["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false), (.always, ["NO_COLOR": "1"], false, true),
        (.never, ["FORCE_COLOR": "1"], true, false), (.auto, ["TERM": "dumb"], true, false),
        (.auto, ["TERM": "xterm"], true, true),
    ]) func choosesColour(choice: ColorChoice, environment: [String: String], isTerminal: Bool, expected: Bool) {
        #expect(choice.style(environment: environment, isTerminal: isTerminal).isOn == expected)
    }

    @Test func coloursByMeaning() {
        let place = SourceLocation(file: "a.yml", line: 4, column: 3, excerpt: SourceExcerpt(line: "  key", column: 3))
        let warning = Diagnostic("odd", severity: .warning, at: place, hint: "mend it")
        #expect(
            warning.rendered(program: "devtool", style: .colored) == """
                \u{1B}[1ma.yml:4:3:\u{1B}[0m \u{1B}[1;33mwarning:\u{1B}[0m odd
                  key
                  \u{1B}[1;31m^\u{1B}[0m
                  \u{1B}[36mhint:\u{1B}[0m mend it
                """)
    }

    @Test(arguments: [Diagnostic.Severity.error, .warning, .note]) func coloursChangeNothingElse(
        severity: Diagnostic.Severity
    ) {
        let diagnostic = Diagnostic("wrong", severity: severity, hint: "mend it")
        let colored = diagnostic.rendered(program: "devtool", style: .colored)
        #expect(colored.contains("\u{1B}["))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == diagnostic.rendered(program: "devtool"))
    }

    @Test func whatIsQuotedDoesNotSteerTheTerminal() {
        let place = SourceLocation(file: "a\u{1B}b\n", line: 1, column: 1)
        let text = Diagnostic("\u{1B}[31m\u{9B}\r\nx", at: place, hint: "\u{7}\ny").rendered(program: "devtool")
        #expect(text == "a\u{FFFD}b\u{FFFD}:1:1: \u{FFFD}[31m\u{FFFD}\u{FFFD}\nx\n  hint: \u{FFFD}\ny")
    }

    @Test(arguments: Style.Role.allCases) func plainIsTheTextItself(role: Style.Role) {
        #expect(Style.plain(role, "text") == "text")
        #expect(Style.colored(role, "") == "")
        #expect(Style.colored(role, "text") == "\u{1B}[\(role.rawValue)mtext\u{1B}[0m")
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한글", 4), ("ｆｕｌｌ", 8), ("🙂", 2), ("👩‍👩‍👧", 2), ("❤️", 2),
        ("❤", 1), ("\u{200B}", 0), ("\u{1B}", 0), ("—…", 2),
    ]) func measuresColumns(text: String, expected: Int) { #expect(text.displayWidth == expected) }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("漢字", 4, "漢字"), ("漢字", 3, "漢…"), ("漢字", 2, "…"), ("ab", 1, "…"),
        ("ab", 0, ""), ("", 0, ""), ("ab", -1, ""),
    ]) func truncates(text: String, width: Int, expected: String) {
        #expect(text.truncated(toWidth: width) == expected)
    }
}
