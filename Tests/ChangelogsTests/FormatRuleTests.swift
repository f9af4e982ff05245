import Changelogs
import Foundation
import Reporting
import TestSupport
import Testing

/// Pitfalls of Liquibase's own format: what each version makes of them was seen by running 4.6.2, 4.29.2, 4.33.0 and 5.0.4
/// on SQLite, H2, PostgreSQL and MariaDB.
@Suite struct FormatRuleTests {
    private static let start = "--liquibase formatted sql\n--changeset ada:1"

    /// The findings of the group in a changeset of SQL: those of its lines after the name.
    private func findings(
        _ text: String, on engine: String? = nil, _ version: LiquibaseVersion? = LiquibaseVersion(4, 6, 2),
        straying: [StrayingSchema] = []
    ) throws -> [Diagnostic] {
        var scratch = try ScratchChangelog(["a.sql": Self.start + text], version: version)
        scratch.options.readsOperations = true
        scratch.options.strayingSchemas = straying
        scratch.options.databases = [engine.flatMap { DatabaseProduct(url: "jdbc:\($0)://h/d") }].compactMap(\.self)
        return try scratch.read().findings.filter { $0.rule?.group == .format }
    }

    private static let block = "create trigger x after insert on t begin select 1; select 2; end;\n"
    private static let ifBlock = "create procedure p() begin if a then select 1; end if; select 2; end;\n"
    private static let doIf =
        "DO $$\nBEGIN\n IF NOT EXISTS (SELECT 1) THEN\n  INSERT INTO t VALUES (1);\n END IF;\nEND $$\n"
    private static let function =
        "create function f() returns int as $$ begin perform 1; return 2; end; $$ language plpgsql;\n"

    @Test(
        arguments: [
            ("\n" + block, "sqlite", LiquibaseVersion(4, 6, 2), true),
            // Since 4.15 it is not cut between BEGIN and END, but after the END of an IF, and after that of a function.
            ("\n" + block, "sqlite", LiquibaseVersion(4, 15), false),
            ("\n" + ifBlock, "mariadb", LiquibaseVersion(5, 0, 4), true),
            ("\n" + function, "postgresql", LiquibaseVersion(5, 0, 4), true),
            ("\n" + function, "postgresql", LiquibaseVersion(4, 6, 2), true),
            // The last token is the whole body, where no `;` is after it.
            ("\n" + doIf, "postgresql", LiquibaseVersion(4, 6, 2), true),
            ("\n" + doIf, "postgresql", LiquibaseVersion(5, 0, 4), true),
            ("\nDO $$ BEGIN PERFORM 1; END; $$;\n", "postgresql", LiquibaseVersion(5, 0, 4), true),
            ("\nDO $$ BEGIN PERFORM 1; END $$;\n", "postgresql", LiquibaseVersion(5, 0, 4), false),
            ("\nDO $$ BEGIN PERFORM 1; END $$\n", "postgresql", LiquibaseVersion(4, 15), false),
            ("\nDO $$ BEGIN PERFORM 1; END $$\n", "postgresql", LiquibaseVersion(4, 6, 2), true),
            // For Liquibase, `$$BEGIN` and `END$$` are words of their own.
            ("\nDO $$BEGIN PERFORM 1; END$$\n", "postgresql", LiquibaseVersion(5, 0, 4), true),
            ("\nDO $$ DECLARE x int; BEGIN x := 1; END $$\n", "postgresql", LiquibaseVersion(5, 0, 4), true),
            ("\nDO 'BEGIN PERFORM 1; END;';\n", "postgresql", LiquibaseVersion(4, 6, 2), false),
            (
                "\ncreate function f() returns int language sql as $$ select 1; $$\n", "postgresql",
                LiquibaseVersion(5, 0, 4), true
            ),
            (
                "\n" + function.replacing("end; $$ language plpgsql;", with: "end $$ language plpgsql"), "postgresql",
                LiquibaseVersion(5, 0, 4), false
            ), ("\n" + block.dropLast(2), "sqlite", LiquibaseVersion(4, 6, 2), true),
            ("\n" + block.dropLast(2), "sqlite", LiquibaseVersion(5, 0, 4), false),
            (
                "\ncreate rule r as on insert to t do also (select 1; select 2);\n", "postgresql",
                LiquibaseVersion(5, 0, 4), true
            ), (" splitStatements:false\n" + function, "postgresql", LiquibaseVersion(4, 6, 2), false),
            (" endDelimiter:/\n" + block.dropLast(2) + "\n/\n", "sqlite", LiquibaseVersion(4, 6, 2), false),
            ("\n" + block.dropLast(2) + "\n/\n", "sqlite", LiquibaseVersion(4, 6, 2), false),
            ("\ninsert into t values ('begin; end');\n", "sqlite", LiquibaseVersion(4, 6, 2), false),
            (
                "\ncreate function f() returns int as $$ select 1 $$ language sql;\n", "postgresql",
                LiquibaseVersion(4, 6, 2), false
            ), ("\nbegin transaction; select 1; end transaction;\n", "sqlite", LiquibaseVersion(5, 0, 4), false),
            // Without a version, what some version takes is right.
            ("\n" + block, "sqlite", nil, false),
        ] as [(String, String, LiquibaseVersion?, Bool)]) func statementsThatAreCut(
            text: String, engine: String, version: LiquibaseVersion?, isCut: Bool
        ) throws
    {
        let found = try findings(text, on: engine, version)
        #expect(found.map { $0.rule?.id } == (isCut ? ["split-statement"] : []))
    }

    @Test func aCutIsToldWithTheLineToWrite() throws {
        let one = try #require(findings(" context:a\n" + Self.block, on: "sqlite").first)
        #expect(one.message == "Liquibase splits this statement at the ';' on line 3")
        #expect(one.severity == .error && "\(one.location.map { "\($0)" } ?? "")" == "a.sql:3:1")
        #expect(one.hint == "write '--changeset ada:1 context:a splitStatements:false'")
        let two = try #require(findings("\nselect 1;\n" + Self.block, on: "sqlite").first)
        #expect(two.hint == "end each statement with '/' on its own line, and write '--changeset ada:1 endDelimiter:/'")
        // It is for another database, so nothing is run.
        let other = try findings(" dbms:mysql\n" + Self.block, on: "sqlite")
        #expect(other.allSatisfy { $0.severity == .warning })
    }

    @Test(
        arguments: [
            (
                "a.yaml", ScratchChangelog.yaml("- sql: {sql: 'create trigger x begin a; b; end'}"),
                "write 'splitStatements: \"false\"'"
            ),
            (
                "a.xml",
                ScratchChangelog.xml(
                    "<changeSet id=\"1\" author=\"ada\"><sql>create trigger x begin a; b; end</sql></changeSet>"),
                "write <sql splitStatements=\"false\">"
            ),
            (
                "a.yaml",
                ScratchChangelog.yaml("- sql: {splitStatements: false, sql: 'create trigger x begin a; b; end'}"), nil
            ),
            (
                "a.yaml",
                ScratchChangelog.yaml("- createProcedure: {procedureText: 'create procedure p() begin a; b; end'}"), nil
            ),
        ] as [(String, String, String?)]) func changesWithSQLAreCutToo(name: String, text: String, hint: String?) throws
    {
        var scratch = try ScratchChangelog([name: text])
        scratch.options.readsOperations = true
        let found = try scratch.read().findings.filter { $0.rule?.group == .format }
        #expect(found.map(\.hint) == [hint].filter { $0 != nil })
    }

    @Test func linesWithDelimiter() throws {
        let text = "\n  DELIMITER $$\ncreate procedure p() begin a; b; end$$\nDELIMITER ;\n"
        let found = try findings(text, on: "mariadb")
        #expect(found.map(ScratchChangelog.line) == ["a.sql:3:3 error delimiter-line"])
        #expect(
            found.first?.hint == "remove the DELIMITER lines, end each statement with '/' on its own line, and write "
                + "'--changeset ada:1 endDelimiter:/'")
        for text in [
            "select 1 delimiter from t;", "-- DELIMITER $$\nselect 1;", "insert into t values ('\nDELIMITER x\n');",
        ] { #expect(try findings("\n\(text)\n", on: "mariadb").isEmpty) }
    }

    @Test(
        arguments: [
            (" rollbackEndDelimiter:/", LiquibaseVersion(4, 6, 2), "rollback-delimiter"),
            (" rollbackEndDelimiter:/", LiquibaseVersion(4, 28), "rollback-delimiter"),
            (" rollbackEndDelimiter:/", LiquibaseVersion(4, 29), nil),
            (" rollbackEndDelimiter:/ endDelimiter:;", LiquibaseVersion(4, 6, 2), nil),
            (" endDelimiter:; rollbackEndDelimiter:/", LiquibaseVersion(4, 6, 2), "rollback-delimiter"),
            (" rollbackSplitStatements:false", LiquibaseVersion(5, 0, 4), "rollback-delimiter"),
            (" rollbackSplitStatements:false splitStatements:true", LiquibaseVersion(5, 0, 4), nil),
        ] as [(String, LiquibaseVersion, String?)]) func theDelimiterOfTheRollback(
            attributes: String, version: LiquibaseVersion, rule: String?
        ) throws
    {
        let two = try findings(attributes + "\nselect 1;\nselect 2;\n", on: "sqlite", version)
        #expect(two.map { $0.rule?.id } == (rule == nil ? [] : [rule]))
        #expect(try findings(attributes + "\nselect 1;\n", on: "sqlite", version).isEmpty)
    }

    @Test func theHintForARollbacksDelimiterIsALine() throws {
        let found = try findings(" rollbackEndDelimiter:/\nselect 1;\nselect 2;\n", on: "sqlite")
        #expect(
            found.first?.hint
                == "put the other attribute after it: '--changeset ada:1 rollbackEndDelimiter:/ endDelimiter:;'")
        #expect(found.first?.message.hasPrefix("Liquibase also reads 'rollbackEndDelimiter' as 'endDelimiter'") == true)
    }

    @Test(arguments: [
        (" context:@test", LiquibaseVersion(4, 6, 2), 1), (" context:@test", LiquibaseVersion(4, 22), 1),
        (" context:@test", LiquibaseVersion(4, 23), 0), (" context:test", LiquibaseVersion(4, 6, 2), 0),
        (" labels:@test", LiquibaseVersion(4, 6, 2), 0),
    ]) func signsInContexts(attributes: String, version: LiquibaseVersion, count: Int) throws {
        let found = try findings(attributes + "\nselect 1;\n", on: "sqlite", version)
        #expect(found.map { $0.rule?.id } == Array(repeating: "literal-context", count: count))
    }

    @Test(
        arguments: [
            (["d/1.sql", "d/10.sql", "d/2.sql"], "'git mv d/1.sql d/01.sql && git mv d/2.sql d/02.sql'; for applied"),
            (
                ["d/v1__a.sql", "d/v10__b.sql", "d/v9__c.sql"],
                "'git mv d/v1__a.sql d/v01__a.sql && git mv d/v9__c.sql d/v09__c.sql'"
            ), (["d/01.sql", "d/02.sql", "d/10.sql"], nil), (["d/1.sql", "d/2.sql", "d/3.sql"], nil),
            (["d/10.sql", "d/2.txt"], nil), (["d/10/a.sql", "d/2/a.sql"], "'git mv d/2/a.sql d/02/a.sql'"),
            (["d/a-101.sql", "d/a.sql"], nil), (["d/20260131.sql", "d/20260201.sql"], nil),
        ] as [([String], String?)]) func numbersOfFilesInFolders(names: [String], hint: String?) throws
    {
        let scratch = try ScratchChangelog(["r.yaml": "databaseChangeLog:\n- includeAll: {path: d}\n"])
        for (number, name) in names.enumerated() {
            try scratch.folder.write("--liquibase formatted sql\n--changeset a:\(number)\nselect 1;\n", to: name)
        }
        let found = try scratch.read().findings.filter { $0.rule?.id == "unpadded-name" }
        #expect(found.count == (hint == nil ? 0 : 1))
        if let hint { #expect(found.first?.hint?.hasPrefix(hint) == true) }
    }

    @Test(arguments: [
        ("create table t (a int);", LiquibaseVersion(4, 6, 2), true),
        ("create table s.t (a int);", LiquibaseVersion(4, 6, 2), false),
        ("create temp table t (a int);", LiquibaseVersion(4, 6, 2), false),
        ("alter table t add b int;", LiquibaseVersion(4, 10), true),
        ("insert into t values (1);", LiquibaseVersion(4, 11), false),
        ("select * from t;", LiquibaseVersion(4, 6, 2), false),
    ]) func sqlOutsideTheDefaultSchema(sql: String, version: LiquibaseVersion, isFound: Bool) throws {
        let straying: StrayingSchema = (
            target: "dev", defaultSchema: "s", schema: "public", isSetByLiquibase: true, correction: "write it"
        )
        let found = try findings("\n\(sql)\n\(sql)\n", on: "postgresql", version, straying: [straying])
        #expect(found.map { $0.rule?.id } == (isFound ? ["sql-outside-schema"] : []))
        #expect(try findings("\n\(sql)\n", on: "postgresql", version).isEmpty)
    }

    /// A run for contexts takes one of them; a rollback by 4.6.2 then undoes nothing, or the other.
    @Test func idsThatDifferOnlyByContext() throws {
        let text = " context:prod\ncreate table p (a int);\n--changeset ada:1 context:test\ncreate table t (a int);\n"
        var scratch = try ScratchChangelog(["a.sql": Self.start + text])
        #expect(try scratch.findings() == ["a.sql:4:1 error duplicate-changeset"])
        scratch.options.isFiltered.byContexts = true
        #expect(try scratch.findings() == ["a.sql:4:1 warning duplicate-changeset"])
        let same = try ScratchChangelog(["a.sql": Self.start + text.replacing("ada:1 ", with: "ada:2 ")])
        #expect(try same.findings() == [])
    }

    /// docs/lint.md has the rules as they are declared.
    @Test func theDocumentationHasTheRules() throws {
        let page = try String(contentsOf: LintPage.url, encoding: .utf8)
        let rows = try RuleCatalog.lint.rules.filter { $0.group == .format }.map { rule in
            let texts = try #require(rule.texts)
            return "| `\(rule.id)` | \(rule.level?.rawValue ?? "") | \(texts.summary) | " + "\(texts.help) |\n"
        }
        #expect(
            page.contains(
                """
                ### format

                \(RuleGroup.format.summary)

                | rule | level | finds | how to fix it |
                |---|---|---|---|
                \(rows.joined())
                """))
    }
}
