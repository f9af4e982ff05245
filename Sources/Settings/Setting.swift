public import Reporting

/// A key that a section of `devtool.yml` may have, declared once: what it may hold and what it is for.
///
/// The declaration drives what is checked, what `devtool config` lists, what `devtool schema` tells
/// editors, and what is never shown.
///
/// ```swift
/// Setting("jobs", .integer(1...64), default: "4", help: "How many children run at once.")
/// ```
public struct Setting: Sendable {
    /// The type of a setting's value.
    public indirect enum Kind: Sendable {
        /// A string; numbers and words without quotes are strings, too.
        case string
        /// A URL; a password that is written out in it is never shown.
        case url
        /// A list of strings, or one string for a list of one.
        case list
        /// A whole number, in decimal digits, within bounds.
        case integer(ClosedRange<Int>)
        /// `true` or `false`.
        case boolean
        /// A span of time with its units, as in `500ms`, `10s` or `1h30m`.
        case duration
        /// One of some words.
        case choice([String])
        /// The name of one of the ``entries(_:)`` at another key of the same section.
        case reference(to: String)
        /// A reference to a secret, as in `{env: NAME}`; never the secret itself.
        case secret
        /// A mapping from names of the user's choice to strings.
        case mapping
        /// A mapping from the names of rules and of their groups to levels.
        case rules(RuleCatalog)
        /// A mapping from names of the user's choice to groups of settings.
        case entries([Setting])
    }

    /// The key as written in the file, in kebab-case; one with dots is in a mapping of its section, as
    /// `lint.rules` is the key `rules` of the mapping `lint`.
    public let key: String
    /// What it holds.
    public let kind: Kind
    /// The value where no layer of the configuration has one, written as in an environment variable.
    private(set) var defaultText: String?
    /// Its purpose, in one sentence.
    let help: String
    /// The variables of another program that give its value where nothing else does; of those that are set the
    /// first counts.
    public private(set) var variables: [String] = []
    /// The keys beside it that keep those variables from giving a value, where one of them has one.
    private(set) var alternatives: [String] = []
    /// What else may give its value where nothing else does, before those variables do.
    private var lookup: @Sendable ([String: String]) -> (source: String, text: String)? = { _ in nil
    }
    private var check: @Sendable (String) -> String? = { _ in nil }

    /// Declares a setting.
    ///
    /// - Parameters:
    ///   - key: the key as written in the file, in kebab-case.
    ///   - kind: what it holds.
    ///   - defaultText: its value where nobody gives one, written as in an environment variable; secrets
    ///     and entries have none.
    ///   - help: what it is for, in a sentence.
    package init(_ key: String, _ kind: Kind, default defaultText: String? = nil, help: String) {
        self.key = key
        self.kind = kind
        self.defaultText = defaultText
        self.help = help
    }

    /// The setting, with variables of another program as the last of its layers; entries and their settings have
    /// none.
    ///
    /// - Parameters:
    ///   - variables: the variables; a value of another kind is an error, as in devtool's own.
    ///   - alternatives: keys of the same section that say the same in another way.
    /// - Returns: the setting.
    public func taking(_ variables: [String], unless alternatives: [String] = []) -> Setting {
        var setting = self
        setting.variables = variables
        setting.alternatives = alternatives
        return setting
    }

    /// The setting, with another way to look into the environment for its value, before its variables.
    ///
    /// - Parameter lookup: what says the value in an environment, and the value, as text; nil where nothing does.
    /// - Returns: the setting.
    package func taking(
        _ lookup: @escaping @Sendable ([String: String]) -> (source: String, text: String)?
    ) -> Setting {
        var setting = self
        setting.lookup = lookup
        return setting
    }

    /// What another program's part of the environment says of the setting.
    func inherited(from environment: [String: String]) -> (source: String, text: String)? {
        if let found = lookup(environment) { return found }
        for name in variables {
            if let text = environment[name], !text.isEmpty { return (name, text) }
        }
        return nil
    }

    /// The setting without its default, as where another section is asked before that counts.
    package var withoutDefault: Setting {
        var setting = self
        setting.defaultText = nil
        return setting
    }

    /// The setting of one text, which is looked at closer than its kind does.
    ///
    /// - Parameter problem: what is wrong with a text, as in `'cards.api' is not a URL` without the subject; nil
    ///   where nothing is.
    /// - Returns: the setting.
    func checked(by problem: @escaping @Sendable (String) -> String?) -> Setting {
        var setting = self
        setting.check = problem
        return setting
    }

    /// What is wrong with a value that is of this kind; nil where nothing is.
    func problem(_ value: SettingValue) -> String? {
        switch value {
        case .string(let text): return check(text)
        case .list(let items): return items.lazy.compactMap(check).first
        default: return nil
        }
    }

    /// Reads a text, as a variable has it.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - origin: where it is from.
    ///   - path: the setting's place in the configuration.
    ///   - findings: gets what is wrong.
    /// - Returns: the value; nil where something is wrong.
    package func value(
        of text: String, from origin: Origin, at path: String,
        collecting findings: inout [Diagnostic]
    ) -> SettingValue? {
        let reference = SecretReference(origin, value: Secret(text))
        guard let value = kind.value(of: text, reference: reference) else {
            findings.append(
                origin.finding(about: path, kind.refusal(of: text), hint: kind.hint(for: text)))
            return nil
        }
        guard let problem = problem(value) else { return value }
        findings.append(origin.finding(about: path, problem))
        return nil
    }
}
