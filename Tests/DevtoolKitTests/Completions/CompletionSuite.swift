import ArgumentParser
import SystemPackage
import TestSupport

@testable import DevtoolKit

/// A suite with a command of every kind, for tests of completions.
struct CompletionSuite: RootCommand {
    static let commands: [any Plugin.Type] = [Save.self, Tasks.self, Nested.self, Hidden.self]
    static let configuration = CommandConfiguration(commandName: "suite", version: "1", subcommands: subcommands)

    /// What devtool answers for a line of words, the last of them the one at the cursor.
    static func answer(_ words: String..., in context: Context = context()) -> CompletionAnswer {
        CompletionEngine(suite: Self.self, context: context).answer(after: words.dropLast(), current: words.last ?? "")
    }

    /// A context with no plugins but those in a folder.
    static func context(plugins: FilePath = "/nowhere") -> Context {
        let console = Console(verbosity: .quiet, style: .plain)
        return Context(
            console: console, processes: ProcessRunner(console: console), environment: ["PATH": plugins.string],
            workingDirectory: "/", plugins: [], commandNames: ["save", "tasks", "nested", "hidden", "help"])
    }
}

/// A command whose arguments ArgumentParser knows.
struct Save: Plugin {
    static let configuration = CommandConfiguration(abstract: "Save it.", aliases: ["s"])
    static var traits: PluginTraits {
        var traits = PluginTraits()
        traits.arguments.optionalValues = ["--backup": "~"]
        return traits
    }

    enum Shape: String, CaseIterable, ExpressibleByArgument { case round, square }

    @Option(name: .shortAndLong, help: "The shape.") var shape: Shape = .round
    @Option(defaultAsFlag: "~") var backup: String?
    @Option(help: ArgumentHelp(valueName: "file")) var log: String?
    @Option(completion: .file(extensions: ["yml"])) var rules: String?
    @Option(completion: .directory) var into: String?
    @Option var count: Int?
    @Option var tag: [String] = []
    @Flag(help: "All.") var all = false
    @Flag(help: .hidden) var secret = false
    @Argument var side: Shape
    @Argument var files: [String] = []

    mutating func run(in context: Context) async throws {}
}

/// A command that knows its arguments itself.
struct Tasks: Plugin, CompletionsOffering {
    @Option var jobs: Int?
    @Option var region: String?
    @Argument(parsing: .captureForPassthrough) var words: [String] = []

    static func completions(of words: [String], current: String, in context: Context) -> [CompletionCandidate]? {
        if words.last == "--stage" { return [CompletionCandidate("dev"), CompletionCandidate("live")] }
        if words.contains("nothing") { return nil }
        if current.hasPrefix("-") { return [CompletionCandidate("--stage=", continues: true)] }
        return ["db", "db:staging", "two words"].map { CompletionCandidate($0) }
    }

    static func values(of option: String, current: String, in context: Context) -> [CompletionCandidate]? {
        option == "--region" ? [CompletionCandidate("eu")] : nil
    }

    mutating func run(in context: Context) async throws {}
}

/// A command with subcommands, one of which can be left out.
struct Nested: Plugin {
    static let configuration = CommandConfiguration(
        subcommands: [Save.self, Tasks.self, Hidden.self], defaultSubcommand: Save.self)

    mutating func run(in context: Context) async throws {}
}

/// A command that no help shows.
struct Hidden: Plugin {
    static let configuration = CommandConfiguration(shouldDisplay: false)

    mutating func run(in context: Context) async throws {}
}
