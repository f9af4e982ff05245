/// A kind of problem as reports name and explain it, the same wherever it is found.
///
/// It is declared in the file whose code reports it:
///
/// ```swift
/// extension Rule {
///     static let deadLink = Rule(
///         "dead-link", "DeadLink", "A link leads nowhere.", help: "Correct or remove it.")
/// }
/// context.console.report(Diagnostic("no page at 'a.html'", rule: .deadLink))
/// ```
///
/// A rule of a group is one that a project may set to a level, by itself or with its group. A ``RuleCatalog`` makes the
/// setting, its schema and `--explain`.
public struct Rule: Hashable, Sendable {
    /// The rule's name for programs, which sort by it, such as `unknown-key`.
    public let id: String
    /// The group that it is set with; nil for a rule that cannot be set.
    package let group: RuleGroup?
    /// The default level of its findings; nil if each finding has its own.
    package let level: RuleLevel?
    /// Its texts for people; nil if only the id is known.
    package let texts: RuleTexts?

    /// Declares a rule.
    ///
    /// - Parameters:
    ///   - id: its name in settings, comments and reports.
    ///   - group: the group that it is set with; nil for a rule that cannot be set.
    ///   - level: the default level of its findings; nil if each finding has its own.
    ///   - title: its name for people, in words that are written together, as SARIF has it: `UnknownKey`. It must
    ///     differ from the id by more than case, or readers of reports cannot tell them apart.
    ///   - summary: what is wrong, in one sentence.
    ///   - consequence: what happens because of it, in one or two sentences; nil if the summary says it.
    ///   - help: what to do about it, in one or two sentences.
    ///   - source: the URL of its documentation; nil for rules that are devtool's own knowledge.
    public init(
        _ id: String, in group: RuleGroup? = nil, level: RuleLevel? = nil, _ title: String,
        _ summary: String, because consequence: String? = nil, help: String, source: String? = nil
    ) {
        let texts = RuleTexts(
            title: title, summary: summary, consequence: consequence, help: help, source: source)
        self.init(id, group, level, texts)
    }

    /// Names a rule of which only the id is known, as of an external plugin's.
    package init(foreign id: String) {
        self.init(id, nil, nil, nil)
    }

    private init(_ id: String, _ group: RuleGroup?, _ level: RuleLevel?, _ texts: RuleTexts?) {
        self.id = id
        self.group = group
        self.level = level
        self.texts = texts
    }

    /// The rule without secrets, of which devtool's own texts have none.
    func hiding(_ secrets: KnownSecrets) -> Rule {
        Rule(secrets.hidden(in: id), group, level, texts)
    }
}

/// Rules that are set together.
public struct RuleGroup: Hashable, Sendable {
    /// Its name in settings, which no rule has.
    public let id: String
    /// What its rules find, in one sentence.
    package let summary: String

    /// Declares a group.
    public init(_ id: String, _ summary: String) {
        self.id = id
        self.summary = summary
    }
}

/// What people read of a rule; the parameters of `Rule.init` say what each is.
package struct RuleTexts: Hashable, Sendable {
    package let title: String
    package let summary: String
    package let consequence: String?
    package let help: String
    package let source: String?
}
