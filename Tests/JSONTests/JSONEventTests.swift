import JSON
import Testing

/// What the scanner tells its handler, however the input is cut.
@Suite struct JSONEventTests {
    static let documents = [
        "\u{FEFF}// time\n// address\n{\"a\": [1, -2.50e+3, true], \"b\\n\": \"c\"}\n",
        "[\"\\ud83d\\ude00\", \"\\ud83d\", \"\\ud83dx\", \"\\ud83d\\n\", \"\\ud83d\\ud83d\\ude00\"]",
        "{\"plain text that is longer than one word\":\"é \\\"😀\\\" and more text\"}", "[false,null,0,[[]],{\"\":{}}]",
        "  123456789012345678901234567890",
        "{\n                    \"indented\" : [\r\n                1\n        ]\n}",
    ]

    @Test func eventsInOrder() {
        let outcome = JSONOutcome(of: "{\"a\": [1, -2.5e3, \"x\\ty\"], \"\\u0062\": null, \"c\":{}}")
        #expect(
            outcome.events == [
                "{ 0", "key 1 a", "[ 6", "number 7 1", "number 10 -2.5e3", "string 18 [120, 9, 121]", "] 24",
                "key 27 b", "null 37", "key 43 c", "{ 47", "} 48", "} 49",
            ])
    }

    @Test(
        arguments: [
            ("\\u0000", [0]), ("\\u007F", [0x7F]), ("\\u0080", [0xC2, 0x80]), ("\\u07ff", [0xDF, 0xBF]),
            ("\\u0800", [0xE0, 0xA0, 0x80]), ("\\uFFFF", [0xEF, 0xBF, 0xBF]),
            ("\\ud800\\udc00", [0xF0, 0x90, 0x80, 0x80]), ("\\uDBFF\\uDFFF", [0xF4, 0x8F, 0xBF, 0xBF]),
            ("\\ud800", [0xED, 0xA0, 0x80]), ("\\udc00", [0xED, 0xB0, 0x80]),
            ("\\ud800\\u0001", [0xED, 0xA0, 0x80, 1]),
            ("\\ud800\\ud800\\udc00", [0xED, 0xA0, 0x80, 0xF0, 0x90, 0x80, 0x80]), ("\\/\\b\\f", [0x2F, 8, 12]),
        ] as [(String, [UInt8])]) func escapesAreDecoded(_ escaped: String, to bytes: [UInt8])
    {
        let content = bytes == [0x7F] ? "[127]" : "\(bytes)"
        #expect(JSONOutcome(of: "\"\(escaped)\"").events == ["string 0 \(content)"])
    }

    @Test func nothingIsToldOfWhatIsNotWanted() {
        let input = Array(#"{"a":[1,{"b":["x"]}],"c":{"d":{}},"e":[true]}"#.utf8)
        let expected = [
            "{ 0", "key 1 a", "[ 5", "key 21 c", "{ 25", "key 26 d", "{ 30", "} 32", "key 34 e", "[ 38", "true 39",
            "] 43", "} 44",
        ]
        for cut in 0...input.count {
            #expect(JSONOutcome(of: input, cutAt: [cut], unwanted: [5, 30]).events == expected)
        }
        #expect(JSONOutcome(of: input, unwanted: [0]).events == ["{ 0"])
        #expect(!JSONOutcome(of: Array(#"[{"a":1]"#.utf8), unwanted: [0]).isAccepted)
    }

    @Test(arguments: documents) func everySplitTellsTheSame(_ text: String) {
        let input = Array(text.utf8)
        let whole = JSONOutcome(of: input)
        #expect(whole.isAccepted)
        for first in 0...input.count {
            #expect(JSONOutcome(of: input, cutAt: [first]) == whole)
            for second in stride(from: first, through: input.count, by: 3) {
                #expect(JSONOutcome(of: input, cutAt: [first, second]) == whole)
            }
        }
        #expect(JSONOutcome(of: input, cutAt: Array(0..<input.count)) == whole)
    }

    @Test(arguments: documents) func everyBeginningIsRefusedAtItsEnd(_ text: String) throws {
        let input = Array(text.utf8)
        for count in 0..<input.count {
            let beginning = Array(input.prefix(count))
            let outcome = JSONOutcome(of: beginning)
            #expect(JSONOutcome(of: beginning, cutAt: Array(0..<count)) == outcome)
            if let error = outcome.error {
                #expect(error.found == nil)
                #expect(error.offset == count)
            }
        }
    }
}
