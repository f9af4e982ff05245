import Foundation
import JSON
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    private static let sample: JSONValue = [
        "schema": 1, "none": nil, "yes": true, "half": .number(0.5), "list": [1, "two", []],
        "object": ["b": [:], "a": false],
    ]

    @Test func writesOneLine() {
        #expect(
            Self.sample.compactText
                == #"{"schema":1,"none":null,"yes":true,"half":0.5,"list":[1,"two",[]],"object":{"b":{},"a":false}}"#)
    }

    @Test func writesManyLines() {
        #expect(
            Self.sample.prettyText == """
                {
                  "schema": 1,
                  "none": null,
                  "yes": true,
                  "half": 0.5,
                  "list": [
                    1,
                    "two",
                    []
                  ],
                  "object": {
                    "b": {},
                    "a": false
                  }
                }
                """)
    }

    @Test(arguments: [
        ("a\"b\\c/d", #""a\"b\\c/d""#), ("\r\n\t", #""\r\n\t""#),
        ("\u{0}\u{1F}\u{7F}\u{2028}\u{2029}", #""\u0000\u001f\u007f\u2028\u2029""#),
        ("\u{9B}31m\u{A0}\u{202E}\u{2069}", #""\u009b31m\#u{A0}\u202e\u2069""#), ("ä😀e\u{301}", "\"ä😀e\u{301}\""),
    ]) func escapes(text: String, json: String) { #expect(JSONValue.string(text).compactText == json) }

    @Test(arguments: [Double.infinity, -.infinity, .nan]) func whatIsNoNumberIsNull(value: Double) {
        #expect(JSONValue.number(value).compactText == "null")
    }

    /// Foundation's reader is the independent judge.
    @Test func everyTextComesBack() throws {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<rounds(500) {
            let scalars = (0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator))
            }
            let text = String(String.UnicodeScalarView(scalars))
            for json in [["t": JSONValue.string(text)] as JSONValue].flatMap({ [$0.compactText, $0.prettyText] }) {
                let read = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
                #expect(read["t"]?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
            }
        }
    }
}
