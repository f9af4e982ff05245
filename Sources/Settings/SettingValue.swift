import JSON
import Reporting
import URLs
import YAML

/// What a setting holds, read by its kind.
package enum SettingValue: Sendable {
    case string(String)
    case url(String)
    case list([String])
    case integer(Int)
    case boolean(Bool)
    case duration(Duration)
    case secret(SecretReference)
    case mapping([(name: String, text: String)])
    case entries([(name: String, section: ConfigurationSection)])

    /// The value in a document for programs; a secret is `***`, and entries are listed on their own.
    var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .url(let url): .string(url.hidingURLPassword)
        case .list(let items): .array(items.map { .string($0) })
        case .integer(let number): .integer(number)
        case .boolean(let isTrue): .bool(isTrue)
        case .duration(let duration): .string(DurationText.format(duration))
        case .secret: .string(Secret.mask)
        case .mapping(let pairs): .object(pairs.map { ($0.name, .string($0.text)) })
        case .entries: .null
        }
    }

    /// The value as `devtool.yml` could have it, on one line; a secret is `***`.
    var yaml: String {
        switch self {
        case .string(let text): YAMLText.scalar(text)
        case .url(let url): YAMLText.scalar(url.hidingURLPassword)
        case .list(let items): "[\(items.map(YAMLText.scalar).joined(separator: ", "))]"
        case .duration(let duration): DurationText.format(duration)
        case .secret: Secret.mask
        case .mapping(let pairs):
            "{\(pairs.map { "\(YAMLText.scalar($0.name)): \(YAMLText.scalar($0.text))" }.joined(separator: ", "))}"
        case .integer, .boolean, .entries: json.compactText
        }
    }

    /// The value as a shell script wants it: the text itself, a list with one item a line, a mapping
    /// with one `NAME=TEXT` a line.
    package var plain: String {
        switch self {
        case .string(let text): text
        case .url(let url): url.hidingURLPassword
        case .list(let items): items.joined(separator: "\n")
        case .mapping(let pairs): pairs.map { "\($0.name)=\($0.text)" }.joined(separator: "\n")
        default: yaml
        }
    }
}
