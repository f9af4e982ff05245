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
    package var compactText: String { text(isPretty: false) }

    /// The value over several lines, two blanks a level, without a final newline.
    package var prettyText: String { text(isPretty: true) }

    private func text(isPretty: Bool) -> String {
        var json = JSONWriter(isPretty: isPretty)
        write(to: &json)
        return json.text
    }

    /// Writes the value.
    package func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let value): json.value(value)
        case .integer(let value): json.value(value)
        case .number(let value): json.value(value)
        case .string(let value): json.value(value)
        case .array(let items): json.list(items) { json, item in item.write(to: &json) }
        case .object(let members):
            json.object { json in
                for (name, value) in members { json.member(name) { value.write(to: &$0) } }
            }
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
