import Changelogs
import DevtoolKit

/// The rules of the lint, as a project may set and explain them.
enum LintCatalog {
    /// All rules.
    static let all = RuleCatalog(RuleCatalog.policy.rules + RuleCatalog.lint.rules)
    /// The setting that has their levels.
    static let setting = "migrate.lint.rules"
}

/// What a project asks of its changelogs: the levels of rules and the patterns of names, for each kind of
/// target.
struct LintPolicy {
    /// What targets ask that ask the same.
    private struct Demand {
        let databases: [DatabaseProduct]
        let levels: RuleLevels
        let patterns: ChangeSetPatterns
    }

    private var demands: [Demand] = []
    /// What the database tells that pending changesets are run on, where it was asked.
    var catalog: Catalog?

    /// Takes what sections of `devtool.yml` ask.
    ///
    /// - Parameters:
    ///   - targets: the sections, each with the database that it is for, where that is known.
    ///   - raised: rules that the command line asks for.
    init(
        for targets: [(section: ConfigurationSection, database: DatabaseProduct?)],
        raising raised: [Rule] = []
    ) {
        struct Key: Hashable {
            let database: DatabaseProduct?
            let levels: RuleLevels
            let patterns: [String?]
        }
        var told: Set<Key> = []
        for (section, database) in targets {
            let rules = section[TargetSetting.lintRules]
            let levels = raised.reduce(rules) { levels, rule in
                let isSet = levels.setLevel(of: rule) != nil
                return isSet ? levels : levels.setting(rule.id, to: .warning)
            }
            let patterns = [
                section[TargetSetting.lintIDPattern], section[TargetSetting.lintAuthorPattern],
            ]
            let key = Key(database: database, levels: levels, patterns: patterns)
            guard told.insert(key).inserted else { continue }
            demands.append(
                Demand(
                    databases: [database].compactMap(\.self), levels: levels,
                    patterns: ChangeSetPatterns(id: patterns[0], author: patterns[1])))
        }
    }

    /// Whether a target is a PostgreSQL database.
    var isForPostgreSQL: Bool {
        demands.contains { $0.databases.contains { $0.engine == .postgresql } }
    }

    /// The findings of a changelog at the levels that are set, without those that comments accept; then what
    /// is wrong with the comments.
    ///
    /// - Parameters:
    ///   - changelog: the changelog; its operations are looked at where they have been read.
    ///   - others: more findings, such as those about a history.
    ///   - isPending: which changesets are looked at; nil for all.
    /// - Returns: the findings: those of correctness, of policy, and about comments.
    func findings(
        in changelog: Changelog, and others: [Diagnostic] = [],
        isPending: ((ChangeSet) -> Bool)? = nil
    ) -> [Diagnostic] {
        var allowed = changelog.allowed
        let correctness = (changelog.findings + others).compactMap(applied).filter { finding in
            !allowed.accepts(finding)
        }
        let policy = policyFindings(in: changelog, isPending: isPending).filter { finding in
            !allowed.accepts(finding.diagnostic, about: finding.places)
        }.oncePerFile
        let problems = allowed.problems(in: LintCatalog.all) { rule in
            isPending == nil && isChecked(rule)
        }
        return correctness + policy.map(\.diagnostic) + problems
    }

    /// What the rules of policy find in the changesets, each finding once, at the highest of the levels that
    /// targets set; those that comments accept among them.
    func policyFindings(
        in changelog: Changelog, isPending: ((ChangeSet) -> Bool)? = nil
    ) -> [ChangeFinding] {
        var findings: [ChangeFinding] = []
        var indices: [String: Int] = [:]
        for demand in demands {
            let check = PolicyCheck(
                for: demand.databases, levels: demand.levels, patterns: demand.patterns,
                catalog: catalog)
            for finding in check.findings(in: changelog.changeSets, isPending: isPending) {
                let key = "\(finding.rule.id) \(finding.location)"
                if let index = indices[key], demands.count > 1 {
                    if finding.severity.isWorse(than: findings[index].severity) {
                        findings[index] = finding
                    }
                } else {
                    indices[key] = findings.count
                    findings.append(finding)
                }
            }
        }
        return Self.sorted(findings, as: changelog.changeSets)
    }

    /// What changesets cost others on the first target's database, by their names, and what to ask it about that.
    func costs(
        in changelog: Changelog, isPending: (ChangeSet) -> Bool
    ) -> (costs: [String: PolicyCheck.Costs], question: Catalog.Question?) {
        PolicyCheck(for: demands.first?.databases ?? [], catalog: catalog)
            .costs(in: changelog.changeSets, isPending: isPending)
    }

    /// Findings in the order of the changesets, and in each by their places.
    private static func sorted(
        _ findings: [ChangeFinding], as changeSets: [ChangeSet]
    ) -> [ChangeFinding] {
        let order = Dictionary(
            changeSets.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        return findings.map { finding in
            (order[finding.changeSet] ?? 0, finding.location.line, finding)
        }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// A finding of correctness at the highest level that a target sets; nil where all set it off.
    func applied(to finding: Diagnostic) -> Diagnostic? {
        let applied = demands.compactMap { $0.levels.applied(to: finding) }
        return demands.isEmpty
            ? finding : applied.max { $1.severity.isWorse(than: $0.severity) }
    }

    /// Whether a rule, or one of a group, can have found anything.
    private func isChecked(_ name: String) -> Bool {
        let rules = LintCatalog.all.rules.filter { $0.id == name || $0.group?.id == name }
        return rules.contains { rule in
            demands.contains { demand in
                let isBlind =
                    demand.databases.isEmpty && rule.group == .blocking
                return !isBlind && demand.levels.level(of: rule) != .off
            }
        }
    }
}

extension Diagnostic.Severity {
    fileprivate func isWorse(than other: Diagnostic.Severity) -> Bool {
        func rank(_ severity: Diagnostic.Severity) -> Int {
            switch severity {
            case .error: 2
            case .warning: 1
            case .note: 0
            }
        }
        return rank(self) > rank(other)
    }
}

extension ChangeSetPatterns {
    /// The patterns of settings, which have been checked.
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
