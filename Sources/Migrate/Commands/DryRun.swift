import DevtoolKit

/// Shows what a command would run, and changes nothing.
struct DryRun {
    /// The command, and how it is run.
    let job: LiquibaseJob

    /// Shows the process and the settings that it would read, and the SQL that the command would run, which
    /// Liquibase prints on standard output where it has a command for that.
    ///
    /// - Throws: what running Liquibase throws; the `ExitStatus` to end with where it cannot print the SQL.
    func perform(on target: Target, in context: Context) async throws {
        let run = try await TargetRun(job, on: target, isAlone: true, in: context)
        let invocation = run.launch.liquibase.invocation(for: run.run, java: run.launch.java)
        let settings = run.run.settings.properties.map { key, value in
            "\n  \(key)="
                + (PropertyName(key).isSecret
                    ? Secret(value).description : value.hidingURLPassword)
        }
        context.console.say(
            "\(target.name): would run in \(target.directory)\n  \(invocation)\(settings.joined())",
            at: .quiet)
        guard let preview = job.arguments.command?.preview else { return }
        var job = job
        job.arguments = try LiquibaseArguments(job.arguments.replacingCommand(with: preview))
        let report = try await TargetRun(job, on: target, isAlone: true, in: context).perform()
        if report.status != .success { throw report.status }
    }
}
