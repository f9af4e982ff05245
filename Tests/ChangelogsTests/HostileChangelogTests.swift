import Changelogs
import DevtoolKit
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.slow)) struct HostileChangelogTests {
    private static let seeds: KeyValuePairs = [
        "c.xml": ScratchChangelog.xml(
            #"<!-- é --><property name="a" value="b"/><include file="${a}.xml"/>"#,
            #"<changeSet id="1" author="a"><sql dbms="x">select '${a}' <![CDATA[<]]></sql>"#,
            #"<rollback changeSetId="2" changeSetAuthor="b"/></changeSet>"#),
        "c.yaml": """
        databaseChangeLog:
          - property: {name: a, value: "${a}"}
          - changeSet: &x
              id: 1
              author: "a"
              changes:
                - createTable: {tableName: t, columns: [{column: {name: é, type: int}}]}
                - loadData: {file: ../x.csv, columns: [{column: {name: a}}]}
          - changeSet: {<<: *x, id: 2}
          - includeAll: {path: ., relativeToChangelogFile: true, filter: x}
        """, "c.json": #"{"databaseChangeLog": [{"changeSet": {"id": "\u00e9", "author": 1}}]}"#,
        "c.sql": """
        --liquibase formatted sql logicalFilePath:a.sql
        --changeset "a b":1 runOnChange:true context:"x y" labels:${l
        --preconditions onFail:HALT
        --precondition-sql-check expectedResult:"0" select 1
        select '${a}';
        --rollback drop
        --ignoreLines:start
        --ignoreLines:end
        --comment: x
        """,
    ]

    /// Whatever is in a file: there is an answer, and its places are in the file.
    @Test(arguments: 0..<4) func anyBytesAreRead(seed: Int) throws {
        let (name, text) = Array(Self.seeds)[seed]
        let pieces = Array(Self.seeds).flatMap { $0.value.split(separator: " ").map(String.init) }
        var random = SplitMix64(seed: UInt64(seed) + 1)
        let folder = TemporaryFolder()
        for _ in 0..<rounds(400) {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let end = min(bytes.count, place + Int.random(in: 0...6, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.removeSubrange(place..<end)
                case 1: bytes.insert(.random(in: 0...255, using: &random), at: place)
                case 2:
                    let piece = pieces.randomElement(using: &random) ?? ""
                    bytes.insert(contentsOf: piece.utf8, at: place)
                default: bytes.replaceSubrange(place..<end, with: bytes.prefix(9))
                }
            }
            try folder.write(bytes: bytes, to: name)
            let changelog = try Changelog.read(
                root: name, in: SearchPath(directory: folder.path), schemas: SchemaFolder(nil))
            let lines = bytes.count { $0 == 10 } + 1
            for finding in changelog.findings {
                guard let location = finding.location else { continue }
                #expect(1...lines + 1 ~= location.line && location.column >= 1)
            }
        }
    }

    @Test func filesThatIncludeOneAnotherEnd() throws {
        let cycle = try ScratchChangelog([
            "a.yaml": "databaseChangeLog: [{include: {file: b.yaml}}]",
            "b.yaml": "databaseChangeLog: [{include: {file: ./a.yaml}}]",
        ])
        #expect(try cycle.findings() == ["b.yaml:1:32 error include-cycle"])
        let itself = try ScratchChangelog(["a.yaml": "databaseChangeLog: [{includeAll: {path: .}}]"])
        #expect(try itself.findings() == ["a.yaml:1:35 error include-cycle"])
    }

    /// Each file includes the next one three times: together that would be 3⁴⁰ files.
    @Test func manyInclusionsEnd() throws {
        let scratch = try ScratchChangelog(["f0.yaml": Self.tripled(1)])
        for index in 1..<40 { try scratch.folder.write(Self.tripled(index + 1), to: "f\(index).yaml") }
        try scratch.folder.write("databaseChangeLog: []", to: "f40.yaml")
        let findings = try scratch.findings()
        #expect(findings.count == 1 && findings.allSatisfy { $0.hasSuffix("error too-large") })
    }

    private static func tripled(_ index: Int) -> String {
        let include = "{include: {file: f\(index).yaml}}"
        return "databaseChangeLog: [\(include), \(include), \(include)]"
    }

    @Test(arguments: [
        ("c.json", String(repeating: "[", count: 100_000)), ("c.yaml", String(repeating: "- ", count: 100_000)),
        ("c.yaml", "databaseChangeLog: " + String(repeating: "{a: ", count: 5000)),
        ("c.xml", String(repeating: "<a>", count: 100_000)),
    ]) func deepNestingIsRefused(name: String, text: String) throws {
        let findings = try ScratchChangelog([name: text]).findings()
        #expect(findings.count == 1 && findings.allSatisfy { $0.hasSuffix("error syntax") })
    }

    /// Tests run on threads with small stacks; what is allowed must find room there.
    @Test(arguments: ["last.yaml", "last.xml"]) func theDeepestThatIsAllowedIsRead(last: String) throws {
        let scratch = try ScratchChangelog(["f0.yaml": "databaseChangeLog: [{include: {file: f1.yaml}}]"])
        for index in 1..<30 {
            let next = index == 29 ? last : "f\(index + 1).yaml"
            try scratch.folder.write("databaseChangeLog: [{include: {file: \(next)}}]", to: "f\(index).yaml")
        }
        let deep = String(repeating: "{a: ", count: 190) + "1" + String(repeating: "}", count: 190)
        try scratch.folder.write(
            "databaseChangeLog: [{changeSet: {id: 1, author: a, changes: [{customChange: \(deep)}]}}]", to: "last.yaml")
        let elements = String(repeating: "<a>", count: 240) + "1" + String(repeating: "</a>", count: 240)
        try scratch.folder.write(
            ScratchChangelog.xml("<changeSet id='1' author='a'><customChange>\(elements)</customChange></changeSet>"),
            to: "last.xml")
        let changelog = try scratch.read()
        #expect(changelog.findings.isEmpty)
        #expect(changelog.changeSets.map(\.name) == ["\(last)::1::a"])
    }

    @Test func aliasesDoNotMultiply() throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...10 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let findings = try ScratchChangelog(["c.yaml": text]).findings()
        #expect(findings.count == 1 && findings.allSatisfy { $0.hasSuffix("error syntax") })
    }

    /// Ten levels of ten references would be ten gigabytes.
    @Test func parametersDoNotMultiply() throws {
        var entries = ["{property: {name: a0, value: xxxxxxxxxx}}"]
        for level in 1...10 {
            let value = String(repeating: "${a\(level - 1)}", count: 10)
            entries.append("{property: {name: a\(level), value: \"\(value)\"}}")
        }
        entries.append("{changeSet: {id: \"${a3}\", author: \"${a10}\", changes: [{empty: {}}]}}")
        let changeSets = try ScratchChangelog(["c.yaml": "databaseChangeLog: [\(entries.joined(separator: ", "))]"])
            .read().changeSets
        #expect(changeSets.map(\.id) == [String(repeating: "x", count: 10_000)])
        #expect(changeSets.allSatisfy { $0.author.utf8.count < 1 << 22 })
    }

    @Test(.timeLimit(.minutes(1))) func manyMergesTakeNoTime() throws {
        let merges = Array(repeating: "<<: *a", count: 20_000).joined(separator: ", ")
        let text = "databaseChangeLog: [{x: &a {author: ada}}, {changeSet: {id: 1, \(merges)}}]"
        let changeSets = try ScratchChangelog(["c.yaml": text]).read().changeSets
        #expect(changeSets.map(\.name) == ["c.yaml::1::ada"])
    }

    @Test func whatIsNoFileIsNotOpened() throws {
        let scratch = try ScratchChangelog([
            "c.yaml": "databaseChangeLog: [{include: {file: pipe.yaml}}, {include: {file: l.yaml}}, "
                + "{include: {file: ../../../../../../../../dev/zero.yaml}}, {include: {file: d}}, "
                + #"{include: {file: "a\0.yaml"}}, {includeAll: {path: "\0"}}]"#, "d/x.yaml": "",
        ])
        let pipe = scratch.folder.path.appending("pipe.yaml").string
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(symlink("l.yaml", scratch.folder.path.appending("l.yaml").string) == 0)
        let findings = try scratch.findings()
        #expect(findings.count == 6)
        #expect(findings.dropLast().allSatisfy { $0.hasSuffix("error missing-file") })
        #expect(findings.last?.hasSuffix("error empty-folder") == true)
    }

    @Test func foldersThatLinkToThemselvesEnd() throws {
        let scratch = try ScratchChangelog([
            "c.yaml": "databaseChangeLog: [{includeAll: {path: d}}]", "d/x.yaml": ScratchChangelog.yaml("- sql: s"),
        ])
        #expect(symlink(".", scratch.folder.path.appending("d/again").string) == 0)
        #expect(try scratch.read().changeSets.map(\.name) == ["d/x.yaml::1::ada"])
    }

    /// Such a folder was read to its end, or in part without a word.
    @Test(arguments: [(98, []), (99, ["c.yaml:1:35 error too-large"])] as [(Int, [String])])
    func foldersOfTooManyFilesAreRefused(count: Int, expected: [String]) throws {
        let scratch = try ScratchChangelog([
            "c.yaml": "databaseChangeLog: [{includeAll: {path: d}}]", "d/e/a": "", "d/e/b": "",
        ])
        for index in 0..<count { try scratch.folder.write("", to: "d/\(index)") }
        let path = SearchPath(directory: scratch.folder.path, mostFiles: 100)
        let changelog = try Changelog.read(root: "c.yaml", in: path, schemas: SchemaFolder(nil))
        #expect(changelog.findings.map(ScratchChangelog.line) == expected)
    }

    @Test func hugeFilesAreNotRead() throws {
        let scratch = try ScratchChangelog(["c.sql": ""])
        #expect(truncate(scratch.folder.path.appending("c.sql").string, 1 << 40) == 0)
        #expect(throws: FileError.self) { try scratch.read() }
    }
}
