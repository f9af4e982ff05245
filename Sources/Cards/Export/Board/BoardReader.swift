import JSON

/// Reads the boards of an export, as far as other formats show them, as a stream.
///
/// ```swift
/// var reader = BoardReader()
/// for chunk in chunks { try reader.scan(chunk.span) }
/// let boards = try reader.finish()
/// ```
///
/// Memory goes with the cards and their comments, not with the rest of the history that fills most of an
/// export. Members that are
/// missing or of another type are empty, and ill-formed UTF-8 becomes U+FFFD.
struct BoardReader {
    /// Nothing of use is deeper inside a card; what is must not fill memory, or the stack.
    static let maximalDepth = 5

    private var scanner = JSONScanner(handler: BoardWalker<BoardDraft>())

    /// Takes the next chunk of the export.
    mutating func scan(_ chunk: Span<UInt8>) throws { try scanner.scan(chunk) }

    /// Says that the export is complete, and gives its boards.
    mutating func finish() throws -> [Board] {
        try scanner.finish()
        return scanner.handler.products
    }
}
