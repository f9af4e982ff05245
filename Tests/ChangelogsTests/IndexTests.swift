import Changelogs
import DevtoolKit
import SystemPackage
import TestSupport
import Testing

/// The names of changesets are those that Liquibase 4.6.2 has written into `FILENAME`.
@Suite struct IndexTests {
    @Test(arguments: [
        ("d/a.xml", "", "d/a.xml"), ("./d/a.xml", "", "./d/a.xml"), ("d//a.xml", "", "d/a.xml"),
        ("d/../d/a.xml", "", "d/../d/a.xml"), ("/d/a.xml", "", "d/a.xml"), ("classpath:d/a.xml", "", "d/a.xml"),
        (#"d\a.xml"#, "", "d/a.xml"), ("./d/../d/a.xml", #"relativeToChangelogFile="true""#, "d/a.xml"),
    ]) func includedFilesHaveTheNamesOfLiquibase(written: String, attribute: String, name: String) throws {
        let scratch = try ScratchChangelog([
            "c.xml": ScratchChangelog.xml("<include file=\"\(written)\" \(attribute)/>"),
            "d/a.xml": ScratchChangelog.xml(#"<changeSet id="1" author="ada"/>"#),
        ])
        let changelog = try scratch.read()
        #expect(changelog.changeSets.map(\.name) == ["\(name)::1::ada"])
        #expect(changelog.changeSets.first?.location.file == "d/a.xml")
        #expect(changelog.changeSets.first?.location.line == 3)
        #expect(changelog.fileNames.count == 2)
    }

    @Test func foldersAreReadInTheOrderOfLiquibase() throws {
        func empty(_ id: String) -> String { ScratchChangelog.xml("<changeSet id=\"\(id)\" author=\"a\"/>") }
        let scratch = try ScratchChangelog([
            "c.xml": ScratchChangelog.xml(#"<includeAll path="d"/>"#), "d/b.xml": empty("b"), "d/B.xml": empty("B"),
            "d/_.xml": empty("_"), "d/a.xml": empty("a"), "d/e/f.xml": empty("f"), "d/n.sql": "select 1",
            "d/x.txt": "x",
        ])
        let changelog = try scratch.read()
        #expect(
            changelog.changeSets.map(\.name) == [
                "d/B.xml::B::a", "d/_.xml::_::a", "d/a.xml::a::a", "d/b.xml::b::a", "d/e/f.xml::f::a",
                "d/n.sql::raw::includeAll",
            ])
        #expect(try scratch.findings() == ["d/n.sql:1:1 warning sql-header"])
    }

    @Test func logicalPathsGoBeforeNames() throws {
        let changelog = try ScratchChangelog([
            "c.yaml": """
            databaseChangeLog:
              - logicalFilePath: x/y.yaml
              - changeSet: {id: 1.10, author: 0x10, labels: l, context: c, dbms: h2}
              - changeSet: {id: yes, author: a, logicalFilePath: /q, runOnChange: true}
              - include: {file: d.sql}
            """,
            "d.sql": """
            --liquibase formatted sql logicalFilePath:lp/x.sql
            --changeset a:1 logicalFilePath:q.sql context:"x and y" labels:l
            select 1
            --changeset "a b":"c d"
            select 2
            --validCheckSum: 8:abc
            """,
        ]).read()
        #expect(
            changelog.changeSets.map(\.name) == [
                "x/y.yaml::1.1::16", "q::true::a", "q.sql::1::a", "lp/x.sql::c d::a b",
            ])
        #expect(changelog.changeSets.map(\.contexts) == ["c", nil, "x and y", nil])
        #expect(changelog.changeSets.map(\.labels) == ["l", nil, "l", nil])
        #expect(changelog.changeSets.map(\.databases) == ["h2", nil, nil, nil])
        #expect(changelog.changeSets.map(\.runsAgain) == [false, true, false, false])
        #expect(changelog.changeSets.map(\.acceptedChecksums) == [[], [], [], ["8:abc"]])
    }

    @Test func otherFoldersAreSearched() throws {
        let first = try ScratchChangelog(["c.yaml": "databaseChangeLog: [{include: {file: a.yaml}}]"])
        let second = try ScratchChangelog(["a.yaml": ScratchChangelog.yaml("- sql: s")])
        let changelog = try Changelog.read(
            root: "c.yaml", in: SearchPath(directory: first.folder.path, others: [second.folder.path]),
            schemas: SchemaFolder(nil))
        #expect(changelog.changeSets.map(\.name) == ["a.yaml::1::ada"])
        #expect(changelog.findings.isEmpty)
    }

    @Test func aRootThatIsNotThereIsNoInput() throws {
        #expect {
            try Changelog.read(root: "none.xml", in: SearchPath(directory: "/nowhere"), schemas: SchemaFolder(nil))
        } throws: { error in (error as? FileError)?.exitStatus == .noInput }
    }
}
