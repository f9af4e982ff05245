/// What a setting holds, read by its kind.
enum SettingValue: Sendable {
    case string(String)
    case list([String])
    case integer(Int)
    case boolean(Bool)
    case duration(Duration)
    case secret(SecretReference)
    case entries([(name: String, section: ConfigurationSection)])

    /// The value in a document for programs; a secret is `***`, and entries are listed on their own.
    var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .list(let items): .array(items.map { .string($0) })
        case .integer(let number): .integer(number)
        case .boolean(let isTrue): .bool(isTrue)
        case .duration(let duration): .string(DurationText.format(duration))
        case .secret: .string(Secret.mask)
        case .entries: .null
        }
    }

    /// The value as `devtool.yml` could have it, on one line; a secret is `***`.
    var yaml: String {
        switch self {
        case .string(let text): Self.scalar(text)
        case .list(let items): "[\(items.map(Self.scalar).joined(separator: ", "))]"
        case .duration(let duration): DurationText.format(duration)
        case .secret: Secret.mask
        case .integer, .boolean, .entries: json.compactText
        }
    }

    /// The value as a shell script wants it: the text itself, a list with one item a line.
    var plain: String {
        switch self {
        case .string(let text): text
        case .list(let items): items.joined(separator: "\n")
        default: yaml
        }
    }

    /// A text without quotes where YAML reads it back the same, else in quotes, as JSON, which YAML
    /// contains.
    private static func scalar(_ text: String) -> String {
        let isPlain =
            text.utf8.first.map(isWordByte) == true
            && text.utf8.allSatisfy { isWordByte($0) || "-.:@%+=~()".utf8.contains($0) }
            && text.utf8.last != UInt8(ascii: ":")
        return isPlain ? text : JSONValue.string(text).compactText
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "/"), 0x80...:
            true
        default: false
        }
    }
}
