import Files
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool migrate repair` on files.
@Suite(.takingTurns) struct RepairScenarios {
    private static let first = """
        --liquibase formatted sql
        --changeset ada:1
        create table customer (id int primary key, name varchar(80));

        """

    private static func project(_ url: String = "jdbc:sqlite:app.db") throws -> Scenario {
        try Scenario().withLiquibase().file("db/a.sql", first).config(
            "migrate: {changelog: db/a.sql, targets: {dev: {url: '\(url)'}}}\n")
    }

    /// A database in which the first changeset has run.
    private static let database = Task {
        let scenario = try project()
        try await scenario.run("migrate", "update").exits(0)
        return try scenario.folder.path.appending("app.db").contents()
    }

    /// A project whose first changeset has run, and then has others.
    private static func updated(_ rest: String) async throws -> Scenario {
        try await project().file("app.db", bytes: database.value).file("db/a.sql", first + rest)
    }

    private static func change(_ statements: String..., in scenario: Scenario) async throws {
        for statement in statements {
            _ = try await SQLiteFile(path: scenario.folder.path.appending("app.db")).rows(statement)
        }
    }

    private static let second = """
        --changeset ada:2
        create table invoice (id int primary key, note text);
        create index invoice_note on invoice (note);
        alter table customer add mail varchar(80);

        """

    @Test func withoutAPendingChangesetThereIsNothingToDo() async throws {
        try await Self.updated("").run("migrate", "repair").stdout("").stderr("dev: there are no pending changesets\n")
            .exits(0)
    }

    @Test func ifNothingExistsItIsRunAgain() async throws {
        let scenario = try await Self.updated(Self.second)
        let file = scenario.folder.path.appending("app.db").string
        let before = FileManager.default.contents(atPath: file)
        try await scenario.run("migrate", "repair").stdout(
            """
            KIND    OBJECT         STATE
            table   invoice        missing
            column  customer.mail  missing

            """
        ).stderr(
            "dev: 'db/a.sql::2::ada': none of it exists; run it again with 'devtool migrate --target dev update'\n"
        ).exits(0)
        #expect(FileManager.default.contents(atPath: file) == before)
    }

    @Test func ifEverythingExistsItIsMarkedAsRun() async throws {
        let scenario = try await Self.updated(Self.second)
        try await Self.change(
            "create table invoice (id int primary key, note text)", "create index invoice_note on invoice (note)",
            "alter table customer add mail varchar(80)", in: scenario)
        let table = """
            KIND    OBJECT         STATE
            table   invoice        exists
            column  customer.mail  exists

            """
        try await scenario.run("migrate", "repair").stdout(table).stderr(
            """
            dev: 'db/a.sql::2::ada': all of it exists
            devtool: Run mark-next-changeset-ran on 'dev' (jdbc:sqlite:app.db)? Confirmation required, but standard input \
            is not a terminal
              hint: use --yes to skip confirmation prompts

            """
        ).exits(64)
        let outcome = try await scenario.run("migrate", "repair", "--yes").stdout(table).exits(0)
        #expect(
            outcome.errorText.hasPrefix("dev: 'db/a.sql::2::ada': all of it exists\nmarked as run db/a.sql::2::ada\n"))
        try await scenario.run("migrate", "repair").stderr("dev: there are no pending changesets\n").exits(0)
        try await scenario.run("migrate", "--exit-code", "status").exits(0)
    }

    @Test func whatExistsInAnotherFormIsNotToRunAgain() async throws {
        let scenario = try await Self.updated(Self.second)
        try await Self.change("create table invoice (id int primary key, notes text)", in: scenario)
        let text = try await scenario.run("migrate", "repair", "--yes").exits(1).outputText
        #expect(text.contains("\n-- create table invoice"), "\(text)")
        #expect(!text.contains("\ncreate table invoice"))
    }

    /// As after changes by hand: SQLite itself runs all of a changeset or nothing.
    @Test func ifAPartExistsTheMissingStatementsArePrinted() async throws {
        let scenario = try await Self.updated(Self.second)
        try await Self.change("create table invoice (id int primary key, note text)", in: scenario)
        try await scenario.run("migrate", "repair", "--yes").stdout(
            """
            KIND    OBJECT                STATE
            table   invoice               exists
            column  customer.mail         missing
            index   invoice.invoice_note  missing

            create index invoice_note on invoice (note);
            alter table customer add mail varchar(80);

            """
        ).stderr(
            """
            db/a.sql:4:1: dev: 'db/a.sql::2::ada': part of it is missing; nothing was changed
            --changeset ada:2
            ^
              hint: run the missing statements, then run 'devtool migrate --target dev repair' again

            """
        ).exits(1)
        try await Self.change("create index invoice_note on invoice (id)", in: scenario)
        try await scenario.run("migrate", "repair", "--yes").stdout(
            """
            KIND       OBJECT                                       STATE
            table      invoice                                      exists
            column     customer.mail                                missing
            index      invoice.invoice_note                         definition is CREATE INDEX invoice_note on invoice (id), not CREATE INDEX invoice_note on invoice (note)
            statement  create index invoice_note on invoice (note)  not understood

            -- cannot be parsed; it may have run:
            -- create index invoice_note on invoice (note);
            alter table customer add mail varchar(80);

            """
        ).exits(1)
        try await Self.change(
            "drop index invoice_note", "create index invoice_note on invoice (note)",
            "alter table customer add mail varchar(80)", "alter table invoice add more text", in: scenario)
        try await scenario.run("migrate", "repair", "--yes").stdout(
            """
            KIND    OBJECT         STATE
            table   invoice        exists
            column  customer.mail  exists
            column  invoice.more   unexpected

            """
        ).stderr(
            """
            db/a.sql:4:1: dev: 'db/a.sql::2::ada': its objects differ; nothing was changed
            --changeset ada:2
            ^
              hint: check the database; if all of it exists, record it with 'devtool migrate --target dev mark-next-changeset-ran'

            """
        ).exits(1)
    }

    /// Rows are not in the catalog.
    @Test func whatIsNotUnderstoodIsSaid() async throws {
        let scenario = try await Self.updated(
            """
            --changeset ada:2
            insert into customer values (1, 'x');

            """)
        try await scenario.run("migrate", "repair").stdout(
            """
            KIND       OBJECT                                STATE
            statement  insert into customer values (1, 'x')  not understood

            -- cannot be parsed; it may have run:
            -- insert into customer values (1, 'x');

            """
        ).stderr(
            """
            db/a.sql:4:1: dev: 'db/a.sql::2::ada': part of it cannot be parsed; nothing was changed
            --changeset ada:2
            ^
              hint: check the database; if all of it exists, record it with 'devtool migrate --target dev mark-next-changeset-ran'

            """
        ).exits(1)
    }

    /// SQLite runs all of a changeset in a transaction: without the table, there is no row.
    @Test func inATransactionRowsAreAsTheSchema() async throws {
        let scenario = try await Self.updated(
            """
            --changeset ada:2
            insert into customer values (1, 'x');
            create table invoice (id int);
            insert into invoice values (1);

            """)
        try await scenario.run("migrate", "repair").stdout("KIND   OBJECT   STATE\ntable  invoice  missing\n").exits(0)
        try await Self.change("create table invoice (id int)", in: scenario)
        try await scenario.run("migrate", "repair", "--yes").stdout("KIND   OBJECT   STATE\ntable  invoice  exists\n")
            .exits(0)
    }

    @Test func otherDifferencesDoNotCount() async throws {
        let scenario = try await Self.updated(Self.second)
        try await Self.change("alter table customer add x int", "create table extra (id int)", in: scenario)
        try await scenario.run("migrate", "repair").stderr(
            "dev: 'db/a.sql::2::ada': none of it exists; run it again with 'devtool migrate --target dev update'\n"
        ).exits(0)
    }

    @Test func theFirstChangesetOfAllIsLookedUp() async throws {
        let scenario = try Scenario().withLiquibase().file("db/a.sql", Self.first).config(
            "migrate: {changelog: db/a.sql, targets: {dev: {url: 'jdbc:sqlite:app.db', protected: true}}}\n")
        try await Self.change("create table customer (id int primary key, name varchar(80))", in: scenario)
        try await scenario.run("migrate", "repair").stderr(
            """
            dev: 'db/a.sql::1::ada': all of it exists
            devtool: the target 'dev' is protected, and mark-next-changeset-ran writes to it
              hint: use --yes to skip confirmation prompts

            """
        ).exits(64)
        try await scenario.run("migrate", "repair", "-y").exits(0)
        try await scenario.run("migrate", "--exit-code", "status").exits(0)
    }

    @Test func h2KeepsWhatAFailedChangesetHasMade() async throws {
        let scenario = try Self.project("jdbc:h2:./app")
        let second = """
            --changeset ada:2
            create table invoice (id int primary key, note varchar(80));
            alter table customer alter column name varchar(90);
            alter table customer add constraint name_key unique (name);
            create table payment (id int references nowhere);

            """
        try await scenario.file("db/a.sql", Self.first + second).run("migrate", "update").exits(1)
        _ = try scenario.file(
            "db/a.sql", Self.first + second.replacing("references nowhere", with: "references invoice"))
        try await scenario.run("migrate", "repair").stdout(
            """
            KIND               OBJECT                    STATE
            table              PUBLIC.INVOICE            exists
            table              PUBLIC.PAYMENT            missing
            column             PUBLIC.CUSTOMER.NAME      changed
            unique constraint  PUBLIC.CUSTOMER.NAME_KEY  exists

            create table payment (id int references invoice);

            """
        ).stderr(
            """
            db/a.sql:4:1: dev: 'db/a.sql::2::ada': part of it is missing; nothing was changed
            --changeset ada:2
            ^
              hint: run the missing statements, then run 'devtool migrate --target dev repair' again

            """
        ).exits(1)
    }

    @Test func aStatementThatFailsOnAnEmptyDatabaseIsNotUnderstood() async throws {
        let scenario = try await Self.updated(
            """
            --changeset ada:2
            create table invoice (id int primary key, note text);
            create index x on nowhere (id);

            """)
        try await scenario.run("migrate", "repair").stdout("").stderr(
            """
            db/a.sql:4:1: 'db/a.sql::2::ada' cannot be checked: statement 2 fails on an empty database: \
            [SQLITE_ERROR] SQL error or missing database (no such table: main.nowhere)
            --changeset ada:2
            ^
              hint: check the database: if its changes exist, record it with 'devtool migrate mark-next-changeset-ran'; \
            if not, run 'devtool migrate update'

            """
        ).exits(65)
    }

    @Test func onlyOneTargetIsLookedAt() async throws {
        let scenario = try Scenario().withLiquibase().config(
            "migrate: {changelog: a.sql, targets: {a: {url: 'jdbc:sqlite:a.db'}, b: {url: 'jdbc:derby:b'}}}\n")
        try await scenario.run("migrate", "repair", "--all-targets").stdout("").stderr(
            "devtool: 'repair' requires exactly one target\n  hint: choose it with --target\n"
        ).exits(64)
        try await scenario.run("migrate", "repair", "--target", "b").stdout("").stderr(
            """
            devtool: the schema of 'b' (derby) cannot be compared
              hint: use a PostgreSQL, MariaDB, H2 or SQLite database

            """
        ).exits(69)
    }
}

/// `devtool migrate repair` on servers.
@Suite(.takingTurns, .enabled(if: canRunServers, "the root folder is closed to other users"))
struct RepairServerScenarios {
    private static func project(_ url: String, _ password: String, _ log: String, user: String) throws -> Scenario {
        try Scenario().withLiquibase().config(
            """
            migrate:
              changelog: db/a.sql
              targets: {dev: {url: '\(url)', username: \(user), password: {env: WORD}}}

            """
        ).file("db/a.sql", "--liquibase formatted sql\n" + log).variable("WORD", password)
    }

    /// MariaDB commits every statement.
    @Test func aKilledRunOnMariaDB() async throws {
        try await MariaDBServer.run { server in
            let log = """
                --changeset ada:1
                create table customer (id int primary key, name varchar(80));
                --changeset ada:2
                create table invoice (id int primary key, customer int references customer (id));
                insert into customer select 1, 'x' where sleep(0) = 0;
                alter table invoice add note text;
                insert into invoice select 1, 1, 'x' where sleep(600) = 0;
                create index invoice_note on invoice (note(20));

                """
            // New objects inherit it.
            try await server.query("ALTER DATABASE COLLATE latin1_swedish_ci")
            let scenario = try Self.project(server.url, server.password, log, user: server.name)
            let outcome = try await scenario.whileRunning("migrate", "update") { process in
                try await server.wait(
                    for: "SELECT id FROM information_schema.processlist WHERE info LIKE 'insert%sleep(600)%'")
                for child in scenario.children(of: process) { kill(child, SIGKILL) }
            }
            #expect(outcome.status == 128 + SIGKILL)
            _ = try scenario.file(
                "db/a.sql", (scenario.folder.text("db/a.sql") ?? "").replacing("sleep(600)", with: "sleep(0)"))
            try await scenario.run("migrate", "repair").stdout(
                """
                KIND       OBJECT                                                   STATE
                table      invoice                                                  exists
                index      invoice.invoice_note                                     missing
                statement  insert into invoice select 1, 1, 'x' where sleep(0) = 0  not understood

                -- cannot be parsed; it may have run:
                -- insert into invoice select 1, 1, 'x' where sleep(0) = 0;
                create index invoice_note on invoice (note(20));

                """
            ).stderr(
                """
                db/a.sql:4:1: dev: 'db/a.sql::2::ada': part of it is missing; nothing was changed
                --changeset ada:2
                ^
                  hint: run the missing statements, then run 'devtool migrate --target dev repair' again

                """
            ).exits(1)
            try await server.query("insert into invoice values (1, 1, 'x')")
            try await server.query("create index invoice_note on invoice (note(20))")
            try await scenario.run("migrate", "repair", "--yes").stdout(
                "KIND   OBJECT   STATE\ntable  invoice  exists\n"
            ).exits(0)
            try await scenario.run("migrate", "--exit-code", "status").exits(0)
        }
    }

    @Test func routinesAndTypedChangesOnMariaDB() async throws {
        try await MariaDBServer.run { server in
            let scenario = try Self.project(
                server.url, server.password,
                """
                --changeset ada:1 endDelimiter://
                create table customer (id int primary key)
                //
                create procedure count_all() begin select 1; select 2; end
                //
                create trigger t before insert on customer for each row begin set new.id = 1; set new.id = 2; end
                //

                """, user: server.name)
            try await server.query("create table customer (id int primary key)")
            try await server.query("delimiter //\ncreate procedure count_all() begin select 1; select 2; end//\n")
            try await scenario.run("migrate", "repair").stdout(
                """
                KIND       OBJECT      STATE
                table      customer    exists
                procedure  count_all   exists
                trigger    customer.t  missing

                delimiter //
                create trigger t before insert on customer for each row begin set new.id = 1; set new.id = 2; end//
                delimiter ;

                """
            ).exits(1)
            try await scenario.file(
                "db/a.xml",
                """
                <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="
                    http://www.liquibase.org/xml/ns/dbchangelog http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
                  <changeSet id="1" author="ada">
                    <createTable tableName="customer"><column name="id" type="int"><constraints primaryKey="true"/></column></createTable>
                    <createTable tableName="invoice"><column name="id" type="int"><constraints primaryKey="true"/></column>
                      <column name="customer" type="int"/></createTable>
                    <addForeignKeyConstraint baseTableName="invoice" baseColumnNames="customer" constraintName="owner"
                      referencedTableName="customer" referencedColumnNames="id"/>
                  </changeSet>
                </databaseChangeLog>
                """
            ).config((scenario.folder.text("devtool.yml") ?? "").replacing("a.sql", with: "a.xml")).run(
                "migrate", "repair"
            ).stdout(
                """
                KIND   OBJECT    STATE
                table  customer  exists
                table  invoice   missing

                CREATE TABLE \(server.name).invoice (id INT NOT NULL, customer INT NULL, CONSTRAINT PK_INVOICE PRIMARY KEY (id));
                ALTER TABLE \(server.name).invoice ADD CONSTRAINT owner FOREIGN KEY (customer) REFERENCES \(server.name).customer (id);

                """
            ).exits(1)
        }
    }

    /// Without a transaction, and with an index that is there and invalid.
    @Test func aHalfAppliedChangesetOnPostgreSQL() async throws {
        try await PostgreSQLServer.run { server in
            let log = """
                --changeset ada:1
                create table customer (id int primary key, name text);
                --changeset ada:2 runInTransaction:false
                create table invoice (id int primary key);
                create unique index concurrently name_key on customer (name);
                alter table customer alter name set not null;

                """
            let scenario = try Self.project(server.url, server.password, log, user: "app")
            try await scenario.run("migrate", "update-count", "1").exits(0)
            try await server.query("insert into customer values (1, 'x'), (2, 'x')")
            try await scenario.run("migrate", "update").exits(1)
            try await scenario.run("migrate", "repair").stdout(
                """
                KIND       OBJECT                                                        STATE
                table      public.invoice                                                exists
                column     public.customer.name                                          nullable is yes, not no
                index      public.customer.name_key                                      state is invalid, expected none
                statement  create unique index concurrently name_key on customer (name)  not understood

                -- cannot be parsed; it may have run:
                -- create unique index concurrently name_key on customer (name);
                alter table customer alter name set not null;

                """
            ).exits(1)
            try await server.query("drop index name_key")
            try await scenario.run("migrate", "repair").stdout(
                """
                KIND    OBJECT                    STATE
                table   public.invoice            exists
                column  public.customer.name      nullable is yes, not no
                index   public.customer.name_key  missing

                create unique index concurrently name_key on customer (name);
                alter table customer alter name set not null;

                """
            ).exits(1)
        }
    }

    /// A changeset in a transaction has run as a whole, or not at all.
    @Test func aChangesetWithoutARowOnPostgreSQL() async throws {
        try await PostgreSQLServer.run { server in
            try await PostgreSQLServer.run { empty in try await Self.lookUp(on: server, with: empty) }
        }
    }

    private static func lookUp(on server: PostgreSQLServer, with empty: PostgreSQLServer) async throws {
        let log = """
            --changeset ada:1 splitStatements:false
            create table customer (id int primary key, name text);
            create function f() returns int language sql as $$ select 1; $$;
            insert into customer values (1, 'x');

            """
        let scenario = try project(server.url, server.password, log, user: "app")
        try await scenario.run("migrate", "update").exits(0)
        try await server.query("delete from databasechangelog")
        let url = empty.url.replacing("jdbc:postgresql://", with: "postgres://app:\(empty.encoded)@")
        try await scenario.run("migrate", "repair", "--yes", "--rehearse-url", url).stdout(
            """
            KIND      OBJECT           STATE
            table     public.customer  exists
            function  public.f()       exists

            """
        ).exits(0)
        #expect(try await empty.query("select count(*) from pg_class where relname = 'customer'") == "0")
    }
}
