/// The name of a Liquibase command, in kebab-case or camelCase.
struct CommandName: CustomStringConvertible {
    enum Effect {
        case reads
        case writes
        /// It may permanently remove data or records of applied changesets.
        case destroys
    }

    let description: String
    fileprivate let key: String

    init(_ written: String) {
        description = written
        key = written.filter { $0 != "-" }.lowercased()
    }

    /// The effect on the database; an unknown command is assumed to write.
    var effect: Effect {
        if Self.destroying.contains(key) { return .destroys }
        return Self.reading.contains(key) || printsSQL ? .reads : .writes
    }

    var printsSQL: Bool { key.hasSuffix("sql") && key != "executesql" }

    /// The commands that change the history, with the commands that print their SQL.
    private static let previews = [
        "update": "update-sql", "updatecount": "update-count-sql", "updatetotag": "update-to-tag-sql",
        "rollback": "rollback-sql", "rollbackcount": "rollback-count-sql", "rollbacktodate": "rollback-to-date-sql",
        "changelogsync": "changelog-sync-sql", "changelogsynctotag": "changelog-sync-to-tag-sql",
        "marknextchangesetran": "mark-next-changeset-ran-sql",
    ]

    var preview: String? { Self.previews[key] }

    enum ValueKind: String {
        case count
        case date
        case tag

        /// The option for the value, which may also be a plain argument.
        var option: String { "--\(rawValue)" }

        func accepts(_ text: String) -> Bool {
            switch self {
            case .count: Int32(text).map { $0 > 0 } ?? false
            case .date: text.wholeMatch(of: Self.dateForm) != nil
            case .tag: !text.isEmpty
            }
        }

        // ISO 8601; the time may also be a separate word.
        nonisolated(unsafe) private static let dateForm =
            /\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]([01]\d|2[0-3]):[0-5]\d(:\d\d(\.\d+)?)?)?/
    }

    var valueKind: ValueKind? {
        let base = key.hasSuffix("sql") ? String(key.dropLast(3)) : key
        return switch base {
        case "rollbackcount", "updatecount", "futurerollbackcount": .count
        case "rollbacktodate": .date
        case "rollback", "updatetotag", "changelogsynctotag", "tag", "tagexists": .tag
        default: nil
        }
    }

    var endsAtTag: Bool { key.hasPrefix("updatetotag") || key.hasPrefix("changelogsynctotag") }

    var writesChangelog: Bool { ["diffchangelog", "generatechangelog"].contains(key) }

    /// Whether Liquibase before 4.23 ignores contexts and labels in it (`AbstractCliWrapperCommandStep`).
    var marksNext: Bool { key.hasPrefix("marknextchangesetran") }

    /// Whether it records changesets without running them, which Liquibase does not report.
    var onlyRecords: Bool { (marksNext || key.hasPrefix("changelogsync")) && !printsSQL }

    var isRollback: Bool { key.hasPrefix("rollback") }

    var appliesChanges: Bool { ["update", "updatecount", "updatetotag", "updatetestingrollback"].contains(key) }

    /// Whether Liquibase calls change listeners for everything that it does with changesets.
    var isReported: Bool {
        // Liquibase 4.6.2 reports only the first of the three steps of update-testing-rollback.
        (appliesChanges || isRollback || printsSQL) && key != "updatetestingrollback"
    }

    var readsChangelog: Bool {
        printsSQL || appliesChanges || Self.previews[key] != nil || Self.otherwiseReading.contains(key)
    }

    /// Whether it is a command of Liquibase 4.6.2 or of a later version's documentation.
    var isKnown: Bool {
        let (base, suffix) = key.hasSuffix("sql") ? (key.dropLast(3), "sql") : (key[...], "")
        return Self.destroying.contains(key) || Self.reading.contains(key) || Self.otherwiseKnown.contains(key)
            || suffix == "sql" && (Self.previews[String(base)] != nil || base.hasPrefix("rollback"))
    }

    private static let otherwiseReading: Set = [
        "status", "validate", "calculatechecksum", "dbdoc", "unexpectedchangesets", "updateonechangeset",
        "rollbackonechangeset", "rollbackoneupdate",
    ]

    private static let destroying: Set = [
        "dropall", "rollback", "rollbackcount", "rollbacktodate", "rollbackonechangeset", "rollbackoneupdate",
        "changelogsync", "changelogsynctotag", "clearchecksums", "marknextchangesetran",
    ]

    private static let reading: Set = [
        "status", "validate", "history", "diff", "diffchangelog", "generatechangelog", "snapshot", "snapshotreference",
        "listlocks", "calculatechecksum", "dbdoc", "tagexists", "help", "unexpectedchangesets",
    ]

    private static let otherwiseKnown: Set = [
        "update", "updatecount", "updatetotag", "updatetestingrollback", "tag", "releaselocks", "executesql",
        "futurerollbacksql", "futurerollbackcountsql", "futurerollbackfromtagsql", "checks", "registerchangelog",
        "deactivatechangelog", "synchub", "init", "connect", "flow", "setcontexts", "setlabels", "updateonechangeset",
        "listcontexts",
    ]
}

extension CommandName? {
    /// Compares a name in any notation; without a command, it is none of them.
    static func == (name: CommandName?, other: String) -> Bool { name?.key == CommandName(other).key }
}
