import Changelogs
import DevtoolKit
import Testing

@testable import Changelogs

@Suite struct HistoryTests {
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ]) func md5OfTheStandard(text: String, digest: String) { #expect(MD5.hexadecimal(of: text.utf8) == digest) }

    /// The checksums that Liquibase 4.6.2 computed for the same texts, and those of 4.29.2, 4.33.0 and 5.0.4.
    @Test(arguments: [
        (
            "c.xml", ScratchChangelog.xml(#"<changeSet id="1" author="a"/>"#), "d41d8cd98f00b204e9800998ecf8427e",
            "d41d8cd98f00b204e9800998ecf8427e"
        ),
        (
            "c.xml", ScratchChangelog.xml(#"<changeSet id="1" author="a"><sql>select 1</sql></changeSet>"#),
            "551a6b5455d661ce7101a063b818ca3e", "3b78b9910981c62ca27148640fad7bc2"
        ),
        (
            "c.xml",
            ScratchChangelog.xml(
                "<changeSet id='1' author='a'><sql>\n   select 1;\n   <![CDATA[ select 2]]>   </sql></changeSet>"),
            "4627337e54683463fc2b3fa543b6a7dc", "7606abc38c7e54459471ef89e80c8812"
        ),
        (
            "c.xml",
            ScratchChangelog.xml(
                #"<changeSet id="1" author="a"><sql splitStatements="false" "#
                    + #"stripComments="true" endDelimiter="\nGO"><comment>hi</comment>"# + "select 1</sql></changeSet>"),
            "cb6c4e7144b776b8f5eb00627c42709e", "3b78b9910981c62ca27148640fad7bc2"
        ),
        (
            "c.yaml",
            ScratchChangelog.yaml(
                "- sql: {sql: select 1, endDelimiter: \"/\", splitStatements: false, stripComments: true}"),
            "aea9b84cb02189c22254425f4355eb8d", "3b78b9910981c62ca27148640fad7bc2"
        ),
        (
            "c.sql", "--liquibase formatted sql\n--changeset a:1\nselect 1;\n", "07d7d7a28c35b80d36e41424401a2f3e",
            "a7ca957848b7a2d82c733ec390529b49"
        ),
        (
            "c.sql", "--liquibase formatted sql\n--changeset a:1\nselect 1\n/\n", "5052c050d234b8725fed2b2ce19a02fd",
            "0f1475aa39d5d9c79549b35e24afec03"
        ),
        (
            "c.sql",
            "--liquibase formatted sql\n--changeset a:1 stripComments:false "
                + "splitStatements:false endDelimiter:/\nselect 1\n--rollback drop\n"
                + "--comment hello\n-- other comment\nselect 2\n/\n", "14572add523cc5fc47363186df043b51",
            "9168206692037403f5f71d1033080d67"
        ),
        ("c.sql", "create table a(i int);\n", "cccbfa1ed234f710ad20461ed5dd2239", "cb9716ae7a5980caff4c96aa0cb3913c"),
    ]) func checksumsAreThoseOfLiquibase(file: String, text: String, eight: String, nine: String) throws {
        let changelog = try ScratchChangelog([file: text]).read()
        #expect(changelog.changeSets.map { $0.checksum?.text(in: .eight) } == ["8:" + eight])
        #expect(changelog.changeSets.map { $0.checksum?.text(in: .nine) } == ["9:" + nine])
    }

    @Test func otherChangesHaveNoChecksum() throws {
        let changelog = try ScratchChangelog(["c.yaml": ScratchChangelog.yaml("- dropTable: {tableName: t}")]).read()
        #expect(changelog.changeSets.map { $0.checksum?.text(in: .nine) } == [nil])
    }

    @Test func appliedChangeSetsAreCompared() throws {
        let changelog = try ScratchChangelog([
            "c.sql": """
            --liquibase formatted sql
            --changeset a:1
            select 1;
            --changeset a:2 runOnChange:true
            select 1;
            --changeset a:3
            --validCheckSum: 8:3
            select 1;
            --changeset a:4
            select 1;
            """
        ]).read()
        let same = "8:07d7d7a28c35b80d36e41424401a2f3e"
        func row(_ id: String, _ file: String, _ sum: String?) -> AppliedChangeSet {
            AppliedChangeSet(id: id, author: "a", file: file, checksum: sum)
        }
        func found(_ rows: AppliedChangeSet...) -> [String] {
            changelog.comparison(with: rows).findings.map(ScratchChangelog.line)
        }
        #expect(found(row("1", "c.sql", same), row("1", "./C.sql", nil)) == [])
        #expect(found(row("1", "c.sql", "8:0")) == ["c.sql:2:1 error changed-checksum"])
        #expect(found(row("1", "c.sql", "9:0")) == ["c.sql:2:1 error changed-checksum"])
        #expect(found(row("1", "c.sql", "7:0"), row("1", "c.sql", "9:a7ca957848b7a2d82c733ec390529b49")) == [])
        let rows = [row("1", "c.sql", "7:0"), row("1", "c.sql", nil), row("2", "c.sql", nil), row("9", "c.sql", nil)]
        #expect(changelog.comparison(with: rows).uncompared == 2)
        #expect(found(row("2", "c.sql", "8:0"), row("3", "c.sql", "8:3")) == [])
        #expect(found(row("4", "b.sql", same)) == ["c.sql:9:1 error applied-moved"])
        #expect(found(row("4", "b.sql", same), row("4", "c.sql", same)) == ["- warning applied-missing"])
        #expect(found(row("9", "c.sql", same)) == ["- warning applied-missing"])
    }

    @Test(arguments: [
        "ID,AUTHOR,FILENAME,MD5SUM\n1,a,c.sql,8:x\n\"2 \"\"q\"\"\",\"a,b\",\"d\ne\",\n",
        "\u{FEFF}filename,md5sum,id,author\r\nc.sql,8:x,1,a\r\n\"d\ne\",,\"2 \"\"q\"\"\",\"a,b\"",
        #"""
        [{"ID": "1", "AUTHOR": "a", "FILENAME": "c.sql", "MD5SUM": "8:x", "TAG": null},
         {"id": "2 \"q\"", "author": "a,b", "filename": "d\ne", "md5sum": null}]
        """#,
        "\u{FEFF}" + #"""
            [{"ID": 1, "AUTHOR": "a", "FILENAME": "c.sql", "MD5SUM": "8:x"},
             {"ID": "2 \"q\"", "AUTHOR": "a,b", "FILENAME": "d\ne"}]
            """#,
    ]) func rowsAreRead(text: String) throws {
        #expect(
            try AppliedChangeSet.rows(in: Array(text.utf8), file: "h") == [
                AppliedChangeSet(id: "1", author: "a", file: "c.sql", checksum: "8:x"),
                AppliedChangeSet(id: "2 \"q\"", author: "a,b", file: "d\ne", checksum: nil),
            ])
    }

    /// An identifier that is a number is the text that it is spelled with.
    @Test(arguments: ["1.10", "12345678901234567890123", "1e3"]) func numbersKeepTheirSpelling(id: String) throws {
        let rows = try AppliedChangeSet.rows(
            in: Array(#"[{"ID": \#(id), "AUTHOR": "\ud83d\ude00", "FILENAME": "c"}]"#.utf8), file: "h")
        #expect(rows == [AppliedChangeSet(id: id, author: "\u{1F600}", file: "c", checksum: nil)])
    }

    @Test(arguments: ["ID,AUTHOR\n1,a\n", "{\"a\": 1}", "[1]", "[{}]", "["]) func otherTextsAreRefused(text: String) {
        #expect(throws: Problem.self) { try AppliedChangeSet.rows(in: Array(text.utf8), file: "h") }
    }
}
