import Reporting
import Scanning
import YAML

extension Setting.Kind {
    /// Parses the text of a variable, an option or a default; `nil` if it does not fit.
    ///
    /// `[a, b]` is a list and `{a: b}` a mapping, as in YAML; any other text is a list of one. A secret becomes
    /// `reference`.
    package func value(of text: String, reference: SecretReference?) -> SettingValue? {
        switch self {
        case .list: Self.list(text).map { .list($0) }
        case .secret: reference.map { .secret($0) }
        case .mapping: Self.mapping(text).map { .mapping($0) }
        case .rules(let catalog):
            Self.mapping(text).flatMap { pairs in
                let names = catalog.names
                let isKnown = pairs.allSatisfy { name, level in
                    names.contains(name) && RuleLevel(rawValue: level) != nil
                }
                return isKnown ? .mapping(pairs) : nil
            }
        case .entries: nil
        case .string, .url, .integer, .boolean, .duration, .choice, .reference: value(of: text)
        }
    }

    /// Parses a scalar; `nil` if it does not fit.
    package func value(of text: String) -> SettingValue? {
        switch self {
        case .string, .reference: .string(text)
        case .url: .url(text)
        case .integer(let bounds): Self.integer(text, in: bounds).map { .integer($0) }
        case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
        case .duration: DurationText.parse(text).map { .duration($0) }
        case .choice(let words): words.contains(text) ? .string(text) : nil
        case .list, .secret, .mapping, .rules, .entries: nil
        }
    }

    package var expectation: String {
        switch self {
        case .string, .url: "a string"
        case .list: "a string or a list of strings"
        case .integer(let bounds):
            switch (bounds.lowerBound, bounds.upperBound) {
            case (.min, .max): "an integer"
            case (let least, .max): "an integer of at least \(least)"
            case (.min, let most): "an integer of at most \(most)"
            case (let least, let most): "an integer from \(least) to \(most)"
            }
        case .boolean: "true or false"
        case .duration: DurationText.expectation
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .reference(let key): "a name from '\(key)'"
        case .secret: "a reference to a secret"
        case .mapping: "a mapping from names to strings"
        case .rules: "a mapping from rules to \(Self.levels.expectation)"
        case .entries: "a mapping"
        }
    }

    static let levels = Setting.Kind.choice(RuleLevel.allCases.map(\.rawValue))

    /// Omits the text for a secret, because it may be the secret itself.
    package func refusal(of text: String) -> String {
        if case .secret = self { return "must be \(expectation)" }
        return "must be \(expectation), not '\(text)'"
    }

    package func hint(for text: String) -> String? {
        switch self {
        case .boolean:
            switch text.lowercased() {
            case "true", "yes", "on", "y", "1": "did you mean 'true'?"
            case "false", "no", "off", "n", "0": "did you mean 'false'?"
            default: nil
            }
        case .choice(let words): text.nearest(in: words).map { "did you mean '\($0)'?" }
        case .string, .url, .list, .integer, .duration, .reference, .secret, .mapping, .rules, .entries: nil
        }
    }

    /// Whether the value must be unquoted in YAML: `"5"` is a string.
    var isPlainOnly: Bool {
        switch self {
        case .integer, .boolean: true
        case .string, .url, .list, .duration, .choice, .reference, .secret, .mapping, .rules, .entries: false
        }
    }

    /// Accepts only decimal digits that all YAML parsers agree on: some read `010` as eight, and `1_000` as a string.
    private static func integer(_ text: String, in bounds: ClosedRange<Int>) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard let first = digits.first, digits.allSatisfy(\.isASCIIDigit),
            first != UInt8(ascii: "0") || digits.count == 1, let number = Int(text), bounds.contains(number)
        else { return nil }
        return number
    }

    private static func mapping(_ text: String) -> [(name: String, text: String)]? {
        guard text.utf8.first == UInt8(ascii: "{"), let root = try? YAMLParser.parse(Array(text.utf8)),
            case .mapping(let pairs) = root.value
        else { return nil }
        let texts = pairs.compactMap { key, value in
            key.text.flatMap { name in value.text.map { (name: name, text: $0) } }
        }
        return texts.count == pairs.count ? texts : nil
    }

    private static func list(_ text: String) -> [String]? {
        guard text.utf8.first == UInt8(ascii: "[") else { return [text] }
        guard let root = try? YAMLParser.parse(Array(text.utf8)), case .sequence(let items) = root.value else {
            return nil
        }
        let strings = items.compactMap(\.text)
        return strings.count == items.count ? strings : nil
    }
}
