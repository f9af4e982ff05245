import JSON
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Reporting

@Suite struct ReportingSARIFTests {
    @Test func separatesResultsFromNotifications() {
        #expect(
            ReportingExamples.everything.sarifReport == """
                {
                  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
                  "version": "2.1.0",
                  "runs": [
                    {
                      "tool": {
                        "driver": {
                          "name": "devtool",
                          "semanticVersion": "1.2.3",
                          "rules": [
                            {
                              "id": "unknown-key",
                              "name": "UnknownKey",
                              "shortDescription": {
                                "text": "A key is not known."
                              },
                              "fullDescription": {
                                "text": "A key is not known. Correct the \\"spelling\\"."
                              },
                              "help": {
                                "text": "Correct the \\"spelling\\"."
                              }
                            },
                            {
                              "id": "note"
                            }
                          ]
                        }
                      },
                      "columnKind": "unicodeCodePoints",
                      "automationDetails": {
                        "id": "devtool/migrate/"
                      },
                      "invocations": [
                        {
                          "executionSuccessful": false,
                          "exitCode": 78,
                          "startTimeUtc": "2026-03-01T09:30:00Z",
                          "toolExecutionNotifications": [
                            {
                              "level": "error",
                              "message": {
                                "text": "no end"
                              }
                            },
                            {
                              "level": "note",
                              "message": {
                                "text": "so"
                              },
                              "associatedRule": {
                                "id": "note"
                              }
                            }
                          ]
                        }
                      ],
                      "results": [
                        {
                          "level": "error",
                          "message": {
                            "text": "unknown key 'usrname'\\nhint: did you mean 'username'?"
                          },
                          "locations": [
                            {
                              "physicalLocation": {
                                "artifactLocation": {
                                  "uri": "my%20conf/%C3%BC.yml"
                                },
                                "region": {
                                  "startLine": 4,
                                  "startColumn": 3
                                }
                              }
                            }
                          ],
                          "ruleId": "unknown-key",
                          "ruleIndex": 0
                        },
                        {
                          "level": "warning",
                          "message": {
                            "text": "odd"
                          },
                          "locations": [
                            {
                              "physicalLocation": {
                                "artifactLocation": {
                                  "uri": "file:///etc/a.yml"
                                },
                                "region": {
                                  "startLine": 1,
                                  "startColumn": 1
                                }
                              }
                            }
                          ],
                          "ruleId": "unknown-key",
                          "ruleIndex": 0
                        }
                      ]
                    }
                  ]
                }

                """)
    }

    /// A page on the web has its URL, which is no path.
    @Test func placesOnTheWeb() throws {
        let url = "https://ex.test/a?b=c"
        let place = SourceLocation(file: url, line: 1, column: 1)
        let report = try JSONValue(
            parsing: Array(
                ReportingExamples.run(status: .problemsFound, diagnostics: [Diagnostic("x", at: place)]).sarifReport
                    .utf8))
        let result = report["runs"]?.items?.first?["results"]?.items?.first
        let location = result?["locations"]?.items?.first?["physicalLocation"]
        #expect(location?["artifactLocation"]?["uri"]?.string == url)
    }

    /// What code hosts show of a rule that can be set: its consequence, source, level and group.
    @Test func describesRulesThatCanBeSet() throws {
        let place = SourceLocation(file: "a.html", line: 1, column: 1)
        let report = try JSONValue(
            parsing: Array(
                ReportingExamples.run(
                    status: .problemsFound,
                    diagnostics: RuleCatalog.sample.rules.map {
                        Diagnostic("x", severity: .warning, at: place, rule: $0)
                    }
                ).sarifReport.utf8))
        let rules = report["runs"]?.items?.first?["tool"]?["driver"]?["rules"]?.items ?? []
        #expect(
            rules.map(\.compactText) == [
                """
                {"id":"dead-link","name":"LinkToNothing",\
                "shortDescription":{"text":"A link leads nowhere."},\
                "fullDescription":{"text":"A link leads nowhere. Readers see an error page."},\
                "help":{"text":"Readers see an error page. Correct or remove it."},\
                "helpUri":"https://example.org/links",\
                "defaultConfiguration":{"level":"error"},"properties":{"tags":["links"]}}
                """,
                """
                {"id":"slow-link","name":"LinkTakesLong",\
                "shortDescription":{"text":"A link takes long."},\
                "fullDescription":{"text":"A link takes long. Cache it."},\
                "help":{"text":"Cache it."},\
                "defaultConfiguration":{"enabled":false},"properties":{"tags":["speed"]}}
                """,
                """
                {"id":"odd-link","name":"LinkIsOdd",\
                "shortDescription":{"text":"A link is odd."},\
                "fullDescription":{"text":"A link is odd. Look at it."},\
                "help":{"text":"Look at it."},"properties":{"tags":["links"]}}
                """,
            ])
    }

    @Test(.enabled("needs Python's jsonschema", { await JSONSchemaValidator.isAvailable })) func isValid() async throws
    {
        let runs =
            [ReportingExamples.success, ReportingExamples.everything]
            + (0..<20).map { ReportingExamples.random(seed: $0) }
        let validator = JSONSchemaValidator(ReportingExamples.fixture("sarif-subset.schema.json"))
        #expect(try await validator.complaints(about: runs.map(\.sarifReport)) == "")
        let bad = ["{}", #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"nam": "x"}}}]}"#]
        for text in bad { #expect(try await validator.complaints(about: [text]) != "") }
    }
}

/// A JSON schema, to check documents by with Python's `jsonschema`.
private struct JSONSchemaValidator {
    private let schema: FilePath
    private let folder = TemporaryFolder()
    private static let python: FilePath = "/usr/bin/env"

    init(_ schema: FilePath) { self.schema = schema }

    /// Whether Python has the package.
    static var isAvailable: Bool {
        get async {
            let check = Invocation(python, ["python3", "-c", "import jsonschema"])
            let runner = ProcessRunner(console: Console())
            return (try? await runner.output(of: check).0) == .exited(0)
        }
    }

    /// What is wrong with documents; empty when they are valid.
    func complaints(about documents: [String]) async throws -> String {
        let names = documents.indices.map { "\($0).json" }
        for (name, document) in zip(names, documents) { try folder.write(document, to: name) }
        let script = """
            import json, sys, jsonschema
            schema = json.load(open(sys.argv[1], encoding="utf-8"))
            jsonschema.validators.validator_for(schema).check_schema(schema)
            for name in sys.argv[2:]:
                document = json.load(open(name, encoding="utf-8"))
                for error in jsonschema.Draft7Validator(schema).iter_errors(document):
                    print(name, error.json_path, error.message)
            """
        let check = Invocation(Self.python, ["python3", "-c", script, schema.string] + names, directory: folder.path)
        let (termination, output) = try await ProcessRunner(console: Console()).output(of: check)
        #expect(termination == .exited(0))
        return String(decoding: output, as: UTF8.self)
    }
}
