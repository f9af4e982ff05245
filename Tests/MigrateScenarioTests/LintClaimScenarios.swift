import TestSupport
import Testing

/// What the lint says of waiting and of transactions, proven on real servers.
@Suite struct LintClaimScenarios {
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

    /// A change of the schema ends the transaction that it is in.
    @Test func mariaDBCommitsDefinitions() async throws {
        try await MariaDBServer.run { server in
            try await server.query("BEGIN; CREATE TABLE half (a int); ROLLBACK")
            #expect(try await server.query("SELECT count(*) FROM half") == "0")
        }
    }
}
