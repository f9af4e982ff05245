import Foundation
import TestSupport
import Testing

@testable import DevtoolKit

@Suite struct RedactorTests {
    @Test(arguments: [
        (["hunter2"], "password=hunter2;", "password=***;"), (["hunter2"], "hunter2hunter2", "******"),
        (["hunter2"], "hunter", "hunter"), (["hunter2"], "huhunter2", "hu***"),
        (["ab", "abc"], "abc ab abd", "*** *** ***d"), (["aab"], "aaab", "a***"),
        (["p\u{E4}ss"], "p\u{E4}ss \u{E4}", "*** \u{E4}"), ([], "nothing to hide", "nothing to hide"),
        (["", "x"], "too short to hide: x", "too short to hide: x"),
    ]) func hidesEverySecret(secrets: [String], text: String, expected: String) {
        let bytes = Array(text.utf8)
        for split in 0...bytes.count {
            var redactor = Redactor(hiding: secrets.map { Secret($0) })
            var shown = redactor.redact(bytes[..<split])
            shown += redactor.redact(bytes[split...])
            shown += redactor.finish()
            #expect(String(decoding: shown, as: UTF8.self) == expected, "split at \(split)")
        }
    }

    // See: audit of 0.2.0, L4 and L5.
    @Test(arguments: [
        ("hunter2\nsecond line\r\nuser\n  12ab\n}", "hunter2 second line user 12ab }", "*** *** user *** }"),
        (
            "hunter2\rsecond line\u{B}third3\u{C}fourth\0fifth5\u{85}sixth6\u{2028}seventh\u{2029}eighth",
            "hunter2 second line third3 fourth fifth5 sixth6 seventh eighth", "*** *** *** *** *** *** *** ***"
        ), ("a\"b/<ö>", #"{"x":"a\"b/<ö>"}"#, #"{"x":"***"}"#), ("a\"b/<ö>", #"{"x":"a\"b\/<ö>"}"#, #"{"x":"***"}"#),
        ("a\"b/<ö>", #"{"x":"a\"b/\u003c\u00f6\u003e"}"#, #"{"x":"***"}"#),
        ("a\"b/<ö>", "?x=a%22b%2F%3C%C3%B6%3E&y", "?x=***&y"), ("a\"b/<ö>", "?x=a%22b/%3c%c3%b6%3e&y", "?x=***&y"),
        ("pass word", "?x=pass+word&y", "?x=***&y"), ("a\"b/<ö>", "<p>a&quot;b/&lt;ö&gt;</p>", "<p>***</p>"),
        ("hunter2", "aHVudGVyMg==", "***g=="), ("hunter2", "YWh1bnRlcjI=", "YW***I="),
        ("hunter2", "YWFodW50ZXIy", "YWF***"), (" hunter2 ", "[hunter2]", "[***]"), ("\nhunter2", "hunter2", "***"),
        ("a ", "a b a", "***b a"), ("\u{3FF}\u{3FF}\u{3FF}", "z7_Pv8-_", "***"),
    ]) func hidesLinesAndForms(secret: String, text: String, expected: String) {
        #expect(Redactor(hiding: [Secret(secret)]).hidden(in: text) == expected)
    }

    /// As `base64` and files of keys have them.
    @Test(arguments: [64, 76]) func hidesLinesOfBase64(width: Int) {
        let secret = (100..<140).map { "\($0)-" }.joined()
        let digits = Data("\(secret)\n".utf8).base64EncodedString()
        let lines = digits.matches(of: try! Regex(".{1,\(width)}")).map { String(digits[$0.range]) }
        let shown = Redactor(hiding: [Secret(secret)]).hidden(in: lines.joined(separator: "\n"))
        #expect(lines.count > 2)
        #expect(shown.split(separator: "\n").allSatisfy { $0.hasPrefix("***") && $0.count < 9 }, "\(shown)")
    }

    /// Under 'LC_ALL=C' a program writes no letters beyond ASCII; the others of a password were seen.
    @Test(arguments: ["p?ssw?rter", "p????ssw??rter", "p\u{FFFD}ssw\u{FFFD}rter", "p\\u00e4\\u00dfssw\\u00f6rter"])
    func hidesOtherSpellings(spelling: String) {
        let secret =
            spelling.hasPrefix("p?s") || spelling.hasPrefix("p\u{FFFD}")
            ? "p\u{E4}ssw\u{F6}rter" : "p\u{E4}\u{DF}ssw\u{F6}rter"
        var redactor = Redactor(hiding: [Secret(secret)])
        let shown = redactor.redact(Array("login \(spelling)!".utf8)) + redactor.finish()
        #expect(String(decoding: shown, as: UTF8.self) == "login ***!")
    }

    /// It is hidden there, too, but nobody misses it.
    @Test func whatTellsGitHubASecretIsNoLoss() {
        var redactor = Redactor(hiding: [Secret("hunter2")])
        #expect(redactor.redact(Array("::add-mask::hunter2\n".utf8)) == Array("::add-mask::***\n".utf8))
        #expect(!redactor.hasHidden)
        _ = redactor.redact(Array("hunter2\n".utf8))
        #expect(redactor.hasHidden)
    }

    @Test func hidesOtherEncodings() {
        var redactor = Redactor(hiding: [Secret("p\u{E4}ss")])
        #expect(redactor.redact([0x70, 0xE4, 0x73, 0x73, 0x21]) + redactor.finish() == Array("***!".utf8))
    }

    @Test func holdsBackOnlyWhatMayBecomeASecret() {
        var redactor = Redactor(hiding: [Secret("hunter2")])
        #expect(redactor.redact(Array("a line\nhun".utf8)) == Array("a line\n".utf8))
        #expect(redactor.redact(Array("t".utf8)) == [])
        #expect(redactor.redact(Array("!".utf8)) == Array("hunt!".utf8))
    }

    /// Few letters, so that secrets overlap, contain each other, and lie across the pieces.
    @Test(arguments: sampled(0..<300 as Range<UInt64>, every: 3)) func hidesWhatASlowSearchHides(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func word(_ lengths: ClosedRange<Int>) -> [UInt8] {
            (0..<Int.random(in: lengths, using: &random)).map { _ in UInt8.random(in: 97...99, using: &random) }
        }
        let secrets = (0..<Int.random(in: 1...4, using: &random)).map { _ in word(2...(seed % 3 == 0 ? 300 : 6)) }
        var text = word(0...200)
        for _ in 0..<3 { text += (secrets.randomElement(using: &random) ?? []) + word(0...20) }
        var redactor = Redactor(hiding: secrets.map { Secret(String(decoding: $0, as: UTF8.self)) })
        var shown: [UInt8] = []
        var rest = text[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...min(70, rest.count), using: &random)
            shown += redactor.redact(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        shown += redactor.finish()
        #expect(shown == Self.slowlyRedacted(text, hiding: secrets))
    }

    private static func slowlyRedacted(_ text: [UInt8], hiding secrets: [[UInt8]]) -> [UInt8] {
        var shown: [UInt8] = []
        var rest = text[...]
        while let first = rest.first {
            let found = secrets.filter { rest.starts(with: $0) }.map(\.count).max()
            shown += found == nil ? [first] : Array("***".utf8)
            rest = rest.dropFirst(found ?? 1)
        }
        return shown
    }

    @Test func secretsPrintAsStars() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret)" == "***")
        #expect(String(reflecting: secret) == "***")
        #expect(!dumped.contains("hunter2"))
    }
}
