package import Reporting

/// A rule about changesets that Liquibase runs as they are, and that may still hurt: a project sets each to a level.
///
/// It is declared in the file whose code reports it.
package struct PolicyRule: Hashable, Sendable {
    /// What settings, reports and `--explain` have of it.
    package let description: RuleDescription

    package var id: String { description.id }
    package var group: Group? { description.group.flatMap(Group.init) }

    /// Whether one finding stands for all of a file: what a team has decided once.
    var isOncePerFile: Bool { self == .intKey || self == .timestampWithoutZone }

    /// The groups of the rules.
    package enum Group: String, RuleGroup {
        case destructive, blocking, data, liquibase, design

        package var summary: String {
            switch self {
            case .destructive: "Changes that remove data, or what others use."
            case .blocking: "Changes that keep a running application waiting, or break it."
            case .data: "Changes that fail if the data that is there does not suit them."
            case .liquibase: "How changesets are written, for Liquibase and for the team."
            case .design: "Tables and columns that are often regretted."
            }
        }
    }

    /// Declares a rule.
    ///
    /// - Parameters:
    ///   - id: its name in settings and comments.
    ///   - group: what it is set with.
    ///   - level: how its findings count by default.
    ///   - title: its name in SARIF.
    ///   - summary: what it finds.
    ///   - consequence: what happens as a result; nil if the summary says it.
    ///   - help: what to do about it.
    ///   - source: where that is documented.
    init(
        _ id: String, _ group: Group, _ level: RuleLevel, _ title: String, _ summary: String,
        because consequence: String?, help: String, source: String
    ) {
        description = RuleDescription(
            id: id, group: group.rawValue, level: level,
            texts: RuleTexts(title, summary, because: consequence, help: help, source: source))
    }

    /// All rules, in the order of the documentation.
    package static let all: [PolicyRule] = [
        .dropTable, .dropColumn, .dropSchema, .dropSequence, .dropView, .dropType, .dropFunction,
        .dropTrigger, .dropConstraint, .dropCascade,
        .truncateTable, .deleteWithoutWhere, .updateWithoutWhere, .narrowerType,
        .blockingIndex, .blockingIndexDrop, .blockingForeignKey, .blockingCheck, .blockingNotNull,
        .blockingUnique, .blockingDetach, .typeRewrite, .defaultRewrite, .tableRewrite,
        .renameTable, .renameColumn,
        .lockTable, .severalLocks,
        .requiredColumn, .uniqueOnData, .foreignKeyOnData, .enumValueRemoval,
        .concurrentlyInTransaction, .transactionStatement, .noRollback, .openRollback,
        .notRepeatable, .partialChangeSet,
        .idPattern, .authorPattern, .missingLabels, .missingContexts, .missingComment, .unreadSQL,
        .noPrimaryKey, .reservedName, .longName, .domainConstraint, .intKey, .timestampWithoutZone,
    ]

    /// All rules, for settings, `--explain` and reports.
    package static let catalog = RuleCatalog {
        (all.map(\.description), Group.allCases.map { ($0.rawValue, $0.summary) })
    }
}

/// Where several rules are documented.
enum PolicySource {
    static let postgreSQL = "https://www.postgresql.org/docs/current/"
    static let alterTable = postgreSQL + "sql-altertable.html#SQL-ALTERTABLE-NOTES"
    static let locking = postgreSQL + "explicit-locking.html"
    static let liquibase = "https://docs.liquibase.com/concepts/changelogs/"
    static let changeSet = liquibase + "changeset.html"
}
