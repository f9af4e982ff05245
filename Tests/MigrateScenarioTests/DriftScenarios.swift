import Files
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool migrate drift`, on real databases.
@Suite(.takingTurns, .enabled(if: canRunServers, "the root folder is closed to other users")) struct DriftScenarios {
    /// A project with a changeset for each sample, in which all of them have run.
    private static func project(_ samples: [DriftSample], _ target: String, word: String = "", _ options: String = "")
        async throws -> Scenario
    {
        let changeSets = samples.enumerated().map { number, sample in
            "--changeset ada:\(number) \(options)\n\(named(sample.changeSet, number))\n"
        }
        let scenario = try Scenario().withLiquibase().file(
            "db/a.sql", "--liquibase formatted sql\n\n" + changeSets.joined(separator: "\n")
        ).config("migrate: {changelog: db/a.sql, targets: {dev: \(target)}}\n").variable("WORD", word)
        try await scenario.run("migrate", "update").exits(0)
        try await scenario.run("migrate", "drift").stdout("").exits(0)
        return scenario
    }

    private static func named(_ text: String, _ number: Int) -> String { text.replacing("@", with: "o\(number)") }

    /// Every change is found, and nothing else.
    private static func expectAll(
        _ samples: [DriftSample], in scenario: Scenario, _ spelled: (String) -> String = { $0 }
    ) async throws {
        let outcome = try await scenario.run("migrate", "drift", "--json").exits(1)
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.outputText.utf8))
        let found = Set(report.differences.map(\.line))
        let expected = Set(samples.enumerated().map { spelled(named($1.finding, $0)) })
        #expect(found.subtracting(expected) == [], "found in vain")
        #expect(expected.subtracting(found) == [], "not found")
        #expect(found.count == samples.count)
    }

    private struct Report: Decodable {
        struct Difference: Decodable {
            struct Property: Decodable { let name: String }

            let kind, object, state: String
            let properties: [Property]

            var line: String { ([kind, object, state] + properties.map(\.name)).joined(separator: " ") }
        }

        let differences: [Difference]
    }

    @Test func everyChangeIsFoundOnPostgreSQL() async throws {
        try await PostgreSQLServer.run { server in
            let samples = DriftSample.postgreSQL
            let scenario = try await Self.project(
                samples, "{url: '\(server.url)', username: app, password: {env: WORD}}", word: server.password,
                "splitStatements:false")
            for (number, sample) in samples.enumerated() { try await server.query(Self.named(sample.change, number)) }
            try await Self.expectAll(samples, in: scenario)
        }
    }

    @Test func everyChangeIsFoundOnMariaDB() async throws {
        try await MariaDBServer.run { server in
            let samples = DriftSample.mariaDB
            let scenario = try await Self.project(
                samples, "{url: '\(server.url)', username: \(server.name), password: {env: WORD}}",
                word: server.password, "endDelimiter://")
            for (number, sample) in samples.enumerated() {
                for statement in Self.named(sample.change, number).components(separatedBy: " // ") {
                    try await server.query(statement)
                }
            }
            try await Self.expectAll(samples, in: scenario)
        }
    }

    @Test func everyChangeIsFoundOnSQLite() async throws {
        let samples = DriftSample.sqlite
        let scenario = try await Self.project(samples, "{url: 'jdbc:sqlite:app.db'}", "endDelimiter://")
        let file = SQLiteFile(path: scenario.folder.path.appending("app.db"))
        for (number, sample) in samples.enumerated() {
            for statement in Self.named(sample.change, number).components(separatedBy: " // ") {
                _ = try await file.rows(statement)
            }
        }
        try await Self.expectAll(samples, in: scenario)
    }

    @Test func everyChangeIsFoundOnH2() async throws {
        let samples = DriftSample.h2
        let scenario = try await Self.project(samples, "{url: 'jdbc:h2:./app'}", "endDelimiter://")
        let changes = samples.enumerated().map { Self.named($1.change, $0).replacing(" // ", with: ";\n") + ";\n" }
        _ = try scenario.file("change.sql", changes.joined())
        try await scenario.run("migrate", "execute-sql", "--sql-file=change.sql").exits(0)
        try await Self.expectAll(samples, in: scenario) { $0.replacing(#/o(\d+)/#) { "O\($0.1)" } }
    }
}

/// What `devtool migrate drift` does with the history, on files.
@Suite(.takingTurns) struct DriftHistoryScenarios {
    private static let log = """
        --liquibase formatted sql
        --changeset ada:1
        create table customer (id int primary key, name varchar(80));
        --changeset ada:2 context:test
        create table only_test (id int);
        --changeset ada:3
        --preconditions onFail:MARK_RAN
        --precondition-sql-check expectedResult:1 select 0
        create table marked (id int);
        --changeset ada:4
        create index customer_name on customer (name);

        """

    private static func project(_ settings: String = "") throws -> Scenario {
        try Scenario().withLiquibase().file("db/a.sql", log).config(
            "migrate: {changelog: db/a.sql, contexts: [prod]\(settings), targets: {dev: {url: 'jdbc:sqlite:app.db'}}}\n"
        )
    }

    /// A database in which the changelog has run.
    private static let database = Task {
        let scenario = try project()
        try await scenario.run("migrate", "update").exits(0)
        return try scenario.folder.path.appending("app.db").contents()
    }

    private static func updated(_ settings: String = "") async throws -> Scenario {
        try await project(settings).file("app.db", bytes: database.value)
    }

    private static func change(_ statement: String, in scenario: Scenario, _ file: String = "app.db") async throws {
        _ = try await SQLiteFile(path: scenario.folder.path.appending(file)).rows(statement)
    }

    /// The file of the database does not change by a bit.
    @Test func theTargetIsOnlyRead() async throws {
        let scenario = try await Self.updated()
        let file = scenario.folder.path.appending("app.db").string
        let before = FileManager.default.contents(atPath: file)
        try await scenario.run("migrate", "drift").stdout("").stderr(
            "dev: no differences from the changelog, 4 objects compared\n"
        ).exits(0)
        #expect(FileManager.default.contents(atPath: file) == before)
        try await Self.change("create table extra (id int)", in: scenario)
        let outcome = try await scenario.run(
            "--report", "junit=report.xml", "--report", "sarif=report.sarif", "migrate", "drift"
        ).exits(1).stderr("dev: 1 difference from the changelog\n").stdout(
            """
            KIND   OBJECT  DIFFERENCE
            table  extra   unexpected

            """)
        #expect(outcome.folder.text("report.sarif")?.contains(#""ruleId": "drift""#) == true)
        #expect(outcome.folder.text("report.xml")?.contains("dev: 1 difference from the changelog") == true)
    }

    @Test func whatTheHistoryAndTheChangelogDisagreeAboutIsSaid() async throws {
        let scenario = try await Self.updated()
        try await Self.change("update DATABASECHANGELOG set ORDEREXECUTED = 9 where ID = '1'", in: scenario)
        _ = try scenario.file(
            "db/a.sql",
            """
            --liquibase formatted sql
            --changeset ada:1
            create table customer (id int primary key, name varchar(80), note text);
            --changeset ada:4
            create index customer_name on customer (name);
            --changeset ada:5
            create table pending (id int);

            """)
        try await Self.change(
            "insert into DATABASECHANGELOG select 6, AUTHOR, FILENAME, DATEEXECUTED, 7, EXECTYPE, MD5SUM, DESCRIPTION, COMMENTS, TAG, LIQUIBASE, CONTEXTS, LABELS, DEPLOYMENT_ID from DATABASECHANGELOG where ID = '4'",
            in: scenario)
        try await scenario.run("migrate", "drift").exits(1).stdout(
            """
            KIND    OBJECT         DIFFERENCE
            column  customer.note  missing

            """
        ).stderr(
            """
            devtool: warning: dev: 'db/a.sql::6::ada' ran here, but is not in the changelog
              hint: what it created is reported as unexpected
            devtool: warning: dev: 'db/a.sql::1::ada' was edited after it ran here
              hint: the comparison uses its current form
            devtool: warning: dev: 'db/a.sql::1::ada' ran in a different order than in the changelog
              hint: the comparison uses the order of the changelog
            dev: 1 difference from the changelog

            """)
    }

    @Test func differencesAreAccepted() async throws {
        let scenario = try await Self.updated(", drift: {ignore: ['table extra*', 'index *']}")
        try await Self.change("create table extra1 (id int)", in: scenario)
        try await scenario.run("migrate", "drift").exits(0).stdout("").stderr(
            """
            devtool: warning: dev: 'index *' in 'drift.ignore' does not match any difference
              hint: remove it
            dev: no differences from the changelog, 6 objects compared, 1 ignored

            """)
        let refused = try await scenario.config("migrate: {drift: {ignore: ['tables extra']}}\n").run("config", "check")
            .exits(78)
        #expect(
            refused.errorText.contains(
                "must be a kind and a pattern, such as 'table public.audit_*', not 'tables extra'"),
            "\(refused.errorText)")
    }

    @Test func targetsAreComparedWithEachOther() async throws {
        let scenario = try await Self.updated().config(
            """
            migrate:
              changelog: db/a.sql
              targets:
                a: {url: 'jdbc:sqlite:app.db'}
                b: {url: 'jdbc:sqlite:other.db'}
                c: {url: 'jdbc:h2:./none'}
                d: {url: 'jdbc:derby:none'}
                e: {each: {command: [echo, other]}, url: 'jdbc:sqlite:${each}.db'}

            """)
        try FileManager.default.copyItem(
            atPath: scenario.folder.path.appending("app.db").string,
            toPath: scenario.folder.path.appending("other.db").string)
        try await Self.change("drop index customer_name", in: scenario, "other.db")
        try await scenario.run("migrate", "drift", "--target", "a", "--against", "b").exits(1).stdout(
            """
            KIND   OBJECT                  DIFFERENCE
            index  customer.customer_name  unexpected

            """
        ).stderr("a: 1 difference from 'b'\n")
        try await scenario.run("migrate", "drift", "--target", "a", "--against", "e:other").exits(1).stderr(
            "a: 1 difference from 'e:other'\n")
        try await scenario.run("migrate", "drift", "--target", "a", "--against", "c").exits(78).stderr(
            "devtool: 'c' and 'a' use different engines\n")
        try await scenario.run("migrate", "drift", "--target", "d").exits(69).stderr(
            """
            devtool: the schema of 'd' (derby) cannot be compared
              hint: use a PostgreSQL, MariaDB, H2 or SQLite database

            """)
        // One that cannot be read does not keep the others from being compared.
        let outcome = try await scenario.run("migrate", "drift", "--target", "c,b").exits(1).stdout(
            """
            TARGET  KIND   OBJECT                  DIFFERENCE
            b       index  customer.customer_name  missing

            """)
        #expect(
            outcome.errorText.contains("devtool: the database of 'c' cannot be read: Database \""),
            "\(outcome.errorText)")
        // Several are a list, whatever became of the others.
        let listed = try await scenario.run("migrate", "drift", "--json", "--target", "c,b").exits(1)
        let reports = try JSONSerialization.jsonObject(with: Data(listed.output)) as? [[String: Any]]
        #expect(reports?.map { $0["target"] as? String } == ["b"])
    }

    /// What is found about the history is said once, and only the third has another one.
    @Test func targetsWithTheSameHistoryShareAThrowAwayDatabase() async throws {
        let scenario = try await Self.updated().config(
            """
            migrate:
              changelog: db/a.sql
              targets:
                a: {url: 'jdbc:sqlite:app.db'}
                b: {url: 'jdbc:sqlite:b.db'}
                c: {url: 'jdbc:sqlite:c.db'}

            """)
        for name in ["b.db", "c.db"] {
            try FileManager.default.copyItem(
                atPath: scenario.folder.path.appending("app.db").string,
                toPath: scenario.folder.path.appending(name).string)
        }
        try await Self.change("create table extra (id int)", in: scenario, "b.db")
        try await Self.change("delete from DATABASECHANGELOG where ID = '4'", in: scenario, "c.db")
        _ = try scenario.file(
            "db/a.sql", Self.log.replacing("create index customer_name on customer (name)", with: "select 1"))
        try await scenario.run("migrate", "drift", "--all-targets", "--jobs", "2").exits(1).stdout(
            """
            TARGET  KIND   OBJECT                  DIFFERENCE
            a       index  customer.customer_name  unexpected
            b       table  extra                   unexpected
            b       index  customer.customer_name  unexpected
            c       index  customer.customer_name  unexpected

            """
        ).stderr(
            """
            devtool: warning: a: 'db/a.sql::4::ada' was edited after it ran here
              hint: the comparison uses its current form
            a: 1 difference from the changelog
            b: 2 differences from the changelog
            c: 1 difference from the changelog

            """)
    }

    /// 1 would say that there are differences.
    @Test func theStatusIsThatOfTheFirstFailure() async throws {
        let scenario = try await Self.updated().config(
            """
            migrate:
              changelog: db/a.sql
              targets:
                a: {url: 'jdbc:sqlite:app.db'}
                b: {url: 'jdbc:sqlite:none/b.db'}
                c: {url: 'jdbc:sqlite:c.db'}

            """
        ).file("c.db", "")
        try await scenario.run("migrate", "drift", "--target", "c").stdout("").exits(65)
        try await scenario.run("migrate", "drift", "--all-targets").stdout("").exits(69)
        try await scenario.run("migrate", "drift", "--target", "a,c").stdout("").exits(65)
    }

    @Test func aTargetWithoutAHistoryCannotBeCompared() async throws {
        let scenario = try await Self.updated()
        try await Self.change("delete from DATABASECHANGELOG", in: scenario)
        try await scenario.run("migrate", "drift").exits(65).stdout("").stderr(
            """
            devtool: 'dev' has no changeset history, so there is nothing to compare
              hint: run 'devtool migrate update' to start one, or compare with another target using --against

            """)
    }
}
