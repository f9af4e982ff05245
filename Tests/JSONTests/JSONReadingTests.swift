import Foundation
import JSON
import TestSupport
import Testing

/// JSON documents as plugins write them, read as RFC 8259 has them.
@Suite struct JSONReadingTests {
    @Test(arguments: [
        ("{}", "{}"), ("[1, -2, 0.5, 1e3, -0]", "[1,-2,0.5,1e3,-0]"),
        (" \t\r\n[true,false , null]\t\n \t", "[true,false,null]"),
        (#"{"a":{"b":[{"c":"d"}]},"":""}"#, #"{"a":{"b":[{"c":"d"}]},"":""}"#),
        (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\u0008\u000c\n\r\t""#), (#""\u00e4\u20AC""#, "\"\u{E4}\u{20AC}\""),
        (#""\ud83d\ude00 \uD83D\uDE01""#, "\"\u{1F600} \u{1F601}\""),
        (#""\\ud83d\\ude00 \\\/""#, #""\\ud83d\\ude00 \\/""#), ("\"\u{1F600}\"", "\"\u{1F600}\""),
        (##"["true", "1", "~", "- a", "a: b", "#c"]"##, ##"["true","1","~","- a","a: b","#c"]"##),
        ("{\n\t\"a\":\n\t\t1\n}", #"{"a":1}"#), (#"{"a" : 1 , "b":2}"#, #"{"a":1,"b":2}"#),
        (
            "[9223372036854775807, 9223372036854775808, 1.10, 1e999]",
            "[9223372036854775807,9223372036854775808,1.10,1e999]"
        ),
    ]) func reads(text: String, expected: String) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)).compactText == expected)
    }

    @Test(arguments: [
        ("", "expected a JSON value, but the input ends (line 1, column 1)"),
        ("nonsense", "expected 'null', found 'o' (line 1, column 2)"),
        ("{a: 1}", "expected a key in double quotes or '}', found 'a' (line 1, column 2)"),
        (#"{"a": b}"#, "expected a value after ':', found 'b' (line 1, column 7)"),
        (#"{"a": }"#, "expected a value after ':', found '}' (line 1, column 7)"),
        (#"{"a": 0x10}"#, "expected ',' or '}' after the value, found 'x' (line 1, column 8)"),
        ("[+1]", "expected a value or ']', found '+' (line 1, column 2)"),
        ("[1,\n.5]", "expected a value after ',', found '.' (line 2, column 1)"),
        ("[01]", "a number cannot have a leading zero (line 1, column 3)"),
        // What libyaml took for JSON, and what browsers' extensions write before it.
        ("[1, 2,]", "expected a value after ',', found ']' (line 1, column 7)"),
        (#"{"a": 1,}"#, "expected a key in double quotes after ',', found '}' (line 1, column 9)"),
        ("[1] # one", "expected nothing after the value, found '#' (line 1, column 5)"),
        ("// one\n[1]", "expected a JSON value, found '/' (line 1, column 1)"),
        ("['a']", "expected a value or ']', found ''' (line 1, column 2)"),
        ("[\"\u{E4}\", &a 1]", "expected a value after ',', found '&' (line 1, column 7)"),
        (#"["a", "\ud83d"]"#, "a string is not well-formed Unicode (line 1, column 7)"),
    ]) func refusesWhatIsOnlyYAML(text: String, expected: String) {
        let error = #expect(throws: JSONReadingError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(error.map { "\($0)" } == "not valid JSON: \(expected)")
    }

    @Test(arguments: [#"{"a": 1"#, #"["a"#, #""\ud83d""#, #"["\q"]"#, "[1] [2]", "\u{7}", "[[[]"])
    func refusesWhatIsBroken(text: String) {
        #expect(throws: JSONReadingError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test func refusesBytesThatAreNotText() {
        #expect(throws: JSONReadingError.self) { try JSONValue(parsing: [0x22, 0x61, 0xFF, 0x22]) }
    }

    /// A key may be of any length (libyaml takes 1024 characters), and a value as deep as the limit.
    @Test func hasNoLimitsButDepth() throws {
        let key = String(repeating: "k", count: 5_000)
        #expect(try JSONValue(parsing: #"{"\#(key)": 1}"#.utf8)[key]?.integer == 1)
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        let deepest = nested(JSONValue.depthLimit)
        #expect(try JSONValue(parsing: deepest.utf8).compactText == deepest)
        let error = #expect(throws: JSONReadingError.self) { try JSONValue(parsing: nested(100_000).utf8) }
        #expect(error?.message == "the values are nested too deeply")
        #expect(error?.column == JSONValue.depthLimit + 1)
    }

    @Test func theLastOfEqualNamesCounts() throws {
        #expect(try JSONValue(parsing: #"{"a": 1, "a": 2}"#.utf8)["a"]?.integer == 2)
    }

    /// Random values, written by Foundation in both of its ways.
    @Test func readsWhatOthersWrite() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<rounds(500) {
            let value = Self.anyValue(depth: 3, using: &random)
            for options: JSONSerialization.WritingOptions in [[], [.prettyPrinted, .sortedKeys]] {
                let text = try JSONSerialization.data(withJSONObject: [value], options: options)
                let read = try JSONValue(parsing: Array(text)).compactText
                let back = try JSONSerialization.jsonObject(with: Data(read.utf8)) as? [Any]
                #expect(back.map { $0 as NSArray } == [value] as NSArray, "\(read)")
            }
        }
    }

    /// Damaged documents end in an error or a value, nothing else.
    @Test func survivesDamage() throws {
        let whole = Array(#"{"a": [1, "\ud83d\ude00\n", {"b": null}], "c\/": -1.5e3}"#.utf8)
        var random = SplitMix64(seed: 8)
        for _ in 0..<rounds(2_000) {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) where !damaged.isEmpty {
                let index = Int.random(in: damaged.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: damaged.remove(at: index)
                case 1: damaged[index] = .random(in: .min ... .max, using: &random)
                default: damaged.removeSubrange(index...)
                }
            }
            _ = try? JSONValue(parsing: damaged)
        }
    }

    private static func anyValue(depth: Int, using random: inout SplitMix64) -> Any {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
        case 0: Int.random(in: -1_000...1_000, using: &random)
        case 1: Bool.random(using: &random)
        case 2: Double(Int.random(in: -999...999, using: &random)) / 8
        case 3: anyText(using: &random)
        case 4: (0..<Int.random(in: 0..<4, using: &random)).map { _ in anyValue(depth: depth - 1, using: &random) }
        default:
            Dictionary(
                (0..<Int.random(in: 0..<4, using: &random)).map { _ in
                    (anyText(using: &random), anyValue(depth: depth - 1, using: &random))
                }, uniquingKeysWith: { $1 })
        }
    }

    private static func anyText(using random: inout SplitMix64) -> String {
        let characters = Array("ab \"\\/:{}[],#-?&*!|>'%@`\u{E4}\u{1F600}\n\t\u{1}")
        let length = Int.random(in: 0..<9, using: &random)
        return String((0..<length).map { _ in characters.randomElement(using: &random) ?? "a" })
    }
}
