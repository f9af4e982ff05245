import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// Journals: what is in them, what is refused, and that they lead back to the very same bytes.
@Suite struct JournalTests {
    private let folder = TemporaryFolder()
    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    private func journal(_ text: String) throws -> Journal {
        try folder.write(text, to: "journal")
        return try JournalFile(path: folder.path.appending("journal"), temporaryFolder: folder.path).read()
    }

    private func text(
        devtool: String = #""cards-journal""#, schema: String = "1", size: String = "20", sha256: String = digits,
        format: String = ##""#{number} ""##, insertions: String = ##"[[3,"#1 "],[9,"#2345 "]]"##
    ) -> String {
        """
        {"devtool":\(devtool),"schema":\(schema),"input":{"size":11,"sha256":"\(Self.digits)"},
        "output":{"sha256":"\(sha256)","size":\(size),"more":[1]},"format":\(format),
        "insertions":\(insertions),"more":{"insertions":[7]}}
        """
    }

    @Test func isRead() throws {
        let journal = try journal(text())
        #expect(journal.input.size == 11)
        #expect(journal.output.size == 20)
        #expect(journal.output.sha256.description == Self.digits)
        #expect(journal.spelling == .standard)
        #expect(
            journal.insertions.map { "\($0.offset) \(String(decoding: $0.text, as: UTF8.self))" } == [
                "3 #1 ", "9 #2345 ",
            ])
    }

    @Test func isWrittenAsItIsRead() throws {
        let before = try journal(text())
        var bytes: [UInt8] = []
        try before.write { bytes += $0 }
        let after = try journal(String(decoding: bytes, as: UTF8.self))
        #expect(after.input == before.input)
        #expect(after.output == before.output)
        #expect(after.spelling == before.spelling)
        #expect(Array(after.insertions) == Array(before.insertions))
    }

    @Test func withoutInsertions() throws {
        let journal = try journal(text(size: "11", insertions: "[]"))
        #expect(journal.insertions.count == 0)
    }

    @Test func damagedOnesAreRefused() throws {
        let damaged = [
            text(size: "21"), text(size: "-20"), text(size: "2e1"), text(size: #""20""#), text(sha256: "0"),
            text(format: "1"), text(format: #""12""#), text(format: ##""[{number}]""##),
            text(insertions: ##"[[3,"#1 "],[9,"#23x5 "]]"##), text(insertions: ##"[[3,"#1 "],[9,"#2345x"]]"##),
            text(insertions: ##"[[3,"#1 "],[281474976710657,"#2345 "]]"##), text(insertions: "null"),
            text(insertions: "{}"), text(insertions: ##"[[3,"#1 "],[5,"#2345 "]]"##),
            text(insertions: ##"[[9,"#2345 "],[3,"#1 "]]"##), text(insertions: ##"[[3,"#1 "],[15,"#2345 "]]"##),
            text(insertions: ##"[[-3,"#1 "],[9,"#2345 "]]"##),
            text(insertions: ##"[[3,"#1 "],[9223372036854775807,"#2345 "]]"##),
            text(insertions: ##"[[3,"#1 "],[9,"#2345 ","x"]]"##), text(insertions: ##"[[3,"#1 "],[9,"#2345 ",4]]"##),
            text(insertions: ##"[[3,"#1 "],[9,"#2345 ",null]]"##), text(insertions: ##"[[3,"#1 "],[9,"#2345 "],7]"##),
            text(insertions: ##"[[3,"#1 "],[9,"#2345 "],{}]"##), text(insertions: ##"[[3,"#1 "],[9,"#2345 "],[]]"##),
            text(insertions: ##"[[3,"#1 "]],"insertions":[[9,"#2345 "]]"##),
        ]
        for text in damaged { #expect(throws: Problem.self, "\(text)") { try journal(text) } }
    }

    @Test(arguments: ["{}", "[]", "[[[]]]", "7", #"{"devtool":{"devtool":"cards-journal"}}"#])
    func otherDocumentsAreRefused(_ text: String) { #expect(throws: Problem.self) { try journal(text) } }

    @Test func otherKindsAndSchemasAreRefused() {
        #expect(throws: Problem.self) { try journal(text(devtool: #""run-journal""#)) }
        #expect(throws: Problem.self) { try journal(text(schema: "2")) }
        #expect(throws: Problem.self) { try journal(text() + "x") }
        #expect(throws: Problem.self) { try journal("") }
    }

    /// Any board, numbered and undone, is what it was; after any other change nothing is done.
    @Test(arguments: 0..<24 as Range<UInt64>) func thereAndBack(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let spelling = NumberSpelling.samples[Int(seed) % NumberSpelling.samples.count]
        let board = Array(RandomNumberedExport.board(spelling, using: &random).utf8)
        try folder.write(bytes: board, to: "board.json")
        try await run(NumberingRule(spelling: spelling))
        let numbered = try bytes("board.json")
        #expect(numbered == (try ChangedBoard(board, by: NumberingRule(spelling: spelling)).output))
        guard numbered != board else {
            // There is nothing to undo, as the journal says.
            #expect(folder.names == ["board.json", "journal"])
            return
        }
        let journal = try bytes("journal")

        try folder.write(bytes: tampered(numbered, using: &random), to: "board.json")
        let changed = try bytes("board.json")
        await #expect(throws: Problem.self) { try await run(NumberingRule(action: .undo)) }
        #expect(try bytes("board.json") == changed)

        try folder.write(bytes: numbered, to: "board.json")
        try folder.write(bytes: tampered(journal, using: &random), to: "journal")
        do {
            // Some changes are to what does not matter, as blanks.
            try await run(NumberingRule(action: .undo))
            #expect(try bytes("board.json") == board)
        } catch { #expect(try bytes("board.json") == numbered) }

        try folder.write(bytes: numbered, to: "board.json")
        try folder.write(bytes: journal, to: "journal")
        try await run(NumberingRule(action: .undo))
        #expect(try bytes("board.json") == board)
        #expect(folder.names == ["board.json", "journal"])
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: folder.path.appending(name).string)))
    }

    /// The bytes with one changed, left out, or put in.
    private func tampered(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        var copy = bytes
        let index = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: copy[index] ^= UInt8.random(in: 1...255, using: &random)
        case 1: copy.remove(at: index)
        default: copy.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
        return copy
    }

    private func run(_ rule: NumberingRule) async throws {
        let nothing = try FileDescriptor.open("/dev/null", .writeOnly)
        defer { try? nothing.close() }
        let console = Console(output: nothing, error: nothing)
        let context = Context(
            console: console, processes: ProcessRunner(console: console),
            environment: ProcessInfo.processInfo.environment, workingDirectory: folder.path, plugins: [])
        let job = BoardJob(
            context: context, rule: rule, target: .inPlace(backupSuffix: nil),
            journal: .file(folder.path.appending("journal")))
        _ = try await job.run(BoardFile(at: folder.path.appending("board.json")))
    }
}
