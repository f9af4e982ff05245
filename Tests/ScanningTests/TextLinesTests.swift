import Scanning
import Testing

/// Where lines end, for the programs that read the same files.
@Suite struct TextLinesTests {
    private static let text = "a\nb\r\nc\rd\u{B}e\u{C}f\u{85}g\u{2028}h\u{2029}i\r\r\nj\r"

    @Test func unixLinesEndAtLineFeeds() {
        #expect(Self.text.lines == ["a", "b", "c\rd\u{B}e\u{C}f\u{85}g\u{2028}h\u{2029}i\r", "j\r"])
        #expect("".lines == [""])
        #expect("\n\u{301}x".lines == ["", "\u{301}x"])
    }

    /// As `BufferedReader` has them, with which Liquibase reads formatted SQL.
    @Test func linesOfJava() {
        #expect(Self.text.javaLines == ["a", "b", "c", "d\u{B}e\u{C}f\u{85}g\u{2028}h\u{2029}i", "", "j", ""])
    }

    /// As libyaml has them.
    @Test func linesOfYAML() {
        #expect(Self.text.yamlLines == ["a", "b", "c", "d\u{B}e\u{C}f", "g", "h", "i", "", "j", ""])
    }

    @Test func textWithoutLineBreaks() { #expect(Self.text.withoutLineBreaks == "a b c d e f g h i j") }
}
