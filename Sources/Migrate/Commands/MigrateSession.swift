import DevtoolKit

/// A migrate command with its targets; every command that runs Liquibase on targets starts with one.
struct MigrateSession {
    /// Empty if the shard or a list has no targets.
    let targets: [Target]
    /// The configuration with the items of lists.
    let configuration: Configuration
    var job: LiquibaseJob
    /// The context without environment variables that would override settings.
    let context: Context

    init(
        of arguments: LiquibaseArguments, in mode: LiquibaseJob.RunMode, on options: TargetOptions,
        comparedTo other: String? = nil, from configuration: Configuration, in context: Context
    ) async throws {
        let configuration = try await options.items(of: configuration, and: other, in: context)
        self.configuration = configuration
        targets = try options.choose(from: configuration, in: context).map { target in
            arguments.url.map { target.moved(to: $0, keepsLogin: true) } ?? target
        }.protected(like: TargetSelection(configuration, in: context).protectedDatabases)
        if targets.count > 1,
            arguments.hasOption("--output-file") || targets.contains(where: { $0.properties["outputFile"] != nil })
        {
            throw Problem(
                .usage, "all targets would write to the same output file",
                hint: "choose one target, or redirect standard output, in which each line starts with its target")
        }
        try targets.checkAddresses()
        let inherited = InheritedSettings(in: context.environment, for: targets, parameters: arguments.parameters)
        if let command = arguments.command, command.effect != .reads { try inherited.check(targets, for: command) }
        inherited.notices.forEach(context.console.report)
        self.context = context.changing(inherited)
        job = LiquibaseJob(arguments: arguments, mode: mode, preflight: Preflight(arguments, in: self.context))
        let section = configuration.section(of: MigrateCommand.self)
        job.passwordVariables = ([section] + section[MigrateSetting.targets].map(\.section)).compactMap {
            $0[TargetSetting.password]?.variable
        }
    }
}
