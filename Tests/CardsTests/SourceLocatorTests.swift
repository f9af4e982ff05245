import DevtoolKit
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// Lines, columns and excerpts of places in an input.
@Suite struct SourceLocatorTests {
    private func locations(_ offsets: [Int], in bytes: [UInt8]) throws -> [String] {
        let folder = TemporaryFolder()
        try folder.write(bytes: bytes, to: "board.json")
        let path = folder.path.appending("board.json")
        var input = try BoardInput(path, temporaryFolder: folder.path)
        var buffer = [UInt8](repeating: 0, count: 64)
        while try input.readNext(into: &buffer) > 0 {}
        return try SourceLocator.locations(of: offsets, in: input).map {
            "\($0.line):\($0.column)\n\($0.excerpt?.description ?? "")"
        }
    }

    @Test func linesAndColumns() throws {
        let bytes = Array("ab\r\né😀x\n\ny".utf8)
        #expect(
            try locations([12, 0, 3, 4, 6, 10, 11, 13, 4], in: bytes) == [
                "3:1\n", "1:1\nab\n^", "1:4\nab\n  ^", "2:1\né😀x\n^", "2:2\né😀x\n ^", "2:3\né😀x\n  ^", "2:4\né😀x\n   ^",
                "4:1\ny\n^", "2:1\né😀x\n^",
            ])
    }

    @Test func theEndOfTheInput() throws {
        #expect(try locations([3], in: Array("{\n[".utf8)) == ["2:2\n[\n ^"])
        #expect(try locations([2], in: Array("{\n".utf8)) == ["2:1\n"])
        #expect(try locations([0], in: []) == ["1:1\n"])
    }

    @Test func aByteOrderMarkIsNotCounted() throws {
        #expect(try locations([3, 5], in: Array("\u{FEFF}{x\n".utf8)) == ["1:1\n{x\n^", "1:3\n{x\n  ^"])
        #expect(try locations([6], in: Array("\u{FEFF}{\nxy".utf8)) == ["2:2\nxy\n ^"])
    }

    @Test func longLinesAreCutToAWindow() throws {
        let bytes = Array((String(repeating: "é", count: 300_000) + "X" + String(repeating: "日", count: 1000)).utf8)
        let lines = try locations([600_000], in: bytes)[0].split(separator: "\n")
        #expect(lines[0] == "1:300001")
        #expect(lines[1].unicodeScalars.count == 82)
        let caret = lines[2].count - 1
        #expect(Array(lines[1].unicodeScalars)[caret] == "X")
    }

    @Test func manyChunks() throws {
        let line = Array(repeating: UInt8(ascii: "x"), count: 99) + [UInt8(ascii: "\n")]
        let bytes = Array(repeatElement(line, count: 10_000).joined())
        let offsets = (0..<20).map { $0 * 49_999 }
        let expected = offsets.map { "\($0 / 100 + 1):\($0 % 100 + 1)" }
        #expect(try locations(offsets, in: bytes).map { String($0.prefix { $0 != "\n" }) } == expected)
    }
}
