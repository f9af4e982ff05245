import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// The changelog lock of `devtool migrate`, with the real Liquibase on real databases: whose it is, how it
/// is waited for, and that no run leaves it.
@Suite(.takingTurns) struct LockScenarios {
    @Test func aSignalHasPostgreSQLCancelTheStatement() async throws {
        try await PostgreSQLServer.run { server in
            let url = server.url + "?options=-csearch_path=public"
            let scenario = try Self.project(on: server, url: url).file("db/changelog.xml", Self.sleeping)
            let outcome = try await scenario.whileRunning("migrate", "update") { process in
                try await server.wait(for: Self.sleepingSessions)
                kill(process, SIGTERM)
            }
            #expect(outcome.status == 128 + SIGTERM)
            // Nothing was killed: Liquibase has freed the lock itself.
            #expect(!outcome.errorText.contains("Released"))
            #expect(try await server.query(Self.lock) == "f|")
            // What came before the changeset stays, the changeset itself is rolled back.
            #expect(try await server.query(Self.history) == "1")
            #expect(try await server.query("SELECT to_regclass('rolled_back') IS NULL") == "t")
            #expect(try await server.query(Self.sleepingSessions) == "")
        }
    }

    /// Several targets share a process; the statement that is on is cancelled there, too.
    @Test func aSignalHasTheStatementOfTheSecondTargetCancelled() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Self.project(on: server).config(
                """
                migrate:
                  changelog: db/changelog.xml
                  targets:
                    a: {url: 'jdbc:sqlite:a.db'}
                    b: {url: '\(server.url)', username: app, password: {env: DB_PASSWORD}}

                """
            ).file(
                "db/changelog.xml",
                Self.changelog(
                    #"<sql>CREATE TABLE rolled_back (id int)</sql>"#
                        + #"<sql dbms="postgresql">SELECT pg_sleep(600)</sql>"#))
            let outcome = try await scenario.whileRunning("migrate", "--all-targets", "update") { process in
                try await server.wait(for: Self.sleepingSessions)
                kill(process, SIGINT)
            }
            #expect(outcome.status == 128 + SIGINT)
            #expect(!outcome.errorText.contains("Released"), "\(outcome.errorText)")
            #expect(try await server.query(Self.lock) == "f|")
            #expect(try await server.query("SELECT to_regclass('rolled_back') IS NULL") == "t")
            #expect(try await server.query(Self.sleepingSessions) == "")
        }
    }

    /// A run that is stopped in such a process frees the lock that it has.
    ///
    /// Liquibase reads its mark once in a process; by that of another target no run would find its own lock.
    @Test func aSignalFreesTheLockOfTheSecondTarget() async throws {
        let scenario = try Scenario().withLiquibase().file(
            "c.sql",
            """
            --liquibase formatted sql
            --changeset ada:1
            create table seen as select lockedby from databasechangeloglock;
            --changeset ada:2
            create table ${word} as with recursive n(i) as (select 1 union all select i + 1 from n \
            limit ${limit}) select max(i) from n;

            """
        ).config(
            """
            migrate:
              changelog: c.sql
              targets:
                a: {url: 'jdbc:sqlite:a.db', parameters: {word: a, limit: 1}}
                b: {url: 'jdbc:sqlite:b.db', parameters: {word: b, limit: 2000000000}}

            """)
        @Sendable func rows(_ name: String, _ query: String) async throws -> [String] {
            try await SQLiteFile(path: scenario.folder.path.appending(name)).rows(query)
        }
        let outcome = try await scenario.whileRunning("migrate", "--all-targets", "update") { process in
            let table = "select 1 from sqlite_master where name = 'seen'"
            while try await rows("b.db", table).isEmpty { try await Task.sleep(for: .milliseconds(50)) }
            kill(process, SIGTERM)
        }
        #expect(outcome.status == 128 + SIGTERM)
        let lock = "select locked from databasechangeloglock"
        #expect(try await rows("b.db", lock) == ["0"], "\(outcome.errorText)")
        let seen = "select * from seen"
        let marks = try await rows("a.db", seen) + rows("b.db", seen)
        #expect(marks.allSatisfy { $0.contains("#devtool-") }, "\(marks)")
        #expect(Set(marks).count == 2, "\(marks)")
    }

    /// Without the library, or where the session has a name already, the signal goes to Java.
    @Test func aSignalFreesTheLockWhereNothingCanBeCancelled() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Self.project(on: server, url: server.url + "?ApplicationName=mine").file(
                "db/changelog.xml", Self.sleeping)
            let outcome = try await scenario.whileRunning("migrate", "update") { process in
                try await server.wait(for: Self.sleepingSessions)
                kill(process, SIGTERM)
            }
            #expect(outcome.status == 128 + SIGTERM)
            #expect(outcome.errorText.contains("Released the lock of this run\n"))
            #expect(try await server.query(Self.lock) == "f|")
        }
    }

    @Test func aSignalFreesTheLockOfAnEmbeddedDatabase() async throws {
        let scenario = try Scenario().withLiquibase().project("{url: 'jdbc:h2:./app'}").file(
            "db/changelog.xml", Self.waiting)
        let outcome = try await scenario.whileRunning("migrate", "update") { process in
            try await scenario.wait(for: "started")
            kill(process, SIGTERM)
        }
        #expect(outcome.status == 128 + SIGTERM)
        try await scenario.expectNoOrphan()
        // The next run goes on without waiting.
        let next = try await scenario.file("go", "").run("migrate", "update").exits(0)
        #expect(!next.errorText.contains("lock"))
    }

    /// Java alone: devtool lives, and sets right what it has left.
    @Test func theLockOfAKilledJavaIsFreedAtOnce() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Self.project(on: server).file("db/changelog.xml", Self.sleeping)
            let outcome = try await scenario.whileRunning("migrate", "update") { process in
                try await server.wait(for: Self.sleepingSessions)
                for child in scenario.children(of: process) { kill(child, SIGKILL) }
            }
            #expect(outcome.status == 128 + SIGKILL)
            #expect(outcome.errorText.contains("devtool: Liquibase was terminated by signal 9\n"))
            #expect(outcome.errorText.contains("Released the lock of this run\n"))
            #expect(try await server.query(Self.lock) == "f|")
            #expect(try await server.query(Self.sleepingSessions) == "")
        }
    }

    /// H2 and HSQLDB keep what is committed from the file for a while, unless they are told not to.
    @Test(arguments: ["jdbc:h2:./app;WRITE_DELAY=0", "jdbc:hsqldb:file:./app;hsqldb.write_delay=false"])
    func theLockOfAKilledJavaIsFreedInAFile(url: String) async throws {
        let scenario = try Scenario().withLiquibase().project("{url: '\(url)'}").file("db/changelog.xml", Self.waiting)
        let outcome = try await scenario.whileRunning("migrate", "update") { process in
            try await scenario.wait(for: "started")
            for child in scenario.children(of: process) { kill(child, SIGKILL) }
        }
        #expect(outcome.status == 128 + SIGKILL)
        #expect(outcome.errorText.contains("devtool: Liquibase was terminated by signal 9\n"))
        #expect(outcome.errorText.contains("Released the lock of this run\n"))
        if url.hasPrefix("jdbc:h2:") { try await scenario.run("migrate", "list-locks").stdout("no locks\n").exits(0) }
    }

    /// HSQLDB keeps a file for 10.1 seconds after the last sign of life of a process, which may be a moment ago.
    @Test func theFileOfAKilledJavaIsWaitedFor() async throws {
        let scenario = try Scenario().withLiquibase().project("{url: 'jdbc:hsqldb:file:./app'}").file(
            "db/changelog.xml", Scenario.changelog)
        try await scenario.run("migrate", "update").exits(0)
        let milliseconds = Int64(Date().addingTimeInterval(1).timeIntervalSince1970 * 1000)
        let time = (0..<8).map { UInt8(truncatingIfNeeded: milliseconds >> (56 - 8 * $0)) }
        try scenario.folder.write(bytes: Array("HSQLLOCK".utf8) + time, to: "app.lck")
        try await scenario.run("migrate", "list-locks").stdout("no locks\n").exits(0)
    }

    /// PostgreSQL goes on with the statement; a lock under which somebody may work is not freed.
    @Test func theLockOfAKilledRunIsFreedWhenItsStatementHasEnded() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Self.project(on: server, lockTimeout: "120s").file("db/changelog.xml", Self.sleeping)
            _ = try await scenario.whileRunning("migrate", "update") { process in
                try await server.wait(for: Self.sleepingSessions)
                for victim in [process] + scenario.children(of: process) { kill(victim, SIGKILL) }
            }
            let session = try await server.query(Self.sleepingSessions)
            #expect(!session.isEmpty)
            _ = try scenario.file("db/changelog.xml", Scenario.changelog)
            let refused = try await scenario.variable("JAVA_OPTS", "").run("migrate", "--config", "hasty.yml", "update")
                .exits(75)
            #expect(refused.errorText.contains("which has ended: the database is still executing its statement"))
            #expect(refused.errorText.contains("run 'SELECT pg_terminate_backend(\(session))'"))

            let next = try await scenario.whileRunning("migrate", "update") { _ in
                try await server.wait(for: Self.waitingSessions)
                try await server.query("SELECT pg_terminate_backend(\(session))")
            }
            #expect(next.status == 0)
            #expect(next.errorText.contains(", which has ended\n"))
        }
    }

    /// It may be somebody's who works; its end is noticed at once.
    @Test func aForeignLockIsReportedAndWaitedFor() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Self.project(on: server)
            try await server.query(Self.lockTable(in: "public", lockedBy: "ci-7 (10.0.0.7)"))
            let outcome = try await scenario.run("migrate", "--config", "hasty.yml", "update").exits(75)
            #expect(
                outcome.errorText.contains("Waiting for the lock held by ci-7 (10.0.0.7) since 2026-01-31 12:00:00\n"))
            #expect(
                outcome.errorText.contains(
                    """
                    devtool: timed out after 2s waiting for the changelog lock: it is held by ci-7 (10.0.0.7) since \
                    2026-01-31 12:00:00
                      hint: if no run is using it any more, release it with 'devtool migrate --target dev release-locks'

                    """))
            #expect(try await server.query(Self.lock) == "t|ci-7 (10.0.0.7)")
            try await scenario.expectNoOrphan()

            let next = try await scenario.whileRunning("migrate", "update") { _ in
                try await server.wait(for: Self.waitingSessions)
                try await server.query("UPDATE databasechangeloglock SET locked = false")
            }
            #expect(next.status == 0)
        }
    }

    private static func expectNoSession(of scenario: Scenario) async throws {
        let cache = scenario.folder.path.appending(".cache/devtool/liquibase")
        #expect(cache.names.contains("runs"))
        #expect(cache.appending("runs").names == [])
        try await scenario.expectNoOrphan()
    }

    /// What only the driver knows, it is asked for; it reads no variables.
    @Test(arguments: [false, true]) func theLockIsThatOfTheSchemaThatTheDriverUses(isVariable: Bool) async throws {
        try await PostgreSQLServer.run { server in
            try await server.query("CREATE SCHEMA other")
            let url = server.url + "?options=-csearch_path=other"
            let scenario = try Self.project(on: server, url: isVariable ? server.url : url).variable(
                "PGOPTIONS", isVariable ? "-csearch_path=other" : "")
            let schema = isVariable ? "public" : "other"
            try await server.query(Self.lockTable(in: schema, lockedBy: "ci-7"))
            let listed = try await scenario.run("migrate", "list-locks").exits(0)
            #expect(listed.outputText.contains("ci-7 since 20"), "\(listed.outputText)")
        }
    }

    /// Liquibase's own command fails on SQLite, and 4.6.2 cannot read the time of a lock there.
    ///
    /// The first one finds no database, and Liquibase makes the table.
    @Test func theLocksOfSQLite() async throws {
        let scenario = try Scenario().withLiquibase().config(
            "migrate: {changelog: db/changelog.xml, lock-timeout: 5s, targets: {dev: {url: 'jdbc:sqlite:app.db'}}}\n"
        ).file("db/changelog.xml", Scenario.changelog)
        try await scenario.run("migrate", "list-locks").exits(0)
        try await Self.expectNoSession(of: scenario)
        let database = SQLiteFile(path: scenario.folder.path.appending("app.db"))
        _ = try await database.rows(
            "insert or replace into databasechangeloglock (id, locked, lockgranted, lockedby) values "
                + "(1, 1, 1700000000000, 'ci-7#devtool-0123456789abcdef-1-2-x (10.0.0.7)')")
        let listed = try await scenario.run("migrate", "--json", "list-locks").exits(0)
        #expect(listed.outputText.contains("ci-7 (10.0.0.7), devtool process 1, since 20"), "\(listed.outputText)")
        let outcome = try await scenario.run("migrate", "update").exits(75)
        #expect(outcome.errorText.contains("it is held by ci-7 (10.0.0.7), devtool process 1, since 2023-11-1"))
        let impatient = try await scenario.run(
            "migrate", "--yes", "--changelog-lock-wait-time-in-minutes=0", "rollback-count", "1"
        ).stdout("").exits(75)
        #expect(
            impatient.errorText.hasPrefix("devtool: could not get the changelog lock: another run holds it\n"),
            "\(impatient.errorText)")

        try await scenario.run("migrate", "--yes", "releaseLocks").exits(0)
        #expect(try await database.rows("select locked from databasechangeloglock") == ["0"])
        try await Self.expectNoSession(of: scenario)
    }

    /// devtool and its Java: the next run sees that both are gone.
    ///
    /// H2 lets one process have the file, so nobody can look, or free anything, while the run waits.
    @Test func theLockOfAKilledRunIsFreedByTheNext() async throws {
        let scenario = try Scenario().withLiquibase().file("db/changelog.xml", Self.waiting).config(
            """
            migrate:
              changelog: db/changelog.xml
              targets: {lite: {url: 'jdbc:sqlite:app.db'}, dev: {url: 'jdbc:h2:./app'}}

            """)
        let killed = try await scenario.whileRunning("migrate", "--target", "lite", "update") { process in
            try await scenario.wait(for: "started")
            for victim in [process] + scenario.children(of: process) { kill(victim, SIGKILL) }
        }
        #expect(killed.status == 128 + SIGKILL)
        let database = SQLiteFile(path: scenario.folder.path.appending("app.db"))
        let mark = try await database.rows("select lockedby from databasechangeloglock").first?.firstMatch(
            of: /#devtool-[0-9a-z-]+/)
        let next = try await scenario.file("go", "").run("migrate", "--target", "lite", "update").exits(0)
        #expect(next.errorText.contains(/Released the lock left by devtool process \d+, which has ended/))
        try await scenario.expectNoOrphan()

        _ = try scenario.file("db/changelog.xml", Scenario.changelog)
        let found = try #require(mark).output
        let sql = """
            CREATE TABLE DATABASECHANGELOGLOCK (ID INT PRIMARY KEY, LOCKED BOOLEAN NOT NULL, \
            LOCKGRANTED TIMESTAMP, LOCKEDBY VARCHAR(255)); \
            INSERT INTO DATABASECHANGELOGLOCK VALUES (1, TRUE, '2026-01-31 12:00:00', 'ci-7\(found) (10.0.0.7)')
            """
        try await scenario.run("migrate", "--target", "dev", "execute-sql", "--sql=\(sql)").exits(0)
        let freed = try await scenario.run("migrate", "--target", "dev", "update").exits(0)
        #expect(freed.errorText.contains(", which has ended\n"))
    }

    @Test func twoRunsAtOnceApplyEachChangesetOnce() async throws {
        try await PostgreSQLServer.run { server in
            let scenario = try Self.project(on: server)
            try await withThrowingTaskGroup(of: Outcome.self) { group in
                for _ in 0..<2 { group.addTask { try await scenario.run("migrate", "update") } }
                for try await outcome in group { outcome.exits(0) }
            }
            #expect(try await server.query(Self.history) == "3")
            #expect(try await server.query(Self.lock) == "f|")
        }
    }

    @Test func twoRunsAtOnceOnSQLite() async throws {
        let scenario = try Scenario().withLiquibase().project("{url: jdbc:sqlite:app.db}")
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for _ in 0..<2 { group.addTask { try await scenario.run("migrate", "update") } }
            for try await outcome in group { outcome.exits(0) }
        }
        let database = SQLiteFile(path: scenario.folder.path.appending("app.db"))
        #expect(try await database.rows("select id from databasechangelog order by id") == ["1", "2", "3"])
    }

    /// A server process that is killed takes all the others with it.
    @Test func theDatabaseGoesAwayAndComesBack() async throws {
        try await PostgreSQLServer.runAlone { server in
            let scenario = try Self.project(on: server).file("db/changelog.xml", Self.sleeping)
            let outcome = try await scenario.whileRunning("migrate", "update") { _ in
                let session = try await server.wait(for: Self.sleepingSessions)
                kill(try #require(pid_t(session)), SIGKILL)
            }
            #expect(outcome.status == 69)
            _ = try scenario.file("db/changelog.xml", Scenario.changelog)
            try await scenario.run("migrate", "update").exits(0)
            #expect(try await server.query(Self.lock) == "f|")
            #expect(try await server.query(Self.history) == "4")
        }
    }

    @Test func theDatabaseGoesAway() async throws {
        try await PostgreSQLServer.runAlone { server in
            let scenario = try Self.project(on: server).file("db/changelog.xml", Self.sleeping)
            let outcome = try await scenario.whileRunning("migrate", "update") { _ in
                try await server.wait(for: Self.sleepingSessions)
                try await server.crash()
            }
            #expect(outcome.status == 69)
            #expect(
                outcome.errorText.contains(
                    """
                    devtool: warning: this run may still hold the changelog lock: the lock cannot be read
                      hint: the next run on this host releases it; on another host, \
                    run 'devtool migrate --target dev release-locks'
                    """))
        }
    }

    /// SQLite cannot even free the lock then.
    @Test(.enabled(if: SmallDisk.canBeMounted, "file systems cannot be mounted here")) func aFullDisk() async throws {
        try await Scenario().withLiquibase().project("{url: 'jdbc:sqlite:small/app.db'}").file(
            "db/changelog.xml", Self.filling
        ).file("small/keep", "").shell(
            """
            exec unshare -rm sh -c '
            mount -t tmpfs -o size=300k none small || exit
            $devtool migrate update 2>first; echo $?
            mount -o remount,size=20m small
            $devtool migrate update 2>second; echo $?'
            """
        ).stdout("1\n0\n").stderr("").exits(0)
    }

    private static let lock = "SELECT locked, lockedby FROM databasechangeloglock"
    private static let history = "SELECT count(*) FROM databasechangelog"

    /// Makes the table of the lock as Liquibase does, with a lock in it.
    private static func lockTable(in schema: String, lockedBy holder: String) -> String {
        """
        CREATE TABLE \(schema).databasechangeloglock
            (id int PRIMARY KEY, locked boolean NOT NULL, lockgranted timestamp, lockedby varchar(255));
        INSERT INTO \(schema).databasechangeloglock VALUES (1, true, '2026-01-31 12:00:00', '\(holder)')
        """
    }

    private static let sessions = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
    private static let sleepingSessions = "\(sessions) AND query LIKE 'SELECT pg_sleep%'"
    /// A run has a session, and has been in the table of the lock.
    private static let waitingSessions = """
        \(sessions) AND application_name LIKE 'devtool-migrate-%' AND state LIKE 'idle%'
        AND backend_start < now() - interval '1 s' AND pid NOT IN (\(sleepingSessions))
        """

    private static func project(on server: PostgreSQLServer, url: String? = nil, lockTimeout: String = "5m") throws
        -> Scenario
    {
        func text(_ timeout: String) -> String {
            """
            migrate:
              changelog: db/changelog.xml
              lock-timeout: \(timeout)
              targets:
                dev: {url: '\(url ?? server.url)', username: app, password: {env: DB_PASSWORD}}

            """
        }
        return try Scenario().withLiquibase().variable("DB_PASSWORD", server.password).config(text(lockTimeout)).file(
            "hasty.yml", text("2s")
        ).file("db/changelog.xml", Scenario.changelog)
    }

    private static func changelog(_ second: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
            <changeSet id="a" author="eve"><sql>CREATE TABLE kept (id int)</sql></changeSet>
            <changeSet id="b" author="eve">\(second)</changeSet>
        </databaseChangeLog>
        """
    }

    private static let sleeping = changelog(
        "<sql>CREATE TABLE rolled_back (id int)</sql><sql>SELECT pg_sleep(600)</sql>")
    private static let waiting = changelog(
        """
        <executeCommand executable="sh"><arg value="-c"/>\
        <arg value="echo >started; until [ -e go ] || [ ! -e started ]; do sleep 0.1; done"/></executeCommand>
        """)
    private static let filling = changelog(
        """
        <sql>CREATE TABLE filled AS WITH RECURSIVE numbers(number) AS (
            SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT 20000)
            SELECT number, hex(randomblob(20)) AS text FROM numbers</sql>
        """)
}
