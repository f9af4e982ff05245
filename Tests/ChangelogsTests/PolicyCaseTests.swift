import Changelogs
import Policy
import Reporting
import Testing

/// What single statements and changes draw, where it is easy to see too much or too little.
@Suite struct PolicyCaseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let engine: String
        /// SQL, or changes of XML that begin with `<`.
        let changes: String
        let finds: Set<String>
        var misses: Set<String> = []

        var testDescription: String { "\(engine): \(changes)" }
    }

    private static func addColumn(_ rest: String) -> String {
        "<addColumn tableName=\"t\"><column name=\"a\" type=\"int\" \(rest)</column></addColumn>"
    }

    private static let cases = [
        // Conditions that are none.
        Case(engine: "postgresql", changes: "DELETE FROM t WHERE 1 = 1 OR a = 5;", finds: ["delete-without-where"]),
        Case(engine: "postgresql", changes: "UPDATE t SET a = 1 WHERE true;", finds: ["update-without-where"]),
        Case(engine: "postgresql", changes: "DELETE FROM t USING u;", finds: ["delete-without-where"]),
        Case(engine: "mariadb", changes: "DELETE FROM t WHERE 1;", finds: ["delete-without-where"]),
        Case(engine: "mariadb", changes: "DELETE a, b FROM a INNER JOIN b;", finds: ["delete-without-where"]),
        Case(
            engine: "mariadb", changes: "DELETE a.*, b.* FROM a, b;", finds: ["delete-without-where"],
            misses: ["unread-sql"]),
        Case(
            engine: "mariadb", changes: "DELETE FROM a, b USING a INNER JOIN b USING (id);", finds: [],
            misses: ["delete-without-where"]),
        Case(
            engine: "mariadb", changes: "UPDATE a JOIN b ON a.id = b.id SET a.x = 1;", finds: [],
            misses: ["update-without-where"]),
        Case(
            engine: "mariadb", changes: #"<delete tableName="t"><where>1=1</where></delete>"#,
            finds: ["delete-without-where"]),
        // What MariaDB copies, and what it does in place.
        Case(
            engine: "mariadb", changes: "ALTER TABLE t ADD COLUMN u bigint REFERENCES u (id);",
            finds: ["blocking-foreign-key"]),
        Case(
            engine: "mysql", changes: "ALTER TABLE t ADD COLUMN u bigint REFERENCES u (id);", finds: [],
            misses: ["blocking-foreign-key"]),
        Case(
            engine: "mariadb", changes: "ALTER TABLE t ADD SYSTEM VERSIONING;", finds: ["table-rewrite"],
            misses: ["reserved-name"]),
        Case(
            engine: "mariadb", changes: "ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (b);", finds: [],
            misses: ["table-rewrite"]),
        Case(engine: "mariadb", changes: "ALTER IGNORE TABLE t ADD UNIQUE (a);", finds: ["table-rewrite"]),
        Case(engine: "postgresql", changes: "ALTER TYPE mood RENAME VALUE 'calm' TO 'quiet';", finds: ["rename-table"]),
        Case(engine: "postgresql", changes: "ALTER TYPE mood RENAME TO temper;", finds: ["rename-table"]),
        Case(engine: "postgresql", changes: "ALTER TYPE mood ADD VALUE 'quiet';", finds: [], misses: ["rename-table"]),
        // A domain with a constraint writes the table anew; of another type that is not known.
        Case(
            engine: "postgresql", changes: "CREATE DOMAIN d AS int CHECK (VALUE > 0); ALTER TABLE t ADD z d;",
            finds: ["default-rewrite"]),
        Case(engine: "postgresql", changes: "ALTER TABLE t ADD z geometry;", finds: [], misses: ["default-rewrite"]),
        Case(
            engine: "postgresql", changes: "ALTER TABLE t ALTER v TYPE varchar(20) USING v || '';",
            finds: ["type-rewrite"]),
        // Liquibase adds the column, then the foreign key, then fills it.
        Case(
            engine: "postgresql", changes: addColumn(#"value="5"><constraints nullable="false"/>"#),
            finds: ["required-column", "update-without-where"]),
        Case(
            engine: "postgresql", changes: addColumn(#"valueComputed="b + 1">"#), finds: ["update-without-where"],
            misses: ["default-rewrite"]),
        Case(
            engine: "postgresql", changes: addColumn(#"><constraints foreignKeyName="f" references="u(id)"/>"#),
            finds: ["blocking-foreign-key"], misses: ["foreign-key-on-data", "update-without-where"]),
        Case(
            engine: "postgresql",
            changes: addColumn(#"defaultValue="1"><constraints foreignKeyName="f" references="u(id)"/>"#),
            finds: ["blocking-foreign-key", "foreign-key-on-data"]),
        Case(
            engine: "postgresql",
            changes: #"<addLookupTable existingTableName="t" existingColumnName="a" newTableName="u" "#
                + #"newColumnName="id" constraintName="k"/>"#, finds: ["blocking-foreign-key"],
            misses: ["foreign-key-on-data", "no-primary-key"]),
        Case(engine: "postgresql", changes: #"<renameView oldViewName="v" newViewName="w"/>"#, finds: ["rename-table"]),
        Case(
            engine: "postgresql", changes: "ALTER TABLE t ADD a int; CREATE UNIQUE INDEX i ON t (a);",
            finds: ["blocking-index"], misses: ["unique-on-data"]),
        Case(
            engine: "postgresql",
            changes: "ALTER TABLE t ADD a int; UPDATE t SET a = 1 WHERE b; CREATE UNIQUE INDEX i ON t (a);",
            finds: ["blocking-index", "unique-on-data"]),
        // What PostgreSQL's parser reads, and refuses.
        Case(
            engine: "postgresql", changes: "ALTER TABLE t DROP COLUM y;", finds: ["unread-sql"], misses: ["drop-column"]
        ), Case(engine: "postgresql", changes: "CREAT TABLE x (a int);", finds: ["unread-sql"]),
        Case(
            engine: "postgresql", changes: "UPDATE t SET a = ${value};", finds: ["update-without-where"],
            misses: ["unread-sql"]),
        Case(
            engine: "postgresql", changes: "WITH x AS (DELETE FROM t RETURNING a) SELECT count(*) FROM x;",
            finds: ["delete-without-where"]),
        Case(
            engine: "postgresql", changes: "WITH x AS (SELECT 1) UPDATE t SET a = 1;", finds: ["update-without-where"]),
        Case(engine: "postgresql", changes: "EXPLAIN (ANALYZE) DELETE FROM t;", finds: ["delete-without-where"]),
        Case(engine: "postgresql", changes: "EXPLAIN DELETE FROM t;", finds: [], misses: ["delete-without-where"]),
        Case(engine: "postgresql", changes: "DROP OWNED BY ada;", finds: ["drop-schema"]),
        Case(engine: "postgresql", changes: "ALTER VIEW v RENAME TO w;", finds: ["rename-table"]),
        Case(engine: "postgresql", changes: "ALTER SCHEMA s RENAME TO u;", finds: ["rename-table"]),
        Case(engine: "postgresql", changes: "ALTER TABLE t SET SCHEMA u;", finds: ["rename-table"]),
        Case(
            engine: "postgresql", changes: "CREATE VIEW v AS SELECT 1; ALTER VIEW v RENAME TO w;", finds: [],
            misses: ["rename-table"]),
        Case(
            engine: "postgresql", changes: "CREATE TABLE IF NOT EXISTS t (id bigint PRIMARY KEY); DROP TABLE t;",
            finds: ["drop-table"]),
        Case(
            engine: "postgresql",
            changes: "CREATE TABLE IF NOT EXISTS t (id bigint PRIMARY KEY); CREATE INDEX i ON t (id);",
            finds: ["blocking-index"]),
        Case(
            engine: "postgresql", changes: "CREATE INDEX CONCURRENTLY i ON t (a); DROP INDEX i;",
            finds: ["blocking-index-drop"]),
        Case(
            engine: "postgresql",
            changes: "ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0) NOT VALID; "
                + "ALTER TABLE t VALIDATE CONSTRAINT c;", finds: ["blocking-check"]),
        Case(
            engine: "postgresql", changes: "ALTER TABLE t VALIDATE CONSTRAINT c;", finds: [], misses: ["blocking-check"]
        ),
        Case(
            engine: "postgresql",
            changes: "ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u (id) NOT VALID; "
                + "ALTER TABLE t VALIDATE CONSTRAINT t_a_fkey;", finds: ["blocking-foreign-key"]),
        Case(engine: "postgresql", changes: "DROP TYPE e CASCADE;", finds: ["drop-cascade"]),
        Case(engine: "postgresql", changes: "DROP TYPE e;", finds: [], misses: ["drop-cascade"]),
        Case(engine: "postgresql", changes: "DROP TABLESPACE x;", finds: ["concurrently-in-transaction"]),
        Case(
            engine: "postgresql", changes: "ALTER TABLE t DETACH PARTITION p CONCURRENTLY;",
            finds: ["concurrently-in-transaction"]),
        Case(engine: "postgresql", changes: "REINDEX SCHEMA s;", finds: ["concurrently-in-transaction"]),
        Case(
            engine: "postgresql", changes: "ALTER DATABASE app SET TABLESPACE x;",
            finds: ["concurrently-in-transaction"]),
        Case(engine: "postgresql", changes: "CLUSTER;", finds: ["concurrently-in-transaction"]),
        Case(engine: "postgresql", changes: "DISCARD ALL;", finds: ["concurrently-in-transaction"]),
        Case(
            engine: "postgresql", changes: "DISCARD PLANS; ALTER TABLE t DETACH PARTITION p;",
            finds: ["blocking-detach"], misses: ["concurrently-in-transaction"]),
        Case(engine: "postgresql", changes: "DROP FUNCTION f(int) CASCADE;", finds: ["drop-cascade"]),
        Case(
            engine: "postgresql", changes: "ALTER TABLE t DROP COLUMN c CASCADE;",
            finds: ["drop-cascade", "drop-column"]),
        Case(
            engine: "postgresql", changes: "ALTER TABLE t DROP COLUMN c;", finds: ["drop-column"],
            misses: ["drop-cascade"]),
        Case(engine: "postgresql", changes: "ALTER TABLE t ADD COLUMN z int CHECK (z > 0);", finds: ["blocking-check"]),
        Case(
            engine: "postgresql", changes: "CREATE TABLE u (i int); ALTER TABLE u ADD COLUMN z int CHECK (z > 0);",
            finds: [], misses: ["blocking-check"]),
        Case(engine: "postgresql", changes: "ALTER TABLE t DROP CONSTRAINT c CASCADE;", finds: ["drop-cascade"]),
        Case(
            engine: "postgresql", changes: "CREATE SUBSCRIPTION s CONNECTION 'x' PUBLICATION p;",
            finds: ["concurrently-in-transaction"]),
        Case(
            engine: "postgresql", changes: "ALTER TABLE t ADD PRIMARY KEY (a);",
            finds: ["blocking-unique", "unique-on-data"]),
        Case(engine: "postgresql", changes: "ALTER DOMAIN d ADD CHECK (VALUE > 0);", finds: ["blocking-check"]),
        Case(
            engine: "postgresql", changes: "ALTER DOMAIN d ADD CHECK (VALUE > 0) NOT VALID;", finds: [],
            misses: ["blocking-check"]),
        Case(
            engine: "postgresql", changes: "CREATE DOMAIN d AS int; ALTER DOMAIN d ADD CHECK (VALUE > 0);", finds: [],
            misses: ["blocking-check"]),
        Case(
            engine: "postgresql", changes: "ALTER TABLE p ATTACH PARTITION q FOR VALUES FROM (0) TO (99);",
            finds: ["blocking-check"]),
        Case(
            engine: "postgresql",
            changes: "CREATE TABLE q (LIKE p); ALTER TABLE p ATTACH PARTITION q FOR VALUES FROM (0) TO (99);",
            finds: [], misses: ["blocking-check"]),
        Case(
            engine: "postgresql", changes: #"<addAutoIncrement tableName="t" columnName="a"/>"#, finds: [],
            misses: ["table-rewrite"]),
        // What is read by its words.
        Case(
            engine: "mariadb", changes: #"<addAutoIncrement tableName="t" columnName="a" columnDataType="int"/>"#,
            finds: ["table-rewrite"]),
        // Comments that MySQL and MariaDB run, where Liquibase hands them on.
        Case(
            engine: "mysql", changes: "<sql>/*!40101 DROP TABLE t */; DELETE FROM u</sql>",
            finds: ["drop-table", "delete-without-where"]),
        Case(engine: "mariadb", changes: "<sql>/*M!100100 DROP TABLE t */</sql>", finds: ["drop-table"]),
        Case(
            engine: "mysql", changes: "<sql>/*M!100100 DROP TABLE t */ SELECT 1</sql>", finds: [],
            misses: ["drop-table"]),
        Case(
            engine: "mysql", changes: #"<sql stripComments="true">/*!40101 DROP TABLE t */</sql>"#, finds: [],
            misses: ["drop-table"]),
        Case(engine: "mysql", changes: "/*! DROP TABLE t */;", finds: [], misses: ["drop-table"]),
        Case(engine: "mariadb", changes: "CREATE OR REPLACE TABLE t (id bigint PRIMARY KEY);", finds: ["drop-table"]),
        Case(engine: "mariadb", changes: "ALTER ONLINE TABLE t DROP COLUMN b;", finds: ["drop-column"]),
        Case(engine: "mariadb", changes: "ALTER IGNORE TABLE t ADD UNIQUE (a);", finds: ["unique-on-data"]),
        Case(engine: "mariadb", changes: "ALTER TABLE t DROP PRIMARY KEY;", finds: ["table-rewrite"]),
        Case(
            engine: "mariadb", changes: "ALTER TABLE t ADD COLUMN g int AS (a + 1) PERSISTENT;",
            finds: ["default-rewrite"]),
        Case(
            engine: "mariadb", changes: "ALTER TABLE t ADD COLUMN g int AS (a + 1) VIRTUAL;", finds: [],
            misses: ["default-rewrite"]),
        Case(
            engine: "mariadb", changes: "ALTER TABLE t ADD COLUMN c char(36) DEFAULT uuid();",
            finds: ["default-rewrite"]),
        Case(engine: "mariadb", changes: "CREATE INDEX i ON t (a) ALGORITHM=COPY;", finds: ["blocking-index"]),
        Case(engine: "mariadb", changes: "DELETE QUICK FROM t;", finds: ["delete-without-where"]),
        Case(engine: "mysql", changes: "ALTER TABLE t DROP COLUM y;", finds: ["unread-sql"], misses: ["drop-column"]),
        Case(
            engine: "oracle", changes: "ALTER TABLE t DROP COLUMN y CASCADE CONSTRAINTS;", finds: ["drop-column"],
            misses: ["unread-sql"]),
        Case(
            engine: "mysql", changes: "WITH x AS (SELECT 1 WHERE true) DELETE FROM t;", finds: ["delete-without-where"]),
    ]

    private static func changelog(_ changes: String) -> KeyValuePairs<String, String> {
        changes.hasPrefix("<")
            ? ["a.xml": ScratchChangelog.xml("<changeSet id=\"1\" author=\"ada\">\(changes)</changeSet>")]
            : ["a.sql": "--liquibase formatted sql\n--changeset ada:1\n\(changes)\n"]
    }

    @Test(arguments: cases) func finds(sample: Case) throws {
        let rules = try ScratchChangelog(Self.changelog(sample.changes)).policyFindings(on: sample.engine).map(
            \.rule.id)
        #expect(sample.finds.isSubset(of: rules), "\(rules)")
        #expect(sample.misses.isDisjoint(with: rules), "\(rules)")
    }

    /// A line break that is written as `\n` is none of the file.
    @Test func statementsOfOneLineAreAtTheirChange() throws {
        let findings = try ScratchChangelog([
            "a.json": """
            {"databaseChangeLog": [{"changeSet": {"id": "1", "author": "ada",
              "changes": [{"sql": {"sql":
                "INSERT INTO a VALUES (1);\\n\\nDROP TABLE b;\\nDELETE FROM c;"}}]}}]}
            """
        ]).policyFindings(on: "postgresql")
        #expect(
            findings.map { "\($0.rule.id) \($0.location)" } == [
                "drop-table a.json:2:16", "delete-without-where a.json:2:16",
            ])
    }

    /// A hint that PostgreSQL refuses is none.
    @Test func anIndexOfPartitionsIsHintedAsSuch() throws {
        let hints = try ScratchChangelog([
            "a.sql": """
            --liquibase formatted sql
            --changeset ada:1
            CREATE TABLE p (id bigint PRIMARY KEY, k int) PARTITION BY HASH (id);
            --changeset ada:2
            CREATE INDEX i ON p (k);
            """
        ]).policyFindings(on: "postgresql") { $0.id == "2" }.map(\.hint)
        #expect(
            hints == [
                "CREATE INDEX i ON ONLY p (k), CREATE INDEX CONCURRENTLY on each partition, then ALTER INDEX i ATTACH PARTITION"
            ])
    }

    /// What a team has decided once is no news for each column of a file.
    @Test func whatAnORMWritesIsReportedOncePerFile() throws {
        let table = "CREATE TABLE %s (id int PRIMARY KEY, a timestamp, b timestamp);"
        let file = { (id: String) in
            "--liquibase formatted sql\n--changeset ada:\(id)\n"
                + ["t", "u"].map { table.replacing("%s", with: $0 + id) }.joined(separator: "\n")
        }
        let findings = try ScratchChangelog([
            "c.xml": ScratchChangelog.xml(#"<include file="1.sql"/>"#, #"<include file="2.sql"/>"#), "1.sql": file("1"),
            "2.sql": file("2"),
        ]).policyFindings(on: "postgresql")
        #expect(findings.count == 12)
        #expect(
            findings.oncePerFile.map { "\($0.location.file) \($0.rule.id)" } == [
                "1.sql timestamp-without-zone", "1.sql int-key", "2.sql timestamp-without-zone", "2.sql int-key",
            ])
    }

    @Test func everyTableOfAListIsRead() throws {
        let messages = try ScratchChangelog([
            "a.sql": """
            --liquibase formatted sql
            --changeset ada:1
            RENAME TABLE a TO b, c TO d;
            LOCK TABLES a AS x READ, b low_priority write;
            """
        ]).policyFindings(on: "mariadb").map(\.message)
        #expect(
            messages == [
                "the table 'a' is renamed to 'b': the deployed version still queries 'a'",
                "the table 'c' is renamed to 'd': the deployed version still queries 'c'",
                "'a' is locked until UNLOCK TABLES: READ blocks writes",
                "'b' is locked until UNLOCK TABLES: WRITE blocks reads and writes",
            ])
    }
}
