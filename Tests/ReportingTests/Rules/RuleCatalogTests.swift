import Testing

@testable import Reporting

/// Rules that can be set: their levels.
@Suite struct RuleCatalogTests {
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
}
