import Foundation
import JSON
import SystemPackage
import TestSupport
import Testing

/// What editors are given: the schema beside `devtool.yml`, and the tasks.
@Suite struct EditorScenarios {
    private static let line = "# yaml-language-server: $schema=.devtool.schema.json\n"

    @Test(arguments: ["devtool.yml", "devtool.yaml"]) func theSchemaIsInstalled(name: String) async throws {
        let scenario = try Scenario().file(name, "tasks: {a: echo a}\n").file("sub/x", "")
        let printed = try await scenario.run("schema").exits(0).outputText
        let outcome = try await scenario.run("schema", "--install", in: "sub").stdout("").stderr(
            "wrote [DIR]/.devtool.schema.json\nwrote [DIR]/\(name)\n"
        ).exits(0).file(name, "\(Self.line)tasks: {a: echo a}\n")
        let written = try #require(outcome.folder.text(".devtool.schema.json"))
        #expect(try JSONValue(parsing: written.utf8).prettyText + "\n" == printed)
        // The line is there.
        try await scenario.file(".devtool.schema.json", "old").run("schema", "--install").stderr(
            "wrote .devtool.schema.json\n"
        ).exits(0).file(".devtool.schema.json", written)
        try await scenario.run("run", "-q", "a").stdout("a\n").exits(0)
    }

    @Test func theRulesAreNotInstalled() async throws {
        try await Scenario().config("").run("schema", "--rules", "--install").stdout("").stderr(
            """
            devtool: '--install' and '--rules' cannot be combined
              hint: run 'devtool schema --help' for usage

            """
        ).exits(64).file("devtool.yml", "")
    }

    @Test func anotherFileIsNamed() async throws {
        let scenario = try Scenario().file("ci/other.yml", "# yaml-language-server: $schema=mine.json\n")
        for arguments in [
            ["schema", "--install", "--config", "ci/other.yml"], ["--config", "ci/other.yml", "schema", "--install"],
        ] { try await scenario.run(arguments).stdout("").stderr("wrote ci/.devtool.schema.json\n").exits(0) }
        try await scenario.run("schema", "--install").stderr(
            """
            devtool: no devtool.yml in '[DIR]' or any folder above it
              hint: specify one with --config FILE, or create one with 'devtool init'

            """
        ).exits(78)
        try await scenario.run("schema", "--install", "--config", "nosuch.yml").stderr(
            "devtool: cannot read 'nosuch.yml': No such file or directory\n"
        ).exits(66)
    }

    /// A stranger's project may have a link to a file of the user's.
    @Test func aLinkIsNotFollowed() async throws {
        let scenario = try Scenario().config("").file("mine", "mine")
        try FileManager.default.createSymbolicLink(
            atPath: scenario.folder.path.appending(".devtool.schema.json").string, withDestinationPath: "mine")
        try await scenario.run("schema", "--install").exits(73).file("mine", "mine").file("devtool.yml", "")
        try FileManager.default.removeItem(atPath: scenario.folder.path.appending("devtool.yml").string)
        try await scenario.run("-q", "init").exits(0).file("mine", "mine")
    }

    /// A committed schema was red for those who have another plugin.
    @Test(.enabled("python3 has no module jsonschema") { await JSONSchemaJudge.isThere() })
    func sectionsOfOtherPluginsAreValid() async throws {
        let schema = try await Scenario().run("schema").exits(0).outputText
        let marks = await JSONSchemaJudge.marks(
            schema: schema,
            documents: [
                #"{"links": {"any": [1]}}"#, #"{"links": [1]}"#, #"{"migrate": {"targets": {"a": {"usrname": "x"}}}}"#,
                #"{"tasks": {"a": {"run": "x", "timout": 5}}}"#,
            ])
        #expect(marks == [[], ["links"], ["migrate.targets.a.usrname"], ["tasks.a.timout"]])
    }

    @Test func theCatalogueOfSchemaStore() throws {
        let file = DocumentationPage.package.appending(path: "Scripts/release-sources/schemastore.json")
        let entry = try JSONValue(parsing: Data(contentsOf: file))
        #expect(entry["fileMatch"]?.items?.compactMap(\.string) == ["devtool.yml", "devtool.yaml"])
        let url = try #require(entry["url"]?.string)
        #expect(url.hasSuffix("/releases/latest/download/devtool.schema.json"))
        #expect(try DocumentationPage("docs/RELEASING.md").text.contains("| `devtool.schema.json` |"))
    }

    @Test(.enabled(if: Scenario.has("jq"), "jq is not there")) func tasksForVSCode() async throws {
        let script = try #require(DocumentationPage("docs/configuration.md").blocks("sh").last)
        let scenario = try Scenario().config("tasks: {a: {run: 'exit 3', description: First}, b: {cards: none.json}}")
        let text = try await scenario.shellOutput("\(script)\ncat .vscode/tasks.json")
        let file = try JSONValue(parsing: text.utf8)
        #expect(file["version"]?.string == "2.0.0")
        let tasks = try #require(file["tasks"]?.items)
        #expect(tasks.map { $0["label"]?.string } == ["a", "b"])
        #expect(tasks.first?["detail"]?.string == "First")
        #expect(tasks.first?["args"]?.items?.compactMap(\.string) == ["run", "a"])
        // The pattern finds the place in what the task says.
        let pattern = try Regex(try #require(tasks.first?["problemMatcher"]?["pattern"]?["regexp"]?.string))
        let said = try await scenario.run("run", "a").exits(3).errorText
        let match = try #require(said.split(separator: "\n").compactMap { $0.wholeMatch(of: pattern) }.first)
        let parts: [String?] = match.output.dropFirst().map { $0.substring.map(String.init) }
        #expect(parts == ["devtool.yml", "1", "9", nil, "the task 'a' failed: exit status 3"])
    }
}
