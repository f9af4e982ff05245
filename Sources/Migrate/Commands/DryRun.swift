import DevtoolKit

/// Shows what a command would run, and changes nothing.
struct DryRun {
    /// The run.
    let run: TargetRun
    /// The command.
    let command: CommandName?

    /// Shows the process and the settings that it would read, and for an update the SQL that it would run,
    /// which Liquibase prints on standard output.
    ///
    /// - Throws: what running Liquibase throws.
    func perform(in context: Context, _ arguments: LiquibaseArguments) async throws {
        let invocation = run.launch.liquibase.invocation(for: run.run, java: run.launch.java)
        context.console.say("\(run.target.name): would run in \(run.target.directory)", at: .quiet)
        context.console.say("  \(invocation)", at: .quiet)
        for (key, value) in run.run.settings.properties {
            context.console.say("  \(key)=\(value.hidingURLPassword)", at: .quiet)
        }
        guard let command, command.appliesChanges, let preview = command.preview else { return }
        var run = run.run
        run.arguments = arguments.replacingCommand(with: preview)
        run.settings.set("logLevel", to: "off")
        let termination = try await self.run.launch.run(run) { line in
            guard line.stream == .output else { return }
            try line.bytes.withUnsafeBytes { try context.console.write($0) }
        }
        try termination.propagate()
    }
}
