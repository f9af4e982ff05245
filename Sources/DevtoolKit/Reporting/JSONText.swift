/// A JSON value to be written (RFC 8259); objects keep the order of their members, so that the same
/// report is always the same text.
///
/// ```swift
/// let report: JSONValue = ["schema": 1, "file": "a\"b", "places": [3, 7], "hint": nil]
/// report.compactText  // {"schema":1,"file":"a\"b","places":[3,7],"hint":null}
/// ```
package indirect enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction; infinity and "not a number", which JSON does not have, become `null`.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members in the order they are written; their names are the caller's to keep distinct.
    case object([(name: String, value: JSONValue)])

    /// The value on one line, without blanks.
    package var compactText: String { text(depth: nil) }

    /// The value over several lines, two blanks a level, without a final newline.
    package var prettyText: String { text(depth: 0) }

    private func text(depth: Int?) -> String {
        var text: [UInt8] = []
        write(to: &text, depth: depth)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the value; with a depth, its parts stand on lines of their own, indented by it.
    private func write(to text: inout [UInt8], depth: Int?) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .integer(let value): text += "\(value)".utf8
        case .number(let value): text += (value.isFinite ? "\(value)" : "null").utf8
        case .string(let value): Self.write(value, to: &text)
        case .array(let items):
            Self.write(items, between: "[", "]", to: &text, depth) { item, text, depth in
                item.write(to: &text, depth: depth)
            }
        case .object(let members):
            Self.write(members, between: "{", "}", to: &text, depth) { member, text, depth in
                Self.write(member.name, to: &text)
                text += (depth == nil ? ":" : ": ").utf8
                member.value.write(to: &text, depth: depth)
            }
        }
    }

    /// Appends the parts of a list or an object between its brackets; nothing but brackets where it is
    /// empty.
    private static func write<Part>(
        _ parts: [Part], between begin: Unicode.Scalar, _ end: Unicode.Scalar,
        to text: inout [UInt8], _ depth: Int?, _ write: (Part, inout [UInt8], Int?) -> Void
    ) {
        text.append(UInt8(ascii: begin))
        let inner = depth.map { $0 + 1 }
        for (index, part) in parts.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            breakLine(in: &text, depth: inner)
            write(part, &text, inner)
        }
        if !parts.isEmpty { breakLine(in: &text, depth: depth) }
        text.append(UInt8(ascii: end))
    }

    private static func breakLine(in text: inout [UInt8], depth: Int?) {
        guard let depth else { return }
        text += "\n".utf8
        text += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }

    /// Appends a text in quotes, with the escapes that RFC 8259, section 7 demands, and with those for
    /// the two line separators that JavaScript once took for line ends, and for what could disturb a
    /// terminal: C1 controls, and what turns the order of a line.
    private static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        // Nearly all need no escape.
        if string.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
            text += string.utf8
        } else {
            for scalar in string.unicodeScalars { write(scalar, to: &text) }
        }
        text.append(UInt8(ascii: "\""))
    }

    private static func write(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
        switch scalar {
        case "\"": text += "\\\"".utf8
        case "\\": text += "\\\\".utf8
        case "\n": text += "\\n".utf8
        case "\r": text += "\\r".utf8
        case "\t": text += "\\t".utf8
        case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}",
            "\u{2066}"..."\u{2069}":
            let digits = String(scalar.value, radix: 16)
            text += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
        default: text += UTF8.encode(scalar).map(Array.init) ?? []
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    package init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    package init(integerLiteral value: Int) { self = .integer(value) }
    /// A text.
    package init(stringLiteral value: String) { self = .string(value) }
    /// A list.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object, in the order of the literal.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { (name: $0, value: $1) })
    }
}
