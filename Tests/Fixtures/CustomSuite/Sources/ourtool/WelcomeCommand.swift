import ArgumentParser
import DevtoolKit

/// `ourtool welcome`: greets everybody whom the program `team` names, and can write down who that was.
struct WelcomeCommand: Plugin {
    static let configuration = CommandConfiguration(
        commandName: "welcome", abstract: "Greet everybody in the team.",
        discussion: "The program 'team' prints their names, as a list in JSON.")
    static let examples = [CommandExample("welcome --journal greeted.json", "Write down who was greeted.")]

    static let token = SettingKey.secret("token", help: "What the program 'team' is given as TEAM_TOKEN.")
    static let settings = [token.setting]

    @Option(help: "Write who was greeted to this file, as JSON.") var journal: String?

    mutating func run(in context: Context) async throws {
        guard let program = context.executable(named: "team") else {
            context.console.report(Diagnostic("program 'team' not found on the PATH", hint: "install ourtool-team"))
            throw ExitStatus.unavailable
        }
        let section = try context.configurationOrDefaults().section(of: WelcomeCommand.self)
        var invocation = Invocation(program)
        if let token = try await section[Self.token]?.resolve(in: context) {
            invocation.environment["TEAM_TOKEN"] = token.revealed
            invocation.secrets = [token]
        }
        let (termination, output) = try await context.processes.output(of: invocation)
        try termination.propagate()
        let names = try JSONValue(parsing: output).items?.compactMap(\.string) ?? []
        for name in names {
            // As 'ourtool greet NAME': what went wrong has been said.
            let status = try await context.run(["greet", name])
            guard status == .success else { throw status }
        }
        if let journal { try write(names, to: AtomicFile(replacing: context.path(journal))) }
    }

    /// Writes the journal, which appears whole or not at all.
    private func write(_ names: [String], to file: consuming AtomicFile) throws {
        let journal: JSONValue = ["greeted": .array(names.map { .string($0) })]
        let text = journal.prettyText + "\n"
        try file.write(text.utf8.span.bytes)
        try file.commit()
    }
}
