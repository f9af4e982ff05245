import Scanning

/// The rules of a command whose levels can be set.
///
/// ```swift
/// let catalog = RuleCatalog([.deadLink, .slowLink])
/// static let rules = SettingKey.rules("rules", of: catalog, help: "The levels of rules.")
/// ```
public struct RuleCatalog: Sendable {
    /// Evaluated on demand, because most commands never need the rules.
    private let declared: @Sendable () -> [Rule]

    /// Lists rules in the order of the documentation; all must be in a group.
    public init(_ rules: @autoclosure @escaping @Sendable () -> [Rule]) { declared = rules }

    /// The rules in the order of their declaration.
    public var rules: [Rule] { declared() }

    /// The groups in the order of their first rules.
    public var groups: [RuleGroup] { rules.compactMap(\.group).distinct }

    /// The names for which a level can be set: groups, then rules.
    public var names: [String] { groups.map(\.id) + rules.map(\.id) }

    /// The rule with an ID.
    public func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }
}
