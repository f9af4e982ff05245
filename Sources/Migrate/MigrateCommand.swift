package import ArgumentParser
package import DevtoolKit

package struct MigrateCommand: Plugin {
    package static let configuration = CommandConfiguration(
        commandName: "migrate",
        // As in CardsCommand: otherwise ArgumentParser looks for a completion request, a quarter of the work until the
        // command runs.
        _superCommandName: "devtool", abstract: "Run Liquibase with the settings in devtool.yml.",
        usage: "devtool migrate [<devtool option> ...] <command> [<option> ...]",
        discussion: """
            Runs any Liquibase command, with its own options after it:

              devtool migrate update
              devtool migrate --target prod rollback-count 1
              devtool migrate update --help

            Below are devtool's own options; the last command above also shows Liquibase's. \
            Liquibase runs in the folder of devtool.yml. devtool passes the password in memory, \
            never on the command line. The exit status shows what failed: 65 for a changelog, 69 for an \
            unreachable database or missing Java, 75 for a lock or a timeout, 77 for a login or a \
            permission, 78 for settings, and 1 for a migration; with --raw, it is Liquibase's own.
            """,
        subcommands: [
            LiquibaseCommand.self, PlanCommand.self, RehearseCommand.self, DriftCommand.self, RepairCommand.self,
            NewCommand.self, LintCommand.self, TargetsCommand.self, InstallCommand.self, TrainCommand.self,
        ], defaultSubcommand: LiquibaseCommand.self)

    package static let settings = MigrateSetting.all

    package static func checks(in context: Context) async -> [HealthCheck] {
        await MigrateChecks(context: context).all()
    }

    package init() {}

    package mutating func run(in context: Context) async throws {
        // ArgumentParser runs the default subcommand instead.
    }
}

extension MigrateCommand {
    package static let traits: PluginTraits = {
        var traits = PluginTraits()
        traits.arguments.prepared = prepared
        traits.arguments.shorthand = { words in
            guard words.count == 2, !words[0].hasPrefix("-"), ["--help", "-h"].contains(words[1]),
                !ownCommands.contains(words[0])
            else { return nil }
            return { try await LiquibaseCommand.printHelp(of: words[0], in: $0) }
        }
        traits.arguments.check = { command, configuration, context in
            guard let command = command as? LiquibaseCommand else { return }
            try command.checkArguments(with: configuration, in: context)
        }
        traits.rules = {
            FailureKind.allCases.map(\.rule) + [
                .failureAllowed, .preconditionIgnored, .sqlWithoutHeader, .nothingRun, .defaultsFileMissing,
                .unknownLogLevel, .unknownProperty, .changeSetInterrupted, .rollbackFailed, .rollbackIncomplete,
                .updateDiffers, .drift,
            ]
        }
        traits.findings = findings
        return traits
    }()

    static let ownCommands = configuration.subcommands.compactMap { $0.configuration.commandName }

    /// Moves the name of one of devtool's own subcommands to the front, because it may follow options as Liquibase's
    /// may.
    static func prepared(_ arguments: [String]) -> [String] {
        let own = arguments.prefix { $0 != "--" }
        guard let place = LiquibaseArguments.firstOperand(in: Array(own)), ownCommands.contains(arguments[place]) else {
            return arguments
        }
        return [arguments[place]] + arguments[..<place] + arguments[(place + 1)...]
    }
}
