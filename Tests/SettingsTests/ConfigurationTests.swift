import ArgumentParser
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Settings

@Suite struct ConfigurationTests {
    private let folder = TemporaryFolder()

    private func load(_ text: String, _ environment: [String: String] = [:], dotenv: String = "") throws
        -> ConfigurationSection
    {
        try SamplePlugin.configuration(project: text, environment: environment, dotenv: dotenv, in: folder).section(
            of: SamplePlugin.self)
    }

    @Test func readsValues() throws {
        let section = try load(
            """
            # yaml-language-server: $schema=none
            sample:
              file: 'a b'
              paths: [x, "y", 3]
              password: {env: SECRET}
              jobs: 8
              strict: true
              pause: 1m30s500ms
              level: warn
              targets:
                two: {url: jdbc:b}
                one:
                  url: jdbc:a
            """)
        #expect(section.string("file") == "a b")
        #expect(section.list("paths") == ["x", "y", "3"])
        #expect(section.secret("password")?.variable == "SECRET")
        #expect(section.integer("jobs") == 8)
        #expect(section.boolean("strict") == true)
        #expect(section.duration("pause") == .milliseconds(90_500))
        #expect(section.string("level") == "warn")
        #expect(section.entries("targets").map(\.name) == ["two", "one"])
        #expect(section.entries("targets").map { $0.section.string("url") } == ["jdbc:b", "jdbc:a"])
        #expect(section.string("paths") == nil)
    }

    @Test(arguments: ["", "# nothing", "sample:", "sample: {}", "---\n"]) func acceptsNothing(text: String) throws {
        #expect(try load(text).string("file") == nil)
    }

    @Test func aStringStandsForAListOfOne() throws {
        #expect(try load("sample: {paths: a.jar}").list("paths") == ["a.jar"])
    }

    @Test(arguments: [
        ("sample:\n  1️⃣fiel: x", ["unknown key 'fiel' in 'sample'"]), ("1️⃣smaple:\n  x: 1", ["unknown key 'smaple'"]),
        ("1️⃣- a", ["the file must be a mapping, not a list"]),
        ("sample: 1️⃣[a]", ["'sample' must be a mapping, not a list"]),
        ("sample:\n  file: 1️⃣{a: b}", ["'sample.file' must be a string, not a mapping"]),
        ("sample:\n  file:1️⃣\n", ["'sample.file' must be a string, not nothing"]),
        ("sample:\n  paths: 1️⃣{}", ["'sample.paths' must be a string or a list of strings, not a mapping"]),
        ("sample:\n  paths: [a, 1️⃣[b]]", ["'sample.paths' must be a string, not a list"]),
        ("sample:\n  file: a\n  1️⃣file: b", ["the key 'file' is already defined on line 2"]),
        ("sample:\n  1️⃣[a]: b", ["a key must be a string, not a list"]),
        ("sample:\n  password: 1️⃣hunter2", ["'sample.password' must be a reference to a secret, not the secret itself"]),
        ("sample:\n  password: 1️⃣{}", ["'sample.password' must be a reference to a secret"]),
        ("sample:\n  password: {1️⃣envv: A}", ["unknown key 'envv' in 'sample.password'"]),
        ("sample:\n  password: {env: 1️⃣$A}", ["'sample.password.env' must be the name of an environment variable"]),
        ("sample:\n  jobs: 1️⃣9", ["'sample.jobs' must be an integer from 1 to 8, not '9'"]),
        ("sample:\n  jobs: 1️⃣010", ["'sample.jobs' must be an integer from 1 to 8, not '010'"]),
        ("sample:\n  jobs: 1️⃣'2'", ["'sample.jobs' must be an integer from 1 to 8, not a string"]),
        ("sample:\n  jobs: 1️⃣~", ["'sample.jobs' must be an integer from 1 to 8, not nothing"]),
        ("sample:\n  strict: 1️⃣yes", ["'sample.strict' must be true or false, not 'yes'"]),
        ("sample:\n  strict: 1️⃣[]", ["'sample.strict' must be true or false, not a list"]),
        ("sample:\n  pause: 1️⃣1d", ["'sample.pause' must be a duration like 500ms, 10s or 1h30m, not '1d'"]),
        ("sample:\n  level: 1️⃣wran", ["'sample.level' must be one of info, warn, not 'wran'"]),
        ("sample:\n  main: 1️⃣tow\n  targets: {two: {}}", ["'sample.main' is 'tow', which is not one of the targets"]),
        ("sample:\n  password: {env: A, 1️⃣file: b}", ["a secret must have exactly one source"]),
        (
            "sample:\n  password: {command: 1️⃣pass show}",
            ["'sample.password.command' must be a list with a program and its arguments, not a string"]
        ), ("sample:\n  password: {file: 1️⃣}", ["'sample.password.file' must be a string, not nothing"]),
        (
            "sample:\n  file: a1️⃣${A}$${b}2️⃣${B}",
            ["the environment variable A is not set", "the environment variable B is not set"]
        ),
        (
            "sample:\n  1️⃣a: 1\n  targets:\n    t:\n      2️⃣ulr: x\n3️⃣other: 1",
            ["unknown key 'a' in 'sample'", "unknown key 'ulr' in 'sample.targets.t'", "unknown key 'other'"]
        ), ("sample:\n  \u{E4}\u{1F600}: 1️⃣*x", ["not valid YAML: there is no anchor with this name"]),
        ("sample: {a: 1\n1️⃣", ["not valid YAML: expected ',' or '}' after the value: the '{' was opened at 1:9"]),
        ("sample:\n1️⃣\tfile: x", ["not valid YAML: tabs cannot be used for indentation"]),
        ("sample: {}\n---\n1️⃣other: {}", ["a file can contain only one YAML document"]),
        ("sample:\n  targets: &x {a: 1️⃣*x}", ["an alias refers to the value that contains it"]),
    ]) func reportsThePlace(marked: String, messages: [String]) throws {
        let marked = MarkedText(marked)
        let error = #expect(throws: ConfigurationError.self) { try load(marked.text) }
        let findings = error?.diagnostics ?? []
        #expect(findings.map { "\($0.location.map { "\($0.line):\($0.column)" } ?? "")" } == marked.places)
        for (finding, message) in zip(findings, messages) { #expect(finding.message.hasSuffix(message)) }
        #expect(findings.count == messages.count)
    }

    @Test(arguments: [
        "password: hunter2", "pasword: hunter2", "password: {env: hunter-2}", "password: {value: hunter2}",
        "password: {file: {hunter2: x}}", "password: {command: hunter2}", "password: @hunter2", "password: *hunter2",
        "password: [hunter2]", "password: {env: A, hunter2: hunter2}", "{password: a}\n  password: hunter2",
    ]) func neverShowsASecretThatStandsInTheFile(entry: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try load("sample:\n  \(entry)") }
        let text = error?.diagnostics.map { $0.rendered(program: "devtool") }.joined(separator: "\n") ?? ""
        #expect(!text.isEmpty)
        #expect(!text.replacing("unknown key 'hunter2'", with: "").contains("hunter2"))
    }

    @Test func refusesAliasesThatExplode() throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let item = "*a\(level - 1)"
            text += "a\(level): &a\(level) [\(Array(repeating: item, count: 10).joined(separator: ", "))]\n"
        }
        let error = #expect(throws: ConfigurationError.self) { try load(text) }
        #expect(error?.diagnostics.first?.message.contains("too many values") == true)
    }

    /// A megabyte in which 12,000 mappings have 40 values in common.
    @Test func aLargeFileIsNoBomb() throws {
        let values = (0..<40).map { "v\($0): value" }.joined(separator: ", ")
        var text = "x-base: &base {\(values)}\nsample:\n"
        for number in 0..<12_000 {
            text += "  task\(number): {<<: *base, run: echo \(String(repeating: "x", count: 70))}\n"
        }
        #expect(text.utf8.count > 1 << 20)
        try folder.write(text, to: "devtool.yml")
        _ = try ConfigurationFile(path: folder.path.appending("devtool.yml"), shownAs: "devtool.yml")
    }

    @Test func refusesBytesThatAreNoText() throws {
        try folder.write(bytes: Array("sample:\n  \u{E4}: ".utf8) + [0xFF], to: "devtool.yml")
        let path = folder.path.appending("devtool.yml")
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile(path: path, shownAs: "devtool.yml")
        }
        #expect(error?.diagnostics.first?.location?.description == "devtool.yml:2:6")
    }

    @Test func findsTheNearestFileAbove() throws {
        try folder.write("sample: {}", to: "devtool.yml")
        try folder.write("", to: "a/b/c.txt")
        let expected = folder.path.appending("devtool.yml")
        let below = folder.path.appending("a").appending("b")
        #expect(ConfigurationFile.nearest(to: below) == expected)
        #expect(ConfigurationFile.locate(explicit: "", from: below) == expected)
        #expect(
            ConfigurationFile.locate(explicit: "../x.yml", from: below)?.string
                == folder.path.appending("a").appending("x.yml").string)
    }

    /// Whatever is made of a file, its findings have places in it.
    @Test func survivesAnyText() throws {
        let text = """
            sample:
              file: a ${X:-b} # c
              paths: [x, "y", 3]
              password: {env: SECRET}
              jobs: 8
              targets:
                one:
                  url: 'a'
                  password: {command: [pass, one]}

            """
        var generator = SplitMix64(seed: 17)
        let pieces = ["", "{", "}", "[", ":", "'", "${", "\n", "  ", "- ", "&a ", "*a", "|", "\u{FEFF}"]
        for _ in 0..<400 {
            var mutated = text
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                guard let index = mutated.indices.randomElement(using: &generator) else { continue }
                let piece = pieces.randomElement(using: &generator) ?? ""
                mutated.replaceSubrange(index...index, with: piece)
            }
            do { _ = try load(mutated) } catch {
                let findings = try #require(error as? ConfigurationError).diagnostics
                let lines = mutated.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                #expect(
                    findings.allSatisfy { finding in
                        finding.location.map { (1...lines.count).contains($0.line) } ?? false
                    }, "\(mutated.debugDescription)")
            }
        }
    }
}
