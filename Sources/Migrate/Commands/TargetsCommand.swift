import ArgumentParser
import DevtoolKit
import JSON

struct TargetsCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(
        commandName: "targets", abstract: "List the targets in devtool.yml.",
        usage: "devtool migrate targets [<options>]",
        discussion: """
            With --matrix, prints a job matrix for a CI system, with one job per target or shard: \
            a value for 'strategy.matrix' on GitHub, or a job to extend on GitLab.
            """)

    @Flag(help: "Show each list of targets as one target, without querying its items.") var offline = false

    @Flag(help: "Print the list as JSON.") var json = false

    @Option(help: ArgumentHelp("Print a job matrix for this CI system.", valueName: "ci")) var matrix: TargetMatrix?

    @Option(help: ArgumentHelp("Split the targets into this many jobs.", valueName: "count")) var shards: JobCount?

    @OptionGroup var globalOptions: GlobalOptions

    func validate() throws {
        if shards != nil, matrix == nil { throw ValidationError("'--shards' requires '--matrix'") }
        if json, matrix != nil { throw ValidationError("'--json' and '--matrix' cannot be combined") }
    }

    mutating func run(in context: Context) async throws {
        var configuration = try context.migrateConfiguration()
        if !offline { configuration = try await configuration.withItems(ofListsChosenBy: { _ in true }, in: context) }
        let section = configuration.section(of: MigrateCommand.self)
        let targets = try TargetSelection(configuration, in: context).all()
        let chosen = section[MigrateSetting.defaultTarget]
        if let matrix {
            try context.console.print(matrix.text(of: targets.map(\.name), shards: shards?.value))
            return
        }
        let rows = targets.map { target in
            TargetRow(
                name: target.name, url: target.url?.hidingURLPassword,
                isDefault: chosen.map { target.name == $0 || target.name.hasPrefix($0 + ":") }
                    ?? (targets.count == 1 && !target.section.isOfList), isProtected: target.isProtected)
        }
        if json {
            try context.console.print(TargetRow.json(rows))
        } else {
            try context.console.print(TargetRow.table(rows))
        }
    }
}

private struct TargetRow {
    let name: String
    let url: String?
    let isDefault: Bool
    let isProtected: Bool

    static func table(_ rows: [TargetRow]) -> Table {
        var table = Table("TARGET", "URL", "")
        for row in rows {
            let marks = [row.isDefault ? "default" : nil, row.isProtected ? "protected" : nil]
            table.append(row.name, row.url ?? "", marks.compactMap(\.self).joined(separator: ", "))
        }
        return table
    }

    static func json(_ rows: [TargetRow]) -> String {
        let targets = rows.map { row -> JSONValue in
            [
                "name": .string(row.name), "url": row.url.map { .string($0) } ?? nil, "default": .bool(row.isDefault),
                "protected": .bool(row.isProtected),
            ]
        }
        let document: JSONValue = ["schema": 1, "targets": .array(targets)]
        return document.prettyText
    }
}

enum TargetMatrix: String, ExpressibleByArgument, CaseIterable {
    case github, gitlab

    /// For GitHub, one line of JSON for `fromJSON` in `strategy.matrix`; for GitLab, YAML with `parallel:matrix`.
    ///
    /// Sources: docs.github.com, "Running variations of jobs in a workflow"; docs.gitlab.com, "CI/CD YAML syntax
    /// reference". Without `shards`, each target has a job.
    func text(of targets: [String], shards: Int?) -> String {
        let parts = shards.map { count in (1...count).map { "\($0)/\(count)" } }
        let names = (parts ?? targets).map { JSONValue.string($0) }
        switch self {
        case .github: return JSONValue.object([(parts == nil ? "target" : "shard", .array(names))]).compactText
        case .gitlab:
            let variable = parts == nil ? "TARGET" : "SHARD"
            return """
                .devtool-targets:
                  parallel:
                    matrix:
                      - \(variable): \(JSONValue.array(names).compactText)
                """
        }
    }
}
