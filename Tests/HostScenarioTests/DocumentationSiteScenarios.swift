import Changelogs
import Foundation
import Policy
import Reporting
import SystemPackage
import TestSupport
import Testing

@testable import Favicon

/// What `Scripts/docs` gives mkdocs, without the network; `Scripts/docs --check` looks at what mkdocs makes of it.
@Suite struct DocumentationSiteScenarios {
    private func docs(_ scenario: Scenario, script: String) async throws -> Outcome {
        try await scenario.program(
            "/usr/bin/env", "python3", script, "--devtool", Scenario.devtool, "--repository",
            "https://git.example.com/devtool", "--pages", "site")
    }

    @Test func everyPageAndEveryRuleIsOnTheSite() async throws {
        let script = DocumentationPage.package.appending(path: "Scripts/docs").path
        let outcome = try await docs(Scenario(), script: script).stdout("").stderr("").exits(0)
        let navigation = try #require(outcome.folder.text("site/mkdocs.yml")?.components(separatedBy: "\"nav\": ").last)
        for page in DocumentationPage.all {
            let name = page.name == "README.md" ? "index.md" : page.name.replacing("docs/", with: "")
            #expect(navigation.contains("\"\(name)\""))
            #expect(outcome.folder.text("site/pages/\(name)") != nil)
        }
        let rules = RuleTextsTests.all
        for rule in rules {
            #expect(navigation.contains("\"rules/\(rule.id)/index.md\""))
            let page = letters(try #require(outcome.folder.text("site/pages/rules/\(rule.id)/index.md")))
            let texts = try #require(rule.texts)
            for text in [rule.id, texts.summary, texts.consequence, texts.help, texts.source].compactMap(\.self) {
                #expect(page.contains(letters(text)), "\(rule.id)")
            }
        }
        #expect(navigation.matches(of: #/"rules/[a-z-]+/index.md"/#).count == rules.count)
        try checkLinks(in: outcome)
    }

    private func letters(_ text: String) -> String {
        text.replacing("&lt;", with: "").replacing("&gt;", with: "").replacing("&amp;", with: "").filter {
            $0.isLetter || $0.isNumber
        }
    }

    /// A link stays on the site, or leads to the repository.
    private func checkLinks(in outcome: Outcome) throws {
        let pages = URL(filePath: outcome.folder.path.appending("site/pages").string)
        let manager = FileManager.default
        var count = 0
        for name in try manager.subpathsOfDirectory(atPath: pages.path) where name.hasSuffix(".md") {
            let page = DocumentationPage(name: name, text: try #require(outcome.folder.text("site/pages/\(name)")))
            for link in page.links where !link.hasPrefix("#") {
                let path = String(link.prefix { $0 != "#" })
                count += 1
                if let file = path.wholeMatch(of: #/https://git\.example\.com/devtool/blob/HEAD/(.+)/#) {
                    let target = DocumentationPage.package.appending(path: String(file.1))
                    #expect(manager.fileExists(atPath: target.path), "\(name): \(link)")
                } else if !path.hasPrefix("https://") {
                    let target = pages.appending(path: name).deletingLastPathComponent().appending(path: path)
                    #expect(manager.fileExists(atPath: target.path), "\(name): \(link)")
                }
            }
        }
        #expect(count > 500)
    }

    @Test(arguments: [
        ("docs/b.md", "the README's table leaves out docs/b.md"),
        ("docs/b.txt", "README.md: 'docs/none.md' leads nowhere"),
    ]) func whatIsMissingIsAnError(file: String, message: String) async throws {
        let scenario = try Scenario().file("Scripts/docs", DocumentationPage("Scripts/docs").text).file(
            "README.md", "# A\n\nSee `[x](y)` and [none](docs/none.md).\n\n## Documentation\n\n| [a](docs/a.md) |\n"
        ).file("docs/a.md", "# A\n").file(file, "# B\n").file("Scripts/docs-sources/search.js", "")
        try await docs(scenario, script: "Scripts/docs").stdout("").stderr("docs: \(message)\n").exits(1)
    }
}
