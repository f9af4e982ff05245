import Testing

@testable import DevtoolKit

@Suite struct RedactorTests {
    @Test(arguments: [
        (["hunter2"], "password=hunter2;", "password=***;"),
        (["hunter2"], "hunter2hunter2", "******"),
        (["hunter2"], "hunter", "hunter"),
        (["hunter2"], "huhunter2", "hu***"),
        (["ab", "abc"], "abc ab abd", "*** *** ***d"),
        (["aab"], "aaab", "a***"),
        (["p\u{E4}ss"], "p\u{E4}ss \u{E4}", "*** \u{E4}"),
        ([], "nothing to hide", "nothing to hide"),
        (["", "x"], "too short to hide: x", "too short to hide: x"),
    ])
    func hidesEverySecret(secrets: [String], text: String, expected: String) {
        let bytes = Array(text.utf8)
        for split in 0...bytes.count {
            var redactor = Redactor(hiding: secrets.map { Secret($0) })
            var shown = redactor.redact(bytes[..<split])
            shown += redactor.redact(bytes[split...])
            shown += redactor.finish()
            #expect(String(decoding: shown, as: UTF8.self) == expected, "split at \(split)")
        }
    }

    @Test func holdsBackOnlyWhatMayBecomeASecret() {
        var redactor = Redactor(hiding: [Secret("hunter2")])
        #expect(redactor.redact(Array("a line\nhun".utf8)) == Array("a line\n".utf8))
        #expect(redactor.redact(Array("t".utf8)) == [])
        #expect(redactor.redact(Array("!".utf8)) == Array("hunt!".utf8))
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
