import JSON

@testable import Cards

/// An export numbered in memory: what the tests of the rule look at.
struct NumberedBoard: Equatable {
    /// The input with the insertions in their places.
    var output: [UInt8]
    /// The insertions' places.
    var offsets: [Int]
    /// How many cards had a number, lacked one, or shared one.
    var alreadyNumbered: Int
    var withoutNumber: Int
    var repeatedNumbers: [String]
    var markedBoards: Int

    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Numbers an input that is cut at the given offsets.
    init(_ input: [UInt8], cutAt cuts: [Int] = []) throws {
        var scanner = JSONScanner(handler: BoardScanner(keepsAll: true))
        var start = 0
        for end in cuts + [input.count] {
            try scanner.scan(input.span.extracting(start..<end))
            start = end
        }
        try scanner.finish()
        let result = scanner.handler.result
        output = []
        var written = 0
        for insertion in result.edits {
            output += input[written..<insertion.offset] + insertion.text
            written = insertion.offset
        }
        output += input[written...]
        offsets = result.edits.map(\.offset)
        alreadyNumbered = result.tally.alreadyNumbered
        withoutNumber = result.tally.withoutNumber.total
        repeatedNumbers = result.tally.repeatedNumbers.elements.map {
            "\($0.count) x \(String(decoding: $0.digits, as: UTF8.self))"
        }
        markedBoards = result.treatedBoards
    }

    /// Numbers a text.
    init(_ text: String) throws { try self.init(Array(text.utf8)) }
}
