import Testing

@testable import Reporting

/// Rules that can be set: their levels, and what `--explain` says of them.
@Suite struct RuleCatalogTests {
    private let catalog = RuleCatalog.sample

    @Test(
        arguments: [
            ([:], Rule.deadLink, .error), ([:], .slowLink, .off), ([:], .oddLink, .warning),
            (["links": .note], .deadLink, .note), (["links": .note], .slowLink, .off),
            (["links": .off, "dead-link": .warning], .deadLink, .warning),
            (["links": .off, "dead-link": .warning], .oddLink, .off),
        ] as [([String: RuleLevel], Rule, RuleLevel)]) func levelsOfRulesPrecedeThoseOfGroups(
            levels: [String: RuleLevel], rule: Rule, expected: RuleLevel
        )
    { #expect(RuleLevels(levels).level(of: rule) == expected) }

    @Test func aFindingKeepsItsSeverityWhereNothingIsSet() {
        let finding = Diagnostic("x", severity: .note, rule: .deadLink)
        #expect(RuleLevels().applied(to: finding) == finding)
        #expect(RuleLevels(["links": .error]).applied(to: finding)?.severity == .error)
        #expect(RuleLevels(["dead-link": .off]).applied(to: finding) == nil)
        #expect(RuleLevels(["links": .off]).applied(to: Diagnostic("y")) == Diagnostic("y"))
    }

    @Test func rulesAndGroupsAreExplained() throws {
        #expect(
            try catalog.explanation(of: "dead-link", setting: "site.rules", in: "devtool") == """
                dead-link (links, error)
                A link leads nowhere.

                What happens: Readers see an error page.

                How to fix it: Correct or remove it.

                To accept a finding: a comment above it, 'devtool:allow dead-link: REASON'
                To change its level: site.rules.dead-link: error|warning|note|off

                https://example.org/links
                """)
        #expect(
            try catalog.explanation(of: "links", setting: "site.rules", in: "devtool") == """
                links: Links that lead nowhere.

                  dead-link  error  A link leads nowhere.
                  odd-link          A link is odd.
                """)
        let error = #expect(throws: Problem.self) {
            try catalog.explanation(of: "daed-link", setting: "site.rules", in: "devtool")
        }
        #expect(error?.diagnostics.first?.hint == "did you mean 'dead-link'?")
        #expect(error?.exitStatus == .usage)
    }
}
