import DevtoolKit
import Foundation
import JSON

@testable import Cards

/// Exports in memory: what the tests of the formats look at.
enum ExportedBoard {
    /// The boards that a reader finds in an input cut at the given offsets.
    static func boards(_ input: [UInt8], cutAt cuts: [Int] = []) throws -> [Board] {
        var scanner = JSONScanner(handler: BoardWalker(BoardOutline(hasFronts: true)))
        var start = 0
        for end in cuts + [input.count] {
            try scanner.scan(input.span.extracting(start..<end))
            start = end
        }
        try scanner.finish()
        let source = ExportSource { $1 += input[$0] }
        return scanner.handler.products.map { $0.board(readFrom: source) }
    }

    /// The boards in a text.
    static func boards(_ text: String) throws -> [Board] { try boards(Array(text.utf8)) }

    /// What an export makes of boards.
    static func bytes(_ export: BoardExport, of boards: [Board]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try export.write(boards) { bytes += $0 }
        return bytes
    }

    /// What an export makes of a text of JSON.
    static func text(_ export: BoardExport, of json: String) throws -> String {
        String(decoding: try bytes(export, of: boards(json)), as: UTF8.self)
    }

    /// The files of a folder of Markdown.
    static func files(of boards: [Board]) -> [MarkdownFile] {
        var files: [MarkdownFile] = []
        MarkdownFile.write(boards) { files.append($0) }
        return files
    }

    /// A file of the fixtures: a board with everything that boards have, in all shapes.
    static func fixture(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return try Array(Data(contentsOf: folder.appending(path: name)))
    }
}
