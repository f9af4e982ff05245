import SystemPackage
import TestSupport

@testable import Cards

/// An export in a file, and what a rule makes of it.
struct ChangedBoard {
    /// What was found, all of it.
    let result: ScanResult
    /// The file with the changes.
    let output: [UInt8]

    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Changes a text by a rule.
    init(_ text: String, by rule: NumberingRule) throws { try self.init(Array(text.utf8), by: rule) }

    /// Changes bytes by a rule.
    init(_ bytes: [UInt8], by rule: NumberingRule) throws {
        let file = try InputSource.temporaryFile(in: "/tmp")
        _ = try file.writeAll(bytes)
        var input = BoardInput(name: "board.json", source: try InputSource(file))
        result = try input.scanResult(by: rule, keepsAll: true)
        var output: [UInt8] = []
        try input.write(with: result.edits, rule.action) { output += $0 }
        self.output = output
    }
}

extension NumberSpelling {
    /// Spellings of all kinds, for tests of what has to hold for each.
    static let samples = [
        "#{number} ", "{number} ", "#{number}", "[{number}] ", "APP-{number} ", #""{number}"\ "#, "№{number}\t",
        "{number}. ", "({number})", "##{number} - ",
    ].compactMap { NumberSpelling(format: $0) }
}
