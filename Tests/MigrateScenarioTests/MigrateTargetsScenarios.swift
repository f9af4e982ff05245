import Foundation
import TestSupport
import Testing

/// `devtool migrate targets`: for people, for programs, for CI systems.
@Suite struct MigrateTargetsScenarios {
    private static func severalTargets() throws -> Scenario {
        try Scenario().config(
            """
            migrate:
              changelog: db/changelog.xml
              default-target: dev
              targets:
                dev: {url: 'jdbc:sqlite:app.db'}
                prod: {engine: postgresql, host: db, database: app, protected: true}
                old: {url: 'mysql://app:hunter2@db/app?trustStorePassword=hunter3'}
                "o'x, 2": {url: 'jdbc:sqlserver://db;user=sa;password={hun;ter2}'}

            """)
    }

    @Test func areListed() async throws {
        try await Self.severalTargets().run("migrate", "targets").stdout(
            """
            TARGET  URL
            dev     jdbc:sqlite:app.db                          default
            prod    jdbc:postgresql://db/app                    protected
            old     jdbc:mysql://db/app?trustStorePassword=***
            o'x, 2  jdbc:sqlserver://db;user=sa;password=***

            """
        ).stderr("").exits(0)
    }

    @Test func areListedAsJSON() async throws {
        let outcome = try await Self.severalTargets().run("migrate", "targets", "--json").exits(0)
        let document = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
        #expect(document?["schema"] as? Int == 1)
        let list = try #require(document?["targets"] as? [[String: Any]])
        #expect(list.map { $0["name"] as? String } == ["dev", "prod", "old", "o'x, 2"])
        #expect(list.map { $0["default"] as? Bool } == [true, false, false, false])
        #expect(list.map { $0["protected"] as? Bool } == [false, true, false, false])
        #expect(list[2]["url"] as? String == "jdbc:mysql://db/app?trustStorePassword=***")
        #expect(!outcome.outputText.contains("hunter"))
    }

    @Test func oneWithoutANameIsTheDefault() async throws {
        try await Scenario().config("migrate: {url: jdbc:x}\n").run("migrate", "targets", "--json").stdout(
            """
            {
              "schema": 1,
              "targets": [
                {
                  "name": "default",
                  "url": "jdbc:x",
                  "default": true,
                  "protected": false
                }
              ]
            }

            """
        ).stderr("").exits(0)
    }

    @Test func areAMatrixOfGitHub() async throws {
        try await Self.severalTargets().run("migrate", "targets", "--matrix", "github").stdout(
            "{\"target\":[\"dev\",\"prod\",\"old\",\"o'x, 2\"]}\n"
        ).stderr("").exits(0)
        try await Self.severalTargets().run("migrate", "targets", "--matrix", "github", "--shards", "3").stdout(
            "{\"shard\":[\"1/3\",\"2/3\",\"3/3\"]}\n"
        ).stderr("").exits(0)
    }

    private static let gitLabMatrices = [
        ([], "TARGET", ["dev", "prod", "old", "o'x, 2"]), (["--shards", "2"], "SHARD", ["1/2", "2/2"]),
    ]

    @Test(arguments: gitLabMatrices) func areAMatrixOfGitLab(options: [String], variable: String, values: [String])
        async throws
    {
        let list = values.map { "\"\($0)\"" }.joined(separator: ",")
        try await Self.severalTargets().run(["migrate", "targets", "--matrix", "gitlab"] + options).stdout(
            """
            .devtool-targets:
              parallel:
                matrix:
                  - \(variable): [\(list)]

            """
        ).stderr("").exits(0)
    }

    /// Python's reader of YAML sees what GitLab sees.
    @Test(arguments: gitLabMatrices) func theMatrixOfGitLabIsYAML(options: [String], variable: String, values: [String])
        async throws
    {
        let outcome = try await Self.severalTargets().run(["migrate", "targets", "--matrix", "gitlab"] + options).exits(
            0)
        let read = try await Scenario().stdin(outcome.outputText).program(
            "/usr/bin/env", "python3", "-c", "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))"
        ).exits(0)
        let matrix = ["matrix": [[variable: values]]]
        let expected: NSDictionary = [".devtool-targets": ["parallel": matrix]]
        #expect(try JSONSerialization.jsonObject(with: Data(read.output)) as? NSDictionary == expected)
    }

    @Test(arguments: [
        (["--shards", "2"], "'--shards' requires '--matrix'"),
        (["--matrix", "github", "--shards", "0"], "'--shards' must be an integer from 1 to 1000, not '0'"),
        (["--matrix", "github", "--json"], "'--json' and '--matrix' cannot be combined"),
    ]) func optionsThatDoNotFit(options: [String], message: String) async throws {
        let outcome = try await Self.severalTargets().run(["migrate", "targets"] + options).stdout("").exits(64)
        #expect(outcome.errorText.hasPrefix("devtool: \(message)\n  hint: run "), "\(outcome.errorText)")
    }

    /// Where the host stands for all targets, theirs was localhost.
    @Test func partsOfAnAddressMayBeForAll() async throws {
        try await Scenario().config(
            """
            migrate:
              engine: postgresql
              host: db.test
              port: 5433
              targets: {a: {database: one}, b: {database: two, host: other.test}, c: {url: "jdbc:h2:./c"}}
            """
        ).run("migrate", "targets").stdout(
            """
            TARGET  URL
            a       jdbc:postgresql://db.test:5433/one
            b       jdbc:postgresql://other.test:5433/two
            c       jdbc:h2:./c

            """
        ).stderr("").exits(0)
    }

    /// An address whose scheme was forgotten has its password, too.
    @Test(arguments: ["u:sesame@h/d", "//u:sesame@h/d"]) func aPasswordIsHiddenWithoutAScheme(url: String) async throws
    {
        let scenario = try Scenario().config("migrate: {url: '\(url)'}\ncards: {api: '\(url)'}\n")
        for arguments in [["config"], ["config", "check"], ["migrate", "targets"]] {
            let outcome = try await scenario.run(arguments)
            #expect(!(outcome.outputText + outcome.errorText).contains("sesame"))
        }
    }
}
