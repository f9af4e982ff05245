/// A kind of problem, as reports name and explain it.
///
/// It is declared next to the code that reports it:
///
/// ```swift
/// extension Rule {
///     static let deadLink = Rule(
///         "dead-link", "DeadLink", "A link leads nowhere.", help: "Correct or remove it.")
/// }
/// context.console.report(Diagnostic("no page at 'a.html'", rule: .deadLink))
/// ```
///
/// A project can set the level of a rule in a group, for the rule or for the whole group.
///
/// A ``RuleCatalog`` provides the setting and its schema.
public struct Rule: Hashable, Sendable {
    /// The rule's name for programs, such as `unknown-key`.
    public let id: String
    package let group: RuleGroup?
    package let level: RuleLevel?
    /// `nil` if only the ID is known.
    package let texts: RuleTexts?

    /// Declares a rule.
    ///
    /// - Parameters:
    ///   - id: the name in settings, comments and reports.
    ///   - group: the rule's group; `nil` if its level cannot be set.
    ///   - level: the default level; `nil` if each finding has its own.
    ///   - title: the name in SARIF reports, in camel case: `UnknownKey`. It must differ from the ID by more than case,
    ///     or readers cannot tell them apart.
    ///   - summary: the problem, in one sentence.
    ///   - consequence: the effect of the problem, in one or two sentences; `nil` if the summary includes it.
    ///   - help: how to fix the problem, in one or two sentences.
    ///   - source: the URL of external documentation.
    public init(
        _ id: String, in group: RuleGroup? = nil, level: RuleLevel? = nil, _ title: String, _ summary: String,
        because consequence: String? = nil, help: String, source: String? = nil
    ) {
        let texts = RuleTexts(title: title, summary: summary, consequence: consequence, help: help, source: source)
        self.init(id, group, level, texts)
    }

    package init(foreign id: String) { self.init(id, nil, nil, nil) }

    private init(_ id: String, _ group: RuleGroup?, _ level: RuleLevel?, _ texts: RuleTexts?) {
        self.id = id
        self.group = group
        self.level = level
        self.texts = texts
    }

    func hiding(_ secrets: KnownSecrets) -> Rule { Rule(secrets.hidden(in: id), group, level, texts) }
}

/// Rules whose level can be set together.
public struct RuleGroup: Hashable, Sendable {
    /// The name in settings, which must differ from all rules.
    public let id: String
    package let summary: String

    /// Declares a group.
    public init(_ id: String, _ summary: String) {
        self.id = id
        self.summary = summary
    }
}

package struct RuleTexts: Hashable, Sendable {
    package let title: String
    package let summary: String
    package let consequence: String?
    package let help: String
    package let source: String?
}
