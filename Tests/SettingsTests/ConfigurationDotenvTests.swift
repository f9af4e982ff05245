import TestSupport
import Testing

@testable import DevtoolKit
@testable import Settings

@Suite struct ConfigurationDotenvTests {
    @Test(arguments: [
        ("A=b", "b"), ("A=", ""), ("A= b c  ", "b c"), ("  A=b # comment", "b"), ("A=b#c", "b#c"), ("A=# comment", ""),
        ("export A=b", "b"), ("export\tA=b\nA=c", nil), ("A='b # $c \\n'", "b # $c \\n"),
        ("A=\"b\\n\\t\\\"\\\\\\$\\q\"", "b\n\t\"\\$\\q"), ("A='b\nc' # d", "b\nc"), ("A=\"b\nc\"", "b\nc"),
        ("A=b\r\nB=c\r\n", "b"), ("\u{FEFF}A=b", "b"), ("# A=c\n\n \nA=b", "b"), ("A=b=c", "b=c"), ("A=${B}", "${B}"),
        ("A='b'", "b"), ("A=it's", "it's"), ("A=\u{E4}\u{1F600}", "\u{E4}\u{1F600}"),
    ]) func reads(text: String, expected: String?) {
        let dotenv = Dotenv(text, shownAs: ".env")
        #expect(dotenv["A"]?.value == (expected ?? "c"))
        #expect(dotenv.findings.isEmpty == (expected != nil))
    }

    @Test(arguments: [
        ("1️⃣A", ["expected NAME=value"]), ("1️⃣A B=c", ["expected a variable name before '='"]),
        ("A=b\n1️⃣1=c\n2️⃣-", ["expected a variable name before '='", "expected NAME=value"]),
        ("export 1️⃣=c", ["expected a variable name before '='"]),
        ("A=b\nexport 1️⃣A=c", ["the variable A is already defined on line 1"]),
        ("A=1️⃣'b\nC=d", ["the quote is not closed"]), ("A=1️⃣\"b\\\"", ["the quote is not closed"]),
        ("A='b'1️⃣c\n2️⃣x", ["unexpected text after the closing quote", "expected NAME=value"]),
        ("A='b\n\u{1F600}'  1️⃣c", ["unexpected text after the closing quote"]),
    ]) func reportsThePlace(marked: String, messages: [String]) {
        let marked = MarkedText(marked)
        let findings = Dotenv(marked.text, shownAs: ".env").findings
        #expect(findings.map(\.message) == messages)
        #expect(findings.map { $0.location?.description ?? "" } == marked.places.map { ".env:\($0)" })
    }

    /// A line of the file may hold a secret, and a variable's value is one more often than not.
    @Test func neverShowsALine() {
        let text = "A hunter2\nB='hunter2\nA=hunter2\nA=hunter2"
        let shown = Dotenv(text, shownAs: ".env").findings.map { $0.rendered(program: "devtool") }
        #expect(!shown.isEmpty)
        #expect(!shown.joined().contains("hunter2"))
    }

    @Test func survivesAnyText() {
        var generator = SplitMix64(seed: 11)
        let pieces = ["A", "=", "'", "\"", "\\", "\n", "\r\n", "#", " ", "export ", "$", "\u{301}"]
        for _ in 0..<rounds(5000) {
            let text = (0..<Int.random(in: 0...16, using: &generator)).compactMap { _ in
                pieces.randomElement(using: &generator)
            }.joined()
            let dotenv = Dotenv(text, shownAs: ".env")
            #expect(dotenv.findings.count <= text.utf8.count)
            // Whatever came before, a closed line is read.
            let quoted = text.contains("'") || text.contains("\"")
            #expect(quoted || Dotenv(text + "\nZ=z", shownAs: ".env")["Z"]?.value == "z")
        }
    }
}
