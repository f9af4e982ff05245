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
        if let matrix { return try context.console.print(matrix.text(of: targets.map(\.name), shards: shards?.value)) }
        func isDefault(_ target: Target) -> Bool {
            guard let chosen else { return targets.count == 1 && !target.section.isOfList }
            return target.name == chosen || target.name.hasPrefix(chosen + ":")
        }
        if json {
            let rows = targets.map { target -> JSONValue in
                [
                    "name": .string(target.name), "url": target.url.map { .string($0.hidingURLPassword) } ?? nil,
                    "default": .bool(isDefault(target)), "protected": .bool(target.isProtected),
                ]
            }
            let document: JSONValue = ["schema": 1, "targets": .array(rows)]
            return try context.console.print(document.prettyText)
        }
        var table = Table("TARGET", "URL", "")
        for target in targets {
            let marks = [isDefault(target) ? "default" : nil, target.isProtected ? "protected" : nil]
            let note = marks.compactMap(\.self).joined(separator: ", ")
            table.append(target.name, target.url?.hidingURLPassword ?? "", note)
        }
        try context.console.print(table)
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
