import Changelogs
import DevtoolKit
import SystemPackage
import TestSupport
import Testing

/// What the jars of a Liquibase tell.
@Suite struct ReleaseTests {
    private let folder = TemporaryFolder()

    private func release(_ files: [(name: String, content: [UInt8])]) throws -> LiquibaseRelease {
        try folder.write(bytes: StoredZip(files).bytes, to: "a.jar")
        let jar = try ZipArchive(folder.path.appending("a.jar"))
        return LiquibaseRelease(version: "4.29.2", jars: [jar])
    }

    private let change = "META-INF/services/liquibase.change.Change"

    @Test func namesAreThoseOfAnnotations() throws {
        let base = JavaClassFile("liquibase/change/AbstractChange", setters: ["setResourceAccessor"])
        let parent = JavaClassFile(
            "x/Base", extends: "liquibase/change/AbstractChange", change: "vacuum",
            setters: ["setVerbose", "setURL", "set", "settle", "getName"])
        // An annotation is inherited (`@Inherited`), and properties are.
        let child = JavaClassFile("x/Child", extends: "x/Base", setters: ["setTableName"])
        let precondition = JavaClassFile("x/Busy", texts: ["busy", "is not busy"])
        let column = JavaClassFile("liquibase/change/ColumnConfig", setters: ["setIncluded"])
        let told = try release([
            (change, Array("x.Child\n\n# x.None\n".utf8)),
            ("META-INF/services/liquibase.precondition.Precondition", Array("x.Busy".utf8)),
            ("x/Child.class", child.bytes), ("x/Base.class", parent.bytes),
            ("liquibase/change/AbstractChange.class", base.bytes), ("x/Busy.class", precondition.bytes),
            ("liquibase/change/ColumnConfig.class", column.bytes),
        ])
        let text = """
            version 4.29.2
            change vacuum URL tableName verbose
            column included
            constraints
            preconditions busy

            """
        #expect(told.text == text)
        #expect(LiquibaseRelease(text: text).text == text)
    }

    /// Then what is not known may yet be there, and is no error.
    @Test func whatCannotBeReadIsSaid() throws {
        let whole = JavaClassFile("x/Vacuum", change: "vacuum").bytes
        let damaged: [[UInt8]?] = [
            nil, [], [1, 2, 3], Array(whole.dropLast()), JavaClassFile("x/Vacuum").bytes,
            JavaClassFile("x/Vacuum", extends: "x/Vacuum").bytes,
        ]
        for bytes in damaged {
            var files = [(name: change, content: Array("x.Vacuum".utf8))]
            if let bytes { files.append(("x/Vacuum.class", bytes)) }
            let text = try release(files).text
            #expect(text.hasSuffix("\nincomplete\n"), "\(text)")
            #expect(!text.contains("vacuum"))
        }
        for length in whole.indices {
            let files = [
                (name: change, content: Array("x.Vacuum".utf8)),
                (name: "x/Vacuum.class", content: Array(whole[..<length])),
            ]
            #expect(try release(files).text.hasSuffix("\nincomplete\n"))
        }
    }

    @Test(arguments: [(14, false), (15, false), (16, true), (5_000, true)]) func annotationsInEachOtherHaveAnEnd(
        depth: Int, isIncomplete: Bool
    ) throws {
        let text = try release([
            (change, Array("x.Vacuum".utf8)),
            ("x/Vacuum.class", JavaClassFile("x/Vacuum", change: "vacuum", depth: depth).bytes),
        ]).text
        #expect(text.contains("change vacuum\n") != isIncomplete)
        #expect(text.hasSuffix("incomplete\n") == isIncomplete)
    }

    @Test(arguments: [(0, false), (1 << 20, true)]) func aClassIsNoLongerThanAnyNeeds(padding: Int, isIncomplete: Bool)
        throws
    {
        let bytes = JavaClassFile("x/Vacuum", change: "vacuum").bytes
        let text = try release([
            (change, Array("x.Vacuum".utf8)), ("x/Vacuum.class", bytes + [UInt8](repeating: 0, count: padding)),
        ]).text
        #expect(text.hasSuffix("incomplete\n") == isIncomplete)
    }

    @Test(
        arguments: [
            ("4.6.2", "4.6.2"), ("4.29", "4.29"), ("4.31.0-rc1", "4.31.0"), ("5.0.4.1", "5.0.4.1"), ("DEV", nil),
            ("", nil), ("5", nil), ("99999999999999999999.1", nil),
        ] as [(String, String?)]) func versions(text: String, expected: String?)
    { #expect(LiquibaseVersion(text)?.description == expected) }

    @Test func versionsHaveAnOrder() {
        #expect(LiquibaseVersion(4, 6, 2) < LiquibaseVersion(4, 29))
        #expect(LiquibaseVersion(4, 29) < LiquibaseVersion(4, 29, 2))
        #expect(LiquibaseVersion(4, 33) < LiquibaseVersion(5, 0))
    }

    @Test(.enabled(if: LiquibaseSchemas.release != nil, "needs Liquibase")) func theRealOneTellsItsChanges() throws {
        let text = try #require(LiquibaseSchemas.release).text
        let changes = text.split(separator: "\n").filter { $0.hasPrefix("change ") }
        #expect(changes.count == 65)
        #expect(changes.contains("change renameTable catalogName newTableName oldTableName schemaName"))
        #expect(text.contains("\ncolumn afterColumn allowUpdate autoIncrement beforeColumn "))
        #expect(text.contains(" tableIsEmpty "))
        #expect(!text.contains("incomplete"))
    }
}
