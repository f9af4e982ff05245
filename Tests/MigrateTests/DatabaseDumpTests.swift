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

    @Test func rowsThatAreNotStatementsStandAlone() {
        let text = "table databasechangelog a\ntable t a\n"
        let difference = DatabaseDump(text, hasStatements: false).difference(from: DatabaseDump(""))
        #expect(difference == ["+table t a"])
    }
}
