import ArgumentParser
import DevtoolKit

struct TargetOptions: ParsableArguments {
    @Option(
        name: .customLong("target"),
        help: ArgumentHelp("Use these targets from devtool.yml, separated by commas.", valueName: "names")) private
        var lists: [String] = []

    var target: String? { lists.isEmpty ? nil : lists.joined(separator: ",") }

    @Flag(help: "Use all targets in devtool.yml.") var allTargets = false

    @Option(
        help: ArgumentHelp(
            "Use one part of the targets, such as 2/5; auto reads the CI system's variables.", valueName: "part"))
    var shard: String?

    @Option(help: ArgumentHelp("Run this many targets concurrently.", valueName: "count")) var jobs: JobCount?

    @Flag(help: "Do not start any more targets after a failure.") var failFast = false

    func validate() throws {
        if target != nil, allTargets { throw ValidationError("'--target' and '--all-targets' cannot be combined") }
    }

    /// The options with one of several targets, if the choice does not matter.
    func orAny(of configuration: Configuration) -> TargetOptions {
        let section = configuration.section(of: MigrateCommand.self)
        guard target == nil, !allTargets, section[MigrateSetting.defaultTarget] == nil else { return self }
        var options = self
        options.lists = section[MigrateSetting.targets].first { !$0.section.isOfList }.map { [$0.name] } ?? []
        return options
    }

    /// The configuration with the items of the lists that are selected, or of the other target's.
    func items(of configuration: Configuration, and other: String?, in context: Context) async throws -> Configuration {
        let selection = TargetSelection(configuration, in: context)
        return try await configuration.withItems(
            ofListsChosenBy: { allTargets || selection.chooses($0, by: target) || other?.hasPrefix($0 + ":") ?? false },
            in: context)
    }

    /// The selected targets; empty if the shard or a list has none.
    func choose(from configuration: Configuration, in context: Context) throws -> [Target] {
        let selection = TargetSelection(configuration, in: context)
        let targets = try allTargets ? selection.all() : selection.named(target)
        if targets.isEmpty { context.console.say("no targets: the list is empty") }
        guard let shard, !targets.isEmpty else { return targets }
        let part = try ShardChoice(shard).shard(in: context.environment)
        let items = part.items(of: targets)
        if items.isEmpty { context.console.say("no targets in shard \(part.index)/\(part.count)") }
        return items
    }
}

protocol TargetsCompleting: CompletionsOffering {}

extension TargetsCompleting {
    static func values(of option: String, current: String, in context: Context) -> [CompletionCandidate]? {
        guard option == "--target" else { return nil }
        let chosen = current.lastIndex(of: ",").map { current[...$0] } ?? ""
        let section = try? context.migrateConfiguration().section(of: MigrateCommand.self)
        return section?[MigrateSetting.targets].map { CompletionCandidate(chosen + $0.name) } ?? []
    }
}

struct RunModeOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Skip confirmation prompts.") var yes = false

    @Flag(help: "Show what would run and its SQL, without changing anything.") var dryRun = false

    @Option(
        help: ArgumentHelp("Run only if the plan still matches this file.", valueName: "file"),
        completion: .file(extensions: ["json"])) var plan: String?

    @Option(help: ArgumentHelp("Wait until the database server answers.", valueName: "duration")) var wait: TimeSpan?

    @Flag(help: "Exit with status 1 if status finds changes or diff finds differences.") var exitCode = false

    @Flag(help: "With status: count the objects that differ from the changelog.") var drift = false

    @Flag(help: "Pass through Liquibase's own output and exit status.") var raw = false

    @Flag(help: "Print the results as JSON.") var json = false

    @Flag(inversion: .prefixedNo, help: "Check the changelog before an update.") var lint = true

    func validate() throws {
        if raw, json { throw ValidationError("'--raw' and '--json' cannot be combined") }
        if raw, exitCode { throw ValidationError("'--raw' and '--exit-code' cannot be combined") }
        if drift, raw || json { throw ValidationError("'--drift' and '--\(raw ? "raw" : "json")' cannot be combined") }
        if dryRun, json { throw ValidationError("'--dry-run' and '--json' cannot be combined") }
        if dryRun, plan != nil { throw ValidationError("'--dry-run' and '--plan' cannot be combined") }
        if dryRun, raw { throw ValidationError("'--dry-run' and '--raw' cannot be combined") }
    }

    func values(with targets: TargetOptions) -> LiquibaseJob.RunMode {
        LiquibaseJob.RunMode(
            raw: raw, json: json, exitCode: exitCode, jobs: targets.jobs?.value ?? 1, failFast: targets.failFast)
    }

    func isApproved(in context: Context) -> Bool { yes || context.environment["DEVTOOL_ASSUME_YES"] == "1" }
}
