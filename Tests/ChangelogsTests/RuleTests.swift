import Changelogs
import DevtoolKit
import SystemPackage
import TestSupport
import Testing

/// What Liquibase 4.6.2 refuses, or passes over, was seen by running it on the same texts.
@Suite struct RuleTests {
    @Test(arguments: [
        // The header is looked for at the beginning of the first line that is not empty.
        ("create table a(i int);\n", ["c.sql:1:1 error sql-header"]),
        ("--Liquibase Formatted SQL\n--changeset a:1\nx\n", ["c.sql:1:1 error sql-header"]),
        (" --liquibase formatted sql\n--changeset a:1\nx\n", ["c.sql:1:1 error sql-header"]),
        ("--liquibase formated sql\n--changeset a:1\nx\n", ["c.sql:1:1 error sql-header"]),
        ("\n\n--liquibase formatted sql\n--changeset a:1\nx\n", []),
        ("--liquibase formatted sql\n--changeset a:1 dbms=h2\nx\n", ["c.sql:2:1 warning unknown-attribute"]),
        (
            "--liquibase formatted sql\n--changeset a:1 runInTransaction:\"false\"\nx\n",
            ["c.sql:2:1 warning unknown-attribute"]
        ), ("--liquibase formatted sql\n--changeset a:1 labels:\"a b\" xcontextFilter:\"c\"\nx\n", []),
        (
            "--liquibase formatted sql\n--changeset a:1 contexts:b label:c labels:\"d or e:f\"\nx\n",
            ["c.sql:2:1 warning unknown-attribute", "c.sql:2:1 warning unknown-attribute"]
        ),
        (
            "--liquibase formatted sql\n"
                + "--changeset a:1 RUNALWAYS:true endDelimiter:/ context:b xdbms:c (see d)\nx\n", []
        ), ("\u{FEFF}--liquibase formatted sql\n--changeset a:1\nx\n", []),
        ("--  liquibase formatted\r\n--changeset a:1\r\nx\r\n", []), ("", ["c.sql:1:1 error no-sql"]),
        ("--liquibase formatted sql\n", ["c.sql:1:1 warning no-sql"]),
        // Changesets.
        ("--liquibase formatted sql\n--changeset nocolon\nx\n", ["c.sql:2:1 error malformed-changeset"]),
        ("--liquibase formatted sql\n-changeset a:1\nx\n", ["c.sql:2:1 error malformed-changeset"]),
        ("--liquibase formatted sql\n  --changeset a:\nx\n", ["c.sql:2:3 error malformed-changeset"]),
        ("--liquibase formatted sql\n--chagneset a:1\nx\n", ["c.sql:2:1 error malformed-changeset"]),
        ("--liquibase formatted sql\n--  ChangeSet  \"a b\":\"c d\" x\nx\n", []),
        ("--liquibase formatted sql\n--changeset a: 1\nx\n", []),
        ("--liquibase formatted sql\nx\n--changeset a:1\nx\n", ["c.sql:2:1 error lost-sql"]),
        ("--liquibase formatted sql\n/* a\nb */ --c\n /**/\n--changeset a:1\nx\n", []),
        ("--liquibase formatted sql\n/* a */ x\n--changeset a:1\nx\n", ["c.sql:2:1 error lost-sql"]),
        ("--liquibase formatted sql\n--changeset a:1\n", ["c.sql:2:1 error no-sql"]),
        ("--liquibase formatted sql\n--changeset a:1\n--changeset a:2\nx\n", ["c.sql:2:1 error no-sql"]),
        (
            "--liquibase formatted sql\n--changeset a:1\nx\n--changeset a:1\ny\n",
            ["c.sql:4:1 error duplicate-changeset"]
        ),
        ("--liquibase formatted sql\n--changeset a:1\n--precondition-foo x\nx\n", ["c.sql:3:1 error malformed-line"]),
        (
            "--liquibase formatted sql\n--changeset a:1\n--precondition-sql-check x\nx\n",
            ["c.sql:3:1 error malformed-line"]
        ),
        (
            "--liquibase formatted sql\n--changeset a:1\n--preconditions onFail:FOO\nx\n",
            ["c.sql:3:1 error invalid-value"]
        ), ("--liquibase formatted sql\n--changeset a:1\n--ignoreLines:foo\nx\n", ["c.sql:3:1 error malformed-line"]),
        (
            "--liquibase formatted sql\n--changeset a:1\nx\n--ignoreLines:start\n--changeset\n"
                + "--ignoreLines:end\n--ignoreLines:1\n--changeset\n", []
        ),
        ("--liquibase formatted sql\n--changeset a:1\nselect ${nothing}\n", ["c.sql:3:1 warning undefined-parameter"]),
    ]) func sql(text: String, expected: [String]) throws {
        #expect(try ScratchChangelog(["c.sql": text]).findings() == expected)
    }

    @Test(arguments: [
        ("", ["c.yaml:1:1 error syntax"]), ("- a\n", ["c.yaml:1:1 error syntax"]),
        ("x: 1\n", ["c.yaml:1:1 error syntax"]), ("databaseChangeLog:\n", ["c.yaml:1:1 error syntax"]),
        ("databaseChangeLog:\n  changeSet: {id: 1}\n", ["c.yaml:1:1 error syntax"]), ("databaseChangeLog: []\n", []),
        ("databaseChangeLog:\n\t- a\n", ["c.yaml:2:1 error syntax"]),
        ("databaseChangeLog: []\n---\nx: 1\n", ["c.yaml:3:1 error syntax"]),
        ("databaseChangeLog:\n - changeset: {id: 1}\n", ["c.yaml:2:4 error unknown-key"]),
        ("databaseChangeLog:\n - foo: bar\n", ["c.yaml:2:4 warning unknown-key"]),
        ("databaseChangeLog:\n - changeSet: {author: a}\n", ["c.yaml:2:4 error missing-id"]),
        ("databaseChangeLog:\n - changeSet: {id: 1}\n", ["c.yaml:2:4 error missing-author"]),
        ("databaseChangeLog:\n - changeSet: {id: 1, id: 2, author: a}\n", ["c.yaml:2:23 warning unknown-key"]),
        ("databaseChangeLog:\n - changeSet: &x {id: 1, author: a}\n - changeSet: {<<: *x, id: 2}\n", []),
        (
            "databaseChangeLog:\n - changeSet: {id: 1, author: a, conext: b}\n",
            ["c.yaml:2:34 warning unknown-attribute"]
        ),
        (
            "databaseChangeLog:\n - changeSet: {id: 1, author: a, onValidationFail: FOO}\n",
            ["c.yaml:2:34 error invalid-value"]
        ),
        ("databaseChangeLog:\n - preConditions: [{fooExists: {x: 1}}]\n", ["c.yaml:2:21 error unknown-precondition"]),
        (
            "databaseChangeLog:\n - preConditions: [{onFail: FOO}, {dbms: {type: h2}}]\n",
            ["c.yaml:2:21 error invalid-value"]
        ), ("databaseChangeLog:\n - include: {file: none.yaml}\n", ["c.yaml:2:14 error missing-file"]),
        ("databaseChangeLog:\n - include: {fiel: none.yaml}\n", ["c.yaml:2:4 error missing-attribute"]),
        (
            "databaseChangeLog:\n - include: {file: c.txt}\n - include: {file: c.yaml}\n",
            ["c.yaml:2:14 error missing-file", "c.yaml:3:14 error include-cycle"]
        ), ("databaseChangeLog:\n - includeAll: {path: none}\n", ["c.yaml:2:17 error empty-folder"]),
        ("databaseChangeLog:\n - includeAll: {path: none, errorIfMissingOrEmpty: false}\n", []),
    ]) func yaml(text: String, expected: [String]) throws {
        #expect(try ScratchChangelog(["c.yaml": text]).findings() == expected)
    }

    @Test(arguments: [
        ("- createTabel: {tableName: t}", ["6:11 error unknown-change"]),
        ("- createTabel", ["6:11 error unknown-change"]), ("- createTable", ["6:11 error unknown-change"]),
        ("- dropTable: {tabelName: t}", ["6:23 warning unknown-attribute", "6:11 error missing-attribute"]),
        ("- dropTable: {tableName: ''}", ["6:23 error missing-attribute"]), ("- sql: select 1", []),
        ("- sql: {sql: select 1}", []), ("- sql: {dbms: h2}", ["6:11 error missing-attribute"]),
        ("- sqlFile: {path: none.sql}", ["6:21 error missing-file"]),
        ("- loadData: {tableName: t, file: none.csv}", ["6:36 error missing-file"]),
        ("- createView: {viewName: v}", ["6:11 error missing-attribute"]),
        ("- createView: {viewName: v, path: none.sql}", ["6:37 error missing-file"]),
        ("- createProcedure: {path: none.sql}", ["6:29 error missing-file"]),
        ("- createProcedure: {procedureBody: x}", []),
        ("- createTable: {tableName: t}", ["6:11 error missing-attribute"]),
        ("- createTable: {tableName: t, columns: [{column: {name: a, type: int}}]}", []),
        ("- createTable: {tableName: t, columns: [{name: a, type: int}]}", []),
        ("- createTable: {tableName: t, columns: [{column: {name: a}}]}", ["6:50 error missing-attribute"]),
        (
            "- createTable: {tableName: t, columns: [{column: {name: a, type: i, typo: 1}}]}",
            ["6:77 error unknown-attribute"]
        ), ("- createIndex: {tableName: t, columns: [{column: {name: a}}]}", []),
        ("- dropColumn: {tableName: t}", ["6:11 error missing-attribute"]),
        ("- dropColumn: {tableName: t, columns: [{column: {name: a}}]}", []),
        ("- createSequence: {sequenceName: s, startValue: x}", ["6:45 error invalid-value"]),
        ("- createSequence: {sequenceName: s, startValue: ${start}}", ["6:58 error syntax"]),
        ("- createSequence: {sequenceName: s, startValue: '${start}'}", ["6:45 warning undefined-parameter"]),
        (
            "- insert: {tableName: t, columns: [{column: {name: a, valueClobFile: no.txt}}]}",
            ["6:63 error missing-file"]
        ),
    ]) func changes(text: String, expected: [String]) throws {
        let scratch = try ScratchChangelog(["c.yaml": ScratchChangelog.yaml(text)])
        #expect(try scratch.findings() == expected.map { "c.yaml:" + $0 })
    }

    @Test(arguments: [
        (#"<changeSet id="" author="a"/>"#, ["3:1 warning missing-id"]),
        (#"<changeSet id="1" author=""/>"#, ["3:1 warning missing-author"]),
        (
            #"<changeSet id="1" author="a"/><changeSet id="1" author="a" context="x"/>"#,
            ["3:31 error duplicate-changeset"]
        ), (#"<changeSet id="1" author="a"/><changeSet id="1" author="a"/>"#, ["3:31 warning duplicate-changeset"]),
        (#"<changeSet id="1" author="a" dbms="h2"/>"# + #"<changeSet id="1" author="a" dbms="!h2"/>"#, []),
        (
            #"<changeSet id="1" author="a" dbms="h2"/>"# + #"<changeSet id="1" author="a" dbms="h2, oracle"/>"#,
            ["3:41 error duplicate-changeset"]
        ), (#"<changeSet id="1" author="a"/><changeSet id="1 " author="a"/>"#, []),
        (
            #"<changeSet id="1" author="a"><rollback changeSetId="2" changeSetAuthor="a"/>"# + "</changeSet>",
            ["3:30 error unknown-changeset"]
        ),
        (
            #"<changeSet id="1" author="a"/><changeSet id="2" author="a">"#
                + #"<rollback changeSetId="1" changeSetAuthor="a"/></changeSet>"#, []
        ),
        (
            #"<changeSet id="1" author="a"><sql>s</sql>"#
                + #"<rollback><sqlFile path="no.sql"/></rollback></changeSet>"#, ["3:61 warning missing-file"]
        ),
        (
            #"<changeSet id="1" author="a" onValidationFail="MARK_RAN"><sql/></changeSet>"#,
            ["3:58 warning missing-attribute"]
        ), (#"<property file="none"/>"#, ["3:1 warning missing-file"]),
        (#"<property name="n" value="x"/><include file="${n}.xml"/>"#, ["3:40 error missing-file"]),
        (#"<property name="n" value="x" dbms="h2"/><include file="${n}.xml"/>"#, []),
        (#"<include file="c.txt"/>"#, ["3:10 error missing-file"]),
        (#"<include file="c.xml"/>"#, ["3:10 error include-cycle"]),
        (#"<include file="./x/../c.xml"/>"#, ["3:10 error missing-file"]),
        (#"<changeSet id="1" author="a"><e:foo xmlns:e="urn:e"/></changeSet>"#, ["3:30 warning unknown-change"]),
    ]) func xml(text: String, expected: [String]) throws {
        let scratch = try ScratchChangelog(["c.xml": ScratchChangelog.xml(text)])
        #expect(try scratch.findings() == expected.map { "c.xml:" + $0 })
    }

    @Test(arguments: [
        ("c.xml", "<databaseChangeLog>", ["c.xml:1:20 error syntax"]), ("c.xml", "", ["c.xml:1:1 error syntax"]),
        ("c.xml", "<databaseChangeLog/>", ["c.xml:1:1 error schema"]),
        ("c.xml", ScratchChangelog.xml().replacing("dbchangelog-4.6.xsd", with: ""), []),
        ("c.xml", ScratchChangelog.xml().replacing("/dbchangelog-4.6.xsd\"", with: " x\""), ["c.xml:2:2 error schema"]),
        ("c.ddl", "x", ["- error unsupported-file"]), ("c.SQL", "x", ["- error unsupported-file"]),
        ("c.json", #"{"databaseChangeLog": []}"#, []),
        ("c.json", "{\n\t\"databaseChangeLog\": []}", ["c.json:2:1 error syntax"]),
        ("c.json", #"{"databaseChangeLog": [}"#, ["c.json:1:24 error syntax"]),
        // libyaml refuses characters that are spelled as surrogates; Liquibase takes them, as JSON does.
        (
            "c.json", #"{"databaseChangeLog": [{"changeSet": {"id": "\ud83d\uDE00 \\\"", "author": "a"}}, }"#,
            ["c.json:1:83 error syntax"]
        ),
        (
            "c.json", #"{"databaseChangeLog": [{"changeSet": {"id": "\ud83d", "author": "a"}}]}"#,
            ["c.json:1:48 error syntax"]
        ),
        // So it does comments, and a comma before an end.
        ("c.json", "{\"databaseChangeLog\": [ # none\n]\n,}", []),
    ]) func formats(name: String, text: String, expected: [String]) throws {
        #expect(try ScratchChangelog([name: text]).findings() == expected)
    }

    @Test func changesOfExtensionsAreKnownWhenTheyAreNamed() throws {
        var scratch = try ScratchChangelog(["c.yaml": ScratchChangelog.yaml("- vacuum: {x: 1}")])
        #expect(try scratch.findings() == ["c.yaml:6:11 error unknown-change"])
        scratch.options.knownChanges = ["vacuum"]
        #expect(try scratch.findings() == [])
    }

    @Test func parametersFromOutsideAreDefined() throws {
        var scratch = try ScratchChangelog([
            "c.yaml": ScratchChangelog.yaml("- sqlFile: {path: '${dir}/a.sql'}"), "d/a.sql": "x",
        ])
        #expect(try scratch.findings() == ["c.yaml:6:21 warning undefined-parameter"])
        scratch.options.parameters = ["dir": "d"]
        #expect(try scratch.findings() == [])
        scratch.options.parameters = ["dir": "e"]
        #expect(try scratch.findings() == ["c.yaml:6:21 error missing-file"])
        scratch.options.parameters = ["dir": nil]
        #expect(try scratch.findings() == [])
    }

    @Test func rollbackIsWarnedOfWhenAsked() throws {
        let scratch = try ScratchChangelog([
            "c.xml": ScratchChangelog.xml(
                #"<changeSet id="1" author="a"><dropTable tableName="t"/></changeSet>"#,
                #"<changeSet id="2" author="a"><dropTable tableName="t"/><rollback/></changeSet>"#,
                #"<changeSet id="3" author="a"><createSequence sequenceName="s"/></changeSet>"#,
                #"<include file="d.sql"/>"#),
            "d.sql": "--liquibase formatted sql\n--changeset a:1\nx\n"
                + "--changeset a:2\nx\n--rollback not required\n",
        ])
        #expect(try scratch.findings() == [])
        #expect(
            try scratch.policy(on: nil, ["no-rollback": .warning, "destructive": .off]) == [
                "c.xml:3:30 warning no-rollback", "d.sql:2:1 warning no-rollback",
            ])
    }

    @Test func schemasAreThoseThatFilesName() throws {
        let schemas = TemporaryFolder()
        try schemas.write(
            ScratchChangelog.schema(
                """
                <s:element name="changeSet"><s:complexType>
                  <s:attribute name="id" use="required"/></s:complexType></s:element>
                """), to: "dbchangelog-4.6.xsd")
        let text = ScratchChangelog.xml(#"<changeSet id="1" autor="a"/>"#, "<changeSt/>")
        var scratch = try ScratchChangelog(["c.xml": text])
        scratch.schemas = schemas.path
        #expect(
            try scratch.read().findings.map { "\(ScratchChangelog.line($0)): \($0.message)" } == [
                "c.xml:3:19 error schema: the attribute 'autor' is not allowed on the element 'changeSet'",
                "c.xml:4:1 error schema: the element 'changeSt' is not allowed here",
            ])
        let other = text.replacing("4.6.xsd", with: "latest.xsd")
        try scratch.folder.write(other, to: "c.xml")
        #expect(try scratch.findings() == ["c.xml:2:2 warning missing-schema"])
    }
}
