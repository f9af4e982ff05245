/// A kind of problem as reports name and explain it, the same wherever it is found.
///
/// devtool's own rules are the cases of enums that conform to ``DescribedRule``, so that none lacks its
/// texts. Of an external plugin's rules devtool knows only what the plugin calls them.
public struct RuleDescription: Hashable, Sendable {
    /// The rule's name for programs, which sort by it, such as `unknown-key`.
    public let id: String
    /// What people read of the rule; nil where only its id is known.
    package let texts: RuleTexts?
    /// The id of the group that it is set with; nil for a rule that cannot be set.
    package private(set) var group: String?
    /// How its findings count where nobody sets it; nil where that depends on the finding.
    package private(set) var level: RuleLevel?

    /// Describes a rule.
    package init(_ rule: some DescribedRule) {
        self.init(id: rule.rawValue, texts: rule.texts)
        guard let rule = rule as? any SettableRule else { return }
        group = rule.groupID
        level = rule.level
    }

    /// Describes a rule that is a value, not a case of an enum.
    package init(id: String, group: String, level: RuleLevel?, texts: RuleTexts) {
        self.init(id: id, texts: texts)
        self.group = group
        self.level = level
    }

    /// Describes a rule of which only the id is known, as of an external plugin's.
    package init(foreign id: String) {
        self.init(id: id, texts: nil)
    }

    private init(id: String, texts: RuleTexts?) {
        self.id = id
        self.texts = texts
    }

    /// The description without secrets, of which devtool's own texts have none.
    func hiding(_ secrets: KnownSecrets) -> RuleDescription {
        var copy = RuleDescription(id: secrets.hidden(in: id), texts: texts)
        copy.group = group
        copy.level = level
        return copy
    }
}

/// What people read of a rule.
public struct RuleTexts: Hashable, Sendable {
    /// The rule's name for people, in words that are written together: `UnknownKey`.
    package let name: String
    /// What is wrong, in one sentence.
    package let summary: String
    /// What happens because of it, in one or two sentences; nil where the summary tells.
    package let consequence: String?
    /// What to do about it, in one or two sentences.
    package let help: String
    /// Where it is documented: a URL; nil for rules that are devtool's own knowledge.
    package let source: String?

    /// Creates the texts of a rule; its name must differ from its id by more than case, or readers of
    /// reports cannot tell them apart.
    public init(
        _ name: String, _ summary: String, because consequence: String? = nil, help: String,
        source: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.consequence = consequence
        self.help = help
        self.source = source
    }
}

/// The rules of a command: an enum whose raw values are their ids.
///
/// ```swift
/// enum LinkRule: String, DescribedRule {
///     case deadLink = "dead-link"
///
///     var texts: RuleTexts {
///         switch self {
///         case .deadLink:
///             RuleTexts("DeadLink", "A link leads nowhere.", help: "Correct or remove it.")
///         }
///     }
/// }
/// context.console.report(Diagnostic("no page at 'a.html'", rule: LinkRule.deadLink))
/// ```
public protocol DescribedRule: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// What people read of the rule.
    var texts: RuleTexts { get }
}
