import Foundation
import SystemPackage
import TestSupport
import Testing
import YAML

/// `.pre-commit-hooks.yaml`: its form, and its entries with the file names that pre-commit adds.
@Suite struct PreCommitHookScenarios {
    private static let hooks: [YAMLNode] = {
        let file = DocumentationPage.package.appending(path: ".pre-commit-hooks.yaml")
        let text = try? String(contentsOf: file, encoding: .utf8)
        return (try? YAMLNode.document(text ?? ""))?.items ?? []
    }()

    private static let names = ["devtool-cards-check", "devtool-config-check", "devtool-migrate-lint"]

    private static func hook(_ name: String) throws -> YAMLNode {
        try #require(hooks.first { $0["id"]?.string == name })
    }

    /// Runs a hook as pre-commit does: its words and the arguments, without a shell, then the files if it takes them.
    private func run(_ name: String, _ arguments: [String] = [], files: [String], in scenario: Scenario) async throws
        -> Outcome
    {
        let hook = try Self.hook(name)
        let words = try #require(hook["entry"]).string.split(separator: " ").map(String.init)
        let passed = hook["pass_filenames"]?.string == "false" ? [] : files
        let bin = scenario.folder.path.appending("devtool-1.2.3-linux-x86_64").string
        return try await scenario.variable("PATH", "\(bin):\(scenario.value(of: "PATH") ?? "")").program(
            "/usr/bin/env", arguments: words + arguments + passed)
    }

    /// The sample project, and devtool on the `PATH`.
    private func project() async throws -> Scenario {
        try await Scenario.release(of: Scenario.builtProgram).sample(in: ".")
    }

    @Test func theFormIsWhatPreCommitRequires() {
        #expect(Self.hooks.compactMap { $0["id"]?.string } == Self.names)
        let known: Set = ["id", "name", "description", "entry", "language", "files", "types", "pass_filenames"]
        for hook in Self.hooks {
            #expect(Set(hook.keys).subtracting(known).isEmpty)
            #expect(["id", "name", "entry", "language"].allSatisfy { hook[$0] != nil })
            // Each is run with the devtool of the user.
            #expect(hook["language"]?.string == "system")
            #expect(hook["entry"]?.string.hasPrefix("devtool ") == true)
            #expect(["", "false"].contains(hook["pass_filenames"]?.string ?? ""))
            #expect(hook["files"] != nil || hook["types"] != nil)
        }
    }

    @Test func thePageNamesEachHook() throws {
        #expect(try DocumentationPage("docs/ci.md").names(inTablesOf: "hook").sorted() == Self.names)
    }

    @Test func cardsWithoutNumbersAreFound() async throws {
        let scenario = try await project()
        let outcome = try await run("devtool-cards-check", files: ["board.json"], in: scenario).exits(1)
        #expect(outcome.errorText.contains("card 7 \"Write the release notes\" has no number"))
        // Names that a shell would take apart or execute.
        let name = "a b $(touch hacked) 'c'.json"
        try await scenario.run("cards", "board.json", "-o", name).exits(0)
        try await run("devtool-cards-check", files: [name], in: scenario).exits(0)
        #expect(!scenario.folder.names.contains("hacked"))
    }

    @Test func theConfigurationIsChecked() async throws {
        let scenario = try await project()
        let files = ["devtool.yml", "tasks.yml"]
        try await run("devtool-config-check", files: files, in: scenario).stdout("").stderr("").exits(0)
        _ = try scenario.file("web/devtool.yml", "nonsense: 1\n")
        let outcome = try await run(
            "devtool-config-check", ["--config", "web/devtool.yml"], files: files, in: scenario
        ).exits(78)
        #expect(outcome.errorText.contains("web/devtool.yml:1:1: unknown"))
    }

    @Test func changelogsAreChecked() async throws {
        let scenario = try await project()
        try await run("devtool-migrate-lint", files: ["db/changelog.xml"], in: scenario).exits(0)
        let text = try #require(scenario.folder.text("db/changelog.xml"))
        _ = try scenario.file("db/changelog.xml", text.replacingOccurrences(of: "tableName", with: "tablename"))
        // What has changed may be a part: the changelog of devtool.yml is checked.
        try await run("devtool-migrate-lint", files: ["db/part.sql"], in: scenario).exits(65)
    }

    @Test(arguments: [
        ("db/changelog.xml", true), ("db/a.yaml", true), ("devtool.yml", true), ("a.json", true), ("db/1.sql", true),
        ("README.md", false), ("sql", false), ("a.sql.bak", false),
    ]) func theLintRunsForChangelogs(name: String, isChecked: Bool) throws {
        let pattern = try #require(try Self.hook("devtool-migrate-lint")["files"]).string
        #expect(try (Regex(pattern).firstMatch(in: name) != nil) == isChecked)
    }

    /// Any other JSON, such as a package.json, is no board and failed the hook.
    @Test(arguments: [
        ("boards/roadmap.json", true), ("boards/2026/roadmap.json", true), ("package.json", false),
        ("web/boards/roadmap.json", false), ("dashboards/a.json", false),
    ]) func cardsAreCheckedInTheFolderOfBoards(name: String, isChecked: Bool) throws {
        let pattern = try #require(try Self.hook("devtool-cards-check")["files"]).string
        #expect(try (Regex(pattern).firstMatch(in: name) != nil) == isChecked)
        let row = try DocumentationPage("docs/ci.md").prose.first { $0.hasPrefix("| `devtool-cards-check` |") }
        #expect(row?.contains("in `boards`") == true)
    }
}
