import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// Reading twice: files as they are, pipes through a temporary file.
@Suite struct BoardInputTests {
    private let folder = TemporaryFolder()
    private static let board = ##"{"name":"#","cards":[{"idShort":5,"name":"a"}]}"##
    private static let numbered = ##"{"name":"#","cards":[{"idShort":5,"name":"#5 a"}]}"##

    private func output(of input: borrowing BoardInput, _ result: ScanResult) throws -> String {
        var output: [UInt8] = []
        try input.write(with: result.edits, .number) { output += $0 }
        return String(decoding: output, as: UTF8.self)
    }

    @Test func aFileIsReadTwice() throws {
        try folder.write(Self.board, to: "board.json")
        var input = try BoardInput(folder.path.appending("board.json"), temporaryFolder: "/nowhere")
        let result = try input.scan(NumberingRule())
        #expect(try output(of: input, result) == Self.numbered)
        let isRegularFile = input.isRegularFile
        #expect(isRegularFile)
    }

    @Test func insertionsInAFileOfManyChunks() throws {
        var random = SplitMix64(seed: 7)
        var text = ##"{"name":"#","cards":[{}"##
        var expected = text
        for number in 1...8000 {
            let filler = String(repeating: "é", count: Int.random(in: 0..<90, using: &random))
            text += ##",{"idShort":\##(number),"desc":"\##(filler)","name":"a"}"##
            expected += ##",{"idShort":\##(number),"desc":"\##(filler)","name":"#\##(number) a"}"##
        }
        try folder.write(text + "]}", to: "board.json")
        var input = try BoardInput(folder.path.appending("board.json"), temporaryFolder: folder.path)
        let result = try input.scan(NumberingRule())
        let length = input.length
        #expect(length > 3 * BoardInput.chunkSize)
        #expect(try output(of: input, result) == expected + "]}")
    }

    @Test func aPipeIsKeptInAFileWithoutAName() throws {
        let path = folder.path.appending("pipe").string
        #expect(mkfifo(path, 0o600) == 0)
        let writer = Thread { FileHandle(forWritingAtPath: path)?.write(Data(Self.board.utf8)) }
        writer.start()
        var input = try BoardInput(FilePath(path), temporaryFolder: folder.path)
        let result = try input.scan(NumberingRule())
        #expect(try output(of: input, result) == Self.numbered)
        let isRegularFile = input.isRegularFile
        #expect(!isRegularFile)
        #expect(folder.names == ["pipe"])
    }

    @Test(arguments: [board + " ", board.replacing("a", with: "b"), "", String(board.dropLast(9))])
    func aFileThatChangesIsNotWritten(_ changed: String) throws {
        try folder.write(Self.board, to: "board.json")
        let path = folder.path.appending("board.json")
        var input = try BoardInput(path, temporaryFolder: folder.path)
        let result = try input.scan(NumberingRule())
        let file = try FileDescriptor.open(path, .writeOnly, options: .truncate)
        try file.closeAfter { _ = try file.writeAll(changed.utf8) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path.string)
        #expect(throws: FileError.self) { try input.write(with: result.edits, .number) { _ in } }
    }

    @Test func noRoomForAPipe() throws {
        #expect(throws: Problem.self) { _ = try BoardInput("/dev/null", temporaryFolder: "/nowhere") }
    }

    @Test(arguments: ["/nowhere/board.json", "/"]) func noInput(_ path: String) {
        #expect(throws: FileError.self) { _ = try BoardInput(FilePath(path), temporaryFolder: "/tmp") }
    }
}
