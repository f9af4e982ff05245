import Changelogs
import Policy
import Foundation
import Reporting
import TestSupport
import Testing

/// Agreement with squawk, a linter of PostgreSQL's SQL.
///
/// For each of its rules what it warns of and what it does
/// not, in statements written for this test after its documentation. The table is that of docs/lint.md.
@Suite struct SquawkTests {
    struct Comparison: Sendable, CustomTestStringConvertible {
        /// Its rule.
        let theirs: String
        /// Ours; nil where we warn of neither statement, which the documentation gives the reason for.
        let ours: String?
        let bad: String
        let good: String

        var testDescription: String { theirs }
    }

    static let comparisons = [
        Comparison(
            theirs: "adding-field-with-default", ours: "default-rewrite",
            bad: "ALTER TABLE meal ADD COLUMN token uuid DEFAULT gen_random_uuid();",
            good: "ALTER TABLE meal ADD COLUMN stars integer DEFAULT 3;"),
        Comparison(
            theirs: "adding-foreign-key-constraint", ours: "blocking-foreign-key",
            bad: "ALTER TABLE mail ADD CONSTRAINT f FOREIGN KEY (owner) REFERENCES person (id);",
            good: "ALTER TABLE mail ADD CONSTRAINT f FOREIGN KEY (owner) REFERENCES person (id) "
                + "NOT VALID;\n--changeset ada:2\nALTER TABLE mail VALIDATE CONSTRAINT f;"),
        Comparison(
            theirs: "adding-not-nullable-field", ours: "blocking-not-null",
            bad: "ALTER TABLE meal ALTER COLUMN stars SET NOT NULL;",
            good: "ALTER TABLE meal ADD CONSTRAINT c CHECK (stars IS NOT NULL) NOT VALID; "
                + "ALTER TABLE meal VALIDATE CONSTRAINT c; ALTER TABLE meal ALTER COLUMN stars SET NOT NULL;"),
        Comparison(
            theirs: "adding-required-field", ours: "required-column",
            bad: "ALTER TABLE meal ADD COLUMN stars integer NOT NULL;",
            good: "ALTER TABLE meal ADD COLUMN stars integer NOT NULL DEFAULT 0;"),
        Comparison(
            theirs: "adding-serial-primary-key-field", ours: "blocking-unique",
            bad: "ALTER TABLE person ADD PRIMARY KEY (id);",
            good: "ALTER TABLE person ADD CONSTRAINT p PRIMARY KEY USING INDEX i;"),
        Comparison(
            theirs: "ban-alter-domain-with-add-constraint", ours: "blocking-check",
            bad: "ALTER DOMAIN stars ADD CHECK (VALUE > 0);",
            good: "ALTER DOMAIN stars ADD CHECK (VALUE > 0) NOT VALID;"),
        Comparison(
            theirs: "ban-concurrent-index-creation-in-transaction", ours: "concurrently-in-transaction",
            bad: "CREATE INDEX CONCURRENTLY i ON person (name);", good: "SELECT 1;"),
        Comparison(
            theirs: "ban-drop-column", ours: "drop-column", bad: "ALTER TABLE meal DROP COLUMN stars;",
            good: "ALTER TABLE meal ADD COLUMN stars int;"),
        Comparison(
            theirs: "ban-drop-database", ours: "drop-schema", bad: "DROP DATABASE shop;",
            good: "ALTER DATABASE shop RENAME TO store;"),
        Comparison(
            theirs: "ban-drop-table", ours: "drop-table", bad: "DROP TABLE meal;",
            good: "ALTER TABLE meal RENAME COLUMN a TO b;"),
        Comparison(
            theirs: "ban-truncate-cascade", ours: "drop-cascade", bad: "TRUNCATE meal CASCADE;",
            good: "TRUNCATE meal, plate;"),
        Comparison(
            theirs: "ban-create-domain-with-constraint", ours: "domain-constraint",
            bad: "CREATE DOMAIN stars AS int CHECK (VALUE > 0);", good: "CREATE DOMAIN stars AS int;"),
        Comparison(
            theirs: "ban-uncommitted-transaction", ours: "transaction-statement",
            bad: "BEGIN; ALTER TABLE meal ADD COLUMN stars int;", good: "ALTER TABLE meal ADD COLUMN stars int;"),
        Comparison(
            theirs: "changing-column-type", ours: "type-rewrite",
            bad: "ALTER TABLE meal ALTER COLUMN stars TYPE bigint;",
            good: "ALTER TABLE meal ALTER COLUMN stars SET DEFAULT 1;"),
        Comparison(
            theirs: "constraint-missing-not-valid", ours: "blocking-check",
            bad: "ALTER TABLE purse ADD CONSTRAINT c CHECK (coins >= 0);",
            good: "ALTER TABLE purse ADD CONSTRAINT c CHECK (coins >= 0) NOT VALID;\n"
                + "--changeset ada:2\nALTER TABLE purse VALIDATE CONSTRAINT c;"),
        Comparison(
            theirs: "disallowed-unique-constraint", ours: "blocking-unique",
            bad: "ALTER TABLE shop ADD CONSTRAINT u UNIQUE (number);",
            good: "ALTER TABLE shop ADD CONSTRAINT u UNIQUE USING INDEX i;"),
        Comparison(
            theirs: "identifier-too-long", ours: "long-name",
            bad: "CREATE SEQUENCE \(String(repeating: "n", count: 64));",
            good: "CREATE SEQUENCE \(String(repeating: "n", count: 63));"),
        Comparison(
            theirs: "prefer-bigint-over-int", ours: "int-key", bad: "CREATE TABLE post (id int PRIMARY KEY);",
            good: "CREATE TABLE post (id bigint PRIMARY KEY);"),
        Comparison(
            theirs: "prefer-bigint-over-smallint", ours: "int-key",
            bad: "CREATE TABLE post (id smallserial PRIMARY KEY);",
            good: "CREATE TABLE post (id bigserial PRIMARY KEY);"),
        Comparison(theirs: "prefer-repack", ours: "table-rewrite", bad: "CLUSTER meal USING i;", good: "VACUUM meal;"),
        Comparison(
            theirs: "prefer-timestamptz", ours: "timestamp-without-zone",
            bad: "ALTER TABLE meal ADD COLUMN made timestamp without time zone;",
            good: "ALTER TABLE meal ADD COLUMN made timestamp with time zone;"),
        Comparison(
            theirs: "renaming-column", ours: "rename-column", bad: "ALTER TABLE meal RENAME COLUMN stars TO points;",
            good: "ALTER TABLE meal RENAME CONSTRAINT stars TO points;"),
        Comparison(
            theirs: "renaming-table", ours: "rename-table", bad: "ALTER TABLE meal RENAME TO dish;",
            good: "CREATE VIEW dish AS SELECT * FROM meal;"),
        Comparison(
            theirs: "require-concurrent-index-creation", ours: "blocking-index",
            bad: "CREATE INDEX i ON person (name);", good: "CREATE INDEX CONCURRENTLY i ON person (name);"),
        Comparison(
            theirs: "require-concurrent-index-deletion", ours: "blocking-index-drop", bad: "DROP INDEX shop.i;",
            good: "DROP INDEX CONCURRENTLY shop.i;"),
        Comparison(
            theirs: "require-concurrent-partition-detach", ours: "blocking-detach",
            bad: "ALTER TABLE meal DETACH PARTITION lunch;",
            good: "ALTER TABLE meal DETACH PARTITION lunch CONCURRENTLY;"),
        Comparison(
            theirs: "require-concurrent-reindex", ours: "table-rewrite", bad: "REINDEX TABLE meal;",
            good: "REINDEX TABLE CONCURRENTLY meal;"),
        Comparison(
            theirs: "transaction-nesting", ours: "transaction-statement", bad: "BEGIN; CREATE SEQUENCE s; COMMIT;",
            good: "CREATE SEQUENCE s;"),
        Comparison(
            theirs: "ban-duplicate-column-assignments", ours: nil,
            bad: "UPDATE meal SET stars = 1, stars = 2 WHERE id = 1;", good: "UPDATE meal SET stars = 1 WHERE id = 1;"),
        Comparison(
            theirs: "ban-drop-not-null", ours: nil, bad: "ALTER TABLE meal ALTER COLUMN stars DROP NOT NULL;",
            good: "SELECT 1;"),
        Comparison(
            theirs: "ban-char-field", ours: nil, bad: "ALTER TABLE meal ADD COLUMN code char(3);",
            good: "ALTER TABLE meal ADD COLUMN code text;"),
        Comparison(
            theirs: "prefer-text-field", ours: nil, bad: "ALTER TABLE meal ADD COLUMN name varchar(50);",
            good: "ALTER TABLE meal ADD COLUMN name text;"),
        Comparison(
            theirs: "prefer-identity", ours: nil, bad: "CREATE TABLE post (id bigserial PRIMARY KEY);",
            good: "CREATE TABLE post (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);"),
        Comparison(
            theirs: "prefer-robust-stmts", ours: nil, bad: "ALTER TABLE meal ADD COLUMN stars int;",
            good: "ALTER TABLE meal ADD COLUMN IF NOT EXISTS stars int;"),
        Comparison(
            theirs: "require-timeout-settings", ours: nil, bad: "ALTER TABLE meal ADD COLUMN stars int;",
            good: "SET lock_timeout = '1s'; ALTER TABLE meal ADD COLUMN stars int;"),
        Comparison(
            theirs: "require-lock-timeout", ours: nil, bad: "ALTER TABLE meal ADD COLUMN stars int;",
            good: "SET lock_timeout = '1s'; ALTER TABLE meal ADD COLUMN stars int;"),
        Comparison(
            theirs: "require-statement-timeout", ours: nil, bad: "ALTER TABLE meal ADD COLUMN stars int;",
            good: "SET statement_timeout = '1s'; ALTER TABLE meal ADD COLUMN stars int;"),
        Comparison(
            theirs: "require-enum-value-ordering", ours: nil, bad: "ALTER TYPE mood ADD VALUE 'calm';",
            good: "ALTER TYPE mood ADD VALUE 'calm' BEFORE 'glad';"),
        Comparison(
            theirs: "require-table-schema", ours: nil, bad: "ALTER TABLE meal ADD COLUMN stars int;",
            good: "ALTER TABLE app.meal ADD COLUMN stars int;"),
    ]

    private func rules(_ sql: String) throws -> Set<String> {
        let scratch = try ScratchChangelog(["a.sql": "--liquibase formatted sql\n--changeset ada:1\n\(sql)\n"])
        return Set(try scratch.policyFindings(on: "postgresql").map(\.rule.id))
    }

    @Test(arguments: comparisons) func agrees(comparison: Comparison) throws {
        let (bad, good) = try (rules(comparison.bad), rules(comparison.good))
        guard let ours = comparison.ours else {
            #expect(bad.isEmpty && good.isEmpty, "\(bad) \(good)")
            return
        }
        #expect(bad.contains(ours), "\(bad)")
        #expect(!good.contains(ours), "\(good)")
    }

    /// docs/lint.md has a row for each, with both names.
    @Test func theDocumentationHasTheTable() throws {
        let rows = try String(contentsOf: LintPage.url, encoding: .utf8).matches(
            of: /\n\| `([a-z-]+)` \| (?:`([a-z-]+)`|none: [^|]+) \|/
        ).map { "\($0.1) \($0.2 ?? "none")" }
        #expect(rows == Self.comparisons.map { "\($0.theirs) \($0.ours ?? "none")" })
    }
}

/// The page of the documentation about the rules.
enum LintPage {
    static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/lint.md")
}
