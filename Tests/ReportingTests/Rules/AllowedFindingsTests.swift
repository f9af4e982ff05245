import TestSupport
import Testing

@testable import Reporting

/// Comments that accept findings, in the formats that have comments.
@Suite struct AllowedFindingsTests {
    private let catalog = RuleCatalog.sample

    private func allowed(_ text: String) -> AllowedFindings {
        var allowed = AllowedFindings(for: "devtool")
        allowed.read(Array(text.utf8), file: "a")
        return allowed
    }

    private func finding(_ rule: Rule, line: Int) -> Diagnostic {
        Diagnostic("x", at: SourceLocation(file: "a", line: line, column: 1), rule: rule)
    }

    /// The lines, of six, on which a dead link is accepted.
    private func accepted(_ text: String) -> [Int] {
        (1...6).filter { line in
            var allowed = allowed(text)
            return allowed.accepts(finding(.deadLink, line: line))
        }
    }

    @Test(arguments: [
        ("<a>\n<!-- devtool:allow dead-link: old -->\n<b/>\n</a>", [3]),
        ("<a>\n<!-- devtool:allow dead-link: old --><b/>\n</a>", [2]),
        ("<a/> <!-- devtool:allow dead-link: old -->\n<b/>", [1]),
        ("<!-- devtool:allow dead-link: old -->\n<!-- more\nand more -->\n\n<b/>", [5]),
        ("# devtool:allow dead-link: old\n# more\na: 1", [3]), ("a: 1  # devtool:allow dead-link: old\nb: 2", [1]),
        ("-- devtool:allow dead-link: old\n-- more\nselect 1;", [3]),
        ("-- devtool:allow dead-link: old\n--changeset a:1\nselect 1;", [2]),
        ("/* devtool:allow dead-link: old */\n/* more */ select 1;", [2]),
        ("--devtool:allow slow-link, dead-link: old\nselect 1;", [2]), ("-- devtool:allow links: old\nselect 1;", [2]),
        ("\t-- devtool:allow dead-link: a: b\r\nselect 1;", [2]),
        // None of these is one.
        ("-- devtool:allow dead-link\nselect 1;", []), ("-- devtool:allow dead-link:\n1", []),
        ("-- devtool:allow slow-link: old\nselect 1;", []), ("devtool:allow dead-link: old\nselect 1;", []),
        ("-- see devtool:allow dead-link: old\nselect 1;", []), ("-- devtool:allow dead-link: old", [1]), ("", []),
    ]) func acceptWhatStandsThere(text: String, lines: [Int]) { #expect(accepted(text) == lines) }

    @Test func aCommentMayBeAboveWhatIsAroundAFinding() {
        var allowed = allowed("# devtool:allow dead-link: old\nouter:\n  inner: 1\n")
        let accepted = [
            allowed.accepts(finding(.deadLink, line: 3)),
            allowed.accepts(finding(.deadLink, line: 3), about: [SourceLocation(file: "a", line: 2, column: 1)]),
        ]
        #expect(accepted == [false, true])
        #expect(allowed.problems(in: catalog).isEmpty)
    }

    @Test(arguments: [
        ("<!--\n  devtool:allow dead-link: old\n-->\n<a/>", 4, true),
        ("/*\n\n  devtool:allow dead-link: old */ SELECT", 3, true), ("--\ndevtool:allow dead-link: old\nx", 3, false),
    ]) func commentsMayHaveSeveralLines(text: String, line: Int, isAccepted: Bool) {
        var allowed = allowed(text)
        #expect(allowed.accepts(finding(.deadLink, line: line)) == isAccepted)
    }

    @Test(arguments: [(98, true), (99, true), (100, false), (500, false)]) func commentsReachNoFurther(
        blankLines: Int, isAccepted: Bool
    ) {
        var allowed = allowed(
            "-- devtool:allow dead-link: old" + String(repeating: "\n", count: blankLines + 1) + "SELECT 1;")
        let accepts = allowed.accepts(finding(.deadLink, line: blankLines + 2))
        #expect(accepts == isAccepted)
    }

    /// Each comment was followed by all that comes after it.
    @Test func commentsWithoutEndAreReadOnce() {
        for text in ["-- devtool:allow dead-link: old\n", "-- devtool:allow dead-link: old\n/*\n"] {
            let allowed = allowed(String(repeating: text, count: 500))
            #expect(allowed.problems(in: catalog).count == 500)
        }
    }

    /// A line of nothing else was read once for each comment: thousands of millions of bytes here.
    @Test(.timeLimit(.minutes(5)), arguments: ["<!-- devtool:allow dead-link: x -->", "/* devtool:allow dead-link: x"])
    func aLineOfManyComments(text: String) {
        let count = rounds(20_000, every: 4)
        var allowed = allowed(String(repeating: text, count: count))
        for tag in 0..<count {
            let accepts = allowed.accepts(finding(.slowLink, line: 1), aboutTagAt: tag, onLine: 2, of: "a")
            #expect(!accepts)
        }
        #expect(!allowed.problems(in: catalog).isEmpty)
    }

    @Test func commentsWithoutEffectAreReported() {
        var allowed = allowed(
            """
            # devtool:allow dead-link: used
            a: 1
            b: 2  # devtool:allow dead-link: unused
            # devtool:allow dead-link
            # devtool:allow daed-link: mistyped
            # devtool:allow
            c: 3  # devtool:allow slow-link: not looked for
            """)
        let accepted = [2, 7].map { allowed.accepts(finding(.deadLink, line: $0)) }
        #expect(accepted == [true, false])
        let problems = allowed.problems(in: catalog) { $0 != "slow-link" }
        #expect(
            problems.map { "\($0.location?.description ?? "") \($0.rule?.id ?? "")" } == [
                "a:3:7 unused-allow", "a:4:1 no-reason", "a:5:1 unknown-rule", "a:6:1 unknown-rule",
            ])
        #expect(problems.allSatisfy { $0.severity == .warning })
        #expect(problems[2].hint == "did you mean 'dead-link'?")
    }
}
