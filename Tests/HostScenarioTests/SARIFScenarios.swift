import TestSupport
import Testing

/// `--report sarif=FILE`: what was found, with the texts of the rules it was found by.
@Suite struct SARIFScenarios {
    /// A report of one error; its version and its time are left out.
    private static func report(
        of command: String, success: Bool, status: Int, rule: String, saying message: String, in file: String,
        line: Int, column: Int, describedAs texts: String
    ) -> String {
        """
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "devtool",
                  "semanticVersion": "",
                  "rules": [
                    {
                      "id": "\(rule)"\(texts)
                    }
                  ]
                }
              },
              "columnKind": "unicodeCodePoints",
              "automationDetails": {
                "id": "devtool/\(command)/"
              },
              "invocations": [
                {
                  "executionSuccessful": \(success),
                  "exitCode": \(status),
                  "startTimeUtc": "",
                  "toolExecutionNotifications": []
                }
              ],
              "results": [
                {
                  "level": "error",
                  "message": {
                    "text": "\(message)"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "\(file)"
                        },
                        "region": {
                          "startLine": \(line),
                          "startColumn": \(column)
                        }
                      }
                    }
                  ],
                  "ruleId": "\(rule)",
                  "ruleIndex": 0
                }
              ]
            }
          ]
        }

        """
    }

    /// The members of a rule after its id.
    private static func texts(_ name: String, _ summary: String, help: String, group: String? = nil) -> String {
        """
        ,
                      "name": "\(name)",
                      "shortDescription": {
                        "text": "\(summary)"
                      },
                      "fullDescription": {
                        "text": "\(summary) \(help)"
                      },
                      "help": {
                        "text": "\(help)"
                      }\(group.map(Self.tags) ?? "")
        """
    }

    /// The members of a rule that say its group.
    private static func tags(_ group: String) -> String {
        """
        ,
                      "properties": {
                        "tags": [
                          "\(group)"
                        ]
                      }
        """
    }

    /// The report that a run wrote, without version and time.
    private func written(by scenario: Scenario) throws -> String {
        try #require(scenario.folder.text("r.sarif")).replacing(#/"(semanticVersion|startTimeUtc)": "[^"]+"/#) {
            "\"\($0.1)\": \"\""
        }
    }

    @Test func ofTheLint() async throws {
        let scenario = try Scenario().file("a.sql", "select 1;\n")
        try await scenario.run("migrate", "lint", "a.sql", "--report", "sarif=r.sarif").exits(65)
        #expect(
            try written(by: scenario)
                == Self.report(
                    of: "migrate", success: false, status: 65, rule: "sql-header",
                    saying: """
                        without the line '--liquibase formatted sql', Liquibase runs the file as one \
                        changeset with the id 'raw' and the author 'includeAll'\\nhint: begin the file with \
                        '--liquibase \
                        formatted sql' and '--changeset AUTHOR:ID'
                        """, in: "a.sql", line: 1, column: 1,
                    describedAs: Self.texts(
                        "SQLHeader",
                        """
                        An SQL file lacks the changelog header, so Liquibase runs it as one changeset.
                        """, help: "Make '--liquibase formatted sql' its first line.", group: "correctness")))
    }

    @Test func ofCards() async throws {
        let scenario = try Scenario().file("board.json", Samples.board)
        try await scenario.run("cards", "--check", "board.json", "--report", "sarif=r.sarif").exits(1)
        #expect(
            try written(by: scenario)
                == Self.report(
                    of: "cards", success: true, status: 1, rule: "card-without-number",
                    saying: #"card 1 \"Plan\" has no number"#, in: "board.json", line: 1, column: 50,
                    describedAs: Self.texts(
                        "CardWithoutNumber", "A card on a numbered board has no number in its title.",
                        help: "Number the board with 'devtool cards --in-place'.")))
    }

    @Test func ofTasks() async throws {
        let scenario = try Scenario().config("tasks:\n  bad: {run: exit 3}\n")
        try await scenario.run("--report", "sarif=r.sarif", "run", "bad").exits(3)
        #expect(
            try written(by: scenario)
                == Self.report(
                    of: "run", success: false, status: 3, rule: "task", saying: "the task 'bad' failed: exit status 3",
                    in: "devtool.yml", line: 2, column: 3,
                    describedAs: Self.texts(
                        "TaskFailed", "A task in devtool.yml failed.",
                        help: """
                            Read the task's output, fix the problem, and run the task \
                            again.
                            """)))
    }

    /// devtool knows no more of a plugin's rule than its id, even where that is one of its own.
    @Test func ofAPlugin() async throws {
        let event = """
            {"event":"diagnostic","message":"x","file":"a.txt","line":1,"column":1,"rule":"task"}
            """
        let scenario = try Scenario().plugin("find", "echo '\(event)' >>\"$DEVTOOL_EVENTS\"; exit 1")
        try await scenario.run("--report", "sarif=r.sarif", "find").exits(1)
        #expect(
            try written(by: scenario)
                == Self.report(
                    of: "find", success: true, status: 1, rule: "task", saying: "x", in: "a.txt", line: 1, column: 1,
                    describedAs: ""))
    }
}
