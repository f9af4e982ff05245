import DevtoolKit

/// A command of Liquibase, as the user wants it run.
struct LiquibaseJob: Sendable {
    /// The command and its options.
    let arguments: LiquibaseArguments
    /// How it is run.
    let mode: RunMode
    /// The changelogs of targets, by their names, where they have been read.
    var changelogs: [String: ChangelogIndex] = [:]

    /// How a command is run.
    struct RunMode: Sendable {
        /// Whether Liquibase's own output and status are wanted.
        var raw = false
        /// Whether what happened is printed as JSON.
        var json = false
        /// Whether changes that wait to be applied end devtool with 1.
        var exitCode = false
        /// How many targets are run at once.
        var jobs = 1
        /// Whether no target is begun after one has failed.
        var failFast = false
    }
}
