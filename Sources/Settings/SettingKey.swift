public import Reporting
import YAML

/// A setting with the Swift type of its values.
///
/// ```swift
/// static let jobs = SettingKey.integer("jobs", in: 1...64, help: "How many children run at once.")
/// static let pause = SettingKey.duration("pause", default: .seconds(5), help: "How long it waits.")
///
/// let jobs = section[Self.jobs]  // Int?
/// let pause = options.pause ?? section[Self.pause]  // Duration
/// ```
public struct SettingKey<Value: Sendable>: Sendable {
    /// The declaration, for a command's list of settings.
    public private(set) var setting: Setting
    private let read: @Sendable (SettingValue?) -> Value

    private init(
        _ key: String, _ kind: Setting.Kind, default defaultText: String? = nil, help: String,
        read: @escaping @Sendable (SettingValue?) -> Value
    ) {
        setting = Setting(key, kind, default: defaultText, help: help)
        self.read = read
    }

    fileprivate func value(_ value: SettingValue?) -> Value { read(value) }

    /// Adds a check of the value's text; see ``Setting/checked(by:)``.
    public func checked(by problem: @escaping @Sendable (String) -> String?) -> SettingKey {
        with { $0.checked(by: problem) }
    }

    package func with(_ change: (Setting) -> Setting) -> SettingKey {
        var key = self
        key.setting = change(setting)
        return key
    }
}

extension ConfigurationSection {
    /// The value of a setting, or its default.
    public subscript<Value>(_ key: SettingKey<Value>) -> Value {
        let name = key.setting.key
        assert(settings.contains { $0.key == name }, "the section '\(path)' has unknown setting '\(name)'")
        return key.value(value(at: name))
    }

    /// The origin of a value; `nil` if there is neither a value nor a default.
    public func origin<Value>(of key: SettingKey<Value>) -> Origin? { origin(ofKey: key.setting.key) }

    /// The location of a value, if it is in a file.
    public func location<Value>(of key: SettingKey<Value>) -> SourceLocation? { origin(of: key)?.location }
}

extension SettingKey where Value == String? {
    /// Declares a string.
    public static func string(_ key: String, help: String) -> SettingKey {
        SettingKey(key, .string, help: help, read: \.?.text)
    }

    /// Declares a URL; its password is masked.
    public static func url(_ key: String, help: String) -> SettingKey {
        SettingKey(key, .url, help: help, read: \.?.text)
    }

    /// Declares a choice between words.
    public static func choice(_ key: String, of words: [String], help: String) -> SettingKey {
        SettingKey(key, .choice(words), help: help, read: \.?.text)
    }

    /// Declares a reference to an entry at another key of the same section.
    public static func reference(_ key: String, to entries: String, help: String) -> SettingKey {
        SettingKey(key, .reference(to: entries), help: help, read: \.?.text)
    }
}

extension SettingKey where Value == String {
    /// Declares a string with a default.
    public static func string(_ key: String, default text: String, help: String) -> SettingKey {
        SettingKey(key, .string, default: text, help: help) { $0?.text ?? text }
    }
}

extension SettingKey {
    /// Declares a choice between the cases of a type.
    public static func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String, help: String)
        -> SettingKey where Value == Choice?
    { SettingKey(key, .choice(Choice.allCases.map { $0.rawValue }), help: help) { $0?.text.flatMap(Choice.init) } }

    /// Declares a choice between the cases of a type, with a default.
    public static func choice(_ key: String, default choice: Value, help: String) -> SettingKey
    where Value: RawRepresentable<String> & CaseIterable {
        SettingKey(key, .choice(Value.allCases.map { $0.rawValue }), default: choice.rawValue, help: help) {
            $0?.text.flatMap(Value.init) ?? choice
        }
    }
}

extension SettingKey where Value == [String] {
    /// Declares a list of strings; a single string is a list of one, and the default is empty.
    public static func list(_ key: String, help: String) -> SettingKey {
        SettingKey(key, .list, help: help) { if case .list(let items)? = $0 { items } else { [] } }
    }
}

extension SettingKey where Value == Int? {
    /// Declares an integer within bounds.
    public static func integer(_ key: String, in bounds: ClosedRange<Int>, help: String) -> SettingKey {
        SettingKey(key, .integer(bounds), help: help) { if case .integer(let number)? = $0 { number } else { nil } }
    }
}

extension SettingKey where Value == Int {
    /// Declares an integer with a default.
    public static func integer(_ key: String, in bounds: ClosedRange<Int>, default number: Int, help: String)
        -> SettingKey
    {
        SettingKey(key, .integer(bounds), default: "\(number)", help: help) {
            if case .integer(let number)? = $0 { number } else { number }
        }
    }
}

extension SettingKey where Value == Bool {
    /// Declares a Boolean.
    public static func boolean(_ key: String, default truth: Bool, help: String) -> SettingKey {
        SettingKey(key, .boolean, default: "\(truth)", help: help) {
            if case .boolean(let truth)? = $0 { truth } else { truth }
        }
    }
}

extension SettingKey where Value == Duration? {
    /// Declares a duration.
    public static func duration(_ key: String, help: String) -> SettingKey {
        SettingKey(key, .duration, help: help, read: \.?.duration)
    }
}

extension SettingKey where Value == Duration {
    /// Declares a duration with a default.
    public static func duration(_ key: String, default duration: Duration, help: String) -> SettingKey {
        SettingKey(key, .duration, default: DurationText.format(duration), help: help) { $0?.duration ?? duration }
    }
}

extension SettingKey where Value == SecretReference? {
    /// Declares a reference to a secret.
    public static func secret(_ key: String, help: String) -> SettingKey {
        SettingKey(key, .secret, help: help) { if case .secret(let reference)? = $0 { reference } else { nil } }
    }
}

extension SettingKey where Value == [(name: String, text: String)] {
    /// Declares a mapping from arbitrary names to strings; the default is empty.
    public static func mapping(_ key: String, help: String) -> SettingKey {
        SettingKey(key, .mapping, help: help) { if case .mapping(let pairs)? = $0 { pairs } else { [] } }
    }
}

extension SettingKey where Value == RuleLevels {
    /// Declares levels of rules and groups; the default is the level of each rule's declaration.
    public static func rules(_ key: String, of catalog: RuleCatalog, help: String) -> SettingKey {
        SettingKey(key, .rules(catalog), help: help) {
            guard case .mapping(let pairs)? = $0 else { return RuleLevels() }
            let levels = pairs.compactMap { pair in RuleLevel(rawValue: pair.text).map { (pair.name, $0) } }
            return RuleLevels(Dictionary(levels, uniquingKeysWith: { first, _ in first }))
        }
    }
}

extension SettingKey where Value == [(name: String, section: ConfigurationSection)] {
    /// Declares a mapping from arbitrary names to groups of settings; the default is empty.
    public static func entries(_ key: String, of settings: [Setting], help: String) -> SettingKey {
        SettingKey(key, .entries(settings), help: help) { if case .entries(let entries)? = $0 { entries } else { [] } }
    }
}

extension SettingValue {
    fileprivate var duration: Duration? { if case .duration(let duration) = self { duration } else { nil } }
}
