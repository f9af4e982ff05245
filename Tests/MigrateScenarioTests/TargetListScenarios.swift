import Foundation
import SystemPackage
import TestSupport
import Testing

/// Targets from a list: `each`.
@Suite(.takingTurns) struct TargetListScenarios {
    private static let log = """
        --liquibase formatted sql
        --changeset ada:1
        create table customer (id int primary key, name varchar(80));
        --changeset ada:2
        create index customer_name on customer (name);

        """

    private static func config(_ each: String, _ more: String = "") -> String {
        """
        migrate:
          changelog: db/a.sql
          targets:
            main: {url: 'jdbc:sqlite:main.db'}
            tenants: {each: \(each), url: 'jdbc:sqlite:${each}.db'\(more)}

        """
    }

    private static func scenario(_ items: String, _ more: String = "", each: String = "{file: tenants.txt}") throws
        -> Scenario
    { try Scenario().withLiquibase().file("db/a.sql", log).file("tenants.txt", items).config(config(each, more)) }

    @Test func eachItemIsATarget() async throws {
        let scenario = try Self.scenario("acme\nbe?ta\n", ", protected: true, parameters: {tenant: '${each}'}")
        try await scenario.run("migrate", "targets").exits(0).stdout(
            """
            TARGET         URL
            main           jdbc:sqlite:main.db
            tenants:acme   jdbc:sqlite:acme.db     protected
            tenants:be?ta  jdbc:sqlite:be%3Fta.db  protected

            """)
        try await scenario.run("migrate", "targets", "--matrix", "github").exits(0).stdout(
            "{\"target\":[\"main\",\"tenants:acme\",\"tenants:be?ta\"]}\n")
        try await scenario.run("migrate", "--target", "tenants", "update").exits(64).stderr(
            """
            devtool: the target 'tenants:acme' is protected, and update writes to it
              hint: use --yes to skip confirmation prompts

            """)
        let one = try await scenario.run("migrate", "plan", "--target", "tenants:be?ta", "--json").exits(0)
        #expect(one.outputText.contains(#""target": "tenants:be?ta""#))
        let both = try await scenario.run("migrate", "plan", "--target", "tenants", "--json").exits(0)
        let plans = try JSONSerialization.jsonObject(with: Data(both.output)) as? [[String: Any]]
        #expect(plans?.map { $0["target"] as? String } == ["tenants:acme", "tenants:be?ta"])
        try await scenario.run("migrate", "plan", "--target", "tenants:else").exits(64).stdout("").stderr(
            """
            devtool: unknown target 'tenants:else'
              hint: did you mean 'tenants:acme'?

            """)
    }

    @Test(arguments: [
        ("a/b\n", "the item 'a/b' in 'tenants' cannot be part of a name"),
        ("a:b\n", "the item 'a:b' in 'tenants' cannot be part of a name"),
        ("a b\n", "the item 'a b' in 'tenants' cannot be part of a name"),
        ("a\u{1B}\n", "the item 'a\u{FFFD}' in 'tenants' cannot be part of a name"),
        ("..\n", "the item '..' in 'tenants' cannot be part of a name"),
        ("a\n\na\n", "the item 'a' in 'tenants' occurs twice"),
        ("taken\n", "the item 'taken' in 'tenants' is also a target in this file"), ("\n", "'tenants' has no items"),
        ((0...10_000).map { "t\($0)\n" }.joined(), "'tenants' has 10001 items; at most 10000 are allowed"),
    ]) func itemsThatAreNone(items: String, message: String) async throws {
        let scenario = try Self.scenario(items).config(
            Self.config("{file: tenants.txt}") + "    'tenants:taken': {url: 'jdbc:sqlite:x.db'}\n")
        let outcome = try await scenario.run("migrate", "--target", "tenants", "status").stdout("").exits(78)
        #expect(outcome.errorText.hasPrefix("devtool.yml:5:14: \(message)\n"), "\(outcome.errorText)")
    }

    /// Nothing is run on another database instead.
    @Test func anEmptyListMayBeMeant() async throws {
        let scenario = try Self.scenario("").config(
            """
            migrate:
              changelog: db/a.sql
              targets: {tenants: {each: {file: tenants.txt, allow-empty: true}, url: 'jdbc:sqlite:${each}.db'}}

            """
        ).variable("DATABASE_URL", "jdbc:sqlite:other.db")
        for choice in [["--all-targets"], ["--target", "tenants"]] {
            try await scenario.run(["migrate"] + choice + ["update"]).stdout("").stderr(
                "no targets: the list is empty\n"
            ).exits(0).file("other.db", nil)
        }
    }

    @Test(arguments: [
        ("{file: x, command: [y]}", "'each' in 'tenants' must have a 'query' with 'on', a 'file' or a 'command'"),
        ("{query: select 1}", "'each' in 'tenants' must have a 'query' with 'on', a 'file' or a 'command'"),
        ("{query: select 1, on: man}", "'tenants' runs its query on 'man', which is not a target in this file"),
        ("{query: select 1, on: h2}", "a query on 'h2' could change its database"),
        ("{command: [sh, -c, 'echo a; exit 3']}", "'sh' exited with status 3"),
        ("{query: 'select 1, 2', on: main}", "the query for 'tenants' must return one column without nulls"),
        ("{query: 'select null', on: main}", "the query for 'tenants' must return one column without nulls"),
        ("{command: [printf, '\\377']}", "the items of 'tenants' are not UTF-8"),
        ("{}", "'${each}' in 'tenants' has no value"),
        (
            "{query: 'select nme from t', on: main}",
            "the query for 'tenants' failed: [SQLITE_ERROR] SQL error or missing database (no such column: nme)"
        ),
    ]) func sourcesThatAreNone(each: String, message: String) async throws {
        let scenario = try Self.scenario("", each: each).config(Self.config(each) + "    h2: {url: 'jdbc:h2:./x'}\n")
        _ = try await SQLiteFile(path: scenario.folder.path.appending("main.db")).rows("create table t (a int)")
        let outcome = try await scenario.run("migrate", "--target", "tenants", "status").stdout("").exits(78)
        #expect(outcome.errorText.hasPrefix("devtool.yml:5:14: \(message)\n"), "\(outcome.errorText)")
    }

    @Test func aListWithoutAFileIsNamed() async throws {
        let scenario = try Self.scenario("", each: "{file: none.txt}")
        let outcome = try await scenario.run("migrate", "--target", "tenants", "status").stdout("").exits(66)
        #expect(
            outcome.errorText.hasPrefix(
                "devtool.yml:5:14: cannot read 'none.txt', which lists the items of 'tenants': "
                    + "No such file or directory\n"), "\(outcome.errorText)")
    }

    @Test func theTargetsOfAListDiffer() async throws {
        let scenario = try Self.scenario("acme\n").config(
            "migrate: {targets: {tenants: {each: {file: tenants.txt}, url: 'jdbc:sqlite:a.db'}}}\n")
        for words in [["config", "check"], ["migrate", "targets"]] {
            let outcome = try await scenario.run(words).exits(78)
            #expect(
                outcome.errorText.hasPrefix(
                    "devtool.yml:1:30: no setting in 'tenants' contains '${each}', so all its "
                        + "targets would be the same\n"), "\(outcome.errorText)")
        }
    }

    /// Only for commands that need the targets' databases, and then once.
    @Test func aListIsReadWhenItIsNeeded() async throws {
        let scenario = try Self.scenario("", each: "{command: [sh, -c, 'echo read >>count; echo acme']}")
        for words in [
            ["lint"], ["targets", "--offline"], ["--target", "main", "update"],
            ["new", "--dry-run", "--author", "ada", "--target", "main", "add x"],
        ] { try await scenario.run(["migrate"] + words).exits(0).file("count", nil) }
        try await scenario.run("config", "check").exits(0).file("count", nil)
        let outcome = try await scenario.run("migrate", "--all-targets", "update").exits(0).file("count", "read\n")
        #expect(outcome.errorText.contains("tenants:acme | applied db/a.sql::1::ada in "), "\(outcome.errorText)")
    }

    @Test func aQueryOnlyReads() async throws {
        let scenario = try Self.scenario("", each: "{query: 'select name from tenant order by name', on: main}")
        let main = SQLiteFile(path: scenario.folder.path.appending("main.db"))
        _ = try await main.rows("create table tenant (name text)")
        _ = try await main.rows("insert into tenant values ('acme'), ('beta')")
        try await scenario.run("migrate", "--target", "tenants", "update").exits(0)
        // The three are one history; the table has the time of each.
        let status = try await scenario.run("migrate", "--drift", "status", "--target", "tenants").exits(0)
        #expect(
            status.outputText.replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/#, with: "T") == """
                tenants:acme: nothing to apply
                tenants:beta: nothing to apply
                TARGET        LAST CHANGESET    DATE                 PENDING  DRIFT
                tenants:acme  db/a.sql::2::ada  T  0        0
                tenants:beta  db/a.sql::2::ada  T  0        0

                """)
        _ = try await SQLiteFile(path: scenario.folder.path.appending("beta.db")).rows("drop index customer_name")
        let drift = try await scenario.run("migrate", "--drift", "--exit-code", "status", "--target", "tenants").exits(
            1)
        #expect(drift.outputText.hasSuffix("  0        1\n"), "\(drift.outputText)")
        let writing = "{query: \"insert into tenant values ('x')\", on: main}"
        try await scenario.config(Self.config(writing)).run("migrate", "--target", "tenants", "status").exits(78)
        #expect(try await main.rows("select count(*) from tenant") == ["2"])
    }
}

/// The tenants are schemas of one database.
@Suite(.takingTurns, .enabled(if: canRunServers, "the root folder is closed to other users"))
struct TenantSchemaScenarios {
    private static func config(_ url: String) -> String {
        """
        migrate:
          changelog: db/a.yaml
          username: app
          password: {env: WORD}
          targets:
            main: {url: '\(url)'}
            tenants:
              each: {query: 'select name from public.tenant order by name', on: main}
              url: '\(url)?currentSchema=${each}'
              default-schema: ${each}

        """
    }

    private static let log = """
        databaseChangeLog:
        - changeSet:
            id: 1
            author: ada
            changes:
            - createTable:
                tableName: customer
                columns:
                - column: {name: id, type: bigint, autoIncrement: true, constraints: {primaryKey: true}}
                - column: {name: name, type: varchar(80), defaultValue: x}
        - changeSet:
            id: 2
            author: ada
            changes:
            - sql: {splitStatements: false, sql: "create function name_of(c customer) returns text language sql as 'select c.name'"}
            - sql: create view names as select name_of(customer) from customer
            - sql: create index customer_name on customer (lower(name)) where name <> ''
            - sql: create table invoice (id serial primary key, customer bigint references customer, total int check (total > 0))

        """

    @Test func eachIsComparedWithTheChangelog() async throws {
        try await PostgreSQLServer.run { server in
            try await server.query(
                "create table tenant (name text); insert into tenant values ('c'), ('acme'), ('t''x\"y')")
            for schema in ["c", "acme", "\"t'x\"\"y\""] { try await server.query("create schema \(schema)") }
            let scenario = try Scenario().withLiquibase().file("db/a.yaml", Self.log).config(Self.config(server.url))
                .variable("WORD", server.password)
            try await scenario.run("migrate", "--target", "tenants:acme,tenants:c", "update").exits(0)
            try await scenario.run("migrate", "drift", "--target", "tenants:acme,tenants:c").stdout("").exits(0).stderr(
                """
                tenants:acme: no differences from the changelog, 16 objects compared
                tenants:c: no differences from the changelog, 16 objects compared

                """)
            try await server.query(
                "drop view c.names; alter table c.invoice add note text; create table acme.t (a int)")
            try await scenario.run("migrate", "drift", "--target", "tenants:acme,tenants:c").exits(1).stdout(
                """
                TARGET        KIND    OBJECT        DIFFERENCE
                tenants:acme  table   t             unexpected
                tenants:c     column  invoice.note  unexpected
                tenants:c     view    names         missing

                """)
        }
    }

    /// Whatever Liquibase would do with it, an update does not begin.
    @Test func sqlThatMissesTheSchemaIsAnError() async throws {
        let scenario = try Scenario().withLiquibase().file("db/a.yaml", Self.log).file("tenants.txt", "acme\n").config(
            """
            migrate:
              changelog: db/a.yaml
              targets:
                tenants:
                  each: {file: tenants.txt}
                  url: jdbc:postgresql://127.0.0.1:9/app
                  default-schema: ${each}

            """)
        for words in [["lint"], ["--target", "tenants", "update"]] {
            let outcome = try await scenario.run(["migrate"] + words).exits(65)
            #expect(
                outcome.errorText.contains(": SQL that does not name a schema runs in 'public' on the target 'tenants"),
                "\(outcome.errorText)")
            #expect(
                outcome.errorText.contains(
                    "hint: also set the connection's schema: add '?currentSchema=${each}' to the URL"),
                "\(outcome.errorText)")
        }
    }
}
