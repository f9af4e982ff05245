import Scanning

/// Why an input is not a JSON document, and where.
public struct JSONReadingError: Error, Hashable, CustomStringConvertible {
    /// The reason, without the position.
    public let message: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int

    fileprivate init(_ message: String, at offset: Int, of text: [UInt8]) {
        var place = TextPlace()
        for byte in text.prefix(offset) { place.pass(byte) }
        (self.message, line, column) = (message, place.line, place.column)
    }

    /// The message for the user.
    public var description: String { "not valid JSON: \(message) (line \(line), column \(column))" }
}

extension JSONValue {
    /// The deepest nesting that ``init(parsing:)`` accepts, because values are processed recursively.
    package static let depthLimit = 200

    /// Parses a document that fits into memory, such as the output of a program.
    ///
    /// ```swift
    /// let names = try JSONValue(parsing: output)["team"]?.items?.compactMap(\.string)
    /// ```
    ///
    /// The input has to be JSON as defined by RFC 8259, in well-formed UTF-8, optionally after a byte order mark. A
    /// lone surrogate, which the grammar allows as `\u` escapes, is an error. If a name is repeated, the last member
    /// wins.
    ///
    /// - Throws: ``JSONReadingError``.
    public init(parsing text: some Collection<UInt8>) throws(JSONReadingError) {
        let text = Array(text)
        // The scanner allows comment lines before the value, because browser extensions write them; this parser does
        // not.
        let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let first = text[mark...].firstIndex(where: { !" \t\r\n".utf8.contains($0) }),
            text[first] == UInt8(ascii: "/")
        {
            throw JSONReadingError("expected a JSON value, found '/'", at: first, of: text)
        }
        var scanner = JSONScanner(handler: JSONValueBuilder(depthLimit: Self.depthLimit))
        do {
            try scanner.scan(text.span)
            try scanner.finish()
        } catch { throw JSONReadingError("\(error)", at: error.offset, of: text) }
        if let problem = scanner.handler.problem {
            throw JSONReadingError(problem.message, at: problem.offset, of: text)
        }
        self = scanner.handler.value
    }
}
