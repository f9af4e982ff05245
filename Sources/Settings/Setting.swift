public import Reporting

/// The declaration of a key in a section of `devtool.yml`.
///
/// It determines validation, `devtool config`, `devtool schema`, and which values are masked.
///
/// ```swift
/// Setting("jobs", .integer(1...64), default: "4", help: "How many children run at once.")
/// ```
public struct Setting: Sendable {
    /// The type of a setting's value.
    public indirect enum Kind: Sendable {
        /// A string; unquoted numbers and words are strings too.
        case string
        /// A URL; its password is masked.
        case url
        /// A list of strings; a string is a list of one.
        case list
        /// A decimal integer within bounds.
        case integer(ClosedRange<Int>)
        case boolean
        case duration
        case choice([String])
        /// The name of an entry in ``entries(_:)`` at another key of the same section.
        case reference(to: String)
        /// A reference to a secret, such as `{env: NAME}`, but never the secret itself.
        case secret
        /// A mapping from arbitrary names to strings.
        case mapping
        /// A mapping from the names of rules and groups to levels.
        case rules(RuleCatalog)
        /// A mapping from arbitrary names to groups of settings.
        case entries([Setting])
    }

    /// The key in kebab-case.
    ///
    /// A dotted key is in a nested mapping: `lint.rules` is the key `rules` in the mapping `lint`.
    public let key: String
    /// The type of values.
    public let kind: Kind
    /// The default, in the format of an environment variable.
    private(set) var defaultText: String?
    let help: String
    /// Variables of other programs that provide the value if no layer does; the first one that is set wins.
    public private(set) var variables: [String] = []
    /// Keys in the same section that disable `variables` if they have a value.
    private(set) var alternatives: [String] = []
    /// Another fallback, before `variables`.
    private var lookup: @Sendable ([String: String]) -> (source: String, text: String)? = { _ in nil }
    private var check: @Sendable (String) -> String? = { _ in nil }
    /// The key that keeps references to its name in the values of its entry, for the command to replace them.
    private(set) var placeholder: String?

    /// Declares a setting.
    ///
    /// `key` is in kebab-case. `defaultText` has the format of an environment variable; secrets and entries cannot have
    /// a default.
    package init(_ key: String, _ kind: Kind, default defaultText: String? = nil, help: String) {
        self.key = key
        self.kind = kind
        self.defaultText = defaultText
        self.help = help
    }

    /// Adds variables of another program as the last layer; not supported for entries and their settings.
    ///
    /// - Parameters:
    ///   - variables: the names; a value of the wrong type is an error.
    ///   - alternatives: keys of the same section that disable the variables.
    /// - Returns: the modified setting.
    public func taking(_ variables: [String], unless alternatives: [String] = []) -> Setting {
        with {
            $0.variables = variables
            $0.alternatives = alternatives
        }
    }

    /// Adds a lookup in the environment, before the variables.
    ///
    /// It returns the value with a description of its source.
    package func taking(_ lookup: @escaping @Sendable ([String: String]) -> (source: String, text: String)?) -> Setting
    { with { $0.lookup = lookup } }

    /// Keeps `${KEY}` in the values of entries that have the key.
    package func keeping(_ key: String) -> Setting { with { $0.placeholder = key } }

    func inherited(from environment: [String: String]) -> (source: String, text: String)? {
        if let found = lookup(environment) { return found }
        for name in variables { if let text = environment[name], !text.isEmpty { return (name, text) } }
        return nil
    }

    /// For use if another section takes precedence over the default.
    package var withoutDefault: Setting { with { $0.defaultText = nil } }

    /// Adds a check for text values.
    ///
    /// `problem` returns a predicate such as `is not a URL`, or `nil`.
    func checked(by problem: @escaping @Sendable (String) -> String?) -> Setting { with { $0.check = problem } }

    private func with(_ change: (inout Setting) -> Void) -> Setting {
        var setting = self
        change(&setting)
        return setting
    }

    func problem(_ value: SettingValue) -> String? {
        switch value {
        case .string(let text): return check(text)
        case .list(let items): return items.lazy.compactMap(check).first
        case .url, .integer, .boolean, .duration, .seconds, .secret, .mapping, .entries: return nil
        }
    }

    /// Parses the text of a variable at the key `path`; appends problems to `findings`.
    package func value(of text: String, from origin: Origin, at path: String, collecting findings: inout [Diagnostic])
        -> SettingValue?
    {
        let reference = SecretReference(origin, value: Secret(text))
        guard let value = kind.value(of: text, reference: reference) else {
            findings.append(origin.finding(about: path, kind.refusal(of: text), hint: kind.hint(for: text)))
            return nil
        }
        guard let problem = problem(value) else { return value }
        findings.append(origin.finding(about: path, problem))
        return nil
    }
}
