import Foundation
import Settings
import TestSupport
import Testing

@testable import TaskRunner

/// What the documentation says of itself and of the code is so.
@Suite struct PageTests {
    @Test func theReadmeIsShort() throws {
        let lines = try DocumentationPage("README.md").text.components(separatedBy: "\n").dropLast()
        #expect((50...250).contains(lines.count))
    }

    /// Every page can be reached from the README.
    @Test(arguments: DocumentationPage.all.filter { $0.name != "README.md" }) func theReadmeNames(
        page: DocumentationPage
    ) throws { #expect(try DocumentationPage("README.md").links.contains(page.name)) }

    /// A relative link leads to a file, and to a heading of it.
    @Test(arguments: DocumentationPage.all) func linksLeadSomewhere(page: DocumentationPage) throws {
        let folder = DocumentationPage.package.appending(path: page.name).deletingLastPathComponent()
        for link in page.links where !link.hasPrefix("https://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let file =
                parts[0].isEmpty
                ? DocumentationPage.package.appending(path: page.name) : folder.appending(path: String(parts[0]))
            #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
            guard let anchor = parts.dropFirst().first else { continue }
            let name = file.standardizedFileURL.path.dropFirst(DocumentationPage.package.path.count + 1)
            #expect(try DocumentationPage(String(name)).anchors.contains(String(anchor)), "\(link)")
        }
    }

    @Test(arguments: DocumentationPage.all) func scriptsAreThere(page: DocumentationPage) {
        let names = page.text.matches(of: #/(?:^|[\s`])((?:Scripts|\.ci)/[a-z][\w-]*)/#).map(\.1)
        for name in Set(names) where !name.hasSuffix("-") {
            #expect(
                FileManager.default.isExecutableFile(
                    atPath: DocumentationPage.package.appending(path: String(name)).path), "\(name)")
        }
    }

    @Test func theTableOfTaskKeysIsComplete() throws {
        let names = try DocumentationPage("docs/run.md").names(inTablesOf: "key")
        #expect(names.sorted() == TaskKey.names.sorted())
    }

    @Test(arguments: ["cards", "favicon", "migrate", "run"]) func theTableOfSettingsIsComplete(section: String)
        async throws
    {
        let outcome = try await Scenario().run("schema").exits(0)
        let schema = try JSONDecoder().decode(Schema.self, from: Data(outcome.output))
        let names = try DocumentationPage("docs/\(section).md").names(inTablesOf: "setting")
        let settings = try #require(schema.properties?[section]?.properties)
        #expect(names.sorted() == settings.keys.sorted())
    }

    /// A section that somebody adds has a page.
    @Test func everySectionHasAPage() async throws {
        let outcome = try await Scenario().run("schema").exits(0)
        let schema = try JSONDecoder().decode(Schema.self, from: Data(outcome.output))
        let sections = try #require(schema.properties).keys
        #expect(Set(sections) == ["cards", "dotenv", "env", "favicon", "includes", "migrate", "run", "tasks", "vars"])
    }

    /// What `devtool schema` prints, as far as names go.
    private struct Schema: Decodable { let properties: [String: Schema]? }

    /// A command's page names each of its options, and its tables name no others.
    @Test(arguments: [
        ("cards", [["cards"]]), ("favicon", [["favicon"]]), ("run", [["run"]]),
        (
            "migrate",
            [
                [], ["liquibase"], ["plan"], ["new"], ["rehearse"], ["drift"], ["repair"], ["lint"], ["targets"],
                ["install"],
            ].map { ["migrate"] + $0 }
        ),
    ]) func optionsAreNamed(page: String, commands: [[String]]) async throws {
        var options: Set<Substring> = []
        for command in commands {
            let help = try await Scenario().run(command + ["--help"]).exits(0).outputText
            for line in help.matches(of: #/\n  (-.*?)(?:  |\n)/#) {
                options.formUnion(line.1.matches(of: /--[a-z][a-z0-9-]*/).map(\.output))
            }
        }
        let common: Set<Substring> = ["--color", "--config", "--help", "--quiet", "--report", "--verbose"]
        let page = try DocumentationPage("docs/\(page).md")
        let named = Set(page.text.matches(of: /--[a-z][a-z0-9-]*/).map(\.output))
        #expect(options.subtracting(common).subtracting(named).isEmpty)
        let tables = page.firstCells(inTablesOf: "option").flatMap { $0.matches(of: /--[a-z][a-z0-9-]*/).map(\.output) }
        #expect(Set(tables).subtracting(options).isEmpty)
    }

    @Test func theExitStatusesAreThoseOfTheCode() async throws {
        let source = try String(
            contentsOf: DocumentationPage.package.appending(path: "Sources/Reporting/ExitStatus.swift"), encoding: .utf8
        )
        let declared = source.matches(of: /static let \w+ = ExitStatus\((\d+)\)/).map(\.1)
        let help = try await Scenario().run("help", "exit-codes").exits(0).outputText
        let told = help.matches(of: #/\n +(\d+)  /#).map(\.1)
        let shown = try DocumentationPage("docs/exit-status.md").firstCells(inTablesOf: "status")
        #expect(declared.count > 10)
        #expect(told == declared)
        #expect(shown == declared.map(String.init))
    }

    @Test func thePrecedenceIsThatOfTheManual() throws {
        let text = try DocumentationPage("docs/configuration.md").text
        let section = try #require(text.components(separatedBy: "## Precedence\n").last)
        let list = section.components(separatedBy: "\n## ")[0].matches(of: /(?m)^\d+\. (.*)$/).map {
            $0.1.replacing("`", with: "").replacing(#/ \(.*\)$/#, with: "")
        }
        #expect(list.map(String.init) == ConfigurationLayers.precedence(of: "devtool"))
    }

    /// The graph of modules shows for each what it imports of the others, if anything.
    @Test func theGraphOfModulesIsThatOfTheCode() throws {
        let sources = DocumentationPage.package.appending(path: "Sources")
        let manager = FileManager.default
        let modules = Set(try manager.contentsOfDirectory(atPath: sources.path))
        var imports: [String: Set<String>] = [:]
        for name in try manager.subpathsOfDirectory(atPath: sources.path) where name.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            let names = text.matches(of: /(?m)^(?:@?\w+ )*import (\w+)$/).map { String($0.1) }
            imports[String(name.prefix { $0 != "/" }), default: []].formUnion(names)
        }
        imports["devtool"] = nil
        var shown: [String: Set<String>] = [:]
        for block in try DocumentationPage("docs/ARCHITECTURE.md").blocks("text") {
            for match in block.matches(of: /(\w+) +─► (.+)/) {
                shown[String(match.1)] = Set(match.2.split(separator: ", ").map(String.init))
            }
        }
        let others = imports.mapValues(modules.intersection).filter { !$0.value.isEmpty }
        #expect(shown == others)
    }
}
