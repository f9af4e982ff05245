import Testing

@testable import YAML

/// The mistakes that people make in YAML are told in words that say what to do.
struct YAMLTrapTests {
    @Test(arguments: [
        ("a:\n\tb: x", "tabs cannot be used for indentation", 2, 1),
        ("a: @x", "unquoted text cannot begin with '@'", 1, 4), ("ä: `x`", "unquoted text cannot begin with '`'", 1, 4),
        ("a: %x", "unquoted text cannot begin with '%'", 1, 4), ("a: echo b: c", "':' is not expected here", 1, 10),
        ("a: x\n  b: y", "':' is not expected here", 2, 4), ("a: - x", "'-' is not expected here", 1, 4),
        ("a: *x", "there is no anchor with this name", 1, 4), ("a: \"\\d\"", "unknown escape in double quotes", 1, 5),
        ("a: \"x\nb: y\n", "the quote opened at 1:4 is not closed", 3, 1),
        ("a: 'x\n", "the quote opened at 1:4 is not closed", 2, 1),
        ("a: {b: x\n", "expected ',' or '}' after the value: the '{' was opened at 1:4", 2, 1),
        ("a: [x\n", "expected ',' or ']' after the value: the '[' was opened at 1:4", 2, 1),
        ("a: {", "the file ends inside an unclosed '{' or '['", 2, 1),
        ("a: [b,\n", "the file ends inside an unclosed '{' or '['", 2, 1),
        ("a: [b, , c]", "expected a value, not ','", 1, 8), ("a: 'it's'", "expected a key", 1, 8),
    ]) func isToldInPlainWords(text: String, message: String, line: Int, column: Int) {
        let failure = #expect(throws: YAMLParser.Failure.self) { try YAMLParser.parse(Array(text.utf8)) }
        #expect(failure?.message == message)
        #expect(failure?.line == line && failure?.column == column, "\(failure as Any)")
        #expect(failure?.hint != nil)
    }
}
