import Foundation
import Subprocess
import TestSupport
import Reporting
import Testing

@testable import Changelogs

/// What the lint says of locks and of rows, proven on real servers.
@Suite struct LintClaimScenarios {
    /// Statements about the tables `t` and `u`, in PostgreSQL's SQL.
    private static let statements = [
        "CREATE INDEX i ON t (a)", "CREATE UNIQUE INDEX i ON t (id)", "DROP INDEX ti",
        "ALTER TABLE t ADD COLUMN n int", "ALTER TABLE t ADD COLUMN n int NOT NULL DEFAULT 5",
        "ALTER TABLE t ADD COLUMN n timestamptz NOT NULL DEFAULT now()",
        "ALTER TABLE t ADD COLUMN n uuid DEFAULT gen_random_uuid()",
        "ALTER TABLE t ADD COLUMN n bigserial",
        "ALTER TABLE t ADD COLUMN n int GENERATED ALWAYS AS (a + 1) STORED",
        "ALTER TABLE t ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY",
        "ALTER TABLE t ADD COLUMN n int UNIQUE",
        "ALTER TABLE t ADD COLUMN n bigint REFERENCES u (id)",
        "ALTER TABLE t DROP COLUMN a", "ALTER TABLE t RENAME COLUMN a TO z",
        "ALTER TABLE t RENAME TO z", "DROP TABLE u",
        "ALTER TABLE t ALTER a TYPE bigint", "ALTER TABLE t ALTER v TYPE text",
        "ALTER TABLE t ALTER v TYPE varchar(20)", "ALTER TABLE t ALTER v TYPE varchar(5)",
        "ALTER TABLE t ALTER n1 TYPE numeric(12,2)", "ALTER TABLE t ALTER n1 TYPE numeric(12,3)",
        "ALTER TABLE t ALTER n1 TYPE numeric",
        "ALTER TABLE t ALTER a SET NOT NULL", "ALTER TABLE t ALTER id DROP NOT NULL",
        "ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u (id)",
        "ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u (id) NOT VALID",
        "ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0)",
        "ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0) NOT VALID",
        "ALTER TABLE t VALIDATE CONSTRAINT unchecked",
        "ALTER TABLE t ADD UNIQUE (id)", "ALTER TABLE t ADD PRIMARY KEY (id)",
        "ALTER TABLE t ADD CONSTRAINT k UNIQUE USING INDEX tu",
        "TRUNCATE t", "DELETE FROM t", "UPDATE t SET a = 2", "LOCK TABLE t",
        "LOCK TABLE t IN SHARE MODE", "CLUSTER t USING ti", "REINDEX TABLE t",
        "ALTER TABLE t SET UNLOGGED", "INSERT INTO t (id) VALUES (99)",
        "ALTER TABLE t ALTER a SET DEFAULT 1", "ALTER TABLE t DROP CONSTRAINT unchecked",
        "CREATE TABLE z (a bigint REFERENCES u (id))",
        "CREATE TABLE z (a bigint, FOREIGN KEY (a) REFERENCES u (id))", "CREATE TABLE z (a int)",
        "ALTER TABLE p ATTACH PARTITION q FOR VALUES FROM (0) TO (99)",
        "ALTER DOMAIN d ADD CHECK (VALUE > 0)", "ALTER DOMAIN d SET NOT NULL",
        "ALTER DOMAIN d ADD CHECK (VALUE > 0) NOT VALID",
    ]

    private static let schema = """
        CREATE TABLE u (id bigint PRIMARY KEY);
        CREATE TABLE t (id bigint NOT NULL, a int, v varchar(10), n1 numeric(10,2));
        CREATE DOMAIN d AS int;
        CREATE TABLE p (id bigint, e d) PARTITION BY RANGE (id);
        CREATE TABLE q (id bigint, e d);
        """

    /// What PostgreSQL did in the transaction of a statement: the strongest lock on each table, how often it
    /// read all rows, and whether they are in another file afterwards.
    private func observed(
        _ statement: String, on server: PostgreSQLServer
    ) async throws -> [String: String] {
        // The tables are known by their numbers, as some statements rename or drop them.
        let answer = try await server.query(
            """
            BEGIN;
            CREATE TEMP TABLE was ON COMMIT DROP AS
              SELECT oid, relname, relfilenode FROM pg_class WHERE relname IN ('t', 'u', 'p', 'q');
            \(statement);
            CREATE TEMP TABLE seen ON COMMIT DROP AS
              SELECT relname, (SELECT string_agg(mode, ',') FROM pg_locks
                WHERE pid = pg_backend_pid() AND relation = was.oid AND granted) AS modes,
                pg_stat_get_xact_numscans(oid) > 0 AS scanned,
                (SELECT relfilenode FROM pg_class c WHERE c.oid = was.oid)
                  IS DISTINCT FROM relfilenode AS moved FROM was;
            COPY (SELECT relname, coalesce(modes, ''), scanned, moved FROM seen ORDER BY relname)
              TO STDOUT (DELIMITER '|');
            ROLLBACK
            """)
        var seen: [String: String] = [:]
        for line in answer.split(separator: "\n") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(
                String.init)
            guard cells.count == 4 else { continue }
            let locks = TableLock.allCases.filter { lock in
                let name = lock.rawValue.split(separator: " ").map { $0.capitalized }.joined()
                return cells[1].split(separator: ",").contains("\(name)Lock")
            }
            let work = cells[3] == "t" ? "rewrite" : cells[2] == "t" ? "scan" : "none"
            seen[cells[0]] = "\(locks.max()?.rawValue ?? "none"), \(work)"
        }
        return seen
    }

    @Test func locksAndRewritesOfPostgreSQL() async throws {
        try await PostgreSQLServer.run { server in
            try await server.query(
                Self.schema + """
                    INSERT INTO u SELECT n FROM generate_series(1, 9) n;
                    INSERT INTO t SELECT n, n, 'x', n FROM generate_series(1, 9) n;
                    INSERT INTO q SELECT n, n FROM generate_series(1, 9) n;
                    CREATE INDEX ti ON t (a);
                    CREATE UNIQUE INDEX tu ON t (id);
                    ALTER TABLE t ADD CONSTRAINT unchecked CHECK (a < 99) NOT VALID;
                    """)
            let place = SourceLocation(file: "a.sql", line: 1, column: 1)
            var history = SchemaHistory()
            for operation in try #require(
                try PostgreSQLOperations.operations(of: Self.schema, at: place))
            {
                history.apply(operation, in: "")
            }
            let costs = OperationCosts(engine: .postgresql, history: history)
            for statement in Self.statements {
                let operations = try #require(
                    try PostgreSQLOperations.operations(of: statement, at: place), "\(statement)")
                var claimed: [String: String] = [:]
                // Nobody waits for a table that is new.
                for cost in operations.flatMap({ costs.costs(of: $0.action) })
                where cost.table.name != "z" {
                    claimed[cost.table.name] = "\(cost.lock.rawValue), \(cost.work.rawValue)"
                }
                // Which tables have a domain, its name does not tell.
                if case .checkDomain? = operations.first?.action { claimed["q"] = "SHARE, scan" }
                // Which table an index is of, its name does not tell; the rows that go are not rewritten.
                if statement.hasPrefix("DROP INDEX") { claimed["t"] = "ACCESS EXCLUSIVE, none" }
                var seen = try await observed(statement, on: server)
                seen = seen.filter { claimed[$0.key] != nil || !$0.value.hasPrefix("none") }
                if statement.hasPrefix("TRUNCATE") || statement.hasPrefix("DROP TABLE") {
                    seen = seen.mapValues { $0.replacing("rewrite", with: "none") }
                }
                #expect(seen == claimed, "\(statement)")
            }
        }
    }

    /// An index that is built with CONCURRENTLY waits for a writer under a lock that lets others write.
    @Test func concurrentIndexesLetOthersWrite() async throws {
        try await PostgreSQLServer.run { server in
            try await server.query("CREATE TABLE t (id bigint, a int)")
            func modes(_ query: String) -> String {
                "SELECT mode FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE query LIKE '%\(query)' "
                    + "AND relation = 't'::regclass AND granted AND pid <> pg_backend_pid()"
            }
            async let writer = server.query(
                """
                BEGIN; INSERT INTO t VALUES (1, 1);
                DO $$ BEGIN
                  WHILE NOT EXISTS (SELECT FROM pg_class WHERE relname = 'finished') LOOP
                    PERFORM pg_sleep(0.05);
                  END LOOP;
                END $$; COMMIT
                """)
            try await server.wait(for: modes("INSERT INTO t VALUES (1%"))
            async let builder = server.query("CREATE INDEX CONCURRENTLY i ON t (a)")
            let held = try await server.wait(for: modes("CREATE INDEX%"))
            #expect(held == "ShareUpdateExclusiveLock")
            try await server.query("INSERT INTO t VALUES (2, 2)")
            try await server.query("CREATE TABLE finished ()")
            _ = try await (writer, builder)
        }
    }

    /// What MariaDB refuses to do in its place, or without a lock, blocks writes; it takes the rest.
    @Test func copiesOfMariaDB() async throws {
        try await MariaDBServer.run { server in
            try await server.query(
                """
                CREATE TABLE u (id bigint PRIMARY KEY);
                CREATE TABLE t (id bigint NOT NULL, a int, v varchar(10), s varchar(300), b bigint,
                  KEY bi (b)) CHARACTER SET latin1;
                """)
            let place = SourceLocation(file: "a.sql", line: 1, column: 1)
            func operations(of sql: String) -> [SchemaOperation] {
                SQLReading(engines: [.mariadb], endDelimiter: nil, keepsComments: true)
                    .operations(of: sql) { _, _ in place }
            }
            var history = SchemaHistory()
            for operation in operations(
                of:
                    "CREATE TABLE t (id bigint NOT NULL, a int, v varchar(10), s varchar(300), b bigint)"
            ) {
                history.apply(operation, in: "")
            }
            let costs = OperationCosts(engine: .mariadb, history: history)
            for statement in [
                "ALTER TABLE t MODIFY a bigint", "ALTER TABLE t MODIFY v varchar(20)",
                "ALTER TABLE t MODIFY v varchar(5)", "ALTER TABLE t MODIFY s varchar(400)",
                "ALTER TABLE t ADD FOREIGN KEY (b) REFERENCES u (id)",
                "ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0)", "ALTER TABLE t ADD INDEX i (a)",
                "ALTER TABLE t ADD UNIQUE INDEX i (id)", "ALTER TABLE t ADD FULLTEXT INDEX i (s)",
                "ALTER TABLE t ADD PRIMARY KEY (id)", "ALTER TABLE t ADD COLUMN n int NOT NULL",
                "ALTER TABLE t CONVERT TO CHARACTER SET utf8mb4", "ALTER TABLE t FORCE",
                "ALTER TABLE t ADD COLUMN n int", "ALTER TABLE t ADD COLUMN n int DEFAULT 5",
                "ALTER TABLE t ADD COLUMN n bigint AUTO_INCREMENT UNIQUE",
                "ALTER TABLE t ADD COLUMN n int UNIQUE", "ALTER TABLE t DROP COLUMN a",
                "ALTER TABLE t RENAME COLUMN a TO z", "ALTER TABLE t ALTER a SET DEFAULT 1",
                "ALTER TABLE t DROP INDEX bi",
            ] {
                let claimed = operations(of: statement).flatMap { costs.costs(of: $0.action) }
                let isClaimed = claimed.contains { $0.lock.blocks != .nothing }
                try await server.query("CREATE TABLE IF NOT EXISTS kept LIKE t")
                let (isFine, _, error) = try await server.outcome(of: statement + ", LOCK=NONE")
                #expect(isFine != isClaimed, "\(statement): \(error)")
                guard isFine else { continue }
                try await server.query("DROP TABLE t; CREATE TABLE t LIKE kept")
                if claimed.allSatisfy({ $0.work == .none }) {
                    let (isQuick, _, reason) = try await server.outcome(
                        of: statement + ", ALGORITHM=NOCOPY")
                    #expect(isQuick, "\(statement): \(reason)")
                    try await server.query("DROP TABLE t; CREATE TABLE t LIKE kept")
                }
            }
            // A change of the schema ends the transaction that it is in.
            try await server.query("BEGIN; CREATE TABLE half (a int); ROLLBACK")
            #expect(try await server.query("SELECT count(*) FROM half") == "0")
        }
    }
}
