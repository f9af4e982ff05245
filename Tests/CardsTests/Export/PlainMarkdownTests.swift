import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Cards

/// Texts without markup, which cmark need not read, and those that only look like them.
@Suite(.enabled(if: MarkdownHTML.libraryProblem == nil, "cmark-gfm is not installed")) struct PlainMarkdownTests {
    /// Whatever is taken for plain is what cmark makes of it.
    @Test(arguments: 0..<20 as Range<UInt64>) func isWhatCMarkSays(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "word", "Wörter", "東京", "🚀", "W", "w", "ww", "www", "a", "x1", "12", "1", " ", " ", " ", "  ", "\n", "\n",
            "\n\n", "\n\n\n", "\t", ".", ". ", ",", ":", ": ", "://", "/", "\\", "\\t", "C:\\temp", "\"", "'", "(", ")",
            "#", "# ", "-", "- ", "---", "=", "===", "+", "!", "?", "%", "$", "^", "{", "}", "|", ";", "*", "_", "~",
            "~~", "@", "&", "&amp;", "<", ">", "[", "]", "`", "http", "https", "mailto:", "www.x.org", "a@b.org",
            "\u{FEFF}", "\u{A0}", "\u{85}", "\u{2028}", "\u{7F}", "\r", "\u{301}", "\u{FFFD}", "e\u{301}", "·",
        ]
        let markdown = try #require(MarkdownHTML())
        var plain = 0
        for _ in 0..<rounds(4000) {
            // Most of the signs would make no text plain.
            let usual = Int.random(in: 8..<pieces.count, using: &random)
            var text = "w"
            for _ in 0..<Int.random(in: 0..<16, using: &random) {
                text += pieces[Int.random(in: 0..<usual, using: &random)]
            }
            if Bool.random(using: &random) { text.removeFirst() }
            var html: [UInt8] = []
            guard markdown.appendPlain(text, to: &html) else { continue }
            plain += 1
            var parsed: [UInt8] = []
            #expect(markdown.appendParsed(text, to: &parsed))
            #expect(html == parsed, "\(text.debugDescription)")
        }
        #expect(plain > rounds(400))
    }

    @Test(arguments: [
        "", "# x", "1. x", "- x", "> x", "x\n===", "x\n---", "a  \nb", "a\\\nb", "http://x", "see www.x.org", "a@b.c",
        "*a*", "_a_", "~~a~~", "`a`", "a<b>", "&amp;", "[a](b)", "\u{FEFF}a", "a\u{85}", "a\u{7F}", "a\rb", " a", "a ",
        "a\n b", "\na", "a\n",
    ]) func isNoPlainText(_ text: String) throws {
        var html: [UInt8] = []
        let isPlain = try #require(MarkdownHTML()).appendPlain(text, to: &html)
        #expect(!isPlain)
        #expect(html.isEmpty)
    }

    /// cmark's table of the characters that extensions ask for is that of the whole process: without a lock, threads
    /// made texts of some addresses, and pages differed from run to run.
    @Test func threadsDoNotDisturbEachOther() throws {
        let markdown = try #require(MarkdownHTML())
        let text = String(repeating: "see https://example.org or www.example.org, ~~not~~ a@example.org\n", count: 20)
        let expected = try #require(markdown.html(of: text))
        #expect(expected.contains("<del>not</del>"))
        let different = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: rounds(400, every: 4)) { _ in
            if markdown.html(of: text) != expected { different.withLock { $0 += 1 } }
        }
        #expect(different.withLock { $0 } == 0)
    }
}
