/// A JSON value (RFC 8259).
///
/// Objects keep the order of their members, and numbers their spelling.
/// ```swift
/// let report: JSONValue = ["schema": 1, "file": "a\"b", "places": [3, 7], "hint": nil]
/// report.compactText  // {"schema":1,"file":"a\"b","places":[3,7],"hint":null}
/// ```
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer that fits into `Int`.
    case integer(Int)
    /// Any other number, as spelled.
    case decimal(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// Members in their order.
    ///
    /// The writer does not check that names are distinct. When reading, the last member with a name wins.
    case object([(name: String, value: JSONValue)])

    /// A number; infinity and NaN, which JSON does not have, become `null`.
    public static func number(_ value: Double) -> JSONValue { value.isFinite ? .decimal("\(value)") : .null }

    /// `spelling` must be a number in JSON's grammar.
    init(spelling: String) {
        // As an integer, it would lose its sign.
        if spelling != "-0", let number = Int(spelling) { self = .integer(number) } else { self = .decimal(spelling) }
    }

    /// The value on one line, without spaces.
    public var compactText: String { text(isPretty: false) }

    /// The value on several lines, indented by two spaces per level, without a trailing newline.
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
            json.object { json in for (name, value) in members { json.member(name) { value.write(to: &$0) } } }
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object, in the order of the literal.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { (name: $0, value: $1) })
    }
}

extension JSONValue {
    /// The member of an object; `nil` if there is none.
    ///
    /// If a name is repeated, the last member wins.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The string; `nil` if this is not one.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The integer; `nil` if this is not one.
    public var integer: Int? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The number as spelled; `nil` if this is not one.
    public var numberSpelling: String? {
        switch self {
        case .integer(let number): "\(number)"
        case .decimal(let spelling): spelling
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The truth value; `nil` if this is not one.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The elements of an array; `nil` if this is not one.
    public var items: [JSONValue]? {
        guard case .array(let items) = self else { return nil }
        return items
    }
}
