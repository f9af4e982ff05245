import ArgumentParser
import DevtoolKit

/// The options that say how a command of Liquibase is run.
struct RunModeOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Do what must be confirmed.")
    var yes = false

    @Flag(help: "Show what would be run, with its SQL; change nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("Wait for the database to answer.", valueName: "duration"))
    var wait: TimeSpan?

    @Flag(help: "With status: exit with 1 when changes are pending.")
    var exitCode = false

    @Flag(help: "Liquibase's own output and exit status, untouched.")
    var raw = false

    @Flag(help: "Print what happened as JSON.")
    var json = false

    @Flag(inversion: .prefixedNo, help: "Check the changelog before an update.")
    var lint = true

    func validate() throws {
        if raw, json { throw ValidationError("'--raw' and '--json' exclude each other") }
        if dryRun, json { throw ValidationError("'--dry-run' and '--json' exclude each other") }
        if dryRun, raw { throw ValidationError("'--dry-run' and '--raw' exclude each other") }
    }

    /// How the command is run, on the targets that are chosen.
    func values(with targets: TargetOptions) -> LiquibaseJob.RunMode {
        LiquibaseJob.RunMode(
            raw: raw, json: json, exitCode: exitCode, jobs: targets.jobs ?? 1,
            failFast: targets.failFast)
    }

    /// Whether the user has agreed to what must be confirmed, here or for all that devtool runs.
    func isApproved(in context: Context) -> Bool {
        yes || context.environment["DEVTOOL_ASSUME_YES"] == "1"
    }
}
