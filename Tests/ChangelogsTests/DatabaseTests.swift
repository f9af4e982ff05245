import Changelogs
import DevtoolKit
import SystemPackage
import TestSupport
import Testing

/// What is for other databases, contexts or labels than those of the run.
@Suite struct DatabaseTests {
    @Test(
        arguments: [
            ("jdbc:h2:mem:x", "h2"), ("jdbc:postgresql://h/d", "postgresql"), ("jdbc:sqlserver://h", "mssql"),
            ("jdbc:MARIADB://h/d", "mariadb"), ("offline:oracle?version=19", "oracle"), ("jdbc:sqlite:a.db", "sqlite"),
            ("jdbc:p6spy:h2:mem:x", nil), ("h2", nil), ("", nil), ("jdbc:", nil),
        ] as [(String, String?)]) func urls(url: String, name: String?) throws
    {
        let product = DatabaseProduct(url: url)
        #expect((product == nil) == (name == nil))
        guard let product, let name else { return }
        // It is its own, and no other.
        var scratch = try Self.lacking("dbms: \(name)")
        scratch.options.databases = [product]
        #expect(try scratch.findings() == ["c.yaml:7:21 error missing-file"])
        scratch = try Self.lacking("dbms: '!\(name)'")
        scratch.options.databases = [product]
        #expect(try scratch.findings() == ["c.yaml:7:21 warning missing-file"])
    }

    private static func lacking(_ attribute: String) throws -> ScratchChangelog {
        try ScratchChangelog([
            "c.yaml": ScratchChangelog.yaml("- sqlFile: {path: none.sql}").replacing(
                "author: ada", with: "author: ada\n      \(attribute)")
        ])
    }

    /// Which lists let a changeset run (`DatabaseList.definitionMatches`).
    @Test(arguments: [
        ("h2", true), ("H2", true), ("oracle", false), ("oracle, h2", true), ("h2 oracle", false), ("'!h2'", false),
        ("'!oracle'", true), ("all", true), ("none", false), ("'h2, none'", false), ("'!oracle, mysql'", false),
        ("redshift", false), ("''", true),
    ]) func lists(databases: String, isMeant: Bool) throws {
        var scratch = try Self.lacking("dbms: \(databases)")
        scratch.options.databases = [DatabaseProduct(url: "jdbc:h2:x")].compactMap(\.self)
        let severity = isMeant ? "error" : "warning"
        #expect(try scratch.findings() == ["c.yaml:7:21 \(severity) missing-file"])
        scratch.options.databases = []
        #expect(try scratch.findings() == ["c.yaml:7:21 error missing-file"])
        scratch.options.databases = ["jdbc:derby:x", "jdbc:h2:x"].compactMap(DatabaseProduct.init)
        if isMeant { #expect(try scratch.findings() == ["c.yaml:7:21 error missing-file"]) }
    }

    @Test(arguments: [
        ("", "oracle", true), ("", "foo", true), ("h2", "h2,oracle", false), ("", "", false), ("", "!h2", true),
        ("", "!oracle", false), ("oracle", "oracle", true),
    ]) func copies(first: String, second: String, isFine: Bool) throws {
        let text = ScratchChangelog.xml(
            #"<changeSet id="1" author="a" dbms="\#(first)"><sql>1</sql></changeSet>"#,
            #"<changeSet id="1" author="a" dbms="\#(second)"><sql>2</sql></changeSet>"#)
        var scratch = try ScratchChangelog(["c.xml": text])
        scratch.options.databases = [DatabaseProduct(url: "jdbc:h2:x")].compactMap(\.self)
        #expect(try scratch.findings() == (isFine ? [] : ["c.xml:4:1 error duplicate-changeset"]))
    }

    /// In SQL only what is parsed for every database is an error.
    @Test func emptyOnes() throws {
        let text = "--liquibase formatted sql\n--changeset a:1\nx;\n--changeset a:2 dbms:oracle\n"
        var scratch = try ScratchChangelog(["c.sql": text])
        scratch.options.databases = [DatabaseProduct(url: "jdbc:h2:x")].compactMap(\.self)
        #expect(try scratch.findings() == ["c.sql:4:1 warning no-sql"])
        scratch = try ScratchChangelog(["c.sql": text + "--changeset a:3\nx;\n"])
        scratch.options.databases = [DatabaseProduct(url: "jdbc:h2:x")].compactMap(\.self)
        #expect(try scratch.findings() == ["c.sql:4:1 error no-sql"])
    }

    @Test(arguments: ["context: test", "contextFilter: test", "labels: test"]) func filters(attribute: String) throws {
        var scratch = try Self.lacking(attribute)
        #expect(try scratch.findings() == ["c.yaml:7:21 error missing-file"])
        scratch.options.isFiltered = (
            byContexts: attribute.hasPrefix("context"), byLabels: attribute.hasPrefix("labels")
        )
        #expect(try scratch.findings() == ["c.yaml:7:21 warning missing-file"])
        scratch = try ScratchChangelog([
            "a.yaml": "databaseChangeLog:\n - include: {file: c.yaml, \(attribute)}\n",
            "c.yaml": ScratchChangelog.yaml("- sqlFile: {path: none.sql}"),
        ])
        #expect(try scratch.findings() == ["c.yaml:6:21 error missing-file"])
        scratch.options.isFiltered = (true, true)
        #expect(try scratch.findings() == ["c.yaml:6:21 warning missing-file"])
    }

    @Test func jarsAreSearched() throws {
        let folder = TemporaryFolder()
        try folder.write(bytes: StoredZip.extensionJar.bytes, to: "lib/x.jar")
        try folder.write("no archive", to: "lib/y.jar")
        try folder.write(
            """
            databaseChangeLog:
              - include: {file: in/jar.sql}
              - include: {file: 'classpath:/in/jar.sql'}
              - includeAll: {path: in}
              - include: {file: x/Vacuum.class}
            """, to: "c.yaml")
        let jars = ["lib/y.jar", "lib/x.jar"].map { folder.path.appending($0) }
        func findings(_ jars: [FilePath]) throws -> [String] {
            try Changelog.read(
                root: "c.yaml", in: SearchPath(directory: folder.path, jars: jars), schemas: SchemaFolder(nil)
            ).findings.map { ScratchChangelog.line($0) }
        }
        #expect(
            try findings(jars) == [
                "lib/x.jar!/in/jar.sql:2:1 warning duplicate-changeset",
                "lib/x.jar!/in/part.sql:1:1 warning sql-header", "c.yaml:5:15 error missing-file",
            ])
        #expect(try findings([]).count == 4)
    }
}
