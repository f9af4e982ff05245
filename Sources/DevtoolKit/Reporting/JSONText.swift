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
    package var compactText: String {
        var text = ""
        write(to: &text, depth: nil)
        return text
    }

    /// The value over several lines, two blanks a level, without a final newline.
    package var prettyText: String {
        var text = ""
        write(to: &text, depth: 0)
        return text
    }

    /// Appends the value; with a depth, its parts stand on lines of their own, indented by it.
    private func write(to text: inout String, depth: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += "\(value)"
        case .number(let value): text += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let items): Self.write(items.map { (nil, $0) }, in: "[]", to: &text, depth)
        case .object(let members): Self.write(members.map { ($0, $1) }, in: "{}", to: &text, depth)
        }
    }

    /// Appends the parts of a list or an object between its brackets; nothing but brackets where it is
    /// empty.
    private static func write(
        _ parts: [(name: String?, value: JSONValue)], in brackets: String, to text: inout String,
        _ depth: Int?
    ) {
        text += brackets.prefix(1)
        for (index, part) in parts.enumerated() {
            if index > 0 { text += "," }
            breakLine(in: &text, depth: depth.map { $0 + 1 })
            if let name = part.name {
                write(name, to: &text)
                text += depth == nil ? ":" : ": "
            }
            part.value.write(to: &text, depth: depth.map { $0 + 1 })
        }
        if !parts.isEmpty { breakLine(in: &text, depth: depth) }
        text += brackets.suffix(1)
    }

    private static func breakLine(in text: inout String, depth: Int?) {
        guard let depth else { return }
        text += "\n" + String(repeating: "  ", count: depth)
    }

    /// Appends a text in quotes, with the escapes that RFC 8259, section 7 demands, and with those for
    /// the two line separators that JavaScript once took for line ends, and for what could disturb a
    /// terminal: C1 controls, and what turns the order of a line.
    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
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
