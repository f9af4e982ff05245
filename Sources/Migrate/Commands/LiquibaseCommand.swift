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
            let java = try JavaRuntime.locate(in: context)
            let hidden = configuration.section(of: MigrateCommand.self).entries("targets")
                .compactMap { $0.section.secret("password")?.variable }
            let describe = {
                @Sendable (words: [String], settings: DefaultsFile, properties: [String: String]) in
                liquibase.invocation(
                    words, settings: settings, classPath: target.classpath, password: password,
                    directory: configuration.directory, java: java, properties: properties,
                    hiding: hidden)
            }
            let settings = DefaultsFile(target, password: password)
            let keeper = LockKeeper(
                target: target.name,
                options: LiquibaseOptions(arguments: arguments, settings: settings),
                timeout: target.section.duration("lock-timeout") ?? .seconds(300),
                directory: configuration.directory, context: context
            ) { words in
                var invocation = describe(words, settings, [:])
                invocation.combinesStreams = true
                invocation.timeout = .seconds(60)
                let result = try? await context.processes.output(of: invocation)
                guard let (termination, output) = result, termination == .exited(0)
                else { return nil }
                return String(decoding: output, as: UTF8.self)
            }
            var invocation = describe(arguments.words, keeper.settings, keeper.properties)
            invocation.beforeStop = { await keeper.cancel() }
            invocation.gracePeriod = target.section.duration("grace-period")
            try await keeper.run { [invocation] in
                try await context.processes.run(invocation) { line in
                    keeper.receive(line.text)
                    try line.bytes.withUnsafeBytes { bytes in
                        if line.stream == .error { return context.console.writeError(bytes) }
                        try context.console.write(bytes)
                    }
                }
            }.propagate()
        }
    }
}
