import ArgumentParser
import DevtoolKit

/// `devtool migrate COMMAND`: a command of Liquibase on one target, or on several.
struct LiquibaseCommand: Plugin {
    static let configuration = CommandConfiguration(
        commandName: "liquibase",
        abstract: "Run a command of Liquibase (the default: 'liquibase' can be left out).",
        usage: "devtool migrate [<option of devtool> ...] <command> [<option> ...]"
    )

    @OptionGroup(title: "Which databases")
    var targets: TargetOptions

    @OptionGroup(title: "How")
    var options: RunModeOptions

    @OptionGroup
    var configurationFile: ConfigurationOptions

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The command of Liquibase and its options; after '--' everything goes to Liquibase.",
            valueName: "command"))
    var arguments: [String] = []

    mutating func run(in context: Context) async throws {
        let arguments = try LiquibaseArguments(self.arguments)
        if let command = arguments.command {
            try MigrateCommand.refuseOwn(command.description)
        }
        let configuration = try context.configuration(file: configurationFile.file)
        let chosen = try targets.choose(from: configuration, in: context)
        guard !chosen.isEmpty else { return }
        if let command = arguments.command, !options.dryRun, !arguments.isAboutLiquibase {
            try Approval(command: command, isGiven: options.isApproved(in: context))
                .obtain(for: chosen, on: context.console)
        }
        if let seconds = options.wait {
            try await ServerWait(seconds: seconds).run(for: chosen, in: context)
        }
        for target in chosen {
            let password = try await target.resolvePassword(in: context)
            let liquibase = try Liquibase.locate(in: context)
            var invocation = try liquibase.invocation(
                arguments.words, settings: DefaultsFile(target, password: password),
                classPath: target.classpath, password: password,
                directory: configuration.directory, java: JavaRuntime.locate(in: context),
                hiding: configuration.section(of: MigrateCommand.self).entries("targets").compactMap
                {
                    $0.section.secret("password")?.variable
                })
            invocation.gracePeriod = target.section.duration("grace-period")
            try await context.processes.run(invocation).propagate()
        }
    }
}
