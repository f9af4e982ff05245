import ArgumentParser
import DevtoolKit

/// `devtool migrate COMMAND`: one command of Liquibase on one target.
struct LiquibaseCommand: Plugin {
    static let configuration = CommandConfiguration(
        commandName: "liquibase",
        abstract: "Run a command of Liquibase (the default: 'liquibase' can be left out).",
        usage: "devtool migrate [--target <name>] [--config <file>] <command> [<option> ...]"
    )

    @Option(help: ArgumentHelp("The target of devtool.yml to use.", valueName: "name"))
    var target: String?

    @OptionGroup
    var configurationFile: ConfigurationOptions

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The command of Liquibase and its options; after '--' everything goes to Liquibase.",
            valueName: "command"))
    var arguments: [String] = []

    mutating func run(in context: Context) async throws {
        // The terminator is ours: Liquibase would take all that follows it for operands.
        if let terminator = arguments.firstIndex(of: "--") { arguments.remove(at: terminator) }
        guard let command = arguments.first else { throw MigrateError.commandNeeded }
        if command == InstallCommand.configuration.commandName {
            throw MigrateError.installAfterOptions
        }
        let configuration = try context.configuration(file: configurationFile.file)
        let section = try configuration.section(of: MigrateCommand.self)
            .overriding("default-target", with: target, from: "--target")
        let target = try Target.select(from: section, directory: configuration.directory)
        let settings = DefaultsFile(
            changelog: section.string("changelog"), target: target,
            password: try await target?.resolvePassword(in: context))
        // At this level Liquibase tells which changeset it has run, and how long that took.
        if !arguments.contains(where: { $0.hasPrefix("--log-level") || $0.hasPrefix("--logLevel") })
        {
            arguments.insert("--log-level=info", at: 0)
        }
        let liquibase = try Liquibase.locate(in: context)
        var invocation = try liquibase.invocation(
            arguments, settings: settings, directory: configuration.directory,
            java: JavaRuntime.locate(in: context),
            hiding: section.entries("targets").compactMap {
                $0.section.secret("password")?.variable
            })
        invocation.gracePeriod = section.duration("grace-period")
        let reporter = RunReporter(of: command, on: target?.name, in: context)
        let status = try await reporter.run(invocation)
        if status != .success { throw status }
    }
}
