/// Why a text is not a JSON document, and where (line and column from 1).
struct JSONReadingError: Error, Hashable, CustomStringConvertible {
    let message: String
    let line: Int
    let column: Int

    /// The sentence for the user.
    var description: String { "not valid JSON: \(message) (line \(line), column \(column))" }
}

extension JSONValue {
    /// Reads a small document, such as a plugin's description of itself.
    ///
    /// JSON is YAML 1.2, nearly; libyaml reads it where YAML's own freedoms are taken out afterwards (words
    /// without quotes), and what libyaml does not take of JSON is rewritten beforehand.
    init(parsing text: some Collection<UInt8>) throws(JSONReadingError) {
        let node: YAMLNode?
        do {
            node = try YAMLParser.parse(Self.asYAML(Array(text)))
        } catch {
            throw JSONReadingError(message: error.message, line: error.line, column: error.column)
        }
        guard let node else {
            throw JSONReadingError(message: "there is nothing", line: 1, column: 1)
        }
        self = try Self(node)
    }

    private init(_ node: YAMLNode) throws(JSONReadingError) {
        switch node.value {
        case .scalar(let text, isPlain: false): self = .string(text)
        case .scalar("null", isPlain: true): self = .null
        case .scalar("true", isPlain: true): self = .bool(true)
        case .scalar("false", isPlain: true): self = .bool(false)
        case .scalar(let text, isPlain: true):
            guard let number = Self.number(text) else {
                throw JSONReadingError(
                    message: text.isEmpty ? "a value is missing" : "'\(text)' is not in quotes",
                    line: node.line, column: node.column)
            }
            self = number
        case .sequence(let nodes):
            var items: [JSONValue] = []
            for node in nodes { items.append(try Self(node)) }
            self = .array(items)
        case .mapping(let pairs):
            var members: [(name: String, value: JSONValue)] = []
            for (key, value) in pairs {
                guard case .scalar(let name, isPlain: false) = key.value else {
                    throw JSONReadingError(
                        message: "a name is not in quotes", line: key.line, column: key.column)
                }
                members.append((name, try Self(value)))
            }
            self = .object(members)
        }
    }

    /// A number as RFC 8259 has it, which Swift reads too; Swift also reads `+1`, `.5`, `inf` and hexadecimal.
    private static func number(_ text: String) -> JSONValue? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard let first = digits.utf8.first,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
            !digits.utf8.contains(where: { "xXpP".utf8.contains($0) })
        else { return nil }
        return Int(text).map { .integer($0) } ?? Double(text).map { .number($0) }
    }

    /// The text with surrogate pairs (`\ud83d\ude00`), which libyaml refuses, as the characters that they
    /// stand for, with `\/` as `/`, and without white space around it, which YAML takes for indentation.
    private static func asYAML(_ text: [UInt8]) -> [UInt8] {
        let isBlank = { (byte: UInt8) in " \t\r\n".utf8.contains(byte) }
        let start = text.firstIndex { !isBlank($0) } ?? text.endIndex
        let end = text.lastIndex { !isBlank($0) } ?? start
        // Line breaks stay, and as many blanks, so that places in messages are right.
        var result = text[..<start].map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }
        result.reserveCapacity(text.count)
        var rest = text[start..<text.endIndex].prefix(end - start + 1)
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            result += rest[..<backslash]
            rest = rest[backslash...]
            if rest.dropFirst().first == UInt8(ascii: "/") {
                result.append(UInt8(ascii: "/"))
                rest = rest.dropFirst(2)
            } else if let high = unit(rest), UTF16.isLeadSurrogate(high),
                let low = unit(rest.dropFirst(6)), UTF16.isTrailSurrogate(low)
            {
                result += String(decoding: [high, low], as: UTF16.self).utf8
                rest = rest.dropFirst(12)
            } else {
                result += rest.prefix(2)
                rest = rest.dropFirst(2)
            }
        }
        return result + rest
    }

    /// The code unit of the escape that a text begins with, as in `\u00e4`.
    private static func unit(_ text: ArraySlice<UInt8>) -> UInt16? {
        guard text.starts(with: "\\u".utf8) else { return nil }
        let digits = text.dropFirst(2).prefix(4)
        return digits.count == 4 ? UInt16(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
}

extension JSONValue {
    /// The member of an object, if this is an object and has it.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text, if this is one.
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, if this is a whole one.
    var integer: Int? {
        guard case .integer(let number) = self else { return nil }
        return number
    }
}
