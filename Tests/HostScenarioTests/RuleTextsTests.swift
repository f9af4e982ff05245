import DevtoolKit
import Foundation
import TestSupport
import Testing

@testable import Reporting
@testable import Cards
@testable import Changelogs
@testable import Favicon
@testable import Migrate
@testable import Policy
@testable import TaskRunner

/// The texts of all rules, which reports have.
@Suite struct RuleTextsTests {
    static let all = RuleListing(of: [CardsCommand.self, FaviconCommand.self, MigrateCommand.self, RunCommand.self])
        .entries.map(\.rule)

    @Test func noRuleIsLeftOut() throws {
        let declared = try SourceFiles.lines(matching: #"^ +(?:package )?static let \w+ = Rule\($"#)
        let shared = FailureKind.allCases.filter { $0.rule == .duplicateChangeSet }.count
        #expect(declared.count + FailureKind.allCases.count - shared == Self.all.count)
    }

    @Test(arguments: all) func areSentences(rule: Rule) throws {
        let texts = try #require(rule.texts)
        #expect(rule.id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(texts.title.wholeMatch(of: /([A-Z][A-Za-z]*)/) != nil)
        // Section 3.49.7; Microsoft's validator of SARIF refuses a name that is the id in other case.
        #expect(texts.title.lowercased() != rule.id)
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
        #expect(Set(Self.all.map { $0.texts?.title }).count == Self.all.count)
        #expect(Set(Self.all.map { $0.texts?.summary }).count == Self.all.count)
    }
}
