import Changelogs
import Policy
import Reporting
import SystemPackage
import TestSupport
import Testing

/// What `migrate lint --since` says of edits of a changelog, each a step of one history.
@Suite struct ComparisonTests {
    /// A step: what a changeset was, what it became, and what that is called for each version of checksums.
    struct Edit: CustomTestStringConvertible, Sendable {
        let name: String
        var before: String
        var after: String
        var found: [String] = []
        /// Where checksums are those of Liquibase 4.22 and later; as `found` by default.
        var foundLater: [String]?
        var files: [(name: String, before: String?, after: String?)] = []
        var testDescription: String { name }
    }

    private static func changelog(_ body: String) -> String {
        """
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
        \(body)
        </databaseChangeLog>
        """
    }

    private static func set(_ id: String, _ changes: String, _ attributes: String = "") -> String {
        "<changeSet id=\"\(id)\" author=\"ada\" \(attributes)>\(changes)</changeSet>\n"
    }

    private static let table =
        "<createTable tableName=\"t\"><column name=\"a\" type=\"int\"/>"
        + "<column name=\"b\" type=\"int\"/></createTable>"
    private static let edited = ["edited-changeset"]

    static let edits: [Edit] = [
        Edit(name: "nothing", before: set("1", table), after: set("1", table)),
        Edit(
            name: "another type", before: set("1", table), after: set("1", table.replacing("int", with: "bigint")),
            found: edited),
        Edit(
            name: "white space between elements", before: set("1", table),
            after: set("1", table.replacing("><", with: ">\n   <"))),
        Edit(name: "a comment of XML", before: set("1", table), after: set("1", "<!-- why -->" + table)),
        Edit(
            name: "a comment of the changeset", before: set("1", table),
            after: set("1", "<comment>why</comment>" + table)),
        Edit(
            name: "the order of attributes", before: set("1", table),
            after: set("1", table.replacing("name=\"a\" type=\"int\"", with: "type=\"int\" name=\"a\""))),
        Edit(
            name: "the order of columns", before: set("1", table),
            after: set(
                "1",
                table.replacing("\"a\"", with: "\"x\"").replacing("\"b\"", with: "\"a\"").replacing(
                    "\"x\"", with: "\"b\"")), found: edited),
        Edit(
            name: "a remark", before: set("1", table),
            after: set("1", table.replacing("tableName", with: "remarks=\"r\" tableName")), found: edited),
        Edit(
            name: "what does not count of an index",
            before: set("1", "<createIndex tableName=\"t\"><column name=\"a\"/></createIndex>"),
            after: set("1", "<createIndex tableName=\"t\" associatedWith=\"x\"><column name=\"a\"/></createIndex>")),
        Edit(
            name: "conditions and a rollback", before: set("1", table),
            after: set("1", "<preConditions/>" + table + "<rollback/>", "context=\"test\" labels=\"l\" dbms=\"h2\"")),
        Edit(
            name: "runOnChange", before: set("1", table),
            after: set("1", table.replacing("int", with: "bigint"), "runOnChange=\"true\"")),
        Edit(
            name: "runAlways", before: set("1", table),
            after: set("1", table.replacing("int", with: "bigint"), "runAlways=\"true\"")),
        Edit(
            name: "any checksum is valid", before: set("1", table),
            after: set("1", "<validCheckSum>any</validCheckSum>" + table.replacing("int", with: "bigint"))),
        Edit(
            name: "a checksum has become valid", before: set("1", table),
            after: set("1", "<validCheckSum>8:0123</validCheckSum>" + table.replacing("int", with: "bigint")),
            // A warning: the checksum of a typed change is not known.
            found: edited),
        Edit(
            name: "a checksum was valid before", before: set("1", "<validCheckSum>8:0123</validCheckSum>" + table),
            after: set("1", "<validCheckSum>8:0123</validCheckSum>" + table.replacing("int", with: "bigint")),
            found: edited),
        Edit(
            name: "white space of SQL", before: set("1", "<sql>select 1,\n 2</sql>"),
            after: set("1", "<sql>\n  select   1, 2\n</sql>")),
        Edit(
            name: "white space that joins SQL", before: set("1", "<sql>select 1,2</sql>"),
            after: set("1", "<sql>select 1, 2</sql>"), found: edited, foundLater: []),
        Edit(
            name: "options of SQL", before: set("1", "<sql>select 1</sql>"),
            after: set("1", "<sql splitStatements=\"false\">select 1</sql>"), found: edited, foundLater: []),
        Edit(
            name: "a comment in SQL", before: set("1", "<sql>select 1</sql>"),
            after: set("1", "<sql>select 1 -- one</sql>"), found: edited),
        Edit(
            name: "the checksum of SQL that was", before: set("1", "<sql>select 1</sql>"),
            after: set("1", "<validCheckSum>8:0123</validCheckSum><sql>select 2</sql>"), found: edited),
        Edit(
            name: "white space of a view", before: set("1", "<createView viewName=\"v\">select  1</createView>"),
            after: set("1", "<createView viewName=\"v\">select 1</createView>"), found: edited, foundLater: []),
        Edit(
            name: "another file", before: set("1", table), after: "<include file=\"b.xml\"/>",
            found: ["moved-changeset"], files: [("b.xml", nil, changelog(set("1", table)))]),
        Edit(
            name: "another file, with its former path", before: set("1", table), after: "<include file=\"b.xml\"/>",
            files: [("b.xml", nil, changelog(set("1", table, "logicalFilePath=\"a.xml\"")))]),
        Edit(name: "another id", before: set("1", table), after: set("one", table), found: ["moved-changeset"]),
        Edit(
            name: "gone", before: set("1", table) + set("2", "<sql>select 2</sql>"), after: set("1", table),
            found: ["removed-changeset"]),
        Edit(
            name: "a new one at the end", before: set("1", table),
            after: set("1", table) + set("2", "<sql>select 2</sql>")),
        Edit(
            name: "a new one before the last", before: set("1", table) + set("2", table),
            after: set("1", table) + set("new", "<sql>select 2</sql>") + set("2", table), found: ["out-of-order"]),
        Edit(
            name: "another order",
            before: set("1", "<sql>select 1</sql>") + set("2", "<sql>select 2</sql>") + set("3", "<sql>select 3</sql>"),
            after: set("3", "<sql>select 3</sql>") + set("1", "<sql>select 1</sql>") + set("2", "<sql>select 2</sql>"),
            found: ["reordered-changeset"]),
        Edit(
            name: "the file of SQL", before: set("1", "<sqlFile path=\"s.sql\"/>"),
            after: set("1", "<sqlFile path=\"s.sql\"/>"), found: edited, files: [("s.sql", "select 1;", "select 2;")]),
        Edit(
            name: "the value of a parameter",
            before: "<property name=\"p\" value=\"int\"/>" + set("1", table.replacing("int", with: "${p}")),
            after: "<property name=\"p\" value=\"bigint\"/>" + set("1", table.replacing("int", with: "${p}")),
            found: edited),
        Edit(
            name: "a comment line of a file of data", before: set("1", "<loadData file=\"d.csv\" tableName=\"t\"/>"),
            after: set("1", "<loadData file=\"d.csv\" tableName=\"t\" separator=\";\"/>"),
            files: [("d.csv", "a\n1\n", "# why\na\n\n1\n")]),
        Edit(
            name: "a file that is included twice",
            before: "<include file=\"b.xml\"/><include file=\"b.xml\"/>" + set("2", table),
            after: "<include file=\"b.xml\"/><include file=\"b.xml\"/>" + set("2", table), found: edited,
            files: [("b.xml", changelog(set("1", table)), changelog(set("1", table.replacing("int", with: "bigint"))))]),
        Edit(
            name: "another format", before: "<include file=\"b.xml\"/>", after: "<include file=\"b.yaml\"/>",
            files: [
                ("b.xml", changelog(set("1", table)), nil),
                (
                    "b.yaml", nil,
                    """
                    databaseChangeLog:
                    - logicalFilePath: b.xml
                    - changeSet:
                        id: 1
                        author: ada
                        changes:
                        - createTable:
                            tableName: t
                            columns:
                            - column: {type: int, name: a}
                            - column: {name: b, type: int}
                    """
                ),
            ]),
    ]

    @Test(arguments: edits) func edit(_ edit: Edit) throws {
        for (version, found) in [
            (LiquibaseVersion(4, 6, 2), edit.found), (LiquibaseVersion(4, 29, 2), edit.foundLater ?? edit.found),
        ] {
            let folder = TemporaryFolder()
            func state(_ isAfter: Bool) throws -> Changelog {
                try folder.write(Self.changelog(isAfter ? edit.after : edit.before), to: "a.xml")
                for file in edit.files {
                    if let text = isAfter ? file.after : file.before { try folder.write(text, to: file.name) }
                }
                var options = ChangelogOptions()
                options.keepsContent = true
                options.release = LiquibaseRelease(version: version)
                return try Changelog.read(
                    root: "a.xml", in: SearchPath(directory: folder.path), schemas: SchemaFolder(nil), options: options)
            }
            let before = try state(false)
            let comparison = ChangelogComparison(of: try state(true), with: before.changeSets, at: "HEAD", for: version)
            #expect(comparison.findings.compactMap { $0.rule?.id } == found, "\(version)")
        }
    }
}
