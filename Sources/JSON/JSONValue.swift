/// A JSON value (RFC 8259), read or to be written: objects keep the order of their members, so that the
/// same report is always the same text, and numbers their spelling, so that none is rounded.
///
/// ```swift
/// let report: JSONValue = ["schema": 1, "file": "a\"b", "places": [3, 7], "hint": nil]
/// report.compactText  // {"schema":1,"file":"a\"b","places":[3,7],"hint":null}
/// ```
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// Any other number, as it is spelled: one with a fraction or an exponent, or of more digits.
    case decimal(String)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members in their order. When they are written, their names are the caller's to keep distinct; of
    /// those read with the same name the last counts.
    case object([(name: String, value: JSONValue)])

    /// A number; infinity and "not a number", which JSON does not have, become `null`.
    public static func number(_ value: Double) -> JSONValue {
        value.isFinite ? .decimal("\(value)") : .null
    }

    /// The number that is spelled so, as the grammar of JSON has it.
    init(spelling: String) {
        // Minus zero is equal to zero, but spelled otherwise.
        if spelling != "-0", let number = Int(spelling) {
            self = .integer(number)
        } else {
            self = .decimal(spelling)
        }
    }

    /// The value on one line, without blanks.
    public var compactText: String { text(isPretty: false) }

    /// The value over several lines, two blanks a level, without a final newline.
    public var prettyText: String { text(isPretty: true) }

    private func text(isPretty: Bool) -> String {
        var json = JSONWriter(isPretty: isPretty)
        write(to: &json)
        return json.text
    }

    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let value): json.value(value)
        case .integer(let value): json.value(value)
        case .decimal(let spelling): json.value(spelledNumber: spelling)
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
    public init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object, in the order of the literal.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { (name: $0, value: $1) })
    }
}

extension JSONValue {
    /// The member of an object, if this is an object and has it; the last one of the name.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The text, if this is one.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, if this is a whole one.
    public var integer: Int? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The digits and signs of a number, if this is one.
    public var numberSpelling: String? {
        switch self {
        case .integer(let number): "\(number)"
        case .decimal(let spelling): spelling
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The truth, if this is one.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The items, if this is a list.
    public var items: [JSONValue]? {
        guard case .array(let items) = self else { return nil }
        return items
    }
}
