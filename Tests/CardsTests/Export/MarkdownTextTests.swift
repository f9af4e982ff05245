import TestSupport
import Testing

@testable import Cards

@Suite struct MarkdownTextTests {
    @Test(arguments: [
        ("plain text, #12 (really): 50 %!", "plain text, #12 (really): 50 %!"),
        ("*a* _b_ `c` ~d~ [e](f) ![g](h)", #"\*a\* \_b\_ \`c\` \~d\~ \[e\](f) !\[g\](h)"#), ("<script>", #"\<script>"#),
        ("a & b &amp; c", #"a \& b \&amp; c"#), (#"back\slash"#, #"back\\slash"#), ("a | b", #"a \| b"#),
        ("$x$", #"\$x\$"#), ("see http://x.example/a_b*c now", "see <http://x.example/a_b*c> now"),
        ("http://<b>", #"http://\<b>"#), ("ftp://a_b", #"ftp://a\_b"#),
        ("one\ntwo\r\nthree\tfour", "one two three four"), ("bell\u{7}", "bell\u{FFFD}"),
        ("a %%b% c%", #"a \%\%b\% c%"#), ("Roadmap #", ##"Roadmap \#"##), ("C#", "C#"), ("", ""),
    ]) func texts(_ text: String, _ expected: String) { #expect(MarkdownText.escaped(text) == expected) }

    /// A step of each sign for each other one would take hours.
    @Test(.timeLimit(.minutes(10))) func manyNumberSigns() {
        let count = rounds(1_000_000, every: 5)
        #expect(MarkdownText.escaped(String(repeating: "#", count: count)).utf8.count == 2 * count)
    }

    /// A look at the whole word, or line, for each sign would take hours, too.
    @Test(.timeLimit(.minutes(10))) func manyPercentSigns() {
        let text = String(repeating: "%a", count: rounds(500_000, every: 5))
        #expect(MarkdownText.escaped(text) == text)
        #expect(MarkdownText.withoutObsidianBlocks(text + "%%") == text + #"\%\%"#)
        let runs = (1...350).map { String(repeating: "`", count: $0) }.joined(separator: "a")
        #expect(MarkdownText.withoutObsidianBlocks(runs + "%%") == runs + #"\%\%"#)
    }

    @Test(arguments: [
        ("- a", #"\- a"#), ("+ a", #"\+ a"#), ("* a", #"\* a"#), ("> a", #"\> a"#), ("1. a", #"1\. a"#),
        ("12) a", #"12\) a"#), ("---", #"\---"#), ("## a", ##"\#\# a"##), ("a - b", "a - b"), ("12", "12"),
        ("1a.", "1a."), ("", ""),
    ]) func beginningsOfBlocks(_ text: String, _ expected: String) {
        #expect(MarkdownText.escapedLine(text) == expected)
    }

    @Test(arguments: [
        ("see [a](https://x.example/a_b) **now** `<b> %%`", "see [a](https://x.example/a_b) **now** `<b> %%`"),
        ("- a", #"\- a"#), ("-a", "-a"), ("1. a", #"1\. a"#), ("12)", #"12\)"#), ("1.5 a", "1.5 a"),
        ("# a", ##"\# a"##), ("#a", "#a"), ("> a", #"\> a"#), ("* * *", #"\* * *"#), ("*a*", "*a*"),
        ("```a", #"\```a"#), ("`a`", "`a`"), ("===", #"\==="#), ("[a]: b", #"\[a]: b"#), ("[a] b", "[a] b"),
        ("a <b> c", #"a \<b> c"#), ("<https://x>", "<https://x>"), ("a %% b", #"a \%\% b"#),
        ("two\nlines", "two lines"), ("  a", "a"), ("", ""),
    ]) func inlineMarkdown(_ text: String, _ expected: String) { #expect(MarkdownText.inline(text) == expected) }
}
