/// Why a text is not a JSON document, and where.
public struct JSONReadingError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without the place.
    public let message: String
    /// The line, from 1.
    public let line: Int
    /// The column in the line, from 1, in Unicode scalars.
    public let column: Int

    fileprivate init(_ message: String, at offset: Int, of text: [UInt8]) {
        let before = text[..<min(offset, text.count)]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
        self.message = message
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    }

    /// The sentence for the user.
    public var description: String {
        "not valid JSON: \(message) (line \(line), column \(column))"
    }
}

extension JSONValue {
    /// How deep a value may lie in others: what is made of it is walked recursively.
    package static let depthLimit = 200

    /// Reads a document that is small enough to be held, such as the output of a program.
    ///
    /// ```swift
    /// let names = try JSONValue(parsing: output)["team"]?.items?.compactMap(\.string)
    /// ```
    ///
    /// It has to be JSON as RFC 8259 has it, in well-formed UTF-8; half of a surrogate pair, which the
    /// grammar lets a `\u` spell, is no text. Of members with the same name the last counts.
    ///
    /// - Parameter text: the document, in UTF-8; a byte order mark may stand before it.
    /// - Throws: ``JSONReadingError``.
    public init(parsing text: some Collection<UInt8>) throws(JSONReadingError) {
        let text = Array(text)
        // The scanner passes over comment lines before the value, which browsers' extensions write.
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
        } catch {
            throw JSONReadingError("\(error)", at: error.offset, of: text)
        }
        if let problem = scanner.handler.problem {
            throw JSONReadingError(problem.message, at: problem.offset, of: text)
        }
        self = scanner.handler.value
    }
}
