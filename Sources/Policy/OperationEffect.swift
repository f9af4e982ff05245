import Changelogs

/// The lock and the work of a change that is known only by its keywords.
struct OperationEffect {
    let lock: TableLock
    let work: TableWork
    /// The condition under which the work is unnecessary, worded to follow "unless"; `nil` if it is always done.
    let exception: String?

    private init(_ lock: TableLock, _ work: TableWork, unless exception: String? = nil) {
        self.lock = lock
        self.work = work
        self.exception = exception
    }

    private static func all(_ groups: KeyValuePairs<String, OperationEffect>) -> [String: OperationEffect] {
        Dictionary(
            uniqueKeysWithValues: groups.flatMap { words, effect in
                words.split(whereSeparator: { $0 == "," || $0 == "\n" }).map { words in
                    (words.trimmingPrefix(" ").description, effect)
                }
            })
    }

    /// PostgreSQL's (`AlterTableGetLockLevel`), by the parser's names or by keywords.
    static let ofPostgreSQL = all([
        """
        SET STATISTICS, SET OPTIONS, RESET OPTIONS, SET REL OPTIONS, CLUSTER ON
        DROP CLUSTER, CREATE STATISTICS, COMMENT ON, VACUUM, ANALYZE, REINDEX CONCURRENTLY
        """: OperationEffect(.shareUpdateExclusive, .none), "REINDEX": OperationEffect(.share, .scan),
        """
        CREATE TRIGGER, ENABLE TRIG, ENABLE ALWAYS TRIG, ENABLE REPLICA TRIG, ENABLE TRIG ALL
        ENABLE TRIG USER, DISABLE TRIG, DISABLE TRIG ALL, DISABLE TRIG USER
        """: OperationEffect(.shareRowExclusive, .none),
        "REFRESH MATERIALIZED VIEW CONCURRENTLY": OperationEffect(.exclusive, .scan),
        "ADD EXCLUDE": OperationEffect(.accessExclusive, .scan),
        """
        SET DEFAULT, DROP PRIMARY KEY, ADD AUTO_INCREMENT, ALTER CONSTRAINT, RENAME CONSTRAINT
        SET STORAGE, SET COMPRESSION, ADD IDENTITY, SET IDENTITY, DROP IDENTITY, DROP EXPRESSION
        REPLICA IDENTITY, CHANGE OWNER, ENABLE ROW SECURITY, DISABLE ROW SECURITY
        FORCE ROW SECURITY, NO FORCE ROW SECURITY, ADD INHERIT, DROP INHERIT, ENABLE RULE
        DISABLE RULE, CREATE RULE, RENAME RULE, DROP RULE, CREATE POLICY, ALTER POLICY
        RENAME POLICY, DROP POLICY, RENAME TRIGGER, ALTER VIEW, CREATE OR REPLACE VIEW
        SET USER CATALOG TABLE
        """: OperationEffect(.accessExclusive, .none),
        "VACUUM FULL, CLUSTER, REFRESH MATERIALIZED VIEW": OperationEffect(.accessExclusive, .rewrite),
        "SET LOGGED, SET UNLOGGED, SET TABLESPACE, SET ACCESS METHOD": OperationEffect(
            .accessExclusive, .rewrite, unless: "that is already set"),
    ])

    static let ofMariaDB = all([
        """
        SET DEFAULT, RENAME INDEX, ALTER INDEX, COMMENT, AUTO_INCREMENT, CHARACTER SET
        STATS_PERSISTENT, STATS_AUTO_RECALC, STATS_SAMPLE_PAGES
        """: OperationEffect(.accessShare, .none),
        "ROW_FORMAT, KEY_BLOCK_SIZE, PAGE_COMPRESSED, FORCE, ENGINE, OPTIMIZE TABLE": OperationEffect(
            .accessShare, .rewrite),
        """
        DROP PRIMARY KEY, ADD SYSTEM VERSIONING, DROP SYSTEM VERSIONING, another ENGINE, ORDER BY
        PARTITION BY, REMOVE PARTITIONING, COALESCE PARTITION, REORGANIZE PARTITION
        REBUILD PARTITION, ADD PARTITION PARTITIONS, ALTER IGNORE TABLE
        """: OperationEffect(.share, .rewrite),
        "ADD AUTO_INCREMENT": OperationEffect(.share, .rewrite, unless: "the column already has it"),
        "CONVERT TO": OperationEffect(.share, .rewrite, unless: "all its text is stored the same way"),
        "ENABLE KEYS, DISABLE KEYS": OperationEffect(.accessExclusive, .none),
    ])

    /// Those that block nothing in MySQL either, according to its documentation.
    static let documentedByMySQL: Set = [
        "SET DEFAULT", "RENAME INDEX", "AUTO_INCREMENT", "STATS_PERSISTENT", "STATS_AUTO_RECALC", "STATS_SAMPLE_PAGES",
        "ROW_FORMAT", "KEY_BLOCK_SIZE", "FORCE", "ENGINE", "OPTIMIZE TABLE",
    ]
}
