import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Settings

/// What keys make of a section: values of their types, and defaults where it has none.
@Suite struct SettingKeyTests {
    private enum Level: String, CaseIterable { case low, high }

    private static let name = SettingKey.string("name", help: "")
    private static let word = SettingKey.string("word", default: "hello", help: "")
    private static let jobs = SettingKey.integer("jobs", in: 1...8, help: "")
    private static let strict = SettingKey.boolean("strict", default: true, help: "")
    private static let pause = SettingKey.duration("pause", help: "")
    private static let limit = SettingKey.duration("limit", default: .seconds(90), help: "")
    private static let level = SettingKey<Level?>.choice("level", help: "")
    private static let height = SettingKey.choice("height", default: Level.low, help: "")
    private static let paths = SettingKey.list("paths", help: "")
    private static let words = SettingKey.mapping("words", help: "")
    private static let rules = SettingKey.rules("check.rules", of: RuleCatalog.words, help: "")
    private static let depth = SettingKey.integer("check.depth", in: 1...9, help: "")
    private static let secret = SettingKey.secret("secret", help: "")
    private static let parts = SettingKey.entries("parts", of: [limit.setting.withoutDefault, rules.setting], help: "")
    private static let all = [
        name.setting, word.setting, jobs.setting, strict.setting, pause.setting, limit.setting, level.setting,
        height.setting, paths.setting, words.setting, secret.setting, parts.setting, rules.setting, depth.setting,
    ]

    private func section(_ text: String) throws -> ConfigurationSection {
        let folder = TemporaryFolder()
        try folder.write("s: \(text)", to: "devtool.yml")
        let file = try ConfigurationFile(
            path: folder.path.appending("devtool.yml"), shownAs: "devtool.yml", layer: .project, hiding: [])
        let layers = ConfigurationLayers(
            variables: Variables(environment: [:], dotenv: Dotenv()), project: file, user: nil)
        return try Configuration(layers, sections: ["s": Self.all], in: folder.path).sections[0]
    }

    @Test func valuesHaveTheirTypes() throws {
        let section = try section(
            """
            {name: n, word: w, jobs: 2, strict: false, pause: 1m, limit: 1500ms, level: high,
             height: high, paths: [a, b], words: {x: y}, secret: {env: A}, parts: {one: {limit: 2s}}}
            """)
        #expect(section[Self.name] == "n")
        #expect(section[Self.word] == "w")
        #expect(section[Self.jobs] == 2)
        #expect(section[Self.strict] == false)
        #expect(section[Self.pause] == .seconds(60))
        #expect(section[Self.limit] == .milliseconds(1500))
        #expect(section[Self.level] == .high)
        #expect(section[Self.height] == .high)
        #expect(section[Self.paths] == ["a", "b"])
        #expect(section[Self.words].map { "\($0.name)=\($0.text)" } == ["x=y"])
        #expect(section[Self.secret]?.variable == "A")
        let part = try #require(section[Self.parts].first)
        #expect(part.name == "one")
        #expect(part.section[Self.limit] == .seconds(2))
        #expect("\(try #require(section.location(of: Self.name)))" == "devtool.yml:1:11")
    }

    @Test func whereThereAreNoneDefaultsCount() throws {
        let section = try section("{parts: {one: {}}}")
        #expect(section[Self.name] == nil)
        #expect(section[Self.word] == "hello")
        #expect(section[Self.jobs] == nil)
        #expect(section[Self.strict])
        #expect(section[Self.pause] == nil)
        #expect(section[Self.limit] == .seconds(90))
        #expect(section[Self.level] == nil)
        #expect(section[Self.height] == .low)
        #expect(section[Self.paths].isEmpty && section[Self.words].isEmpty)
        #expect(section[Self.secret] == nil)
        #expect(section.origin(of: Self.limit) == .declaration)
        #expect(section.origin(of: Self.pause) == nil)
        // What an entry leaves out, the section may have.
        let part = try #require(section[Self.parts].first).section
        #expect(part.origin(of: Self.limit) == nil)
        #expect(part.filled(from: section).origin(of: Self.limit) == .declaration)
    }

    /// Keys with dots are in mappings of the section; each level is set for itself.
    @Test func rulesHaveLevels() throws {
        let section = try section(
            """
            {check: {rules: {words: error, long-word: note}, depth: 2},
             parts: {one: {check: {rules: {long-word: off}}}}}
            """)
        #expect(section[Self.depth] == 2)
        #expect(section[Self.rules].level(of: .longWord) == .note)
        #expect(section[Self.rules].level(of: .rareWord) == .error)
        let part = try #require(section[Self.parts].first).section.filled(from: section)
        #expect(part[Self.rules].level(of: .longWord) == .off)
        #expect(part[Self.rules].level(of: .rareWord) == .error)
        #expect("\(try #require(section.location(of: Self.depth)))" == "devtool.yml:1:60")
    }

    @Test(arguments: [
        (
            "{check: {rules: {long-wrod: off}}}", "devtool.yml:1:21: unknown rule 'long-wrod' in 's.check.rules'",
            "did you mean 'long-word'?"
        ),
        (
            "{check: {rules: {long-word: of}}}",
            "devtool.yml:1:32: 's.check.rules.long-word' must be one of error, warning, note, off, not 'of'",
            "did you mean 'off'?"
        ), ("{check: {rule: {}}}", "devtool.yml:1:13: unknown key 'rule' in 's.check'", "did you mean 'rules'?"),
        ("{check.depth: 1}", "devtool.yml:1:5: unknown key 'check.depth' in 's'", nil),
        ("{check: 1}", "devtool.yml:1:12: 's.check' must be a mapping, not a string", nil),
    ]) func rulesAreChecked(text: String, message: String, hint: String?) throws {
        let error = try #require(throws: ConfigurationError.self) { try section(text) }
        let finding = try #require(error.diagnostics.first)
        #expect("\(try #require(finding.location)): \(finding.message)" == message)
        if let hint { #expect(finding.hint == hint) }
    }

    @Test func variablesSetRules() throws {
        let reading = Self.rules.setting.kind
        let set = reading.value(of: "{long-word: off, words: note}", reference: nil)
        guard case .mapping(let pairs)? = set else { throw ExpectationFailed() }
        #expect(pairs.map { "\($0.name)=\($0.text)" } == ["long-word=off", "words=note"])
        #expect(reading.value(of: "{long-wrod: off}", reference: nil) == nil)
        #expect(reading.value(of: "{long-word: of}", reference: nil) == nil)
    }

    private struct ExpectationFailed: Error {}
}
