import Changelogs
import Policy
import DevtoolKit
import Foundation
import TestSupport
import Testing

/// The policy rules: what each finds in every format, and what looks alike and is none.
@Suite struct PolicyTests {
    /// A table that another file has made before, with columns of known types.
    private static let before = """
        --liquibase formatted sql
        --changeset ada:0
        CREATE TABLE old (id bigint PRIMARY KEY, wide varchar(100), big bigint, kind enum('a','b'));

        """

    private static func scratch(_ text: String, _ name: String) throws -> ScratchChangelog {
        try ScratchChangelog(
            [
                "c.xml": ScratchChangelog.xml(#"<include file="before.sql"/>"#, #"<include file="\#(name)"/>"#),
                "before.sql": before, name: text,
            ], version: nil)
    }

    private static func xml(_ changes: String, _ attributes: [String: String]) -> String {
        let attributes = attributes.map { " \($0)=\"\($1)\"" }.joined()
        return ScratchChangelog.xml("<changeSet id=\"1\" author=\"ada\"\(attributes)>\(changes)</changeSet>")
    }

    private static func sql(_ statements: String, _ attributes: [String: String]) -> String {
        let attributes = attributes.map { " \($0):\($1)" }.joined()
        return "--liquibase formatted sql\n--changeset ada:1\(attributes)\n\(statements)\n"
    }

    private static func yaml(_ change: String, _ attributes: [String: String]) -> String {
        let attributes = attributes.map { "    \($0): \($1)\n" }.joined()
        return """
            databaseChangeLog:
            - changeSet:
                id: 1
                author: ada
            \(attributes)    changes:
                - \(change)

            """
    }

    private func rules(_ text: String, _ name: String, of sample: PolicySample) throws -> Set<String> {
        let findings = try Self.scratch(text, name).policyFindings(on: sample.engine, [sample.rule: .warning])
        #expect(findings.allSatisfy { $0.location.file == name || $0.location.file == "before.sql" })
        return Set(findings.filter { $0.location.file == name }.map(\.rule.id))
    }

    @Test(arguments: PolicySample.all) func findsInEveryFormat(sample: PolicySample) throws {
        let texts = [
            ("a.xml", Self.xml(sample.xml, sample.attributes)), ("a.yaml", Self.yaml(sample.yaml, sample.attributes)),
            ("a.sql", Self.sql(sample.sql, sample.attributes)),
        ]
        for (name, text) in texts {
            let rules = try rules(text, name, of: sample)
            #expect(rules.contains(sample.rule), "\(text): \(rules)")
        }
    }

    @Test(arguments: PolicySample.all) func passesOverWhatLooksAlike(sample: PolicySample) throws {
        #expect(sample.lookalikes.count >= 2)
        let attributes = sample.lookalikeAttributes ?? sample.attributes
        for text in sample.lookalikes {
            let isXML = text.hasPrefix("<")
            let changelog = isXML ? Self.xml(text, attributes) : Self.sql(text, attributes)
            let rules = try rules(changelog, isXML ? "a.xml" : "a.sql", of: sample)
            #expect(!rules.contains(sample.rule), "\(text): \(rules)")
        }
    }

    /// The rules about names and attributes are not about changes, and have their own tests.
    @Test func everyRuleHasSamples() {
        let others = ["id-pattern", "author-pattern", "missing-labels", "missing-contexts", "missing-comment"]
        #expect(Set(PolicySample.all.map(\.rule) + others) == Set(RuleCatalog.policy.rules.map(\.id)))
    }

    @Test func everyRuleIsListed() throws {
        let declared = try SourceFiles.lines(matching: #"static let \w+ = Rule\("#, in: ["Sources/Policy"])
        #expect(declared.count == [RuleCatalog.policy, .since].flatMap(\.rules).count)
        #expect(Set(RuleCatalog.policy.rules).count == RuleCatalog.policy.rules.count)
    }

    @Test func namesAndAttributesAreAskedFor() throws {
        let levels = Dictionary(
            uniqueKeysWithValues: ["missing-labels", "missing-contexts", "missing-comment"].map {
                ($0, RuleLevel.warning)
            })
        var patterns = ChangeSetPatterns()
        patterns.isGoodID = { $0.allSatisfy(\.isNumber) }
        patterns.isGoodAuthor = { $0 == "ada" }
        let good = [
            ("a.sql", "--liquibase formatted sql\n--changeset ada:1 labels:x contextFilter:y\n--comment z\nx\n"),
            (
                "a.xml",
                ScratchChangelog.xml(
                    #"<changeSet id="1" author="ada" labels="x" context="y"><comment>z</comment></changeSet>"#)
            ), ("a.yaml", "databaseChangeLog: [changeSet: {id: 1, author: ada, labels: x, context: y, comment: z}]"),
        ]
        for (name, text) in good {
            #expect(try ScratchChangelog([name: text]).policy(on: nil, levels, patterns: patterns) == [])
        }
        let bad = [
            ("a.sql", "--liquibase formatted sql\n--changeset bob:x1\nx\n"),
            ("a.xml", ScratchChangelog.xml(#"<changeSet id="x1" author="bob"/>"#)),
            ("a.yaml", "databaseChangeLog: [changeSet: {id: x1, author: bob}]"),
        ]
        for (name, text) in bad {
            let found = try ScratchChangelog([name: text]).policyFindings(on: nil, levels, patterns: patterns).map(
                \.rule.id)
            #expect(found == ["id-pattern", "author-pattern", "missing-labels", "missing-contexts", "missing-comment"])
        }
    }

    /// A table that a pending changeset creates is new, and one that was there is not.
    @Test func tablesOfThePendingSetAreNew() throws {
        let scratch = try ScratchChangelog([
            "a.sql": """
            --liquibase formatted sql
            --changeset ada:1
            CREATE TABLE t (id bigint PRIMARY KEY, a int);
            --changeset ada:2
            CREATE INDEX i ON t (a);
            --changeset ada:3
            DROP TABLE t;

            """
        ])
        #expect(try scratch.policy(on: "postgresql") == [])
        #expect(
            try scratch.policy(on: "postgresql") { $0.id != "1" } == [
                "a.sql:5:1 warning blocking-index", "a.sql:7:1 warning drop-table",
            ])
        #expect(try scratch.policy(on: "postgresql") { _ in false } == [])
    }

    /// What Liquibase leaves out, or tries only, keeps nobody from an update.
    @Test(arguments: [
        (" runInTransaction:true", "error"), (" failOnError:false", "warning"), (" dbms:mysql", nil),
        (" dbms:postgresql", "error"),
    ]) func errorsAreSure(attributes: String, severity: String?) throws {
        let scratch = try ScratchChangelog([
            "a.sql": "--liquibase formatted sql\n--changeset ada:1\(attributes)\n" + "DROP INDEX CONCURRENTLY i;\n"
        ])
        #expect(
            try scratch.policy(on: "postgresql")
                == (severity.map { ["a.sql:3:1 \($0) concurrently-in-transaction"] } ?? []))
    }

    /// The places of statements, which comments at the place need.
    @Test func statementsHaveTheirPlaces() throws {
        let scratch = try ScratchChangelog([
            "c.xml": ScratchChangelog.xml(
                #"<changeSet id="1" author="a">"#, "<sql>", "  select '&lt;';", "  DROP TABLE t;", "</sql>",
                #"<sql><![CDATA["#, "DROP TABLE u; DROP TABLE v;", "]]></sql>", #"<sqlFile path="d.sql"/>"#,
                "<sql>DROP TABLE w</sql>", "</changeSet>", #"<include file="e.yaml"/>"#),
            "d.sql": "\n  DROP TABLE x;\n",
            "e.yaml": """
            databaseChangeLog:
            - changeSet:
                id: 2
                author: a
                changes:
                - sql:
                    comment: x
                    sql: |
                      select 1;

                      DROP TABLE y;
                - sql: DROP TABLE z
            """,
        ])
        #expect(
            try scratch.policyFindings(on: nil).map { "\($0.location)" } == [
                "c.xml:6:3", "c.xml:9:1", "c.xml:9:1", "d.sql:2:3", "c.xml:12:1", "e.yaml:11:11", "e.yaml:12:7",
            ])
    }

    /// docs/lint.md has the rules as they are declared, group by group.
    @Test func theDocumentationHasTheRules() throws {
        let page = try String(contentsOf: LintPage.url, encoding: .utf8)
        for group in RuleCatalog.policy.groups {
            let rules = RuleCatalog.policy.rules.filter { $0.group == group }
            let rows = try rules.map { rule in
                let texts = try #require(rule.texts)
                return "| `\(rule.id)` | \(rule.level?.rawValue ?? "") | \(texts.summary) | " + "\(texts.help) |\n"
            }
            let section = """
                ### \(group.id)

                \(group.summary)

                | rule | level | finds | how to fix it |
                |---|---|---|---|
                \(rows.joined())
                """
            #expect(page.contains(section))
        }
    }
}
