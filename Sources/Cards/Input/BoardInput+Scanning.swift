import DevtoolKit
import JSON

/// A handler that knows an export when it sees one.
protocol ExportHandler: JSONHandler {
    /// Whether what was read so far is part of an export.
    var isExport: Bool { get }
}

extension BoardInput {
    /// Reads the whole input, and finds what a rule asks to be changed; `keepsAll` is for those who want
    /// the findings to have the cards that are edited, and all there is to tell of the others.
    ///
    /// `settle` takes, again and again, the edits that are settled and the offset up to which all are.
    /// Input that is not one JSON value is the error `CardsError.malformed`.
    mutating func scan(
        _ rule: NumberingRule, keepsAll: Bool = false,
        settle: (TitleEdits, Int) -> Void = { _, _ in }
    ) throws -> Findings {
        try scan(BoardScanner(rule: rule, keepsAll: keepsAll)) { scanner in
            let settled = scanner.handler.settle(scanned: scanner.offset)
            settle(settled.edits, settled.end)
        }.findings
    }

    /// Reads the whole input, which must be one JSON value, and returns the handler with what it made
    /// of it; `progress` is called after every chunk, and at the end.
    mutating func scan<Handler: ExportHandler>(
        _ handler: Handler, progress: (inout JSONScanner<Handler>) -> Void = { _ in }
    ) throws -> Handler {
        var scanner = JSONScanner(handler: handler)
        var buffer = [UInt8](repeating: 0, count: chunkRoom)
        do {
            while case let count = try readNext(into: &buffer), count > 0 {
                try scanner.scan(buffer.span.extracting(first: count))
                progress(&scanner)
            }
            try scanner.finish()
            progress(&scanner)
        } catch let error as JSONSyntaxError {
            let locations = try SourceLocator.locations(of: [error.offset], in: self)
            guard let location = locations.first else { throw CardsError.changedWhileRead(name) }
            throw CardsError.malformed(
                error, at: location, inExport: scanner.handler.isExport)
        }
        return scanner.handler
    }
}
