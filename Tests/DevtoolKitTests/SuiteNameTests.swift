import ArgumentParser
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Reporting

/// A suite of somebody's own has its own name in all that DevtoolKit says.
@Suite struct SuiteNameTests {
    private struct House: RootCommand {
        static let commands: [any Plugin.Type] = [
            InitCommand.self, ConfigCommand.self, SchemaCommand.self, DoctorCommand.self, PluginsCommand.self,
            CompletionsCommand.self,
        ]
        static let configuration = CommandConfiguration(
            commandName: "house", abstract: "Tools of a house.", version: "7.1", subcommands: subcommands)
    }

    private let folder = TemporaryFolder()
    private let suite = Suite(root: House.self)

    private func context(printingTo file: FileDescriptor = .standardError) -> Context {
        let console = Console(output: file, error: file, program: suite.name)
        var context = Context(
            console: console, processes: ProcessRunner(console: console),
            environment: ["HOME": folder.path.string, "PATH": "/nowhere"], workingDirectory: folder.path,
            plugins: House.commands, commandNames: House.commands.flatMap { $0.commandNames })
        context.suite = suite
        return context
    }

    /// All that a command prints and says.
    private func text(of arguments: [String]) async throws -> String {
        let file = try FileDescriptor.open(
            folder.path.appending("text"), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        defer { try? file.close() }
        _ = try await context(printingTo: file).run(arguments)
        return (folder.text("text") ?? "").replacing(folder.path.string, with: "FOLDER")
    }

    @Test(arguments: [
        ([], "USAGE: house <subcommand>"), (["config", "check"], "create one with 'house init'"),
        (["init"], "wrote devtool.yml"), (["config", "get", "cellar"], "hint: run 'house schema' for a list"),
        (["config", "--help"], "$XDG_CONFIG_HOME/house/config.yml"),
        (["config", "get", "--help"], "USAGE: house config get"), (["doctor"], "ok    house: 7.1\n"),
        (["doctor"], "ok    cache folder: FOLDER/.cache/house\n"), (["doctor"], "'house init' creates one"),
        (["doctor", "--help"], "USAGE: house doctor"), (["schema"], "\"title\": \"The configuration of house\""),
        (["schema", "--help"], "USAGE: house schema [--install]"),
        (["plugins"], "put a program named devtool-NAME in 'FOLDER/.local/share/house/plugins'"),
        (["plugins", "--help"], "'house NAME' runs the program devtool-NAME"),
        (["plugins", "list", "--help"], "USAGE: house plugins [--json]"),
        (["plugins", "run", "--help"], "USAGE: house plugins run"),
        (["completions", "--help"], "echo 'eval \"$(house completions bash)\"' >>~/.bashrc"),
        (["completions", "bash"], "complete -F _house_completions house"),
        (["completions", "zsh"], "compdef _house house"), (["completions", "fish"], "complete -c house"),
        (["cellar"], "hint: run 'house --help' for usage"),
    ]) func theCommandsSayIt(arguments: [String], expected: String) async throws {
        let text = try await text(of: arguments)
        #expect(text.contains(expected), "\(text)")
        #expect(text.withoutNamesOfTheFormat.firstRange(of: "devtool") == nil, "\(text)")
    }

    /// What a user has written is not the place for the suite's name.
    @Test func aPlaceholderOfTheUsersStays() async throws {
        #expect(try await text(of: ["completions", "{suite}"]).contains("'{suite}'"))
    }

    @Test func theConfigurationFileSaysIt() async throws {
        _ = try await text(of: ["init"])
        #expect(folder.text("devtool.yml")?.contains("\n# Configuration of house, with ") == true)
    }

    @Test func theHostSaysIt() throws {
        let context = context()
        let plugin = try #require(ExternalPlugin(path: "/bin/devtool-hello"))
        let options = #expect(throws: Problem.self) { try GlobalOptions.split(["--color", "red"], of: suite.name) }
        let unknown = #expect(throws: Problem.self) { try context.plugin(named: "cellar") }
        let texts = [
            ExitCodesTopic.text(for: suite.name), unknown?.diagnostics.first?.hint ?? "", context.help(for: plugin),
            options?.diagnostics.first?.hint ?? "", Diagnostic("wrong").rendered(program: context.console.program),
        ]
        for text in texts {
            #expect(text.contains("house"))
            #expect(text.withoutNamesOfTheFormat.firstRange(of: "devtool") == nil, "\(text)")
        }
    }

    @Test(arguments: ReportRequest.Kind.allCases) func theReportsSayIt(kind: ReportRequest.Kind) throws {
        let file = folder.path.appending("report").string
        let run = HostSession(
            of: "doctor", in: suite, options: HostOptions(reports: [ReportRequest(kind, at: file)]), environment: [:],
            workingDirectory: folder.path)
        #expect(run.end(with: .success) == .success)
        let text = try #require(folder.text("report"))
        #expect(text.contains("\"house") && text.contains("\"7.1\""))
        #expect(text.firstRange(of: "devtool") == nil, "\(text)")
    }

    /// In the code, the name stands once: for a console that nobody has named.
    @Test func itStandsInOnePlace() throws {
        let modules = ["DevtoolKit", "Processes", "Reporting", "Settings", "YAML"]
        let places = try SourceFiles.lines(matching: #"^(?!\s*//).*devtool"#, in: modules.map { "Sources/\($0)" })
            .filter { place in
                place.line.withoutNamesOfTheFormat.replacing(/devtool(Version|FullVersion|Documentation)/, with: "")
                    .replacing("\"devtool.", with: "").contains("devtool")
            }
        #expect(places.map(\.file) == ["Console.swift"])
    }
}

extension String {
    /// The text without the names that every suite shares, because projects and plugins do.
    fileprivate var withoutNamesOfTheFormat: String {
        replacing("devtool.yml", with: "").replacing(".devtool.schema.json", with: "").replacing(
            "--devtool-describe", with: ""
        ).replacing("devtool-", with: "")
    }
}
