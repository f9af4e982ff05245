import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool migrate plan`, and what is shown and checked by it, with a script in the place of Java.
@Suite struct PlanScenarios {
    private static let changelog = """
        --liquibase formatted sql

        --changeset ada:1
        create table t (a bigint primary key);
        --changeset ada:2 context:"prod and !(x or y)"
        select 2;
        --changeset ada:3 dbms:mysql
        select 3;
        --changeset ada:4 labels:later
        --preconditions onFail:MARK_RAN
        --precondition-sql-check expectedResult:0 select count(*) from t
        select 4;

        """

    /// What Liquibase 4.6.2 prints, shortened.
    private static let update = """
        -- Lock Database
        UPDATE DATABASECHANGELOGLOCK SET LOCKED = 1 WHERE ID = 1 AND LOCKED = 0;

        -- Changeset db/a.sql::1::ada
        create table t (a bigint primary key);

        INSERT INTO app.DATABASECHANGELOG (ID, AUTHOR, FILENAME, MD5SUM) VALUES ('1', 'ada', 'db/a.sql', '8:0123456789abcdef0123456789abcdef');

        -- Changeset db/a.sql::4::ada
        select 4;

        INSERT INTO app.DATABASECHANGELOG (ID, AUTHOR, FILENAME, MD5SUM) VALUES ('4', 'ada', 'db/a.sql', '8:1123456789abcdef0123456789abcdef');

        -- Release Database Lock
        UPDATE DATABASECHANGELOGLOCK SET LOCKED = 0 WHERE ID = 1;

        """
    private static let rollback = """
        -- Rolling Back ChangeSet: db/a.sql::1::ada
        drop table t;

        DELETE FROM DATABASECHANGELOG WHERE ID = '1' AND AUTHOR = 'ada' AND FILENAME = 'db/a.sql';

        """
    private static let done = "[2026-11-24 20:00:00] INFO [liquibase] Liquibase command was executed successfully."

    private static func project(_ settings: String = "contexts: [test], labels: '!later'") throws -> Scenario {
        try Scenario().file("db/a.sql", changelog).config(
            """
            migrate:
              changelog: db/a.sql
              targets:
                dev: {url: 'jdbc:postgresql://db/app', \(settings)}

            """
        ).file("update.sql", update).file("rollback.sql", rollback).withScriptedJava(
            """
            case $* in
            *rollback-count-sql*) cat rollback.sql ;;
            *update-sql*) [ -e broken ] && echo "Unexpected error running Liquibase: Migration failed for change set db/a.sql::1::ada:
                 Reason: X requires access to up to date database metadata which is not available in SQL output mode" >&2 && exit 255
                cat update.sql ;;
            *status*) printf '2 change sets have not been applied to app@x\\n     db/a.sql::1::ada\\n     db/a.sql::4::ada\\n' ;;
            *) touch ran ;;
            esac
            echo '\(done)' >&2
            """)
    }

    /// A script in the place of Java has no history.
    private static let lackOfHistory = "The history could not be read: skipped changesets may have been applied."

    private static let text = """
        dev: 2 changesets to apply, 2 skipped
           CHANGESET         PLACE
        1  db/a.sql::1::ada  db/a.sql:3:1  t is new
        2  db/a.sql::4::ada  db/a.sql:9:1  locks not known: SELECT; only if onFail:MARK_RAN, sql-check expectedResult:0 select count(*) from t
        -  db/a.sql::2::ada  db/a.sql:5:1  skipped: its context is 'prod and !(x or y)'
        -  db/a.sql::3::ada  db/a.sql:7:1  skipped: its dbms is 'mysql'
        \(lackOfHistory)

        -- db/a.sql::1::ada
        create table t (a bigint primary key);

        -- db/a.sql::4::ada
        select 4;

        """

    @Test func aPlanShowsWhatAnUpdateDoesAndWhatItSkips() async throws {
        let scenario = try Self.project("contexts: [test]")
        try await scenario.run("migrate", "plan").stdout(Self.text).stderr("").exits(0).file("ran", nil)
        try await scenario.run("migrate", "plan", "--exit-code").stdout(Self.text).exits(1)
        // As a job for a protected target has it.
        try await scenario.run("migrate", "plan", "update", "--yes").stdout(Self.text).stderr("").exits(0)
    }

    // See: audit of 0.2.0, L12.
    @Test(arguments: [
        (#""lacksHistory":true"#, #""lacksHistory":false"#), (#""lackOfSQL":null"#, #""lackOfSQL":"x""#),
        (#""unknownLocks":["SELECT"]"#, #""unknownLocks":[]"#), ("its dbms is", "its context is"),
    ]) func allMembersOfAPlanCount(was: String, altered: String) async throws {
        let scenario = try Self.project("contexts: [test]")
        let plan = try await scenario.run("migrate", "plan", "--json").exits(0).outputText
        let text = plan.replacing(/(?m)^ +|\n/, with: "").replacing("\": ", with: "\":")
        #expect(text.contains(was), "\(text)")
        let outcome = try await scenario.file("plan.json", text.replacing(was, with: altered)).run(
            "migrate", "--plan", "plan.json", "update"
        ).stdout("").exits(65).file("ran", nil)
        #expect(outcome.errorText.contains("changed"), "\(outcome.errorText)")
        try await scenario.file("plan.json", text).run("migrate", "--plan", "plan.json", "update").exits(0).file(
            "ran", "")
    }

    // See: the findings on migrations, D13.
    @Test func sqlWithAHiddenSecretIsAnError() async throws {
        let scenario = try Self.project("password: {env: SECRET}").variable("SECRET", "select 4")
        let message = """
            devtool: the SQL contains a secret, shown as ***, so it differs from what would run
              hint: write it with 'update-sql --output-file FILE', which hides nothing, or choose a password that \
            does not occur in a changeset

            """
        for command in ["update-sql", "plan", "--raw update-sql"] {
            let words = command.split(separator: " ").map(String.init)
            let outcome = try await scenario.run(["migrate"] + words).exits(65)
            #expect(outcome.errorText.hasSuffix(message), "\(outcome.errorText)")
        }
        // A comment names the database.
        try await scenario.file("update.sql", "-- Against: select 4\nselect '***';\n".replacing("'***'", with: "5"))
            .run("migrate", "update-sql").stdout("-- Against: ***\nselect 5;\n").exits(0)
    }

    /// Nothing waits for a table that is new, whatever is done to it; the lint finds nothing there either.
    @Test func aTableOfTheSamePlanIsNew() async throws {
        let scenario = try Self.project("contexts: []").file(
            "db/a.sql",
            """
            --liquibase formatted sql
            --changeset ada:1
            create table t (id bigint primary key, s text);
            --changeset ada:2
            create index ti on t (s);
            --changeset ada:3
            alter table t alter column s set not null;
            --changeset ada:4
            create index old on was (s);

            """
        ).file("update.sql", (1...4).map { "-- Changeset db/a.sql::\($0)::ada\nselect \($0);\n" }.joined())
        let plan = try await scenario.run("migrate", "plan").exits(0).outputText
        #expect(
            plan.hasPrefix(
                """
                dev: 4 changesets to apply
                   CHANGESET         PLACE
                1  db/a.sql::1::ada  db/a.sql:2:1  t is new
                2  db/a.sql::2::ada  db/a.sql:4:1  t is new
                3  db/a.sql::3::ada  db/a.sql:6:1  t is new
                4  db/a.sql::4::ada  db/a.sql:8:1  SHARE on was, reads all of it

                """), "\(plan)")
        let lint = try await scenario.run("migrate", "lint").exits(0).errorText
        #expect(!lint.contains("on t") && lint.contains("an index on 'was' is created"), "\(lint)")
    }

    /// The third was applied before the second came: elsewhere it comes after it.
    @Test func aPlanTellsWhatRunsOutOfOrder() async throws {
        let text = (1...3).map { "--changeset ada:\($0)\nselect \($0);\n" }.joined()
        func scenario(pending: [Int]) throws -> Scenario {
            try Self.project("contexts: []").file("db/a.sql", "--liquibase formatted sql\n" + text).file(
                "update.sql", pending.map { "-- Changeset db/a.sql::\($0)::ada\nselect \($0);\n" }.joined())
        }
        let plan = try await scenario(pending: [2]).run("migrate", "plan").exits(0).outputText
        #expect(
            plan.contains(
                """

                db/a.sql:4:1: 'db/a.sql::2::ada' is new and runs before 'db/a.sql::3::ada', which already exists on \
                'dev': databases that have the latter run the two in the opposite order
                --changeset ada:2
                ^
                  hint: move it to the end of 'db/a.sql'

                """), "\(plan)")
        for pending in [[3], [2, 3], [1, 2, 3]] {
            let fine = try await scenario(pending: pending).run("migrate", "plan").exits(0).outputText
            #expect(!fine.contains("the other way round"), "\(fine)")
        }
        let json = try await scenario(pending: [2]).run("migrate", "plan", "--json").exits(0).outputText
        #expect(json.contains("\"rule\": \"out-of-order\""))
    }

    @Test func labelsAndOptionsOfTheCommandLineCount() async throws {
        let scenario = try Self.project("contexts: [prod], labels: now").file("update.sql", "")
        try await scenario.run("migrate", "plan").stderr("").exits(0).stdout(
            """
            dev: nothing to apply, 2 skipped
               CHANGESET         PLACE
            -  db/a.sql::3::ada  db/a.sql:7:1  skipped: its dbms is 'mysql'
            -  db/a.sql::4::ada  db/a.sql:9:1  skipped: its labels are 'later'
            \(Self.lackOfHistory)

            """)
        let outcome = try await scenario.run("migrate", "plan", "--contexts=prod,x").exits(0)
        #expect(outcome.outputText.contains("its context is 'prod and !(x or y)'"))
    }

    @Test func anotherCommandCanBePlanned() async throws {
        let scenario = try Self.project()
        try await scenario.run("migrate", "plan", "rollback-count", "1").stderr("").exits(0).stdout(
            """
            dev: 1 changeset to roll back
               CHANGESET         PLACE
            1  db/a.sql::1::ada  db/a.sql:3:1

            -- db/a.sql::1::ada
            drop table t;

            """)
        // What is only marked as run was told to be nothing.
        for command in ["status", "changelog-sync", "changelog-sync-to-tag", "mark-next-changeset-ran"] {
            let tag = command.hasSuffix("-tag") ? ["v1"] : []
            try await scenario.run(["migrate", "plan", command] + tag).stdout("").stderr(
                """
                devtool: '\(command)' cannot be planned
                  hint: use update, update-count, update-to-tag, rollback, rollback-count or rollback-to-date

                """
            ).exits(64)
        }
    }

    /// Liquibase would apply everything, or mark everything as run.
    @Test func aTagThatNobodyHas() async throws {
        let scenario = try Scenario().withLiquibase().project("{url: 'jdbc:sqlite:app.db'}").file(
            "db/changelog.xml",
            Scenario.changelog.replacing(
                "<changeSet id=\"2\"",
                with: "<changeSet id=\"t\" author=\"ada\"><tagDatabase tag=\"v1\"/></changeSet>\n"
                    + "<changeSet id=\"2\""))
        try await scenario.run("migrate", "--yes", "changelog-sync-to-tag", "V1").stdout("").stderr(
            """
            devtool: neither the changelog nor the database has the tag 'V1', so changelog-sync-to-tag would apply every changeset
              hint: correct the tag, or use 'changelog-sync' instead

            """
        ).exits(65)
        let done = try await scenario.run("migrate", "update-to-tag", "v1").exits(0)
        #expect(done.errorText.contains("\n2 changesets applied in "), "\(done.errorText)")
    }

    @Test func aPlanForAMergeRequestIsMarkdown() async throws {
        let scenario = try Self.project("contexts: [test]").variable("GITHUB_ACTIONS", "true").variable(
            "GITHUB_STEP_SUMMARY", "summary.md"
        ).file("summary.md", "")
        let outcome = try await scenario.run("migrate", "plan", "--markdown").exits(0)
        let page = """
            ### devtool migrate plan update: dev

            2 changesets to apply, 2 skipped.

            | | Changeset | Place | |
            | -: | - | - | - |
            """
        #expect(outcome.outputText.hasPrefix(page), "\(outcome.outputText)")
        let sql = "```sql\n-- db/a.sql::1::ada\ncreate table t (a bigint primary key);\n\n-- db/a.sql::4::ada\n"
        #expect(outcome.outputText.contains(sql), "\(outcome.outputText)")
        #expect(outcome.folder.text("summary.md") == outcome.outputText)
    }

    /// The table is there already, so that an index on it blocks writes.
    @Test func findingsAndLocksOfThePendingChangesetsAreShown() async throws {
        let changelog = """
            --liquibase formatted sql

            --changeset ada:1
            create table t (a bigint primary key);
            --changeset ada:2
            create index ti on t (a);

            """
        let scenario = try Self.project("contexts: [test]").file("db/a.sql", changelog).file(
            "update.sql", "-- Changeset db/a.sql::2::ada\ncreate index ti on t (a);\n")
        let outcome = try await scenario.run("migrate", "plan").stderr("").exits(0)
        #expect(
            outcome.outputText.hasPrefix(
                """
                dev: 1 changeset to apply
                   CHANGESET         PLACE
                1  db/a.sql::2::ada  db/a.sql:5:1  SHARE on t, reads all of it
                The catalog could not be read: the locks shown assume plain tables.

                db/a.sql:6:1: warning: \

                """), "\(outcome.outputText)")
        let json = try await scenario.run("migrate", "plan", "--json").exits(0).outputText
        #expect(json.contains(#""rule": "blocking-index""#), "\(json)")
        #expect(json.contains(#""lacksCatalog": true"#), "\(json)")
        #expect(json.contains(#""blocks": "writes""#), "\(json)")
        let markdown = try await scenario.run("migrate", "plan", "--markdown").exits(0).outputText
        #expect(markdown.contains("\n⚠️ db/a.sql"), "\(markdown)")
        #expect(markdown.contains("| SHARE on t, reads all of it |"), "\(markdown)")
    }

    @Test func everyPendingChangesetHasItsLocks() async throws {
        let changelog = """
            --liquibase formatted sql

            --changeset ada:1
            create table t (a bigint primary key);
            create index old on t (a);
            --changeset ada:2
            alter table t add b int; alter table t alter b set default 1;
            --changeset ada:3
            create table u (a bigint primary key, b bigint, foreign key (b) references t (a));
            insert into u values (1, 1); insert into t values (1, 1);
            --changeset ada:4
            drop index old; alter table t add c uuid default gen_random_uuid();
            --changeset ada:5
            create view v as select * from t;
            --changeset ada:6
            do $$ begin end $$; alter extension x update;

            """
        let preview = (2...6).map { "-- Changeset db/a.sql::\($0)::ada\nselect \($0);\n" }.joined()
        let scenario = try Self.project("contexts: [test]").file("db/a.sql", changelog).file("update.sql", preview)
        let outcome = try await scenario.run("migrate", "plan").stderr("").exits(0)
        #expect(
            outcome.outputText.hasPrefix(
                """
                dev: 5 changesets to apply
                   CHANGESET         PLACE
                1  db/a.sql::2::ada  db/a.sql:6:1   ACCESS EXCLUSIVE on t
                2  db/a.sql::3::ada  db/a.sql:8:1   u is new; SHARE ROW EXCLUSIVE on t
                3  db/a.sql::4::ada  db/a.sql:11:1  ACCESS EXCLUSIVE on t, rewrites it
                4  db/a.sql::5::ada  db/a.sql:13:1
                5  db/a.sql::6::ada  db/a.sql:15:1  locks not known: DO, ALTER EXTENSION

                """), "\(outcome.outputText)")
        let json = try await scenario.run("migrate", "plan", "--json").exits(0).outputText
        let words = json.replacing(#/\s+/#, with: " ")
        #expect(words.contains(#""unknownLocks": [ "DO", "ALTER EXTENSION" ]"#), "\(words)")
        let other = try await scenario.config(
            "migrate: {changelog: db/a.sql, targets: {dev: {url: 'jdbc:mariadb://db/app'}}}\n"
        ).run("migrate", "plan").exits(0)
        #expect(other.outputText.contains("db/a.sql:6:1   blocks nothing on t\n"), "\(other.outputText)")
    }

    /// The type that the column has had is not in the changelog.
    @Test func whatDependsOnTheDatabaseSaysSo() async throws {
        let changelog = """
            --liquibase formatted sql

            --changeset ada:1
            alter table t alter a type bigint;
            --changeset ada:2
            create trigger r before insert on t for each row execute function f();

            """
        let scenario = try Self.project("contexts: [test]").file("db/a.sql", changelog).file(
            "update.sql", "-- Changeset db/a.sql::1::ada\nselect 1;\n\n-- Changeset db/a.sql::2::ada\nselect 2;\n")
        let outcome = try await scenario.run("migrate", "plan").exits(0)
        #expect(
            outcome.outputText.hasPrefix(
                """
                dev: 2 changesets to apply
                   CHANGESET         PLACE
                1  db/a.sql::1::ada  db/a.sql:3:1  ACCESS EXCLUSIVE on t, rewrites it unless both types are stored the same way
                2  db/a.sql::2::ada  db/a.sql:5:1  SHARE ROW EXCLUSIVE on t

                """), "\(outcome.outputText)")
        let json = try await scenario.run("migrate", "plan", "--json").exits(0).outputText
        #expect(json.contains(#""unless": "both types are stored the same way""#), "\(json)")
    }

    /// The locks of a newer server may be others than those that are known.
    @Test func aNewerServerIsNamed() async throws {
        let scenario = try Self.project("contexts: [test]").withScriptedJava(
            """
            case $* in *update-sql*)
                printf '\\000\\035DTlistening\\037false\\037PostgreSQL\\03717\\037\\n' >&2
                printf '%s\\n' '-- Changeset db/a.sql::1::ada' 'select 1;' ;;
            esac
            echo '\(Self.done)' >&2
            """
        ).file("db/a.sql", "--liquibase formatted sql\n--changeset ada:1\nalter table t add column c int;\n")
        try await scenario.run("migrate", "plan").exits(0).stdout(
            """
            dev: 1 changeset to apply
               CHANGESET         PLACE
            1  db/a.sql::1::ada  db/a.sql:2:1  ACCESS EXCLUSIVE on t
            The catalog could not be read: the locks shown assume plain tables.
            The locks were recorded on PostgreSQL 15; this server is PostgreSQL 17.

            -- db/a.sql::1::ada
            select 1;

            """)
        let json = try await scenario.run("migrate", "plan", "--json").exits(0).outputText
        #expect(
            json.contains(#""server": "PostgreSQL 17","#) && json.contains(#""locksOf": "PostgreSQL 15""#), "\(json)")
    }

    /// Of tables that the changelog does not make, the server's catalog tells what the locks depend on.
    @Test func theCatalogOfPostgreSQLIsAsked() async throws {
        try await PostgreSQLServer.run { server in
            try await server.query(
                """
                CREATE TABLE t (a varchar(10), b int NOT NULL, c int);
                CREATE INDEX ti ON t (c);
                CREATE TABLE p (id int PRIMARY KEY); CREATE TABLE k (p int CONSTRAINT kp REFERENCES p);
                CREATE DOMAIN whole AS int CHECK (VALUE > 0);
                CREATE TABLE s (a varchar(10) CHECK (length(a) > 0), b varchar(10)); CREATE INDEX si ON s (lower(b));
                CREATE TABLE m (a int) PARTITION BY RANGE (a); CREATE TABLE md PARTITION OF m DEFAULT;
                CREATE TABLE o (a int); CREATE TABLE oc () INHERITS (o);
                CREATE SEQUENCE q; CREATE TABLE l (a int DEFAULT nextval('q'))
                """)
            let table = try await Self.costs(
                """
                --changeset ada:1
                ALTER TABLE t ALTER a TYPE varchar(20);
                --changeset ada:2
                ALTER TABLE t ALTER b SET NOT NULL;
                --changeset ada:3
                ALTER TABLE t ALTER c SET NOT NULL;
                --changeset ada:4
                DROP INDEX ti;
                --changeset ada:5
                ALTER TABLE t ADD w whole;
                --changeset ada:6
                ALTER TABLE k DROP CONSTRAINT kp;
                --changeset ada:7
                ALTER TABLE s ALTER a TYPE varchar(20);
                --changeset ada:8
                ALTER TABLE s ALTER b TYPE text;
                --changeset ada:9
                CREATE TABLE m1 PARTITION OF m FOR VALUES FROM (0) TO (9);
                --changeset ada:10
                DROP TABLE md;
                --changeset ada:11
                ALTER TABLE o ADD b int;
                --changeset ada:12
                ALTER TABLE k DROP COLUMN p;
                --changeset ada:13
                DROP SEQUENCE q CASCADE;
                """, url: server.url, user: "app", password: server.password)
            #expect(
                table == """
                    dev: 13 changesets to apply
                        CHANGESET       PLACE
                    1   a.sql::1::ada   a.sql:2:1   ACCESS EXCLUSIVE on t
                    2   a.sql::2::ada   a.sql:4:1   ACCESS EXCLUSIVE on t
                    3   a.sql::3::ada   a.sql:6:1   ACCESS EXCLUSIVE on t, reads all of it
                    4   a.sql::4::ada   a.sql:8:1   ACCESS EXCLUSIVE on public.t
                    5   a.sql::5::ada   a.sql:10:1  ACCESS EXCLUSIVE on t, rewrites it
                    6   a.sql::6::ada   a.sql:12:1  ACCESS EXCLUSIVE on k; ACCESS EXCLUSIVE on public.p
                    7   a.sql::7::ada   a.sql:14:1  ACCESS EXCLUSIVE on s, reads all of it
                    8   a.sql::8::ada   a.sql:16:1  ACCESS EXCLUSIVE on s, reads all of it
                    9   a.sql::9::ada   a.sql:18:1  m1 is new; ACCESS EXCLUSIVE on m; locks not known: m is partitioned
                    10  a.sql::10::ada  a.sql:20:1  ACCESS EXCLUSIVE on md; ACCESS EXCLUSIVE on public.m; locks not known: public.m is partitioned
                    11  a.sql::11::ada  a.sql:22:1  ACCESS EXCLUSIVE on o; locks not known: o has children
                    12  a.sql::12::ada  a.sql:24:1  ACCESS EXCLUSIVE on k; locks not known: 'p' of k has a foreign key
                    13  a.sql::13::ada  a.sql:26:1  locks not known: DROP … CASCADE
                    """)
        }
    }

    @Test func theCatalogOfMariaDBIsAsked() async throws {
        try await MariaDBServer.run { server in
            try await server.query(
                """
                CREATE TABLE t (a varchar(10), b int NOT NULL, c varchar(9) CHARACTER SET latin1) CHARSET utf8mb4;
                CREATE TABLE f (a text, FULLTEXT fa (a)); CREATE TABLE m (a int) ENGINE = MyISAM;
                CREATE TABLE g (a int, b int AS (a + 1) PERSISTENT); CREATE TABLE z (a int) ROW_FORMAT = COMPRESSED
                """)
            let table = try await Self.costs(
                """
                --changeset ada:1
                ALTER TABLE t MODIFY a varchar(20);
                --changeset ada:2
                ALTER TABLE t MODIFY b int NOT NULL;
                --changeset ada:3
                ALTER TABLE t MODIFY c varchar(9);
                --changeset ada:4
                ALTER TABLE f ADD COLUMN b int;
                --changeset ada:5
                UPDATE m SET a = 1 WHERE a = 2;
                --changeset ada:6
                ALTER TABLE g MODIFY a int NOT NULL;
                --changeset ada:7
                ALTER TABLE z ADD (b int, INDEX (b));
                --changeset ada:8
                ALTER TABLE f ADD UNIQUE (a);
                --changeset ada:9
                ALTER TABLE x.t ADD COLUMN b int;
                """, url: server.url, user: server.name, password: server.password)
            #expect(
                table == """
                    dev: 9 changesets to apply
                       CHANGESET      PLACE
                    1  a.sql::1::ada  a.sql:2:1   blocks nothing on t
                    2  a.sql::2::ada  a.sql:4:1   blocks nothing on t
                    3  a.sql::3::ada  a.sql:6:1   blocks writes on t, rewrites it unless both types are stored the same way
                    4  a.sql::4::ada  a.sql:8:1   locks not known: f has a FULLTEXT index
                    5  a.sql::5::ada  a.sql:10:1  locks not known: m has the engine MyISAM
                    6  a.sql::6::ada  a.sql:12:1  locks not known: g has generated columns
                    7  a.sql::7::ada  a.sql:14:1  locks not known: z has the options row_format=COMPRESSED
                    8  a.sql::8::ada  a.sql:16:1  locks not known: UNIQUE on long or unknown columns, f has a FULLTEXT index
                    9  a.sql::9::ada  a.sql:18:1  locks not known: x.t is not in the catalog
                    """)
        }
    }

    /// The table of a plan for a server.
    private static func costs(_ changeSets: String, url: String, user: String, password: String) async throws -> String
    {
        let outcome = try await Scenario().withLiquibase().config(
            """
            migrate:
              changelog: a.sql
              targets: {dev: {url: '\(url)', username: \(user), password: {env: WORD}}}

            """
        ).file("a.sql", "--liquibase formatted sql\n\(changeSets)\n").variable("WORD", password).run("migrate", "plan")
            .exits(0)
        return outcome.outputText.components(separatedBy: "\n\n")[0]
    }

    /// MariaDB's and MySQL's comments have another blank: the plan once had nothing to apply there.
    @Test func commentsOfMariaDBAreUnderstood() async throws {
        let update = Self.update.replacing("\n-- ", with: "\n--  ")
        let outcome = try await Self.project("contexts: [test]").file("update.sql", update).run("migrate", "plan")
            .exits(0)
        #expect(outcome.outputText == Self.text)
    }

    @Test func statusIsATableOfThePlan() async throws {
        let scenario = try Self.project("contexts: [test]")
        // All others wait: there is no history yet.
        let table = Self.text.components(separatedBy: "\n\n")[0].replacing("\n" + Self.lackOfHistory, with: "") + "\n"
        try await scenario.run("migrate", "status").stdout(table).stderr("").exits(0)
        try await scenario.run("migrate", "--exit-code", "status").stdout(table).exits(1)
        try await scenario.run("migrate", "--raw", "status").exits(0).stdout(
            """
            2 change sets have not been applied to app@x
                 db/a.sql::1::ada
                 db/a.sql::4::ada

            """)
    }

    /// On a real database: what contexts leave out may have been applied with others.
    @Test func whatHasBeenAppliedIsNotSkipped() async throws {
        let changelog = """
            --liquibase formatted sql
            --changeset ada:1 context:prod
            create table p (id int primary key);

            """
        let scenario = try Scenario().withLiquibase().file("a.sql", changelog).config(
            "migrate: {changelog: a.sql, contexts: [test], targets: {dev: {url: 'jdbc:h2:./x'}}}\n")
        try await scenario.run("migrate", "update", "--contexts=prod").exits(0)
        _ = try scenario.file(
            "a.sql",
            changelog + """
                --changeset ada:2 context:test
                create table t (id int primary key);
                --changeset ada:3 context:prod
                create table q (id int primary key);

                """)
        try await scenario.run("migrate", "status").stderr("").exits(0).stdout(
            """
            dev: 1 changeset to apply, 1 skipped
               CHANGESET      PLACE
            1  a.sql::2::ada  a.sql:4:1
            -  a.sql::3::ada  a.sql:6:1  skipped: its context is 'prod'

            """)
    }

    @Test func aDryRunWithoutSQLSaysSo() async throws {
        let outcome = try await Self.project("contexts: [test]").file("broken", "").run(
            "migrate", "--dry-run", "update"
        ).stdout("").exits(0)
        #expect(
            outcome.errorText.hasSuffix(
                "\n  no SQL: Liquibase cannot preview it because of db/a.sql::1::ada: X "
                    + "requires access to up to date database metadata which is not available in SQL output mode\n"),
            "\(outcome.errorText)")
    }

    @Test func withoutSQLTheChangesetsAreListed() async throws {
        try await Self.project("contexts: [test]").file("broken", "").run("migrate", "plan").stderr("").exits(0).stdout(
            """
            dev: 2 changesets to apply, 2 skipped
               CHANGESET         PLACE
            1  db/a.sql::1::ada  db/a.sql:3:1  t is new
            2  db/a.sql::4::ada  db/a.sql:9:1  locks not known: SELECT; only if onFail:MARK_RAN, sql-check expectedResult:0 select count(*) from t
            -  db/a.sql::2::ada  db/a.sql:5:1  skipped: its context is 'prod and !(x or y)'
            -  db/a.sql::3::ada  db/a.sql:7:1  skipped: its dbms is 'mysql'
            \(Self.lackOfHistory)

            no SQL: Liquibase cannot preview it because of db/a.sql::1::ada: X requires access to up to date database metadata which is not available in SQL output mode

            """)
    }

    @Test func anUpdateRunsOnlyWhatWasPlanned() async throws {
        let scenario = try Self.project("contexts: [test]")
        let plan = try await scenario.run("migrate", "plan", "--json").exits(0).outputText
        _ = try scenario.file("plan.json", plan)
        let update = ["migrate", "--plan", "plan.json", "update"]
        try await scenario.run(update).exits(0).file("ran", "")
        try FileManager.default.removeItem(atPath: scenario.folder.path.appending("ran").string)
        for (sql, reason) in [
            (Self.update.replacing("(a bigint", with: "(a text"), "'db/a.sql::1::ada' has changed"),
            (Self.update.replacing("8:1123", with: "8:2123"), "'db/a.sql::4::ada' has changed"),
            ("", "'db/a.sql::1::ada' is no longer pending"),
            (Self.update.replacing("::4::ada", with: "::5::ada"), "'db/a.sql::5::ada' replaces 'db/a.sql::4::ada'"),
            (Self.update + "-- Changeset db/a.sql::6::ada\nselect 6;\n", "'db/a.sql::6::ada' was not planned"),
        ] {
            try await scenario.file("update.sql", sql).run(update).stdout("").stderr(
                """
                devtool: the plan 'plan.json' no longer matches 'dev': \(reason); nothing was run
                  hint: see the new plan: devtool migrate plan --target dev

                """
            ).exits(65).file("ran", nil)
        }
        for (text, reason) in [
            ("{}", "it has no targets with steps"), ("[]", "it has no targets with steps"), ("{", "not valid JSON"),
        ] {
            let outcome = try await scenario.file("plan.json", text).run(update).exits(65)
            #expect(outcome.errorText.contains(reason), "\(outcome.errorText)")
        }
        _ = try scenario.file("plan.json", plan).file(
            "db/a.sql", Self.changelog.replacing("expectedResult:0", with: "expectedResult:1"))
        let changed = try await scenario.file("update.sql", Self.update).run(update).exits(65)
        #expect(changed.errorText.contains("'db/a.sql::4::ada' has changed"))
        _ = try scenario.file("db/a.sql", Self.changelog)
        try await scenario.run(update + ["--default-schema-name=other"]).exits(65).file("ran", nil).stderr(
            "devtool: the plan 'plan.json' does not match this run: 'dev' has a different default schema\n")
        let moved = plan.replacing("//db/app", with: "//db/other")
        try await scenario.file("plan.json", moved).run(update).exits(65).file("ran", nil).stderr(
            "devtool: the plan 'plan.json' does not match this run: 'dev' has a different URL\n")
        let other = plan.replacing("\"dev\"", with: "\"prod\"")
        try await scenario.file("plan.json", other).run(update).exits(65).file("ran", nil).stderr(
            "devtool: the plan 'plan.json' does not match this run: it has no target 'dev'\n")
    }

    @Test func aRollbackIsShownBeforeTheQuestionAndByADryRun() async throws {
        let scenario = try Self.project()
        let dry = try await scenario.run("migrate", "--dry-run", "rollback-count", "1").stdout(Self.rollback).exits(0)
            .file("ran", nil)
        #expect(dry.errorText.hasSuffix("  would roll back db/a.sql::1::ada\n"), "\(dry.errorText)")
        let asked = try await scenario.onTerminal(typing: "n\n", "--color", "never", "migrate", "rollback-count", "1")
        asked.file("ran", nil)
        let text = asked.outputText.replacing("\r\n", with: "\n")
        #expect(text.contains("dev: 1 changeset to roll back\n"), "\(text)")
        #expect(text.contains("-- db/a.sql::1::ada\ndrop table t;\nRun rollback-count"), "\(text)")
    }

    @Test func whatLiquibaseReallyPrintsIsUnderstood() async throws {
        try await Scenario().withLiquibase().project("{url: 'jdbc:h2:./app'}").run("migrate", "plan").stderr("").exits(
            0
        ).stdout(
            """
            dev: 3 changesets to apply
               CHANGESET                 PLACE
            1  db/changelog.xml::1::ada  db/changelog.xml:6:5
            2  db/changelog.xml::2::ada  db/changelog.xml:11:5
            3  db/changelog.xml::3::ada  db/changelog.xml:14:5

            -- db/changelog.xml::1::ada
            CREATE TABLE PUBLIC.customer (id INT NOT NULL, CONSTRAINT PK_CUSTOMER PRIMARY KEY (id));

            -- db/changelog.xml::2::ada
            ALTER TABLE PUBLIC.customer ADD name VARCHAR(80);

            -- db/changelog.xml::3::ada
            CREATE INDEX PUBLIC.customer_name ON PUBLIC.customer(name);

            """)
    }
}
