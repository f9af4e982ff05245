/// Why a text is not a JSON document, and where (line and column from 1).
package struct JSONReadingError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without the place.
    package let message: String
    package let line: Int
    package let column: Int

    fileprivate init(_ message: String, at offset: Int, of text: [UInt8]) {
        let before = text[..<min(offset, text.count)]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
        self.message = message
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    }

    /// The sentence for the user.
    package var description: String {
        "not valid JSON: \(message) (line \(line), column \(column))"
    }
}

extension JSONValue {
    /// How deep a value may lie in others: what is made of it is walked recursively.
    package static let depthLimit = 200

    /// Reads a document that is small enough to be held, such as a plugin's description of itself.
    ///
    /// It has to be JSON as RFC 8259 has it, in well-formed UTF-8; half of a surrogate pair, which the
    /// grammar lets a `\u` spell, is no text. Of members with the same name the last counts.
    ///
    /// - Throws: ``JSONReadingError``.
    package init(parsing text: some Collection<UInt8>) throws(JSONReadingError) {
        let text = Array(text)
        // The scanner passes over comment lines before the value, which browsers' extensions write.
        let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let first = text[mark...].firstIndex(where: { !" \t\r\n".utf8.contains($0) }),
            text[first] == UInt8(ascii: "/")
        {
            throw JSONReadingError("expected a JSON value, found '/'", at: first, of: text)
        }
        var scanner = JSONScanner(handler: JSONValueBuilder())
        do {
            try scanner.scan(text.span)
            try scanner.finish()
        } catch {
            throw JSONReadingError("\(error)", at: error.offset, of: text)
        }
        if let problem = scanner.handler.problem {
            throw JSONReadingError(problem.message, at: problem.offset, of: text)
        }
        self = scanner.handler.root
    }
}

/// Puts a value together of what a scanner tells.
private struct JSONValueBuilder: JSONHandler {
    /// An object or an array that is open.
    private struct Container {
        let isObject: Bool
        var items: [JSONValue] = []
        var members: [(name: String, value: JSONValue)] = []
        var key = ""
    }

    /// The whole value, once it is complete.
    private(set) var root = JSONValue.null
    /// The first thing that is wrong though the grammar allows it.
    private(set) var problem: (message: String, offset: Int)?

    private var open: [Container] = []
    private var text: [UInt8] = []
    private var start = 0

    mutating func beginObject(at offset: Int) -> Bool { begin(isObject: true, at: offset) }
    mutating func beginArray(at offset: Int) -> Bool { begin(isObject: false, at: offset) }

    private mutating func begin(isObject: Bool, at offset: Int) -> Bool {
        guard open.count < JSONValue.depthLimit else {
            report("the values are nested too deeply", at: offset)
            return false
        }
        open.append(Container(isObject: isObject))
        return true
    }

    mutating func endObject(at offset: Int) { end() }
    mutating func endArray(at offset: Int) { end() }

    private mutating func end() {
        guard let last = open.popLast() else { return }
        take(last.isObject ? .object(last.members) : .array(last.items))
    }

    mutating func beginKey(at offset: Int) -> Bool { beginText(at: offset) }
    mutating func beginString(at offset: Int) -> Bool { beginText(at: offset) }
    mutating func beginNumber(at offset: Int) -> Bool { beginText(at: offset) }

    private mutating func beginText(at offset: Int) -> Bool {
        text.removeAll(keepingCapacity: true)
        start = offset
        return true
    }

    mutating func content(_ piece: Span<UInt8>) {
        text.reserveCapacity(text.count + piece.count)
        for index in piece.indices { text.append(piece[index]) }
    }

    mutating func endKey() {
        let key = string
        if !open.isEmpty { open[open.count - 1].key = key }
    }

    mutating func endString() { take(.string(string)) }

    mutating func endNumber() {
        let digits = String(decoding: text, as: UTF8.self)
        take(Int(digits).map { .integer($0) } ?? .number(Double(digits) ?? .nan))
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        switch literal {
        case .true: take(.bool(true))
        case .false: take(.bool(false))
        case .null: take(.null)
        }
    }

    /// The text that has been read.
    private var string: String {
        mutating get {
            if let string = String(validating: text, as: UTF8.self) { return string }
            report("a string is not well-formed Unicode", at: start)
            return ""
        }
    }

    private mutating func take(_ value: JSONValue) {
        guard let last = open.indices.last else { return root = value }
        if open[last].isObject {
            open[last].members.append((open[last].key, value))
        } else {
            open[last].items.append(value)
        }
    }

    private mutating func report(_ message: String, at offset: Int) {
        problem = problem ?? (message, offset)
    }
}

extension JSONValue {
    /// The member of an object, if this is an object and has it.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The text, if this is one.
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, if this is a whole one.
    package var integer: Int? {
        guard case .integer(let number) = self else { return nil }
        return number
    }
}
