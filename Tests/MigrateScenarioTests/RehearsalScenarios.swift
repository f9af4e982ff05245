import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Whether a server, which is never run as root, can be run: other users may enter the root folder.
let canRunServers: Bool = {
    var status = stat()
    return getuid() != 0 || stat("/", &status) == 0 && status.st_mode & 0o001 != 0
}()

/// `devtool migrate rehearse`, on real databases.
@Suite(.takingTurns, .enabled(if: canRunServers, "the root folder is closed to other users")) struct RehearsalScenarios
{
    private static func project(_ url: String, _ changelog: String) throws -> Scenario {
        try Scenario().withLiquibase().file("db/a.sql", changelog).config(
            "migrate: {changelog: db/a.sql, targets: {dev: {url: '\(url)'}}}\n")
    }

    private static let table = """
        --liquibase formatted sql

        --changeset ada:1
        create table t (id int primary key, a int);
        --rollback drop table t;

        """

    /// The output without times.
    private static func said(_ outcome: Outcome) -> String {
        outcome.outputText.replacing(#/  [\d.]+ m?s\n/#, with: "  TIME\n")
    }

    @Test func anUpdateThatFailsHasItsPlace() async throws {
        let outcome = try await Self.project(
            "jdbc:sqlite:app.db", "--liquibase formatted sql\n--changeset ada:1\ncreate tabl t;\n"
        ).run("migrate", "rehearse").stdout("").exits(1)
        #expect(outcome.errorText.hasPrefix("db/a.sql:2:1: changeset db/a.sql::1::ada: "), "\(outcome.errorText)")
    }

    /// What is always run was run again in the place of the next; what is only marked as run is rolled back, too.
    @Test func whatIsAlwaysRunOrMarkedAsRunHidesNothing() async throws {
        let outcome = try await Self.project(
            "jdbc:sqlite:app.db",
            """
            --liquibase formatted sql

            --changeset ada:1
            create table k (id int primary key);
            --rollback drop table k;

            --changeset ada:2 runAlways:true
            insert or ignore into k values (2);
            --rollback not required

            --changeset ada:3
            create table left_behind (id int);
            --rollback select 1;

            --changeset ada:4
            --preconditions onFail:MARK_RAN
            --precondition-sql-check expectedResult:1 select 0
            create table v (id int primary key);
            --rollback drop table if exists v;

            --changeset ada:5
            create table w (id int primary key);
            --rollback select 1;

            """
        ).run("migrate", "rehearse").exits(65).file("app.db", nil)
        for (line, id) in [(11, 3), (21, 5)] {
            #expect(
                outcome.errorText.contains(
                    """
                    db/a.sql:\(line):1: the rollback of 'db/a.sql::\(id)::ada' does not restore the database
                    --changeset ada:\(id)
                    ^

                    """), "\(outcome.errorText)")
        }
        #expect(
            outcome.errorText.hasSuffix("\ndev: 4 changesets rehearsed, 1 not run here: 2 errors\n"),
            "\(outcome.errorText)")
    }

    /// The login of the target is not needed, and its server is not asked.
    ///
    /// A column that is added again comes last.
    @Test func rollbacksThatFailOrLeaveSomethingAreFound() async throws {
        let outcome = try await Self.project(
            "postgresql://app:secret@db.invalid/app",
            Self.table + """

                --changeset ada:2
                alter table t add b int; create index ti on t (a);
                --rollback alter table t drop b;

                --changeset ada:3
                create table u (id int);

                --changeset ada:4
                create table p (x int, y int); insert into p (y) values (1);
                --rollback drop table p;

                --changeset ada:5
                alter table p drop x;
                --rollback alter table p add x int;

                """
        ).run("migrate", "rehearse").exits(65).stderr(
            """
            db/a.sql:7:1: the rollback of 'db/a.sql::2::ada' does not restore the database
            --changeset ada:2
            ^
              hint: it leaves: CREATE INDEX ti ON public.t USING btree (a);
            db/a.sql:11:1: 'db/a.sql::3::ada' cannot be rolled back: a change of type RawSQL cannot be rolled back automatically
            --changeset ada:3
            ^
              hint: add '--rollback SQL', or '--rollback not required' if there is nothing to undo
            dev: 5 changesets rehearsed: 2 errors

            """)
        #expect(
            Self.said(outcome) == """
                CHANGESET         TIME
                db/a.sql::1::ada  TIME
                db/a.sql::2::ada  TIME
                db/a.sql::3::ada  TIME
                db/a.sql::4::ada  TIME
                db/a.sql::5::ada  TIME

                """)
        #expect(outcome.folder.names.allSatisfy { !$0.hasPrefix(".install-") })
    }

    /// Nothing that was not run is rehearsed: that is no success.
    @Test func whereNothingRunsNothingIsRehearsed() async throws {
        let changeSets = ["dbms:oracle", "failOnError:false"].map {
            "--changeset ada:\($0.prefix(4)) \($0)\nselect * from nosuch;\n--rollback empty\n"
        }
        let outcome = try await Self.project(
            "jdbc:sqlite:app.db", "--liquibase formatted sql\n\n\(changeSets.joined())"
        ).run("migrate", "rehearse").exits(65)
        #expect(
            outcome.errorText.contains(
                """
                dev: no changesets were run, so nothing was rehearsed
                  hint: 'devtool migrate plan' shows which changesets are excluded by contexts, labels and dbms

                """))
    }

    /// What a rollback leaves is found though that of an earlier changeset removes it; what none is wanted for is not.
    @Test func whatAnEarlierRollbackRemovesIsFound() async throws {
        try await Self.project(
            "jdbc:h2:mem:x",
            Self.table + """

                --changeset ada:2
                alter table t add column b int;
                --rollback not required

                --changeset ada:3
                create index ti on t (a);
                --rollback select 1;

                """
        ).run("migrate", "rehearse").exits(65).stderr(
            """
            db/a.sql:11:1: the rollback of 'db/a.sql::3::ada' does not restore the database
            --changeset ada:3
            ^
              hint: it leaves: CREATE INDEX "PUBLIC"."TI" ON "PUBLIC"."T"("A");
            dev: 3 changesets rehearsed: 1 error

            """)
    }

    /// The target has the first changeset; the second loses data, which its rollback does not bring back.
    @Test func pendingChangesetsAreRehearsedWithData() async throws {
        let scenario = try Self.project("jdbc:h2:./app", Self.table)
        try await scenario.run("migrate", "update").exits(0)
        _ = try scenario.file("data.sql", "insert into t values (1, 2);\n").file(
            "db/a.sql",
            Self.table + """

                --changeset ada:2
                alter table t drop column a;
                --rollback alter table t add a int;

                """)
        let outcome = try await scenario.run("migrate", "rehearse", "--pending", "--data", "data.sql").exits(65)
        #expect(
            outcome.errorText.hasPrefix(
                """
                db/a.sql:7:1: the rollback of 'db/a.sql::2::ada' does not restore the database
                --changeset ada:2
                ^
                  hint: it leaves: (1, NULL);
                """), "\(outcome.errorText)")
        #expect(Self.said(outcome) == "CHANGESET         TIME\ndb/a.sql::2::ada  TIME\n")
        let bad = try await scenario.file("data.sql", "insert into none values (1);\n").run(
            "migrate", "rehearse", "--pending", "--data", "data.sql")
        #expect(bad.status != 0)
        #expect(bad.errorText.hasPrefix("devtool: 'data.sql' could not be loaded\n"), "\(bad.errorText)")
    }

    /// Rolls a changeset back that leaves nothing, one that leaves an index, and one that fails, on given databases.
    ///
    /// On a server of its own: what others make on the server meanwhile would be reported.
    @Test func aGivenDatabaseIsEmptyBeforeAndAfterwards() async throws {
        try await PostgreSQLServer.runAlone { server in
            let changelog =
                Self.table + """

                    --changeset ada:2
                    create schema s; create table s.v (id int primary key); create view w as select 1 as a;
                    create extension if not exists pg_trgm; create publication p;
                    create foreign data wrapper files; create server far foreign data wrapper files;
                    create cast (text as point) with inout; create function f() returns int language sql as 'select 1';
                    --rollback drop table s.v;

                    --changeset ada:3
                    create type mood as enum ('a'); select lo_create(4711);
                    --rollback drop type mode;

                    """
            let scenario = try Self.project("postgresql://app@db.invalid/app", changelog)
            let url = server.url.replacing("jdbc:postgresql://", with: "postgres://app:\(server.encoded)@")
            let rehearse = ["migrate", "rehearse", "--rehearse-url", url]
            let outcome = try await scenario.variable("PGUSER", "nobody").variable("PGPASSWORD", "wrong").run(rehearse)
                .exits(65)
            #expect(
                outcome.errorText.hasPrefix(
                    """
                    db/a.sql:7:1: the rollback of 'db/a.sql::2::ada' does not restore the database
                    """), "\(outcome.errorText)")
            #expect(
                outcome.errorText.hasSuffix(
                    """
                      hint: correct its rollback
                    dev: 3 changesets rehearsed: 2 errors

                    """), "\(outcome.errorText)")
            #expect(!outcome.errorText.contains(server.password))
            // As it is empty again, it can be used again below, and not with a table in it.
            try await server.query("create table mine (a int)")
            try await scenario.run(rehearse).stdout("").stderr(
                """
                devtool: the database '\(server.url)' is not empty: it contains the table public.mine; \
                nothing was changed
                  hint: a rehearsal erases its database: use an empty one

                """
            ).exits(65)
            #expect(try await server.query("select count(*) from mine") == "0")
            try await server.query("drop table mine; create publication old")
            let other = try await scenario.run(rehearse).stdout("").exits(65)
            #expect(other.errorText.contains("it contains the publication old;"), "\(other.errorText)")
            try await server.query("drop publication old")
            try await Self.expectTheRestOfTheServerIsLeft(server, rehearse: rehearse)
        }
    }

    /// What is of the whole server stays, and is told of; a login that is refused is no failure of the changes.
    private static func expectTheRestOfTheServerIsLeft(_ server: PostgreSQLServer, rehearse: [String]) async throws {
        let scenario = try project(
            "postgresql://app@db.invalid/app", table + "\n--changeset ada:2\ncreate role guest;\n--rollback select 1;\n"
        )
        let wrong = rehearse.map { $0.replacing(server.encoded, with: "wrong") }
        let refused = try await scenario.run(wrong).stdout("").exits(77)
        #expect(refused.errorText.contains("password authentication failed"))
        // The changeset is applied twice.
        let outcome = try await scenario.run(rehearse).exits(1)
        #expect(
            outcome.errorText.contains(
                """
                devtool: warning: the rehearsal on \(server.url) left objects on the server: the role guest
                  hint: remove them, and make the rollback of their changeset remove them

                """), "\(outcome.errorText)")
    }

    @Test func aGivenDatabaseOfMariaDB() async throws {
        try await MariaDBServer.run { server in
            let url = server.url.replacing("jdbc:mariadb://", with: "mariadb://\(server.name):\(server.encoded)@")
            let scenario = try Self.project("mariadb://app@db.invalid/app", Self.table)
            let rehearse = ["migrate", "rehearse", "--rehearse-url", url]
            try await scenario.run(rehearse).exits(0).stderr("dev: 1 changeset rehearsed: no problems found\n")
            #expect(try await server.query("show tables") == "")
            try await server.query("create view mine as select 1")
            try await scenario.run(rehearse).stdout("").exits(65)
            #expect(try await server.query("show tables") == "mine")
            // As a target, it has no history yet.
            try await Self.project(url, Self.table).run("migrate", "rehearse", "--pending").stderr(
                "dev: 1 changeset rehearsed: no problems found\n"
            ).exits(0)
            #expect(try await server.query("show tables") == "mine")
        }
    }

    /// A view that stays without its table is a finding, though MariaDB's own program fails at it.
    @Test func aViewThatIsLeftIsFound() async throws {
        let outcome = try await Self.project(
            "mariadb://app@db.invalid/app",
            Self.table + "\n--changeset ada:2\ncreate view v as select a from t;\n--rollback select 1;\n"
        ).run("migrate", "rehearse").exits(65)
        #expect(
            outcome.errorText.hasPrefix(
                """
                db/a.sql:7:1: the rollback of 'db/a.sql::2::ada' does not restore the database
                """), "\(outcome.errorText)")
    }

    @Test func theDatabaseOfATargetIsNotRehearsedOn() async throws {
        let scenario = try Scenario().withScriptedJava("touch started").config(
            """
            migrate:
              rehearse-url: postgres://app@localhost/prod
              targets:
                prod: {url: 'jdbc:postgresql://127.0.0.1:5432/prod'}
                other: {url: 'jdbc:postgresql://db.invalid/other'}
                maria: {url: 'jdbc:mariadb://db.invalid/other', rehearse-url: 'postgres://localhost/x'}
                lite: {url: 'jdbc:sqlite:x.db', rehearse-url: 'jdbc:sqlite:y.db'}

            """)
        for (target, message) in [
            (
                "other",
                """
                devtool: 'postgres://app@localhost/prod' is the database of the target 'prod'; nothing was changed
                  hint: a rehearsal erases its database: use a dedicated one

                """
            ),
            (
                "maria",
                """
                devtool: the database 'postgres://localhost/x' and the target 'maria' use different engines

                """
            ),
            (
                "lite",
                """
                devtool: cannot rehearse on 'jdbc:sqlite:y.db'
                  hint: use PostgreSQL or MariaDB, such as postgres://user:password@host/name

                """
            ),
        ] {
            try await scenario.run("migrate", "rehearse", "--target", target).stdout("").stderr(message).exits(78).file(
                "started", nil)
        }
    }

    /// The target has a table that no changeset makes, which the pending one needs.
    @Test func pendingChangesetsAreRehearsedOnTheTargetsSchema() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Scenario().withLiquibase().file("db/a.sql", Self.table).variable(
                "DB_PASSWORD", server.password
            ).config(
                """
                migrate:
                  changelog: db/a.sql
                  targets: {dev: {url: '\(server.url)', username: app, password: {env: DB_PASSWORD}}}

                """)
            try await scenario.run("migrate", "update").exits(0)
            try await server.query("create table by_hand (a int); insert into by_hand values (1)")
            _ = try scenario.file(
                "db/a.sql",
                Self.table + """

                    --changeset ada:2
                    alter table by_hand add b int not null;
                    --rollback alter table by_hand drop b;

                    """)
            let outcome = try await scenario.run("migrate", "rehearse", "--pending").stderr(
                "dev: 1 changeset rehearsed: no problems found\n"
            ).exits(0)
            #expect(Self.said(outcome) == "CHANGESET         TIME\ndb/a.sql::2::ada  TIME\n")
            let replayed = try await scenario.run("migrate", "rehearse", "--pending", "--replay").exits(1)
            #expect(replayed.errorText.contains("relation \"by_hand\" does not exist"), "\(replayed.errorText)")
            #expect(try await server.query("select * from by_hand") == "1")
        }
    }

    @Test func whatCannotBeRehearsedIsRefused() async throws {
        try await Scenario().project("{url: 'jdbc:oracle:thin:@db:1521/app'}").withScriptedJava("touch started").run(
            "migrate", "rehearse"
        ).stdout("").stderr(
            """
            devtool: cannot create a throw-away database for 'dev' (oracle)
              hint: use a PostgreSQL, MariaDB, H2 or SQLite database

            """
        ).exits(69).file("started", nil)
        try await Scenario().project("{url: 'jdbc:h2:mem:x'}").run("migrate", "rehearse", "--data", "x.sql").exits(64)
        try await Scenario().project("{url: 'jdbc:h2:mem:x'}").run("migrate", "rehearse", "--replay").exits(64)
        try await Scenario().project("{url: 'jdbc:h2:mem:x'}").withScriptedJava("touch started").file("empty.sql", "\n")
            .run("migrate", "rehearse", "--pending", "--data", "empty.sql").stdout("").stderr(
                "devtool: 'empty.sql' contains no statements\n"
            ).exits(65).file("started", nil)
        try await Scenario().project("{url: 'jdbc:h2:mem:x'}").withScriptedJava("touch started").run(
            "migrate", "rehearse", "--pending", "--data", "x.sql"
        ).stdout("").stderr("devtool: cannot read 'x.sql': No such file or directory\n").exits(66).file("started", nil)
    }

    @Test func withoutPendingChangesetsNothingIsRehearsed() async throws {
        try await Scenario().file("db/a.sql", Self.table).config(
            "migrate: {changelog: db/a.sql, targets: {dev: {url: 'jdbc:h2:./x'}}}\n"
        ).withScriptedJava("echo '[2026-11-24 20:00:00] INFO [liquibase] done' >&2").run(
            "migrate", "rehearse", "--pending"
        ).stdout("").stderr("dev: there are no pending changesets to rehearse\n").exits(0)
    }

    @Test func anAppliedChangesetAfterAPendingOneIsRefused() async throws {
        try await Scenario().file("db/a.sql", Self.table + "\n--changeset ada:2\nselect 2;\n--rollback select 1;\n")
            .config("migrate: {changelog: db/a.sql, targets: {dev: {url: 'jdbc:h2:./x'}}}\n").withScriptedJava(
                """
                printf -- '-- Changeset db/a.sql::1::ada\\nselect 1;\\n'
                echo '[2026-11-24 20:00:00] INFO [liquibase] done' >&2
                """
            ).run("migrate", "rehearse", "--pending").stdout("").stderr(
                """
                devtool: the pending changesets are not the last ones: 'db/a.sql::2::ada' follows one of them
                  hint: rehearse the whole changelog without --pending

                """
            ).exits(65)
    }

    /// A killed devtool leaves no server; its files are removed by the next rehearsal.
    @Test func aKilledRehearsalLeavesNothing() async throws {
        let scenario = try Scenario().file("db/a.sql", Self.table).config(
            "migrate: {changelog: db/a.sql, targets: {dev: {url: 'postgresql://x/app'}}}\n"
        ).withScriptedJava("echo started >started; sleep 600")
        func leftovers() -> [String] { scenario.folder.names.filter { $0.hasPrefix(".install-") } }
        let configuration = scenario.configuration(["migrate", "rehearse"])
        let server = try await Subprocess.run(configuration, input: .none, output: .discarded, error: .discarded) {
            execution in
            try await eventually { scenario.folder.text("started") != nil }
            let left = try #require(leftovers().first)
            let text = try #require(scenario.folder.text("\(left)/data/postmaster.pid"))
            let server = try #require(text.split(separator: "\n").first.flatMap { pid_t($0) })
            #expect(kill(server, 0) == 0)
            #expect(kill(execution.processIdentifier.value, SIGKILL) == 0)
            return server
        }.closureResult
        try await eventually { kill(server, 0) != 0 }
        #expect(leftovers().count == 1)
        try await scenario.withScriptedJava("exit 1").run("migrate", "rehearse").exits(1)
        #expect(leftovers() == [])
    }
}
