import ArgumentParser
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Favicon
@testable import Migrate
@testable import Reporting

/// What a build with the address of its documentation prints of it; other tests have a build without one.
@Suite struct DocumentationAddressTests {
    private struct Root: RootCommand {
        static let commands: [any Plugin.Type] = [
            FaviconCommand.self, MigrateCommand.self, InitCommand.self, DoctorCommand.self,
        ]
        static let configuration = CommandConfiguration(commandName: "devtool", subcommands: subcommands)
    }

    private let folder = TemporaryFolder()

    private func suite(documentedAt address: String) -> Suite {
        Suite(root: Root.self, documentation: DocumentationSite(at: address))
    }

    private func output(of arguments: [String], documentedAt address: String) async throws -> String {
        let file = try FileDescriptor.open(
            folder.path.appending("text"), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        defer { try? file.close() }
        let console = Console(output: file, error: file, program: "devtool")
        var context = Context(
            console: console, processes: ProcessRunner(console: console),
            environment: ["HOME": folder.path.string, "PATH": "/nowhere"], workingDirectory: folder.path,
            plugins: Root.commands, commandNames: Root.commands.flatMap { $0.commandNames })
        context.suite = suite(documentedAt: address)
        _ = try await context.run(arguments)
        return folder.text("text") ?? ""
    }

    @Test(arguments: [
        (["doctor"], "\nok    documentation: https://a.example/b/\n"),
        (
            ["favicon", "--explain-rule", "icon-not-found"],
            "\nhttps://html.spec.whatwg.org/multipage/links.html#rel-icon\nhttps://a.example/b/rules/icon-not-found/\n"
        ), (["migrate", "lint", "--explain-rule", "syntax"], "off\n\nhttps://a.example/b/rules/syntax/\n"),
    ]) func commandsPrintIt(arguments: [String], expected: String) async throws {
        let text = try await output(of: arguments, documentedAt: "https://a.example/b")
        #expect(text.contains(expected), "\(text)")
        #expect(try await !output(of: arguments, documentedAt: "").contains("a.example"))
    }

    @Test func aNewProjectNamesIt() async throws {
        _ = try await output(of: ["init"], documentedAt: "https://a.example/b/")
        let lines = "\(EditorSchema.line)\n# Documentation: https://a.example/b/\n# Configuration of devtool, with "
        #expect(folder.text("devtool.yml")?.hasPrefix(lines) == true)
    }

    @Test(arguments: [
        ("https://a.example/b", "https://a.example/b/rules/icon-not-found/"),
        ("", "https://html.spec.whatwg.org/multipage/links.html#rel-icon"),
    ]) func sarifLeadsToRules(address: String, page: String) throws {
        let report = folder.path.appending("report").string
        let session = HostSession(
            of: "favicon", in: suite(documentedAt: address),
            options: HostOptions(reports: [ReportRequest(.sarif, at: report)]), environment: [:],
            workingDirectory: folder.path)
        session.console.report(
            Diagnostic("x", at: SourceLocation(file: "a.html", line: 1, column: 1), rule: .iconNotFound))
        #expect(session.end(with: .problemsFound) == .problemsFound)
        #expect(try #require(folder.text("report")).contains("\"helpUri\": \"\(page)\""))
    }
}
