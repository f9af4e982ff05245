import Changelogs
import DevtoolKit
import Policy

struct MigrationPlan: Sendable {
    struct Step: Sendable {
        let changeSet: ChangeSetIdentity
        /// `nil` if it is not in the changelog.
        var location: SourceLocation?
        /// `nil` if Liquibase cannot generate the SQL without running it.
        var sql: String?
        /// The checksum that the history would contain; without SQL, it detects changes to the changeset.
        var checksum: String?
        /// Preconditions that only the database can decide.
        var preconditions: String?
        var findings: [Diagnostic] = []
        /// The locks that it takes and the work under them, if known.
        var costs = PolicyCheck.Costs()
    }

    struct Skip: Sendable {
        let changeSet: ChangeSetIdentity
        let location: SourceLocation?
        let reason: String
    }

    let target: String
    let url: String?
    /// The schema of the changes, with its catalog if set; `nil` for the login's default.
    var defaultSchema: String?
    let command: String
    var steps: [Step] = []
    /// In the changelog's order.
    var skips: [Skip] = []
    /// Whether the history could not be read, so that a skipped changeset may already be applied.
    var lacksHistory = false
    /// Whether the catalog was asked about tables, and did not answer.
    var lacksCatalog = false
    var server: DatabaseServer?
    /// Why the plan has no SQL.
    var lackOfSQL: String?
    /// Whether the database is PostgreSQL, whose lock modes have names.
    var isForPostgreSQL: Bool { url?.engine == "postgresql" }

    var isRollback: Bool { CommandName(command).isRollback }
}

extension MigrationPlan {
    var text: String {
        var blocks = [table]
        let findings = steps.flatMap(\.findings)
        if !findings.isEmpty { blocks.append(findings.map { $0.rendered(program: "devtool") }.joined(separator: "\n")) }
        if let lackOfSQL { blocks.append("no SQL: \(lackOfSQL)") }
        for step in steps { if let sql = step.sql { blocks.append("-- \(step.changeSet)\n\(sql)") } }
        return blocks.joined(separator: "\n\n")
    }

    var table: String {
        var lines = ["\(target): \(headline)"]
        if !steps.isEmpty || !skips.isEmpty {
            var table = Table("", "CHANGESET", "PLACE", "")
            for (index, step) in steps.enumerated() { table.append(cells(of: step, at: index), as: nil) }
            for skip in skips { table.append(cells(of: skip), as: nil) }
            lines.append(table.text)
        }
        lines += remarks
        return lines.joined(separator: "\n")
    }

    private func cells(of step: Step, at index: Int) -> [String] {
        ["\(index + 1)", "\(step.changeSet)", step.location.map { "\($0)" } ?? "", notes(on: step)]
    }

    private func cells(of skip: Skip) -> [String] {
        ["-", "\(skip.changeSet)", skip.location.map { "\($0)" } ?? "", "skipped: \(skip.reason)"]
    }

    private var remarks: [String] {
        var remarks: [String] = []
        if lacksHistory { remarks.append("The history could not be read: skipped changesets may have been applied.") }
        if lacksCatalog { remarks.append("The catalog could not be read: the locks shown assume plain tables.") }
        if let server, let recorded = locksOf {
            remarks.append("The locks were recorded on \(recorded); this server is \(server).")
        }
        return remarks
    }

    var locksOf: DatabaseServer? {
        let tellsLocks = steps.contains { $0.costs.costs.contains { !$0.isNew } }
        return tellsLocks ? server?.recorded : nil
    }

    private func notes(on step: Step) -> String {
        let costs = step.costs.costs.map { cost in
            if cost.isNew { return "\(cost.table) is new" }
            let work =
                switch cost.work {
                case .none: ""
                case .scan: ", reads all of it"
                case .rewrite: ", rewrites it"
                }
            let lock =
                isForPostgreSQL
                ? "\(cost.lock.rawValue) on \(cost.table)" : "blocks \(cost.blocks.rawValue) on \(cost.table)"
            return lock + work + (cost.exception.map { " unless \($0)" } ?? "")
        }
        let unknown =
            step.costs.unknown.isEmpty ? [] : ["locks not known: " + step.costs.unknown.joined(separator: ", ")]
        let conditions = [step.preconditions.map { "only if \($0)" }].compactMap(\.self)
        return (costs + unknown + conditions).joined(separator: "; ")
    }

    var headline: String {
        let noun = steps.count == 1 ? "changeset" : "changesets"
        let what =
            steps.isEmpty
            ? "nothing to \(isRollback ? "roll back" : "apply")"
            : "\(steps.count) \(noun) to \(isRollback ? "roll back" : "apply")"
        return skips.isEmpty ? what : "\(what), \(skips.count) skipped"
    }

    /// The plan in Markdown, for a comment on a merge request or the summary of a step.
    var markdown: String {
        let title = [command, target].map(StepSummary.escaped).joined(separator: ": ")
        var blocks = ["### devtool migrate plan \(title)", StepSummary.escaped(headline) + "."]
        if !steps.isEmpty || !skips.isEmpty {
            var rows = ["| | Changeset | Place | |", "| -: | - | - | - |"]
            rows += steps.prefix(StepSummary.listed).enumerated().map { StepSummary.row(cells(of: $1, at: $0)) }
            rows += skips.prefix(StepSummary.listed).map { StepSummary.row(cells(of: $0)) }
            blocks.append(rows.joined(separator: "\n"))
        }
        let findings = steps.flatMap(\.findings)
        blocks += findings.prefix(StepSummary.listed).map(StepSummary.paragraph)
        blocks += remarks.map(StepSummary.escaped)
        if let lackOfSQL { blocks.append("No SQL: \(StepSummary.escaped(lackOfSQL)).") }
        let sql = steps.prefix(StepSummary.listed).compactMap { step in step.sql.map { "-- \(step.changeSet)\n\($0)" } }
            .joined(separator: "\n\n")
        if !sql.isEmpty {
            // The fence must be longer than any run of backticks in the text.
            let longest = sql.split { $0 != "`" }.map(\.count).max() ?? 0
            let fence = String(repeating: "`", count: max(3, longest + 1))
            blocks.append("<details><summary>SQL</summary>\n\n\(fence)sql\n\(sql)\n\(fence)\n\n</details>")
        }
        let more = [steps.count, skips.count, findings.count].map { max(0, $0 - StepSummary.listed) }.reduce(0, +)
        if more > 0 { blocks.append("… and \(more) more.") }
        return blocks.joined(separator: "\n\n") + "\n"
    }
}
