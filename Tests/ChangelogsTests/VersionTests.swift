import Changelogs
import DevtoolKit
import SystemPackage
import TestSupport
import Testing

/// What versions of Liquibase refuse, or pass over, was seen by running 4.6.2, 4.29.2 and 5.0.4 on the same
/// texts.
@Suite struct VersionTests {
    private static let old = LiquibaseVersion(4, 6, 2)
    private static let later = [LiquibaseVersion(4, 29, 2), LiquibaseVersion(5, 0, 4)]

    /// The findings for 4.6.2, for later ones, and for one of unknown version.
    private func check(_ files: KeyValuePairs<String, String>, old: [String], later: [String], unknown: [String]? = nil)
        throws
    {
        #expect(try ScratchChangelog(files, version: Self.old).findings() == old)
        for version in Self.later {
            #expect(try ScratchChangelog(files, version: version).findings() == later, "\(version)")
        }
        #expect(try ScratchChangelog(files, version: nil).findings() == unknown ?? later)
    }

    private static let sql = "--liquibase formatted sql\n--changeset a:1\nselect 1;\n"

    @Test(arguments: [
        " -- Liquibase Formatted SQL\n", "--LIQUIBASE formatted\n", "--liquibaseformatted\n",
        "--liquibase\tformatted sql\n",
    ]) func headers(line: String) throws {
        let text = line + "--changeset a:1\nselect 1;\n"
        try check(["c.sql": text], old: ["c.sql:1:1 error sql-header"], later: [])
        try check(["c.SQL": Self.sql], old: ["- error unsupported-file"], later: [])
        #expect(
            try ScratchChangelog(["c.sql": text], version: LiquibaseVersion(4, 20)).findings() == [
                "c.sql:1:1 error sql-header"
            ])
    }

    /// A changeset that is commented out is no mistake; with dashes it may be one.
    @Test func commentedChangeSets() throws {
        for line in ["-- --changeset a:2", "-- -- changeset a:2", "--- -changeset a:2"] {
            try check(["c.sql": Self.sql + line + "\n-- select 2;\n"], old: [], later: [])
        }
        for line in ["---changeset a:2", "---- changeset a:2"] {
            let warned = ["c.sql:4:1 warning malformed-changeset"]
            try check(["c.sql": Self.sql + line + "\n"], old: warned, later: warned)
        }
    }

    /// What looks like an instruction is refused from 4.10 on: each line was run with 4.29.2 and 5.0.4.
    @Test(arguments: [
        "-rollback drop table x;", " - rollback x", "-preconditions onFail:HALT",
        "-precondition-sql-check expectedResult:0 select 0", "-comment x", "- comment: x", "--comments x",
        "--comments: x", "-validCheckSum: 1:any", "-ignoreLines:1", "--ignore:2", "--property name:x",
        "-property name:x value:y", "---property name:x value:y", "--property x y", "--changesets",
        "-- changesets of old", "--changesetx y", "--changeset a: 2", "--changeset \"a b\": 2",
    ]) func linesThatAreNoInstructions(line: String) throws {
        let text: KeyValuePairs = ["c.sql": Self.sql + line + "\nselect 2;\n"]
        let column = line.prefix { $0 == " " }.count + 1
        let refused = "c.sql:4:\(column) error malformed-line"
        for version in [LiquibaseVersion(4, 10)] + Self.later {
            #expect(try ScratchChangelog(text, version: version).findings() == [refused])
        }
        #expect(try ScratchChangelog(text, version: LiquibaseVersion(4, 9)).findings() == [])
        #expect(try ScratchChangelog(text, version: nil).findings() == [])
    }

    @Test(arguments: [
        " -comment x", " --comments x", " -ignoreLines:1", " --ignore:2", "--property name:x value:y",
        "-- changelog notes", "--rollback", "-- rollbacks x", "- rollbacks x",
    ]) func linesThatAreSQL(line: String) throws {
        try check(["c.sql": Self.sql + line + "\nselect 2;\n"], old: [], later: [])
    }

    @Test func commentsOutsideOfChangeSets() throws {
        func text(_ line: String) -> KeyValuePairs<String, String> {
            ["c.sql": Self.sql.replacing("--changeset", with: "\(line)\n--changeset")]
        }
        for line in ["--comment x", "--comment: x", "-- comment x", "--ignore:2"] {
            try check(text(line), old: [], later: ["c.sql:2:1 error malformed-line"], unknown: [])
        }
        for line in [" --comment x", "--comment", "--comments x"] { try check(text(line), old: [], later: []) }
    }

    @Test func rollbacksInComments() throws {
        let closed: KeyValuePairs = ["c.sql": Self.sql + " /* Liquibase rollback \ndrop table x;\n x; */ \n"]
        try check(closed, old: [], later: [])
        var scratch = try ScratchChangelog(closed, version: Self.later[0])
        #expect(try scratch.policy(on: nil, ["no-rollback": .warning]) == [])
        scratch = try ScratchChangelog(closed, version: LiquibaseVersion(4, 18))
        #expect(try scratch.policy(on: nil, ["no-rollback": .warning]) == ["c.sql:2:1 warning no-rollback"])
        try check(
            ["c.sql": Self.sql + "/*liquibase rollback\ndrop table x;\n"], old: [],
            later: ["c.sql:4:1 error malformed-line"], unknown: [])
    }

    @Test func preconditionsOfSQL() throws {
        func text(_ line: String) -> String { Self.sql.replacing("select", with: "\(line)\nselect") }
        for kind in ["table-exists table:x", "view-exists view:x"] {
            try check(["c.sql": text("--precondition-\(kind)")], old: ["c.sql:3:1 error malformed-line"], later: [])
        }
        let refused = ["c.sql:3:1 error malformed-line"]
        for line in ["no-table x", "table-exists tabel:x", "view-exists schema:x"] {
            try check(["c.sql": text("--precondition-" + line)], old: refused, later: refused)
        }
    }

    @Test func emptyChangelogs() throws {
        try check(["c.yaml": "databaseChangeLog:\n"], old: ["c.yaml:1:1 error syntax"], later: [])
    }

    @Test func inclusions() throws {
        func yaml(_ text: String) -> String { "databaseChangeLog:\n - \(text)\n" }
        let missing = ["c.yaml:2:14 error missing-file"]
        try check(["c.yaml": yaml("include: {file: no.yaml, errorIfMissing: false}")], old: missing, later: [])
        try check(["c.yaml": yaml("include: {file: no.yaml}")], old: missing, later: missing)
        try check(
            ["c.yaml": yaml("modifyChangeSets: {runWith: jdbc, include: {file: d.sql}}"), "d.sql": Self.sql],
            old: ["c.yaml:2:4 error unknown-key"], later: [])
        #expect(
            try ScratchChangelog(
                ["c.yaml": yaml("modifyChangeSets: {include: {file: no.sql}}")], version: Self.later[0]
            ).findings() == ["c.yaml:2:33 error missing-file"])
        try check(
            ["c.yaml": yaml("removeChangeSetProperty: {change: createTable, remove: remarks}")],
            old: ["c.yaml:2:4 error unknown-key"], later: [])
        let property = ["c.yaml:2:4 warning missing-file"]
        try check(
            ["c.yaml": yaml("property: {file: none}")], old: property, later: ["c.yaml:2:4 error missing-file"],
            unknown: property)
    }

    @Test(
        arguments: [
            ("maxDepth: 1", false), ("minDepth: 2", true), ("minDepth: 3", nil), ("endsWithFilter: .YAML", false),
            ("endsWithFilter: .txt", nil), ("minDepth: 0", true),
        ] as [(String, Bool?)]) func foldersInPart(attribute: String, findsMistake: Bool?) throws
    {
        let files: KeyValuePairs = [
            "c.yaml": "databaseChangeLog:\n - includeAll: {path: d, \(attribute)}\n",
            "d/a.yaml": ScratchChangelog.yaml("- sql: select 1"), "d/e/b.xml": "<broken>",
        ]
        let mistake = ["d/e/b.xml:1:9 error syntax"]
        try check(
            files, old: mistake, later: findsMistake.map { $0 ? mistake : [] } ?? ["c.yaml:2:17 error empty-folder"])
    }

    @Test func copies() throws {
        func xml(_ attributes: String) -> String {
            ScratchChangelog.xml(
                #"<changeSet id="1" author="a"><sql>1</sql></changeSet>"#,
                #"<changeSet id="1" author="a" \#(attributes)><sql>1</sql></changeSet>"#)
        }
        try check(
            ["c.xml": xml("")], old: ["c.xml:4:1 warning duplicate-changeset"],
            later: ["c.xml:4:1 error duplicate-changeset"], unknown: ["c.xml:4:1 warning duplicate-changeset"])
        // An ignored one is not validated.
        let twin = xml(#"ignore="true" labels="x""#)
        try check(["c.xml": twin], old: ["c.xml:4:1 error duplicate-changeset"], later: [])
        let ignored = ScratchChangelog.yaml("- dropTable: {schemaName: x}").replacing(
            "author: ada", with: "author: ada\n      ignore: true")
        try check(
            ["c.yaml": ignored], old: ["c.yaml:7:11 error missing-attribute"],
            later: ["c.yaml:7:11 warning missing-attribute"])
    }

    @Test func identities() throws {
        func xml(_ id: String, _ author: String) -> String {
            ScratchChangelog.xml(#"<changeSet id="\#(id)" author="\#(author)"/>"#)
        }
        let noAuthor = ["c.xml:3:1 warning missing-author"]
        try check(["c.xml": xml("1", "")], old: noAuthor, later: noAuthor)
        try check(
            ["c.xml": xml("", "a")], old: ["c.xml:3:1 warning missing-id"], later: ["c.xml:3:1 error missing-id"],
            unknown: ["c.xml:3:1 warning missing-id"])
        let local = """
            <property name="n" value="x" global="false"/>\
            <changeSet id="${n}" author="a"/><changeSet id="${n}" author="a"/>
            """
        try check(["c.xml": ScratchChangelog.xml(local)], old: [], later: [])
    }

    @Test func changesInYAML() throws {
        let lower = ScratchChangelog.yaml("- sql: select 1").replacing(
            "changes:", with: "preconditions: [{tableExists: {tableName: t}}]\n      changes:")
        try check(["c.yaml": lower], old: ["c.yaml:5:7 error unknown-change"], later: [])
        for text in ["procedureText: x", "procedureBody: x"] {
            let changelog = ScratchChangelog.yaml("- createProcedure: {procedureName: p, \(text)}")
            #expect(try ScratchChangelog(["c.yaml": changelog], version: nil).findings() == [])
        }
    }

    /// What a change or a column may have, is asked of the jars.
    @Test func attributesAreThoseOfTheJars() throws {
        let text = ScratchChangelog.yaml(
            "- createTable: {tableName: t, ifNotExists: true, columns: "
                + "[{column: {name: a, type: int, included: true, constraints: {odd: 1}}}]}")
        var scratch = try ScratchChangelog(["c.yaml": text])
        scratch.options.release = LiquibaseRelease(
            text: """
                version 5.0.4
                change createTable columns ifNotExists tableName
                column constraints included name type
                constraints odd
                """)
        #expect(try scratch.findings() == [])
        scratch.options.release = LiquibaseRelease(
            text: "version 4.6.2\nchange createTable columns tableName\ncolumn name type")
        #expect(
            try scratch.findings() == [
                "c.yaml:6:39 warning unknown-attribute", "c.yaml:6:98 error unknown-attribute",
                "c.yaml:6:114 error unknown-attribute", "c.yaml:6:128 warning unknown-attribute",
            ])
        scratch.options.release = LiquibaseRelease(text: "version 5.0.4\nchange dropTable\ncolumn name\n")
        #expect(try scratch.findings() == ["c.yaml:6:11 error unknown-change"])
        // Where only extensions have told theirs, the others are known all the same.
        scratch.options.release = LiquibaseRelease(text: "version 5.0.4\nchange vacuum\n")
        #expect(
            try scratch.findings() == ["c.yaml:6:98 error unknown-attribute", "c.yaml:6:128 warning unknown-attribute"])
        scratch.options.release = LiquibaseRelease(text: "version 5.0.4\nchange dropTable\ncolumn name\nincomplete\n")
        #expect(try scratch.findings() == ["c.yaml:6:11 warning unknown-change"])
    }

    @Test func foreignElementsAreRefusedByLaterVersions() throws {
        var scratch = try ScratchChangelog([
            "c.xml": ScratchChangelog.xml(#"<changeSet id="1" author="a"><e:foo xmlns:e="urn:e" x="1"/></changeSet>"#)
        ])
        let known = "change dropTable tableName\ncolumn name\n"
        for (text, severity) in [
            ("version 4.6.2\n" + known, "warning"), ("version 5.0.4\n" + known, "error"),
            ("version 5.0.4\n", "warning"), ("version 5.0.4\nchange foo x\n", nil),
            ("version 5.0.4\n\(known)incomplete\n", "warning"),
        ] {
            scratch.options.release = LiquibaseRelease(text: text)
            let expected = severity.map { ["c.xml:3:30 \($0) unknown-change"] } ?? []
            #expect(try scratch.findings() == expected, "\(text)")
        }
    }

    /// What every version accepts as text, a schema error suggested as an attribute.
    @Test func noAttributeIsMeantThatIsNotThere() throws {
        let schemas = TemporaryFolder()
        try schemas.write(
            ScratchChangelog.schema(
                """
                <s:element name="stop" type="s:string"/>
                <s:element name="output"><s:complexType/></s:element>
                """), to: "dbchangelog-4.6.xsd")
        var scratch = try ScratchChangelog(["c.xml": ScratchChangelog.xml("<stop>x</stop>", #"<output message="x"/>"#)])
        scratch.schemas = schemas.path
        let findings = try scratch.read().findings
        #expect(findings.map(\.message) == ["the attribute 'message' is not allowed on the element 'output'"])
        #expect(findings.map(\.hint) == [nil])
    }
}
