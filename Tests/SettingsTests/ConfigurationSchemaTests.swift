import JSON
import TestSupport
import Testing

@testable import DevtoolKit

/// The schema takes what devtool takes: an independent validator decides about both the schema and the
/// documents.
@Suite(.enabled("python3 has no module jsonschema") { await JSONSchemaJudge.isThere() }) struct ConfigurationSchemaTests
{
    private let schema = SettingsSchema.json(of: "house", sections: ["sample": SamplePlugin.settings])
    private let folder = TemporaryFolder()

    /// Whether devtool takes a document; JSON is YAML.
    private func isTaken(_ document: String) -> Bool {
        (try? SamplePlugin.configuration(project: document, environment: ["N": "5"], in: folder)) != nil
    }

    @Test func agreesWithDevtool() async throws {
        let documents: [(String, isValid: Bool)] = [
            ("null", true), ("{}", true), (#"{"sample": null}"#, true), ("[]", false), (#"{"smaple": []}"#, false),
            (#"{"sample": []}"#, false), (#"{"sample": {"file": "a"}}"#, true), (#"{"sample": {"file": 5}}"#, true),
            (#"{"sample": {"file": null}}"#, false), (#"{"sample": {"fiel": "a"}}"#, false),
            (#"{"sample": {"paths": "a"}}"#, true), (#"{"sample": {"paths": ["a", 1]}}"#, true),
            (#"{"sample": {"paths": [["a"]]}}"#, false), (#"{"sample": {"jobs": 8}}"#, true),
            (#"{"sample": {"jobs": 9}}"#, false), (#"{"sample": {"jobs": "8"}}"#, false),
            (#"{"sample": {"jobs": "${N}"}}"#, true), (#"{"sample": {"strict": false}}"#, true),
            (#"{"sample": {"strict": "no"}}"#, false), (#"{"sample": {"pause": "1h30m"}}"#, true),
            (#"{"sample": {"pause": "${N}s"}}"#, true), (#"{"sample": {"pause": 10}}"#, true),
            (#"{"sample": {"pause": 0.5}}"#, true), (#"{"sample": {"pause": "10"}}"#, true),
            (#"{"sample": {"pause": -1}}"#, false), (#"{"sample": {"pause": "1d"}}"#, false),
            (#"{"sample": {"level": "info"}}"#, true), (#"{"sample": {"level": "all"}}"#, false),
            (#"{"sample": {"check": {"rules": {"long-word": "off"}, "depth": 2}}}"#, true),
            (#"{"sample": {"check": {"rules": {"long-wrod": "off"}}}}"#, false),
            (#"{"sample": {"check": {"rules": {"long-word": "of"}}}}"#, false),
            (#"{"sample": {"check": {"rule": {}}}}"#, false), (#"{"sample": {"check.depth": 2}}"#, false),
            (#"{"sample": {"password": "hunter2"}}"#, false), (#"{"sample": {"password": {"env": "A"}}}"#, true),
            (#"{"sample": {"password": {"env": "A-B"}}}"#, false),
            (#"{"sample": {"password": {"env": "A", "file": "b"}}}"#, false), (#"{"sample": {"password": {}}}"#, false),
            (#"{"sample": {"password": {"command": ["pass", "x"]}}}"#, true),
            (#"{"sample": {"password": {"command": []}}}"#, false),
            (#"{"sample": {"password": {"command": "pass"}}}"#, false),
            (#"{"sample": {"targets": {"a": null, "b": {"retries": 0}}}}"#, true),
            (#"{"sample": {"targets": {"a": {"retries": -1}}}}"#, false),
        ]
        let verdicts = await JSONSchemaJudge.verdicts(schema: schema.compactText, documents: documents.map(\.0))
        #expect(verdicts == documents.map(\.isValid))
        for (document, isValid) in documents { #expect(isTaken(document) == isValid, "\(document)") }
    }

    @Test func agreesWithDevtoolOnAnything() async throws {
        var generator = SplitMix64(seed: 5)
        let documents = (0..<400).map { _ in
            JSONValue.object([("sample", Self.section(of: SamplePlugin.settings, &generator))]).compactText
        }
        let verdicts = try #require(await JSONSchemaJudge.verdicts(schema: schema.compactText, documents: documents))
        for (document, isValid) in zip(documents, verdicts) { #expect(isTaken(document) == isValid, "\(document)") }
        #expect(verdicts.contains(true) && verdicts.contains(false))
    }

    @Test func theDefaultIsInTheSchema() {
        #expect(schema.compactText.contains(#""description":"A number.","default":3,"anyOf""#))
    }

    /// A section with some of its settings, whose values are of the right kind more often than not.
    private static func section(of settings: [Setting], _ generator: inout SplitMix64) -> JSONValue {
        // What a reference refers to is beyond a schema.
        .object(
            settings.filter {
                !["main", "check.depth"].contains($0.key) && Int.random(in: 0..<3, using: &generator) == 0
            }.map { setting in
                let value = value(of: setting.kind, &generator)
                return setting.key == "check.rules" ? ("check", ["rules": value]) : (setting.key, value)
            })
    }

    private static func value(of kind: Setting.Kind, _ generator: inout SplitMix64) -> JSONValue {
        guard Int.random(in: 0..<8, using: &generator) > 0 else { return any(&generator) }
        switch kind {
        case .string, .url, .reference: return .string("text")
        case .list: return [any(&generator), "text"]
        case .integer: return .integer(Int.random(in: 0...9, using: &generator))
        case .boolean: return .bool(Bool.random(using: &generator))
        case .duration: return "10s"
        case .choice: return "info"
        case .secret:
            let key = ["env", "file", "command"].randomElement(using: &generator) ?? "env"
            return .object([(key, key == "command" ? ["a", any(&generator)] : any(&generator))])
        case .mapping: return .object([("name", any(&generator))])
        case .rules: return .object([("words", any(&generator)), ("long-word", "off")])
        case .entries(let settings): return ["entry": section(of: settings, &generator)]
        }
    }

    private static func any(_ generator: inout SplitMix64) -> JSONValue {
        let values: [JSONValue] = [
            nil, true, false, 0, 5, -1, 99, .number(1.5), "", "text", "5", "true", "null", "5s", "a b", [], ["a"], [[]],
            [:], ["env": "A"], ["a": 1],
        ]
        return values.randomElement(using: &generator) ?? .null
    }
}
