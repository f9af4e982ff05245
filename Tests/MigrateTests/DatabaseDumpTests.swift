import Testing

@testable import Migrate

/// What counts when two dumps are compared.
@Suite struct DatabaseDumpTests {
    private static let table = "CREATE TABLE t (\n    a integer\n);\nINSERT INTO t VALUES\n(1);\n"

    @Test(
        arguments: [
            ("", []), ("-- Dumped on Monday\n\\restrict x\nSET x = 1;\n", []),
            ("SELECT pg_catalog.setval('s', 3, true);\n", []),
            ("CREATE TABLE DATABASECHANGELOG (   \n    a integer\n);    \n", []),
            (
                "CREATE TABLE databasechangelog (\n    x integer\n);   \nCREATE INDEX i ON t (a);\n",
                ["+CREATE INDEX i ON t (a);"]
            ), ("INSERT INTO t VALUES\n(1);\n", ["+INSERT INTO t VALUES", "+(1);"]),
        ] as [(String, [String])]) func difference(added: String, lines: [String])
    {
        let before = DatabaseDump(Self.table)
        let after = DatabaseDump(added + Self.table)
        #expect(after.difference(from: before) == lines)
        let gone = lines.map { "-" + $0.dropFirst() }
        #expect(before.difference(from: after) == gone)
    }

    @Test func valuesOfSequencesAndCountersDoNotCount() {
        let one = DatabaseDump(") ENGINE=InnoDB AUTO_INCREMENT=3;\nCREATE SEQUENCE s START WITH 3;\n")
        let other = DatabaseDump(") ENGINE=InnoDB;\nCREATE SEQUENCE s;\n")
        #expect(one.difference(from: other) == [])
    }

    /// A column that a rollback adds again comes last.
    @Test func orderOfColumnsOfPostgreSQLDoesNotCount() {
        func dump(_ columns: [String], _ names: String, _ rows: String...) -> DatabaseDump {
            let table = "CREATE TABLE public.t (\n    \(columns.joined(separator: ",\n    "))\n);\n"
            let copy = "COPY public.t (\(names)) FROM stdin;\n\(rows.joined(separator: "\n"))\n\\.\n"
            return DatabaseDump(ofPostgreSQL: table + copy + "CREATE VIEW v AS\n SELECT a,\n    b;\n")
        }
        let before = dump(["a integer", "b text DEFAULT 'x'::text", "c text"], "a, b, c", "1\tx,\ty", "2\tu\t\\N")
        let same = dump(["a integer", "c text", "b text DEFAULT 'x'::text"], "a, c, b", "1\ty\tx,", "2\t\\N\tu")
        #expect(same.difference(from: before) == [])
        // Values of two columns that changed places do count, and so does a type.
        let swapped = dump(["a integer", "c text", "b text DEFAULT 'x'::text"], "a, c, b", "1\tx,\ty", "2\t\\N\tu")
        #expect(swapped.difference(from: before) == ["+1\ty\tx,", "-1\tx,\ty"])
        let other = dump(["a integer", "b text", "c text"], "a, b, c", "1\tx,\ty", "2\tu\t\\N")
        #expect(other.difference(from: before) == ["+    b text", "-    b text DEFAULT 'x'::text"])
    }

    @Test func rowsThatAreNotStatementsStandAlone() {
        let text = "table databasechangelog a\ntable t a\n"
        let difference = DatabaseDump(text, hasStatements: false).difference(from: DatabaseDump(""))
        #expect(difference == ["+table t a"])
    }
}
