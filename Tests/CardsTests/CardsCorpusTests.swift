import Foundation
import JSON
import Testing

/// Real exports and small cases with known results.
@Suite(.enabled(if: CardsCorpus.folder != nil, "set DEVTOOL_CORPUS to the folder with cards")) struct CardsCorpusTests {
    @Test func realExports() throws {
        let rows = try CardsCorpus.table("expected.tsv").dropFirst()
        #expect(rows.count >= 70)
        for row in rows {
            let input = try CardsCorpus.bytes("in/\(row[0])")
            let board = try NumberedBoard(input)
            let name = row[0].replacing(".json", with: "")
            let edits = try CardsCorpus.table("edits/\(name).tsv")
            #expect(board.offsets == edits.compactMap { Int($0[0]) }, "\(name)")
            #expect(board.output == Self.apply(edits, to: input), "\(name)")
            #expect("\(board.offsets.count)" == row[2], "\(name)")
            #expect("\(board.alreadyNumbered)" == row[3], "\(name)")
            #expect("\(board.withoutNumber)" == row[4], "\(name)")
            #expect("\(board.repeatedNumbers.count)" == row[5], "\(name)")
        }
    }

    @Test func smallCases() throws {
        let rows = try CardsCorpus.table("edge/CASES.tsv")
        #expect(rows.count >= 60)
        for row in rows {
            let input = try CardsCorpus.bytes("edge/in/\(row[0]).json")
            if row[1] == "refused" {
                #expect(throws: JSONSyntaxError.self, "\(row[0])") { try NumberedBoard(input) }
                continue
            }
            let board = try NumberedBoard(input)
            #expect(board.output == (try CardsCorpus.bytes("edge/expected/\(row[0]).json")), "\(row[0])")
            #expect((board.output == input) == (row[1] == "same"), "\(row[0])")
            guard input.count < 10_000 else { continue }
            #expect(try NumberedBoard(input, cutAt: Array(0..<input.count)) == board, "\(row[0])")
        }
    }

    private static func apply(_ edits: [[String]], to input: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var written = 0
        for edit in edits {
            guard let offset = Int(edit[0]) else { continue }
            output += input[written..<offset] + Array(edit[1].utf8)
            written = offset
        }
        return output + input[written...]
    }
}

/// The folder of exports that `DEVTOOL_CORPUS` names.
enum CardsCorpus {
    static let folder = ProcessInfo.processInfo.environment["DEVTOOL_CORPUS"].map { $0 + "/cards" }

    static func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: "\(folder ?? "")/\(name)")))
    }

    static func table(_ name: String) throws -> [[String]] {
        String(decoding: try bytes(name), as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
