/// The name of a Liquibase command, accepted as `update-sql` and as `updateSQL`.
struct CommandName: CustomStringConvertible {
    /// What a command does to a database.
    enum Effect: Comparable {
        /// It only looks, or writes files.
        case reads
        /// It changes the database, or what Liquibase notes in it.
        case writes
        /// It takes away what may not come back: data, or the record of what has been applied.
        case destroys
    }

    /// The name as the user has written it.
    let description: String
    /// The name in lower case without hyphens, the same for all spellings.
    private let key: String

    /// Takes the name as the user has written it.
    init(_ written: String) {
        description = written
        key = written.filter { $0 != "-" }.lowercased()
    }

    /// Whether it is a command, in whatever spelling.
    static func == (name: CommandName, other: String) -> Bool {
        name.key == CommandName(other).key
    }

    /// What it does to the database; of an unknown command the worst is not assumed, but that it writes.
    var effect: Effect {
        if Self.destroying.contains(key) { return .destroys }
        return Self.reading.contains(key) || printsSQL ? .reads : .writes
    }

    /// Whether it prints the SQL that another command would run, and tells of changesets as that would.
    var printsSQL: Bool { key.hasSuffix("sql") && key != "executesql" }

    /// The names of the commands that apply changesets, each with the one that prints their SQL.
    private static let previews = [
        "update": "update-sql", "updatecount": "update-count-sql",
        "updatetotag": "update-to-tag-sql", "rollback": "rollback-sql",
        "rollbackcount": "rollback-count-sql", "rollbacktodate": "rollback-to-date-sql",
        "changelogsync": "changelog-sync-sql", "changelogsynctotag": "changelog-sync-to-tag-sql",
        "marknextchangesetran": "mark-next-changeset-ran-sql",
    ]

    /// The command that prints the SQL which this one would run, if there is one.
    var preview: String? { Self.previews[key] }

    /// The kind of value that a command needs, such as how far to go.
    enum ValueKind: String {
        /// How many changesets.
        case count
        /// A day, or a time of one.
        case date
        /// The name of a state of the database.
        case tag

        /// The option that has it, which may be left out.
        var option: String { "--\(rawValue)" }

        func accepts(_ text: String) -> Bool {
            switch self {
            case .count: Int32(text).map { $0 > 0 } ?? false
            case .date: text.wholeMatch(of: Self.dateForm) != nil
            case .tag: !text.isEmpty
            }
        }

        // As the standard has it; the time can be a word of its own.
        nonisolated(unsafe) private static let dateForm =
            /\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]([01]\d|2[0-3]):[0-5]\d(:\d\d(\.\d+)?)?)?/
    }

    /// The value without which it cannot run.
    var valueKind: ValueKind? {
        let base = key.hasSuffix("sql") ? String(key.dropLast(3)) : key
        return switch base {
        case "rollbackcount", "updatecount", "futurerollbackcount": .count
        case "rollbacktodate": .date
        case "rollback", "updatetotag", "changelogsynctotag", "tag", "tagexists": .tag
        default: nil
        }
    }

    /// Whether it goes through the changelog up to a tag, or prints what would.
    var endsAtTag: Bool { key.hasPrefix("updatetotag") || key.hasPrefix("changelogsynctotag") }

    /// Whether it writes a changelog by what it finds in databases.
    var writesChangelog: Bool { ["diffchangelog", "generatechangelog"].contains(key) }

    /// Whether it undoes changesets, or prints what would.
    var isRollback: Bool { key.hasPrefix("rollback") }

    /// Whether it applies the changelog to the database.
    var appliesChanges: Bool {
        ["update", "updatecount", "updatetotag", "updatetestingrollback"].contains(key)
    }

    /// Whether Liquibase lets a listener know all that it does with changesets.
    var isReported: Bool {
        // 4.6.2 reports only the first of its three steps.
        (appliesChanges || isRollback || printsSQL) && key != "updatetestingrollback"
    }

    /// Whether it reads the changelog, and takes parameters for it as words.
    var readsChangelog: Bool {
        printsSQL || appliesChanges || Self.previews[key] != nil
            || Self.otherwiseReading.contains(key)
    }

    /// Whether it is a command of Liquibase 4.6.2, or one that later versions document.
    var isKnown: Bool {
        let (base, suffix) = key.hasSuffix("sql") ? (key.dropLast(3), "sql") : (key[...], "")
        return Self.destroying.contains(key) || Self.reading.contains(key)
            || Self.otherwiseKnown.contains(key)
            || suffix == "sql" && (Self.previews[String(base)] != nil || base.hasPrefix("rollback"))
    }

    private static let otherwiseReading: Set = [
        "status", "validate", "calculatechecksum", "dbdoc", "unexpectedchangesets",
        "updateonechangeset", "rollbackonechangeset", "rollbackoneupdate",
    ]

    private static let destroying: Set = [
        "dropall", "rollback", "rollbackcount", "rollbacktodate", "rollbackonechangeset",
        "rollbackoneupdate", "changelogsync", "changelogsynctotag", "clearchecksums",
        "marknextchangesetran",
    ]

    private static let reading: Set = [
        "status", "validate", "history", "diff", "diffchangelog", "generatechangelog", "snapshot",
        "snapshotreference", "listlocks", "calculatechecksum", "dbdoc", "tagexists", "help",
        "unexpectedchangesets",
    ]

    private static let otherwiseKnown: Set = [
        "update", "updatecount", "updatetotag", "updatetestingrollback", "tag", "releaselocks",
        "executesql", "futurerollbacksql", "futurerollbackcountsql",
        "futurerollbackfromtagsql", "checks", "registerchangelog", "deactivatechangelog",
        "synchub", "init", "connect", "flow", "setcontexts", "setlabels", "updateonechangeset",
        "listcontexts",
    ]
}
