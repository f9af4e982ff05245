import Foundation
import SystemPackage

/// Python's `jsonschema`, the independent judge of JSON Schemas and of documents.
package enum JSONSchemaJudge {
    /// Whether it is there; `python3 -m pip install jsonschema` gets it.
    package static func isThere() async -> Bool { await python("import jsonschema", input: "") != nil }

    /// Whether a schema is valid, and whether each of some JSON documents is valid by it; nil when the judge
    /// cannot read them, or finds the schema invalid.
    package static func verdicts(schema: String, documents: [String]) async -> [Bool]? {
        let script = """
            import json, sys, jsonschema
            schema = json.loads(sys.stdin.readline())
            judge = jsonschema.validators.validator_for(schema)
            assert schema['$schema'] == judge.META_SCHEMA['$schema'], 'an unknown dialect'
            judge.check_schema(schema)
            for line in sys.stdin:
                print(int(judge(schema).is_valid(json.loads(line))))
            """
        let lines = [schema] + documents
        let input = lines.map { $0.replacingOccurrences(of: "\n", with: " ") + "\n" }.joined()
        return await python(script, input: input)?.split(separator: "\n").map { $0 == "1" }
    }

    /// What a script prints; `nil` if it fails.
    private static func python(_ script: String, input: String) async -> String? {
        let result = try? OtherProgram("python3")?.run(["-c", script], input: input)
        return result?.status == 0 ? result?.output : nil
    }
}
