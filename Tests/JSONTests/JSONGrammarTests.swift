import JSON
import Testing

/// The grammar of RFC 8259 and the liberties taken with it.
@Suite struct JSONGrammarTests {
    @Test(arguments: [
        "0", "-0", "10", "-1.5", "1e5", "1E+05", "0.10e-3", "1.0", "true", "false", "null", "\"\"", "[]", "{}", " [ ] ",
        "\t{\r\n}\n", "[1,true,null,\"a\",[],{}]", "{\"a\":1,\"b\":{\"c\":[]}}",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\ude00\\ud83d\"",
        "\"\u{7F}\u{2028}é😀\"", "\u{FEFF}{}", "// one\n// two\r\n\n{}", "\u{FEFF}// one\n[]", " \n//\n1",
    ]) func accepts(_ text: String) { #expect(JSONOutcome(of: text).error == nil) }

    @Test(
        arguments: [
            ("", 0, "expected a JSON value, but the input ends"),
            (" \n", 2, "expected a JSON value, but the input ends"),
            ("// x\n", 5, "expected a JSON value, but the input ends"),
            ("// x", 4, "expected a JSON value, but the input ends"),
            ("/* x */{}", 1, "expected a second '/' to begin a comment, found '*'"),
            ("{} // x", 3, "expected nothing after the value, found '/'"),
            ("{}{}", 2, "expected nothing after the value, found '{'"),
            ("[]\u{FEFF}", 2, "expected nothing after the value, found the byte 0xEF"),
            ("<html>", 0, "expected a JSON value, found '<'"),
            ("\u{1}", 0, "expected a JSON value, found the control character U+0001"),
            ("[", 1, "expected a value or ']', but the input ends"),
            ("[1", 2, "expected ',' or ']' after the value, but the input ends"),
            ("[1 2", 3, "expected ',' or ']' after the value, found '2'"),
            ("[1}", 2, "expected ',' or ']' after the value, found '}'"),
            ("[1,]", 3, "expected a value after ',', found ']'"), ("[,1]", 1, "expected a value or ']', found ','"),
            ("[// x\n1]", 1, "expected a value or ']', found '/'"),
            ("{", 1, "expected a key in double quotes or '}', but the input ends"),
            ("{'a':1}", 1, "expected a key in double quotes or '}', found '''"),
            ("{\"a\":1,}", 7, "expected a key in double quotes after ',', found '}'"),
            ("{\"a\" 1}", 5, "expected ':' after the key, found '1'"),
            ("{\"a\":}", 5, "expected a value after ':', found '}'"),
            ("{\"a\":1 \"b\":2}", 7, "expected ',' or '}' after the value, found '\"'"),
            ("{\"a\":1]", 6, "expected ',' or '}' after the value, found ']'"),
            ("\"a", 2, "the input ends inside a string"),
            ("\"a\n\"", 2, "a line break inside a string must be escaped"),
            ("\"\t\"", 1, "a tab inside a string must be escaped"),
            ("\"\\x\"", 2, "invalid escape: a backslash followed by 'x'"),
            ("\"\\", 2, "expected the rest of an escape, but the input ends"),
            ("\"\\u12G4\"", 5, "expected four hexadecimal digits after '\\u', found 'G'"),
            ("-", 1, "expected a digit after '-', but the input ends"),
            ("-a", 1, "expected a digit after '-', found 'a'"), ("+1", 0, "expected a JSON value, found '+'"),
            (".5", 0, "expected a JSON value, found '.'"), ("01", 1, "a number cannot have a leading zero"),
            ("1.", 2, "expected a digit after '.', but the input ends"),
            ("[1.e3]", 3, "expected a digit after '.', found 'e'"),
            ("1e", 2, "expected a digit in the exponent, but the input ends"),
            ("1e+x", 3, "expected a digit in the exponent, found 'x'"), ("NaN", 0, "expected a JSON value, found 'N'"),
            ("nul", 3, "expected 'null', but the input ends"), ("[tru\n]", 4, "expected 'true', found a line break"),
            ("[falsee]", 6, "expected ',' or ']' after the value, found 'e'"),
        ] as [(String, Int, String)]) func refuses(_ text: String, at offset: Int, because message: String)
    {
        let error = JSONOutcome(of: text).error
        #expect(error?.description == message)
        #expect(error?.offset == offset)
    }

    @Test(
        arguments: [
            ([0xEF, 0xBB], "expected the rest of a UTF-8 byte order mark, but the input ends"),
            ([0xEF, 0xBB, 0x7B], "expected the rest of a UTF-8 byte order mark, found '{'"),
            ([0xFF, 0xFE, 0x7B, 0x00], "expected a JSON value, found the byte 0xFF"),
            ([0xC3, 0xA9], "expected a JSON value, found the byte 0xC3"),
        ] as [([UInt8], String)]) func refuses(_ bytes: [UInt8], because message: String)
    { #expect(JSONOutcome(of: bytes).error?.description == message) }

    @Test func illFormedUTF8InsideStringsIsLetThrough() {
        let input: [UInt8] = [0x22, 0xFF, 0xC0, 0x80, 0xE2, 0x22]
        #expect(JSONOutcome(of: input).events == ["string 0 [255, 192, 128, 226]"])
        #expect(JSONOutcome(of: input).isAccepted)
    }

    @Test(arguments: [63, 64, 65, 128, 129, 200_000]) func nestingHasNoLimit(_ depth: Int) {
        let mixed = (0..<depth).map { $0.isMultiple(of: 3) ? "{\"\":" : "[" }
        let closing = (0..<depth).reversed().map { $0.isMultiple(of: 3) ? "}" : "]" }
        let open = mixed.joined()
        #expect(JSONOutcome(of: open + "1" + closing.joined()).error == nil)
        #expect(JSONOutcome(of: open).isAccepted == false)
        let wrong = JSONOutcome(of: open + "1" + closing.dropLast().joined() + "]").error
        #expect(wrong?.expected == .commaOrObjectEnd)
    }
}
