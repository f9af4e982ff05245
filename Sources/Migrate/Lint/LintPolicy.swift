import Changelogs
import DevtoolKit
import Policy
import Scanning

extension RuleCatalog { static let changelogs = RuleCatalog([policy, lint, since].flatMap(\.rules)) }

/// A project's requirements for its changelogs: levels of rules and patterns of names, for each kind of target.
struct LintPolicy {
    private struct Demand: Hashable {
        let databases: [DatabaseProduct]
        let levels: RuleLevels
        let idPattern: String?
        let authorPattern: String?
    }

    private let demands: [Demand]
    var catalog: Catalog?

    init(for targets: [(section: ConfigurationSection, database: DatabaseProduct?)], raising raised: [Rule] = []) {
        demands =
            targets.map { section, database in
                let rules = section[TargetSetting.lintRules]
                // In one database of many tenants, what misses its schema is in another tenant's.
                let raisedHere =
                    raised.map { ($0, RuleLevel.warning) } + (section.isOfList ? [(.sqlOutsideSchema, .error)] : [])
                let levels = raisedHere.reduce(rules) { levels, raised in
                    let isSet = levels.setLevel(of: raised.0) != nil
                    return isSet ? levels : levels.setting(raised.0.id, to: raised.1)
                }
                return Demand(
                    databases: [database].compactMap(\.self), levels: levels,
                    idPattern: section[TargetSetting.lintIDPattern],
                    authorPattern: section[TargetSetting.lintAuthorPattern])
            }.distinct
    }

    var isForPostgreSQL: Bool { demands.contains { $0.databases.contains { $0.engine == .postgresql } } }

    /// The findings about correctness, policy and accepting comments at their configured levels, without accepted ones.
    ///
    /// `isPending` selects the changesets for policy rules, which need the changelog's operations.
    func findings(in changelog: Changelog, and others: [Diagnostic] = [], isPending: ((ChangeSet) -> Bool)? = nil)
        -> [Diagnostic]
    {
        var allowed = changelog.allowed
        let correctness = (changelog.findings + others).compactMap(applied).filter { finding in
            !allowed.accepts(finding)
        }
        let policy = policyFindings(in: changelog, isPending: isPending).filter { finding in
            !allowed.accepts(finding.diagnostic, about: finding.places)
        }.oncePerFile
        let problems = allowed.problems(in: .changelogs) { rule in isPending == nil && isChecked(rule) }
        return correctness + policy.map(\.diagnostic) + problems
    }

    /// The findings of policy rules, each once at the highest level of all targets, including accepted ones.
    func policyFindings(in changelog: Changelog, isPending: ((ChangeSet) -> Bool)? = nil) -> [ChangeFinding] {
        var findings: [ChangeFinding] = []
        var indices: [String: Int] = [:]
        for demand in demands {
            let patterns = ChangeSetPatterns(id: demand.idPattern, author: demand.authorPattern)
            let check = PolicyCheck(for: demand.databases, levels: demand.levels, patterns: patterns, catalog: catalog)
            for finding in check.findings(in: changelog.changeSets, isPending: isPending) {
                let key = "\(finding.rule.id) \(finding.location)"
                if let index = indices[key], demands.count > 1 {
                    if finding.severity.rank > findings[index].severity.rank { findings[index] = finding }
                } else {
                    indices[key] = findings.count
                    findings.append(finding)
                }
            }
        }
        return Self.sorted(findings, as: changelog.changeSets)
    }

    /// The locks and work of changesets on the first target's database, and the catalog query that refines them.
    func costs(in changelog: Changelog, isPending: (ChangeSet) -> Bool) -> (
        costs: [String: PolicyCheck.Costs], question: Catalog.Question?
    ) {
        PolicyCheck(for: demands.first?.databases ?? [], catalog: catalog).costs(
            in: changelog.changeSets, isPending: isPending)
    }

    private static func sorted(_ findings: [ChangeFinding], as changeSets: [ChangeSet]) -> [ChangeFinding] {
        let order = Dictionary(changeSets.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        return findings.map { finding in (order[finding.changeSet] ?? 0, finding.location.line, finding) }.sorted {
            ($0.0, $0.1) < ($1.0, $1.1)
        }.map(\.2)
    }

    /// The finding at the highest level of all targets; `nil` if all targets turn it off.
    func applied(to finding: Diagnostic) -> Diagnostic? {
        let applied = demands.compactMap { $0.levels.applied(to: finding) }
        return demands.isEmpty ? finding : applied.max { $0.severity.rank < $1.severity.rank }
    }

    /// Whether a rule, or one of a group, could have reported anything.
    private func isChecked(_ name: String) -> Bool {
        let rules = RuleCatalog.changelogs.rules.filter { $0.id == name || $0.group?.id == name }
        return rules.contains { rule in
            demands.contains { demand in
                let isBlind = demand.databases.isEmpty && rule.group == .blocking
                return !isBlind && demand.levels.level(of: rule) != .off
            }
        }
    }
}

extension Diagnostic.Severity {
    fileprivate var rank: Int {
        switch self {
        case .error: 2
        case .warning: 1
        case .note: 0
        }
    }
}

extension ChangeSetPatterns {
    fileprivate init(id: String?, author: String?) {
        self.init()
        isGoodID = id.flatMap(Self.matcher)
        isGoodAuthor = author.flatMap(Self.matcher)
    }

    private static func matcher(_ pattern: String) -> ((String) -> Bool)? {
        guard let regex = try? Regex(pattern) else { return nil }
        return { text in (try? regex.wholeMatch(in: text)) ?? nil != nil }
    }
}
