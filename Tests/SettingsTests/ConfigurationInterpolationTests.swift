import TestSupport
import Testing

@testable import DevtoolKit
@testable import Settings

@Suite struct ConfigurationInterpolationTests {
    private static let variables = Variables(
        environment: ["A": "a", "EMPTY": "", "DOLLAR": "${A}"], dotenv: Dotenv("B=b\nA=hidden", shownAs: ".env"))

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("${A}", "a"), ("x${A}y${B}z", "xaybz"), ("${NONE:-d e}", "d e"),
        ("${EMPTY:-d}", "d"), ("${EMPTY-d}", ""), ("${NONE-d.e}", "d.e"), ("${A-d}", "a"), ("${NONE-}", ""),
        ("${NONE-a:-b}", "a:-b"), ("${NONE:-a-b}", "a-b"), ("${EMPTY}", ""), ("${A:-d}", "a"), ("${NONE:-}", ""),
        ("${NONE:-a:-b}", "a:-b"), ("$$", "$"), ("$${A}", "${A}"), ("$$$${A}", "$${A}"), ("$$${A}", "$a"), ("$A", "$A"),
        ("$", "$"), ("5$", "5$"), ("${DOLLAR}", "${A}"), ("^a$|\\$(b)", "^a$|\\$(b)"),
        ("$\u{301}${A}\u{301}", "$\u{301}a\u{301}"),
    ]) func putsVariablesIn(template: String, expected: String) {
        let interpolation = Interpolation(template, variables: Self.variables)
        #expect(interpolation.failures.isEmpty)
        #expect(interpolation.text.unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test(arguments: [
        ("${NONE}", ["0 the environment variable NONE is not set"]),
        ("${A}${X}$${Y}${Z}", ["1 the environment variable X is not set", "3 the environment variable Z is not set"]),
        ("${", ["0 '${' without '}'"]), ("${A", ["0 '${' without '}'"]),
        ("${}", ["0 '' is not the name of an environment variable"]),
        ("${1}", ["0 '1' is not the name of an environment variable"]),
        ("${A+b}", ["0 'A+b' is not the name of an environment variable"]),
        ("${NONE:-${A}}", ["0 a default cannot contain '${'"]),
    ]) func reportsWhatCannotBePutIn(template: String, expected: [String]) {
        let interpolation = Interpolation(template, variables: Self.variables)
        #expect(interpolation.failures.map { "\($0.ordinal) \($0.message)" } == expected)
    }

    /// The place is that of the `${`, whatever quotes and escapes come before it.
    @Test(arguments: [
        "sample:\n  file: a1️⃣${X}", "sample: {file: 'it''s 1️⃣${X}'}", "sample: {file: \"\\t\\\"$${ 1️⃣${X}\"}",
        "sample:\n  file: \u{1F600}1️⃣${X}", "sample:\n  file: |\n    a\n    1️⃣${X}", "sample:\n  file: a\n    1️⃣${X}",
        "sample: {paths: [a, 'b 1️⃣${X}']}", "sample: {password: {file: '/run/1️⃣${X}'}}",
        "sample: {password: {command: [pass, '1️⃣${X}']}}", "sample:\n  jobs: 1️⃣${X}",
    ]) func namesThePlace(marked: String) throws {
        let marked = MarkedText(marked)
        let error = #expect(throws: ConfigurationError.self) {
            try SamplePlugin.configuration(project: marked.text, in: TemporaryFolder())
        }
        let findings = error?.diagnostics ?? []
        #expect(findings.map(\.message) == ["the environment variable X is not set"])
        #expect(findings.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0)" } == marked.places)
    }

    @Test func everyKindTakesVariables() throws {
        let section = try SamplePlugin.configuration(
            project: """
                sample: {file: "${T}", jobs: "${N}", strict: "${S:-true}", pause: "${N}s", paths: ["${T}"],
                  level: "${L}", targets: {"${T}": {url: "$${T}"}}}
                """, environment: ["T": "t", "N": "5", "L": "warn"], in: TemporaryFolder()
        ).section(of: SamplePlugin.self)
        #expect(section.string("file") == "t")
        #expect(section.integer("jobs") == 5)
        #expect(section.boolean("strict") == true)
        #expect(section.duration("pause") == .seconds(5))
        #expect(section.list("paths") == ["t"])
        #expect(section.string("level") == "warn")
        #expect(section.entries("targets").map(\.name) == ["${T}"])
        #expect(section.entries("targets").first?.section.string("url") == "${T}")
    }

    @Test func survivesAnyText() {
        var generator = SplitMix64(seed: 7)
        let pieces = ["$", "{", "}", ":-", "-", "A", "NONE", "a", " ", "\u{301}", "1"]
        for _ in 0..<rounds(5000) {
            let template = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
                pieces.randomElement(using: &generator)
            }.joined()
            let interpolation = Interpolation(template, variables: Self.variables)
            let references = template.unicodeScalars.split(separator: "$").count
            #expect(interpolation.failures.allSatisfy { $0.ordinal <= references })
            // A dollar that is doubled everywhere is a text without references.
            let literal = Interpolation(template.replacing("$", with: "$$"), variables: Self.variables)
            #expect(literal.text == template || template.contains("$\u{301}"))
        }
    }
}
