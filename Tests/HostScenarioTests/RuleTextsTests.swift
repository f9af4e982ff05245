import DevtoolKit
import Foundation
import TestSupport
import Testing

@testable import Reporting
@testable import Cards
@testable import Changelogs
@testable import Favicon
@testable import Migrate
@testable import TaskRunner

/// The texts of all rules, which reports have.
@Suite struct RuleTextsTests {
    private static func rules<Rule: DescribedRule>(_: Rule.Type) -> [RuleDescription] {
        Rule.allCases.map(RuleDescription.init)
    }

    private static let catalogs = [
        "AllowRule": rules(AllowRule.self), "CardsRule": rules(CardsRule.self),
        "FailureKind": rules(FailureKind.self),
        "MigrateRule": rules(MigrateRule.self),
        "RehearsalRule": rules(RehearsalRule.self),
        "RunRule": rules(RunRule.self),
    ]

    /// A rule that two commands find by is one, with the same texts.
    private static let all = Set(
        catalogs.values.joined() + IconRule.all.map(\.description)
            + PolicyRule.all.map(\.description) + LintRule.all.map(\.description)
    ).sorted { $0.id < $1.id }.reduce(
        into: [RuleDescription]()
    ) { all, rule in
        if all.last?.id != rule.id || all.last?.texts != rule.texts { all.append(rule) }
    }

    @Test func noRuleIsLeftOut() throws {
        let declaration = #"^(?:package )?enum \w+: .*\b(?:Described|Settable)Rule\b"#
        let names = try SourceFiles.lines(matching: declaration).compactMap {
            $0.line.firstMatch(of: /enum (\w+)/).map { String($0.1) }
        }
        #expect(Set(names) == Set(Self.catalogs.keys))
    }

    @Test(arguments: all)
    func areSentences(rule: RuleDescription) throws {
        let texts = try #require(rule.texts)
        #expect(rule.id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(texts.name.wholeMatch(of: /([A-Z][A-Za-z]*)/) != nil)
        // Section 3.49.7; Microsoft's validator of SARIF refuses a name that is the id in other case.
        #expect(texts.name.lowercased() != rule.id)
        for text in [texts.summary, texts.help] + [texts.consequence].compactMap(\.self) {
            #expect(text.hasSuffix(".") && !text.hasSuffix("..") && !text.contains("\n"))
            #expect(text.first.map { $0.isUppercase || $0 == "'" } == true)
        }
        // One sentence, which GitHub shows in a line.
        #expect(!texts.summary.dropLast().contains(". ") && texts.summary.count <= 100)
        #expect(texts.help.matches(of: #/\. /#).count <= 1)
    }

    @Test func areUnique() {
        #expect(Set(Self.all.map(\.id)).count == Self.all.count)
        #expect(Set(Self.all.map { $0.texts?.name }).count == Self.all.count)
        #expect(Set(Self.all.map { $0.texts?.summary }).count == Self.all.count)
    }
}
