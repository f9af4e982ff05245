import Foundation
import SystemPackage
import TestSupport
import Testing

/// What people did before devtool, with devtool.
@Suite(.takingTurns) struct MigrateWorkflowScenarios {
    /// An application with an SQLite file for each of its users: some come from version 1, some are new.
    @Test func aClientThatSkipsAVersion() async throws {
        let scenario = try Scenario().withLiquibase().config(
            """
            migrate:
              changelog: db/all.sql
              targets: {old: {url: 'jdbc:sqlite:app.db'}, fresh: {url: 'jdbc:sqlite:fresh.db'}}

            """)
        let database = SQLiteFile(path: scenario.folder.path.appending("app.db"))
        let first = """
            --liquibase formatted sql
            --changeset ada:v1
            create table person (id integer primary key, name text, phone text);
            insert into person values (1, 'Ada', '123');
            --rollback drop table person;

            """
        let second = """
            --changeset ada:v2
            alter table person add column mail text;
            update person set mail = lower(name) || '@example.com';

            """
        // SQLite 3.34 cannot drop a column: the table is made anew, and the rows are kept.
        let third = """
            --changeset ada:v3
            create table person_new (id integer primary key, name text not null, mail text);
            insert into person_new select id, name, mail from person;
            drop table person;
            alter table person_new rename to person;

            """
        _ = try await scenario.file("db/all.sql", first).run("migrate", "--target", "old", "update").exits(0)
        #expect(try await database.rows("select * from person") == ["1 Ada 123"])
        _ = try await scenario.file("db/all.sql", first + second + third).run("migrate", "--all-targets", "update")
            .exits(0)
        let columns = "select group_concat(name, ',') from pragma_table_info('person')"
        #expect(try await database.rows(columns) == ["id,name,mail"])
        #expect(try await database.rows("select * from person") == ["1 Ada ada@example.com"])
        let applied = "select id from databasechangelog order by orderexecuted"
        #expect(try await database.rows(applied) == ["v1", "v2", "v3"])

        let new = SQLiteFile(path: scenario.folder.path.appending("fresh.db"))
        #expect(try await new.rows(columns) == ["id,name,mail"])
        #expect(try await new.rows(applied) == ["v1", "v2", "v3"])
    }

    /// The changelogs that come with Liquibase, with the properties file beside them; each is that of a target.
    @Test func theSamplesOfLiquibase() async throws {
        let samples = [
            ("sql", "samplechangelog.h2.sql", 3), ("xml", "sample.changelog.xml", 3),
            ("sql", "blankchangelog.h2.sql", 2),
        ]
        let scenario = Scenario().withLiquibase()
        let home = FilePath(try #require(scenario.value(of: "LIQUIBASE_HOME")))
        var targets = ""
        for (number, (folder, changelog, _)) in samples.enumerated() {
            for name in [changelog, "liquibase.properties"] {
                let source = home.appending("examples/\(folder)/\(name)").string
                _ = try scenario.file(
                    name == changelog ? name : "\(folder).properties",
                    bytes: Array(Data(contentsOf: URL(filePath: source))))
            }
            // The properties are for a server; the address is ours, user and password are the file's.
            targets += """
                    t\(number):
                      {changelog: \(changelog), url: 'jdbc:h2:./\(number)', properties-file: \(folder).properties}

                """
        }
        let update = try await scenario.config("migrate:\n  targets:\n" + targets).run(
            "migrate", "--all-targets", "update"
        ).exits(0)
        for (number, (_, _, count)) in samples.enumerated() {
            #expect(update.errorText.contains("\nt\(number) | \(count) changesets applied in "), "\(update.errorText)")
        }
    }
}
