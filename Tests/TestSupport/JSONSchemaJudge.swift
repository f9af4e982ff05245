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

    /// What an editor marks in each document: the values with errors, and the keys that are unknown, such as `a.b.0`.
    package static func marks(schema: String, documents: [String]) async -> [[String]]? {
        let script = """
            import json, sys, jsonschema
            judge = jsonschema.Draft7Validator(json.loads(sys.stdin.readline()))
            for line in sys.stdin:
                places = []
                for error in judge.iter_errors(json.loads(line)):
                    unknown = [None]
                    if error.validator == 'additionalProperties':
                        unknown = [key for key in error.instance if key not in error.schema.get('properties', {})]
                    for key in unknown:
                        places.append('.'.join(map(str, [*error.absolute_path, key][:None if key else -1])))
                print(json.dumps(sorted(set(places))))
            """
        let input = ([schema] + documents).map { $0.replacingOccurrences(of: "\n", with: " ") + "\n" }.joined()
        let lines = await python(script, input: input)?.split(separator: "\n")
        return lines?.compactMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) }
    }

    /// What a script prints; `nil` if it fails.
    private static func python(_ script: String, input: String) async -> String? {
        let result = try? OtherProgram("python3")?.run(["-c", script], input: input)
        return result?.status == 0 ? result?.output : nil
    }
}
