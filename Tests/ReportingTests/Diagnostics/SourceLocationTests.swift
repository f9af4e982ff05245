import Testing

@testable import DevtoolKit

@Suite struct SourceLocationTests {
    @Test(arguments: [
        ("usrname: x", 1, "usrname: x\n^"), ("  usrname: x", 3, "  usrname: x\n  ^"), ("", 1, "\n^"),
        ("abc", 4, "abc\n   ^"), ("a\tb\u{1B}[31m", 3, "a b\u{FFFD}[31m\n  ^"),
    ]) func marksTheColumn(line: String, column: Int, expected: String) {
        #expect(SourceExcerpt(line: line, column: column).description == expected)
    }

    @Test(arguments: [1, 40, 41, 500, 960, 1000, 1001]) func windowsLongLines(column: Int) throws {
        let line = String(repeating: "a", count: column - 1) + "X" + String(repeating: "b", count: 1001 - column)
        let lines = SourceExcerpt(line: line, column: column).description.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0].count <= 82)
        let caret = try #require(lines[1].firstIndex(of: "^"))
        let offset = lines[1].distance(from: lines[1].startIndex, to: caret)
        #expect(Array(lines[0])[offset] == "X")
    }

    @Test func rendersLikeACompiler() {
        let place = SourceLocation(
            file: "devtool.yml", line: 4, column: 3, excerpt: SourceExcerpt(line: "  key: 1", column: 3))
        #expect(
            Diagnostic("wrong", at: place, hint: "mend it").rendered(program: "devtool") == """
                devtool.yml:4:3: wrong
                  key: 1
                  ^
                  hint: mend it
                """)
        let end = SourceLocation(file: "a.yml", line: 9, column: 1, excerpt: SourceExcerpt(line: "", column: 1))
        #expect(Diagnostic("wrong", at: end).rendered(program: "devtool") == "a.yml:9:1: wrong")
        #expect(Diagnostic("odd", severity: .warning).rendered(program: "devtool") == "devtool: warning: odd")
    }
}
