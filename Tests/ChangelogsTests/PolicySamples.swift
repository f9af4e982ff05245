import Policy
import Testing

/// Changelogs that a rule finds, one of each format, and two that look alike and that it does not find.
struct PolicySample: Sendable, CustomTestStringConvertible {
    let rule: String
    var engine: String? = "postgresql"
    /// Attributes of the changeset, by their names.
    var attributes: [String: String] = [:]
    let xml: String
    let yaml: String
    let sql: String
    /// SQL, or XML that begins with `<`, of which nothing is found by the rule.
    let lookalikes: [String]
    var lookalikeAttributes: [String: String]?

    var testDescription: String { "\(rule) on \(engine ?? "any")" }

    static let all = destructive + blocking + data + liquibase + design

    private static let destructive = [
        PolicySample(
            rule: "drop-table", engine: nil, xml: #"<dropTable tableName="t"/>"#, yaml: "dropTable: {tableName: t}",
            sql: "DROP TABLE IF EXISTS a.t;",
            lookalikes: ["CREATE TABLE t (a int); DROP TABLE t;", "SELECT 'DROP TABLE t'; -- DROP TABLE t"]),
        PolicySample(
            rule: "drop-column", xml: #"<dropColumn tableName="t" columnName="a"/>"#,
            yaml: "dropColumn: {tableName: t, columns: [column: {name: a}]}", sql: "ALTER TABLE t DROP a;",
            lookalikes: ["ALTER TABLE t DROP CONSTRAINT a;", "CREATE TABLE t (a int, b int); ALTER TABLE t DROP a;"]),
        PolicySample(
            rule: "drop-schema", xml: "<sql>drop schema s cascade</sql>", yaml: "sql: {sql: 'DROP SCHEMA s'}",
            sql: "DROP SCHEMA IF EXISTS s;",
            lookalikes: ["CREATE SCHEMA s;", "COMMENT ON SCHEMA s IS 'DROP SCHEMA s';"]),
        PolicySample(
            rule: "drop-sequence", xml: #"<dropSequence sequenceName="s"/>"#, yaml: "dropSequence: {sequenceName: s}",
            sql: "DROP SEQUENCE s;",
            lookalikes: ["ALTER SEQUENCE s RESTART;", #"<renameSequence oldSequenceName="s" newSequenceName="u"/>"#]),
        PolicySample(
            rule: "drop-view", xml: #"<dropView viewName="v"/>"#, yaml: "dropView: {viewName: v}",
            sql: "DROP MATERIALIZED VIEW v;",
            lookalikes: [
                "DROP VIEW v; CREATE VIEW v AS SELECT 1 AS a;",
                #"<createView viewName="v" replaceIfExists="true">SELECT 1</createView>"#,
            ]),
        PolicySample(
            rule: "drop-type", xml: "<sql>DROP TYPE mood</sql>", yaml: "sql: {sql: DROP DOMAIN IF EXISTS d}",
            sql: "DROP TYPE a.mood, pair;",
            lookalikes: [
                "CREATE TYPE pair AS (x int); DROP TYPE pair;", "DROP TYPE mood; CREATE TYPE mood AS ENUM ('a');",
                "ALTER TYPE mood ADD VALUE 'b';",
            ]),
        PolicySample(
            rule: "drop-function", engine: nil, xml: #"<dropProcedure procedureName="p"/>"#,
            yaml: "sql: {sql: DROP PROCEDURE p}", sql: "DROP FUNCTION IF EXISTS a.f;",
            lookalikes: [
                "DROP FUNCTION f; CREATE OR REPLACE FUNCTION f() RETURNS int AS 'SELECT 1';",
                "CREATE FUNCTION f() RETURNS int AS 'SELECT 1'; DROP FUNCTION f;",
            ]),
        PolicySample(
            rule: "drop-trigger", xml: "<sql>DROP TRIGGER tr ON t</sql>",
            yaml: "sql: {sql: DROP TRIGGER IF EXISTS tr ON a.t}", sql: "DROP TRIGGER tr ON t CASCADE;",
            lookalikes: [
                "DROP TRIGGER tr ON t; CREATE TRIGGER tr BEFORE UPDATE ON t EXECUTE FUNCTION f();",
                "ALTER TABLE t DISABLE TRIGGER tr;",
            ]),
        PolicySample(
            rule: "drop-constraint", xml: #"<dropForeignKeyConstraint baseTableName="t" constraintName="f"/>"#,
            yaml: "dropUniqueConstraint: {tableName: t, constraintName: u}",
            sql: "ALTER TABLE t DROP CONSTRAINT IF EXISTS c;",
            lookalikes: [
                "ALTER TABLE t DROP CONSTRAINT f; "
                    + "ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u ON DELETE CASCADE;",
                "CREATE TABLE t (a int CONSTRAINT c CHECK (a > 0)); ALTER TABLE t DROP CONSTRAINT c;",
                "CREATE TABLE t (a int REFERENCES u);\n--changeset ada:2\n"
                    + "ALTER TABLE t DROP CONSTRAINT t_a_fkey; ALTER TABLE t DROP COLUMN a;",
                #"<dropUniqueConstraint tableName="t" constraintName="u"/>"#
                    + #"<addUniqueConstraint tableName="t" columnNames="a" constraintName="u"/>"#,
            ]),
        PolicySample(
            rule: "drop-constraint", engine: "mariadb",
            xml: #"<dropForeignKeyConstraint baseTableName="t" constraintName="f"/>"#,
            yaml: "sql: {sql: ALTER TABLE t DROP CONSTRAINT c}", sql: "ALTER TABLE t DROP FOREIGN KEY f;",
            lookalikes: ["ALTER TABLE t DROP INDEX i;", "ALTER TABLE t DROP COLUMN f;"]),
        PolicySample(
            rule: "truncate-table", engine: "mariadb", xml: "<sql>TRUNCATE t</sql>",
            yaml: "sql: {sql: ALTER TABLE t TRUNCATE PARTITION p0}", sql: "ALTER TABLE t DROP PARTITION p0, p1;",
            lookalikes: [
                "ALTER TABLE t ADD PARTITION (PARTITION p2 VALUES LESS THAN (9));",
                "ALTER TABLE t EXCHANGE PARTITION p0 WITH TABLE u;",
            ]),
        PolicySample(
            rule: "drop-cascade", xml: #"<dropTable tableName="t" cascadeConstraints="true"/>"#,
            yaml: "dropTable: {tableName: t, cascadeConstraints: true}", sql: "TRUNCATE a, b CASCADE;",
            lookalikes: ["DROP TABLE t RESTRICT;", #"<dropTable tableName="t" cascadeConstraints="false"/>"#]),
        PolicySample(
            rule: "truncate-table", engine: nil, xml: "<sql>truncate table t</sql>", yaml: "sql: {sql: truncate t}",
            sql: "TRUNCATE TABLE ONLY t;", lookalikes: ["SELECT trunc(1.5);", "CREATE TABLE t (a int); TRUNCATE t;"]),
        PolicySample(
            rule: "delete-without-where", xml: #"<delete tableName="t"/>"#, yaml: "delete: {tableName: t}",
            sql: "DELETE FROM t;",
            lookalikes: [
                "DELETE FROM t WHERE a = ';';", "DELETE FROM t WHERE true AND a = 5;", "DELETE FROM t WHERE 1 = 2;",
                #"<delete tableName="t"><where>a = 1</where></delete>"#,
            ]),
        PolicySample(
            rule: "update-without-where", xml: #"<update tableName="t"><column name="a" value="1"/></update>"#,
            yaml: "update: {tableName: t, columns: [column: {name: a, value: 1}]}", sql: "UPDATE t SET a = 'WHERE';",
            lookalikes: [
                "UPDATE t SET a = 1 WHERE b;",
                #"<update tableName="t"><column name="a" value="1"/><where>b = 1</where></update>"#,
            ]),
        PolicySample(
            rule: "narrower-type",
            xml: #"<modifyDataType tableName="old" columnName="wide" newDataType="varchar(10)"/>"#,
            yaml: "modifyDataType: {tableName: old, columnName: big, newDataType: int}",
            sql: "ALTER TABLE old ALTER wide TYPE varchar(99);",
            lookalikes: ["ALTER TABLE old ALTER wide TYPE text;", "ALTER TABLE old ALTER wide TYPE varchar(200);"]),
    ]

    private static let blocking = [
        PolicySample(
            rule: "blocking-index", xml: #"<createIndex tableName="t" indexName="i"><column name="a"/></createIndex>"#,
            yaml: "createIndex: {tableName: t, indexName: i, columns: [column: {name: a}]}",
            sql: "CREATE INDEX i ON t (a);",
            lookalikes: [
                "CREATE TABLE t (a int); CREATE INDEX i ON t (a);", "CREATE INDEX CONCURRENTLY i ON t (a);",
                "CREATE INDEX i ON ONLY t (a);",
            ]),
        PolicySample(
            rule: "blocking-index", engine: "mysql", xml: "<sql>CREATE FULLTEXT INDEX i ON t (a)</sql>",
            yaml: "sql: {sql: 'ALTER TABLE t ADD FULLTEXT INDEX i (a)'}", sql: "CREATE SPATIAL INDEX i ON t (a);",
            lookalikes: ["CREATE INDEX i ON t (a);", "ALTER TABLE t ADD KEY i (a);"]),
        PolicySample(
            rule: "blocking-index-drop", xml: #"<dropIndex tableName="t" indexName="i"/>"#,
            yaml: "dropIndex: {indexName: i}", sql: "DROP INDEX IF EXISTS i;",
            lookalikes: [
                "DROP INDEX CONCURRENTLY i;", "CREATE TABLE t (a int); CREATE INDEX i ON t (a); DROP INDEX i;",
            ]),
        PolicySample(
            rule: "blocking-foreign-key",
            xml: #"<addForeignKeyConstraint constraintName="f" baseTableName="t" baseColumnNames="a" "#
                + #"referencedTableName="u" referencedColumnNames="id"/>"#,
            yaml: "addForeignKeyConstraint: {constraintName: f, baseTableName: t, baseColumnNames: a, "
                + "referencedTableName: u, referencedColumnNames: id}",
            sql: "ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u (id);",
            lookalikes: [
                "ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u (id) NOT VALID;",
                "ALTER TABLE t ADD COLUMN a bigint REFERENCES u (id);",
                #"<addForeignKeyConstraint constraintName="f" baseTableName="t" baseColumnNames="a" "#
                    + #"referencedTableName="u" referencedColumnNames="id" validate="false"/>"#,
            ]),
        PolicySample(
            rule: "blocking-foreign-key", engine: "mariadb",
            xml: #"<addForeignKeyConstraint constraintName="f" baseTableName="t" baseColumnNames="a" "#
                + #"referencedTableName="u" referencedColumnNames="id"/>"#,
            yaml: "sql: {sql: 'ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u (id)'}",
            sql: "ALTER TABLE `t` ADD CONSTRAINT `f` FOREIGN KEY (`a`) REFERENCES `u` (`id`);",
            lookalikes: [
                "ALTER TABLE t DROP FOREIGN KEY f;",
                "CREATE TABLE t (a int); ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u (id);",
            ]),
        PolicySample(
            rule: "blocking-check", xml: "<sql>ALTER TABLE t ADD CHECK (a &gt; 0)</sql>",
            yaml: "sql: {sql: 'ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0)'}",
            sql: "ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0);",
            lookalikes: [
                "ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0) NOT VALID;", "CREATE TABLE t (a int CHECK (a > 0));",
            ]),
        PolicySample(
            rule: "blocking-not-null",
            xml: #"<addNotNullConstraint tableName="t" columnName="a" columnDataType="int"/>"#,
            yaml: "addNotNullConstraint: {tableName: t, columnName: a}",
            sql: "ALTER TABLE t ALTER COLUMN a SET NOT NULL;",
            lookalikes: [
                "ALTER TABLE t ALTER COLUMN a DROP NOT NULL;",
                "ALTER TABLE t ADD CONSTRAINT c CHECK (a IS NOT NULL) NOT VALID; "
                    + "ALTER TABLE t VALIDATE CONSTRAINT c; ALTER TABLE t ALTER COLUMN a SET NOT NULL;",
            ]),
        PolicySample(
            rule: "blocking-unique", xml: #"<addUniqueConstraint tableName="t" columnNames="a, b"/>"#,
            yaml: "addPrimaryKey: {tableName: t, columnNames: a}", sql: "ALTER TABLE t ADD COLUMN a int UNIQUE;",
            lookalikes: [
                "ALTER TABLE t ADD CONSTRAINT u UNIQUE USING INDEX i;", "CREATE UNIQUE INDEX CONCURRENTLY i ON t (a);",
            ]),
        PolicySample(
            rule: "blocking-detach", xml: "<sql>ALTER TABLE p DETACH PARTITION q</sql>",
            yaml: "sql: {sql: ALTER TABLE IF EXISTS p DETACH PARTITION q}",
            sql: "ALTER TABLE a.p DETACH PARTITION a.q FINALIZE; ALTER TABLE p DETACH PARTITION q;",
            lookalikes: [
                "ALTER TABLE p DETACH PARTITION q CONCURRENTLY;",
                "CREATE TABLE p (a int) PARTITION BY LIST (a); ALTER TABLE p DETACH PARTITION q;",
            ]),
        PolicySample(
            rule: "type-rewrite", xml: #"<modifyDataType tableName="t" columnName="a" newDataType="bigint"/>"#,
            yaml: "modifyDataType: {tableName: t, columnName: a, newDataType: bigint}",
            sql: "ALTER TABLE t ALTER COLUMN a SET DATA TYPE bigint USING a::bigint;",
            lookalikes: ["ALTER TABLE old ALTER wide TYPE text;", "ALTER TABLE old ALTER wide TYPE varchar(200);"]),
        PolicySample(
            rule: "type-rewrite", engine: "mysql",
            xml: #"<modifyDataType tableName="t" columnName="a" newDataType="bigint"/>"#,
            yaml: "sql: {sql: 'ALTER TABLE t CHANGE a a bigint'}", sql: "ALTER TABLE t MODIFY a bigint NOT NULL;",
            lookalikes: ["ALTER TABLE t ALTER a SET DEFAULT 1;", "ALTER TABLE t RENAME COLUMN a TO b;"]),
        PolicySample(
            rule: "default-rewrite",
            xml: #"<addColumn tableName="t"><column name="a" type="uuid" "#
                + #"defaultValueComputed="gen_random_uuid()"/></addColumn>"#,
            yaml: "addColumn: {tableName: t, columns: [column: {name: a, type: bigint, autoIncrement: true}]}",
            sql: "ALTER TABLE t ADD COLUMN a timestamptz DEFAULT clock_timestamp();",
            lookalikes: [
                "ALTER TABLE t ADD COLUMN a timestamptz NOT NULL DEFAULT now();",
                #"<addColumn tableName="t"><column name="a" type="int" defaultValueNumeric="1"/></addColumn>"#,
            ]),
        PolicySample(
            rule: "table-rewrite", attributes: ["runInTransaction": "false"], xml: "<sql>VACUUM FULL t</sql>",
            yaml: "sql: {sql: 'REFRESH MATERIALIZED VIEW v'}", sql: "ALTER TABLE t SET TABLESPACE fast;",
            lookalikes: ["VACUUM t;", "REFRESH MATERIALIZED VIEW CONCURRENTLY v;"]),
        PolicySample(
            rule: "rename-table", engine: nil, xml: #"<renameTable oldTableName="t" newTableName="u"/>"#,
            yaml: "renameTable: {oldTableName: t, newTableName: u}", sql: "ALTER TABLE t RENAME TO u;",
            lookalikes: ["ALTER INDEX t RENAME TO u;", "CREATE TABLE t (a int); ALTER TABLE t RENAME TO u;"]),
        PolicySample(
            rule: "rename-table", engine: "mysql", xml: "<sql>ALTER TABLE t RENAME s.u</sql>",
            yaml: "sql: {sql: 'ALTER TABLE t RENAME AS u'}", sql: "ALTER TABLE t RENAME u;",
            lookalikes: ["ALTER TABLE t RENAME COLUMN a TO b;", "ALTER TABLE t RENAME INDEX a TO b;"]),
        PolicySample(
            rule: "rename-column", xml: #"<renameColumn tableName="t" oldColumnName="a" newColumnName="b"/>"#,
            yaml: "renameColumn: {tableName: t, oldColumnName: a, newColumnName: b}",
            sql: "ALTER TABLE t RENAME a TO b;",
            lookalikes: ["ALTER TABLE t RENAME CONSTRAINT a TO b;", "ALTER TYPE v RENAME ATTRIBUTE a TO b;"]),
        PolicySample(
            rule: "lock-table", xml: "<sql>LOCK t</sql>", yaml: "sql: {sql: 'LOCK TABLE t'}",
            sql: "LOCK TABLE t IN SHARE MODE;",
            lookalikes: ["LOCK TABLE t IN ACCESS SHARE MODE;", "SET lock_timeout = '1s';"]),
        PolicySample(
            rule: "several-locks",
            xml: #"<addColumn tableName="t"><column name="z" type="int"/></addColumn>"#
                + #"<createIndex tableName="u" indexName="i"><column name="a"/></createIndex>"#,
            yaml: "sql: {sql: 'ALTER TABLE t ADD z int; ALTER TABLE u ADD CHECK (a > 0)'}",
            sql: "DROP TABLE t; CREATE INDEX i ON u (a);",
            lookalikes: [
                "CREATE INDEX i ON u (a); ALTER TABLE t ADD z int;",
                "INSERT INTO t VALUES (1); CREATE INDEX i ON u (a);",
                "CREATE TABLE t (a int); CREATE INDEX i ON t (a); CREATE INDEX j ON u (a);",
                // Each has a finding of its own.
                "CREATE INDEX i ON t (a); CREATE INDEX j ON u (a);",
                "ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u; CREATE INDEX j ON t (a);",
                "ALTER TABLE t ADD z int; ALTER TABLE t ALTER a SET NOT NULL;",
            ]),
    ]

    private static let data = [
        PolicySample(
            rule: "required-column", engine: "h2",
            xml: #"<addColumn tableName="t"><column name="a" type="int">"#
                + #"<constraints nullable="false"/></column></addColumn>"#,
            yaml: "addColumn: {tableName: t, columns: [column: {name: a, type: int, "
                + "constraints: {nullable: false}}]}", sql: "ALTER TABLE t ADD COLUMN a int NOT NULL;",
            lookalikes: [
                "ALTER TABLE t ADD COLUMN a int NOT NULL DEFAULT 0;",
                #"<addColumn tableName="t"><column name="a" type="int" defaultValueNumeric="1">"#
                    + #"<constraints nullable="false"/></column></addColumn>"#,
            ]),
        PolicySample(
            rule: "unique-on-data", xml: #"<addUniqueConstraint tableName="t" columnNames="a"/>"#,
            yaml: "createIndex: {tableName: t, indexName: i, unique: true, columns: [column: {name: a}]}",
            sql: "CREATE UNIQUE INDEX i ON t (lower(a));",
            lookalikes: ["CREATE INDEX i ON t (a);", "CREATE TABLE t (a int UNIQUE);"]),
        PolicySample(
            rule: "foreign-key-on-data", engine: nil,
            xml: #"<addForeignKeyConstraint constraintName="f" baseTableName="t" baseColumnNames="a" "#
                + #"referencedTableName="u" referencedColumnNames="id"/>"#,
            yaml: "sql: {sql: 'ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u (id)'}",
            sql: "ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u (id);",
            lookalikes: [
                "ALTER TABLE t DROP CONSTRAINT f;",
                "CREATE TABLE t (a int); ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u (id);",
            ]),
        PolicySample(
            rule: "enum-value-removal", engine: "mysql",
            xml: #"<modifyDataType tableName="old" columnName="kind" newDataType="enum('a')"/>"#,
            yaml: #"modifyDataType: {tableName: old, columnName: kind, newDataType: "ENUM('a','c')"}"#,
            sql: "ALTER TABLE old MODIFY kind enum('b');",
            lookalikes: ["ALTER TABLE old MODIFY kind enum('a','b','c');", "ALTER TABLE old MODIFY wide text;"]),
        PolicySample(
            rule: "enum-value-removal",
            xml: "<sql>CREATE TYPE mood AS ENUM ('a', 'b'); CREATE TYPE mood2 AS ENUM ('a'); "
                + "ALTER TABLE old ADD m mood; ALTER TABLE old ALTER m TYPE mood2 USING m::text::mood2</sql>",
            yaml: #"sql: {sql: "CREATE TYPE mood AS ENUM ('a', 'b'); CREATE TYPE mood2 AS ENUM ('b'); "#
                + #"ALTER TABLE old ADD m mood; ALTER TABLE old ALTER m TYPE mood2"}"#,
            sql: "CREATE TYPE mood AS ENUM ('a', 'b'); CREATE TYPE mood2 AS ENUM ('a'); "
                + "ALTER TABLE old ADD m mood; ALTER TABLE old ALTER m TYPE mood2 USING m::text::mood2;",
            lookalikes: [
                "ALTER TYPE mood ADD VALUE 'c';",
                "CREATE TYPE mood AS ENUM ('a'); CREATE TYPE mood2 AS ENUM ('a', 'b'); "
                    + "ALTER TABLE old ADD m mood; ALTER TABLE old ALTER m TYPE mood2;",
            ]),
    ]

    private static let liquibase = [
        PolicySample(
            rule: "concurrently-in-transaction", xml: "<sql>CREATE INDEX CONCURRENTLY i ON t (a)</sql>",
            yaml: "sql: {sql: VACUUM t}", sql: "REINDEX TABLE CONCURRENTLY t;",
            lookalikes: ["CREATE INDEX CONCURRENTLY i ON t (a);", "VACUUM t;"],
            lookalikeAttributes: ["runInTransaction": "false"]),
        PolicySample(
            rule: "transaction-statement", xml: "<sql>BEGIN; DROP TABLE t; COMMIT</sql>",
            yaml: "sql: {sql: 'START TRANSACTION; SELECT 1'}", sql: "ROLLBACK;",
            lookalikes: [
                "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'BEGIN; COMMIT';", "DO $$ BEGIN PERFORM 1; END $$;",
            ]),
        PolicySample(
            rule: "transaction-statement", engine: "mariadb", attributes: ["runInTransaction": "false"],
            xml: "<sql>BEGIN; DELETE FROM t</sql>", yaml: "sql: {sql: 'START TRANSACTION; SELECT 1'}", sql: "BEGIN;",
            lookalikes: ["BEGIN; DELETE FROM t; COMMIT;", "CREATE PROCEDURE p() BEGIN SELECT 1; END"]),
        PolicySample(
            rule: "no-rollback", engine: nil, xml: #"<dropTable tableName="t"/>"#, yaml: "sql: {sql: select 1}",
            sql: "SELECT 1;",
            lookalikes: ["SELECT 1;\n--rollback not required", #"<createSequence sequenceName="s"/>"#]),
        PolicySample(
            rule: "open-rollback", engine: nil, xml: "<sql>SELECT 1</sql><rollback>\n  TODO: undo it</rollback>",
            yaml: "sql: {sql: select 1}\n    rollback: 'TODO: undo it'", sql: "SELECT 1;\n--rollback TODO",
            lookalikes: [
                "SELECT 1;\n--rollback DROP TABLE todo", "SELECT 1;\n-- TODO: rollback",
                "<sql>SELECT 1</sql><rollback/>",
            ]),
        PolicySample(
            rule: "not-repeatable", engine: nil, attributes: ["runOnChange": "true"],
            xml: #"<createSequence sequenceName="s"/>"#, yaml: "createView: {viewName: v, selectQuery: select 1}",
            sql: "CREATE VIEW v AS SELECT 1;",
            lookalikes: [
                "CREATE OR REPLACE VIEW v AS SELECT 1;", "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT 1;",
                "<createProcedure>CREATE OR REPLACE\nPROCEDURE p IS BEGIN f; END;</createProcedure>",
                "<createProcedure>BEGIN p('a'); END;</createProcedure>",
                #"<createView viewName="v" fullDefinition="true">CREATE OR REPLACE VIEW v AS SELECT 1"#
                    + "</createView>",
            ]),
        PolicySample(
            rule: "not-repeatable", engine: nil, attributes: ["runAlways": "true"],
            xml: "<createProcedure>CREATE PROCEDURE p IS BEGIN f; END;</createProcedure>",
            yaml: "createProcedure: {procedureText: CREATE FUNCTION p}", sql: "CREATE SEQUENCE s;",
            lookalikes: ["SELECT 1;", "CREATE SEQUENCE IF NOT EXISTS s;"]),
        PolicySample(
            rule: "partial-changeset", engine: "mysql", xml: #"<dropTable tableName="t"/><dropTable tableName="u"/>"#,
            yaml: "sql: {sql: 'DROP TABLE t; DROP TABLE u'}", sql: "DROP TABLE t;\nDROP TABLE u;",
            lookalikes: ["INSERT INTO t VALUES (1); DELETE FROM u WHERE a = 1;", "DROP TABLE t, u;"]),
        PolicySample(
            rule: "unread-sql", engine: nil, xml: "<sql>ALTER TABLE t FROBNICATE</sql>",
            yaml: "sql: {sql: 'DROP TABLE 5'}", sql: "CREATE INDEX i ON 'x';",
            lookalikes: ["FROBNICATE t;", "ALTER TABLE t ADD a int;"]),
    ]

    /// One byte more than PostgreSQL keeps.
    private static let longName = String(repeating: "n", count: 64)

    private static let design = [
        PolicySample(
            rule: "no-primary-key", engine: nil,
            xml: #"<createTable tableName="t"><column name="a" type="int"/></createTable>"#,
            yaml: "createTable: {tableName: t, columns: [column: {name: a, type: int}]}",
            sql: "CREATE TABLE t (a int NOT NULL);",
            lookalikes: [
                "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b));",
                "CREATE TABLE t (a int); ALTER TABLE t ADD PRIMARY KEY (a);",
            ]),
        PolicySample(
            rule: "reserved-name", engine: nil,
            xml: #"<createTable tableName="order"><column name="a" type="int"/></createTable>"#,
            yaml: "addColumn: {tableName: t, columns: [column: {name: group, type: int}]}",
            sql: #"CREATE TABLE "user" (a int PRIMARY KEY);"#,
            lookalikes: ["CREATE TABLE orders (name text);", "ALTER TABLE t ADD COLUMN groups int;"]),
        PolicySample(
            rule: "domain-constraint", xml: "<sql>CREATE DOMAIN d AS int CHECK (VALUE &gt; 0)</sql>",
            yaml: "sql: {sql: CREATE DOMAIN d AS int NOT NULL}",
            sql: "CREATE DOMAIN a.d AS text CONSTRAINT short CHECK (length(VALUE) < 9);",
            lookalikes: ["CREATE DOMAIN d AS int DEFAULT 1;", "CREATE TYPE d AS ENUM ('CHECK');"]),
        PolicySample(
            rule: "long-name", xml: "<createSequence sequenceName=\"\(longName)\"/>",
            yaml: "createIndex: {tableName: t, indexName: \(longName), columns: [column: {name: a}]}",
            sql: "ALTER TABLE t ADD CONSTRAINT \"\(longName)\" CHECK (a > 0);",
            lookalikes: [
                "CREATE SEQUENCE \(longName.dropLast());", "SELECT 1 AS \(longName);",
                "COMMENT ON TABLE t IS '\(longName)';",
            ]),
        PolicySample(
            rule: "int-key",
            xml: #"<createTable tableName="t"><column name="a" type="int">"#
                + #"<constraints primaryKey="true"/></column></createTable>"#,
            yaml: "createTable: {tableName: t, columns: [column: {name: a, type: INTEGER, "
                + "constraints: {primaryKey: true}}]}", sql: "CREATE TABLE t (a serial PRIMARY KEY);",
            lookalikes: [
                "CREATE TABLE t (a bigserial PRIMARY KEY, b int);",
                "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b));",
            ]),
        PolicySample(
            rule: "timestamp-without-zone",
            xml: #"<addColumn tableName="t"><column name="a" type="datetime"/></addColumn>"#,
            yaml: "addColumn: {tableName: t, columns: [column: {name: a, type: timestamp}]}",
            sql: "CREATE TABLE t (a timestamp(3) PRIMARY KEY);",
            lookalikes: [
                "CREATE TABLE t (a timestamp with time zone, b date);", "ALTER TABLE t ADD COLUMN a timestamptz;",
            ]),
    ]
}
