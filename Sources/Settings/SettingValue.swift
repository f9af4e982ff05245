import JSON
import Reporting
import URLs
import YAML

package enum SettingValue: Sendable {
    case string(String)
    case url(String)
    case list([String])
    case integer(Int)
    case boolean(Bool)
    case duration(Duration)
    /// A duration, to show as a number.
    case seconds(Duration)
    case secret(SecretReference)
    case mapping([(name: String, text: String)])
    case entries([(name: String, section: ConfigurationSection)])

    /// The value with other texts, in a reference to a secret, too.
    func mapped(_ change: (String) -> String) -> SettingValue {
        switch self {
        case .string(let text): .string(change(text))
        case .url(let text): .url(change(text))
        case .list(let items): .list(items.map(change))
        case .mapping(let pairs): .mapping(pairs.map { ($0.name, change($0.text)) })
        case .secret(let reference): .secret(reference.mapped(change))
        case .integer, .boolean, .duration, .seconds, .entries: self
        }
    }

    package var inSeconds: SettingValue { if case .duration(let duration) = self { .seconds(duration) } else { self } }

    var text: String? {
        switch self {
        case .string(let text), .url(let text): text
        case .list, .integer, .boolean, .duration, .seconds, .secret, .mapping, .entries: nil
        }
    }

    /// Masks secrets; entries are listed separately.
    var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .url(let url): .string(url.hidingURLPassword)
        case .list(let items): .array(items.map { .string($0) })
        case .integer(let number): .integer(number)
        case .boolean(let isTrue): .bool(isTrue)
        case .duration(let duration): .string(DurationText.format(duration))
        case .seconds(let duration): DurationText.seconds(duration)
        case .secret: .string(Secret.mask)
        case .mapping(let pairs): .object(pairs.map { ($0.name, .string($0.text)) })
        case .entries: .null
        }
    }

    /// One line for `devtool.yml`, with secrets masked.
    var yaml: String {
        switch self {
        case .string(let text): YAMLText.scalar(text)
        case .url(let url): YAMLText.scalar(url.hidingURLPassword)
        case .list(let items): "[\(items.map(YAMLText.scalar).joined(separator: ", "))]"
        case .duration(let duration): DurationText.format(duration)
        case .secret: Secret.mask
        case .mapping(let pairs):
            "{\(pairs.map { "\(YAMLText.scalar($0.name)): \(YAMLText.scalar($0.text))" }.joined(separator: ", "))}"
        case .integer, .boolean, .seconds, .entries: json.compactText
        }
    }

    /// For shell scripts: strings unchanged, one list item or `NAME=TEXT` per line.
    package var plain: String {
        switch self {
        case .string(let text): text
        case .url(let url): url.hidingURLPassword
        case .list(let items): items.joined(separator: "\n")
        case .mapping(let pairs): pairs.map { "\($0.name)=\($0.text)" }.joined(separator: "\n")
        case .integer, .boolean, .duration, .seconds, .secret, .entries: yaml
        }
    }
}
