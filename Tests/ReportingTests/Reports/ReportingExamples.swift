import SystemPackage
import TestSupport

@testable import DevtoolKit
@testable import Reporting

/// Runs to be reported, for the tests of every format.
enum ReportingExamples {
    /// A rule with texts.
    static let unknownKey = Rule("unknown-key", "UnknownKey", "A key is not known.", help: "Correct the \"spelling\".")

    /// A run that found nothing.
    static let success = run(status: .success)

    /// A run with diagnostics of each kind and test cases of each outcome.
    static let everything = run(
        status: .badConfiguration,
        diagnostics: [
            Diagnostic(
                "unknown key 'usrname'",
                at: SourceLocation(
                    file: "my conf/ü.yml", line: 4, column: 3, excerpt: SourceExcerpt(line: "  usrname: <x>", column: 3)
                ), hint: "did you mean 'username'?", rule: unknownKey),
            Diagnostic(
                "odd", severity: .warning, at: SourceLocation(file: "/etc/a.yml", line: 1, column: 1), rule: unknownKey),
            Diagnostic("no end", at: SourceLocation(file: "<stdin>", line: 2, column: 1)),
            Diagnostic("so", severity: .note, rule: Rule(foreign: "note")),
        ],
        testCases: [
            TestCase("changes/1.sql::1::me", in: "changelog", took: .milliseconds(1042)),
            TestCase("b", in: "changelog", outcome: .skipped("not on \"h2\"")),
            TestCase("c", in: "changelog", outcome: .failed("a < b & c", details: "]]>\n\u{1B}\t")),
        ])

    /// A run with any of a hostile generator's texts in every place.
    static func random(seed: UInt64) -> RunRecord {
        var random = SplitMix64(seed: seed)
        func text() -> String {
            let scalars = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                [
                    "a", "<", "&", "\"", "'", "]]>", "\n", "\r", "\t", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}",
                    "\u{FFFE}", "\u{FFFF}", "%", "::", ",", "é", "\u{301}", "漢", "🙂", "\\", "\u{2028}", " ",
                ].randomElement(using: &random) ?? ""
            }
            return "x" + scalars.joined()
        }
        let severities: [Diagnostic.Severity] = [.error, .warning, .note]
        let diagnostics = (0..<4).map { number in
            Diagnostic(
                text(), severity: severities[number % 3],
                at: number == 0
                    ? nil
                    : SourceLocation(
                        file: text(), line: number, column: 1, excerpt: SourceExcerpt(line: text(), column: 1)),
                hint: number == 1 ? nil : text(), rule: number == 2 ? nil : Rule(foreign: text()))
        }
        let testCases = [
            TestCase(text(), in: text()), TestCase(text(), in: text(), outcome: .skipped(text())),
            TestCase(text(), in: text(), outcome: .failed(text(), details: text())),
        ]
        return run(command: "", status: .problemsFound, diagnostics: diagnostics, testCases: testCases)
    }

    /// A run of a command.
    static func run(
        command: String = "migrate", status: ExitStatus, diagnostics: [Diagnostic] = [], testCases: [TestCase] = []
    ) -> RunRecord {
        RunRecord(
            program: "devtool", version: "1.2.3", command: command, begin: Timestamp(secondsSince1970: 1_772_357_400),
            duration: .milliseconds(2500), status: status, diagnostics: diagnostics, testCases: testCases,
            paths: ReportPaths(workingDirectory: "/src", environment: [:]))
    }

    /// A file of the folder `Fixtures`.
    static func fixture(_ name: String) -> FilePath {
        FilePath(#filePath).removingLastComponent().removingLastComponent().appending("Fixtures").appending(name)
    }
}
