import Foundation
import TestSupport
import Testing

@testable import Favicon
@testable import Reporting

/// The rules of `favicon --check` as their page has them.
@Suite struct FaviconRulesPageTests {
    @Test func theTableOfRulesIsThatOfTheCode() throws {
        let page = try DocumentationPage("docs/favicon.md")
        let rows = RuleCatalog.icons.rules.map { rule in
            let texts = rule.texts
            let source = texts?.source.map { url in "[\(url.split(separator: "/").dropFirst().first ?? "")](\(url))" }
            return "| `\(rule.id)` | \(rule.level?.rawValue ?? "") | \(texts?.summary ?? "") | "
                + "\(texts?.consequence ?? "") | \(source ?? "") |"
        }
        for row in rows { #expect(page.text.contains(row + "\n"), "\(row)") }
        #expect(page.names(inTablesOf: "rule") == RuleCatalog.icons.rules.map(\.id))
    }

    /// What is compared with others' checks names our rules only, and none is forgotten.
    @Test func theComparisonNamesEveryRule() throws {
        let text = try DocumentationPage("docs/favicon.md").text
        let section = try #require(text.components(separatedBy: "checklist\n").last).components(separatedBy: "\n## ")[0]
        let named = Set(section.matches(of: /`([a-z]+(-[a-z]+)+)`/).map { String($0.1) })
        let ids = RuleCatalog.icons.rules.filter { $0.group?.id != "unchecked" }.map(\.id)
        #expect(named == Set(ids))
    }
}
