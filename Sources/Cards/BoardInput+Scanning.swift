import DevtoolKit
import Scanning

extension BoardInput {
    /// Reads the whole input, and finds what there is to number.
    ///
    /// - Throws: ``CardsError/malformed(_:at:)`` if the input is not one JSON value.
    mutating func scan() throws -> Findings {
        var scanner = JSONScanner(handler: BoardScanner())
        var buffer = [UInt8](repeating: 0, count: Self.chunkSize)
        do {
            while case let count = try readNext(into: &buffer), count > 0 {
                try scanner.scan(buffer.span.extracting(first: count))
            }
            try scanner.finish()
        } catch let error as JSONSyntaxError {
            let locations = try SourceLocator.locations(of: [error.offset], in: self)
            guard let location = locations.first else { throw CardsError.changedWhileRead(name) }
            throw CardsError.malformed(error, at: location)
        }
        return scanner.handler.findings
    }
}
