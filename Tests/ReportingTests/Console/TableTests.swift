import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit

@Suite struct ReportingTableTests {
    private static let table: Table = {
        var table = Table("NAME", "SIZE", "PATH")
        table.append("漢字", "1", "/a")
        table.append("e\u{301}", "", "/b\u{1B}")
        table.append("🙂 long name")
        return table
    }()

    @Test func alignsByColumnsOfTheTerminal() {
        #expect(
            Self.table.lines(width: nil) == [
                "NAME          SIZE  PATH", "漢字          1     /a", "e\u{301}                   /b\u{FFFD}",
                "🙂 long name",
            ])
    }

    @Test func isCutToTheTerminal() {
        #expect(Self.table.lines(width: 10) == ["NAME     …", "漢字     …", "e\u{301}        …", "🙂 long n…"])
    }

    @Test func aFileTakesWholeLines() throws {
        let folder = TemporaryFolder()
        let file = try FileDescriptor.open(
            folder.path.appending("out"), .readWrite, options: .create, permissions: .ownerReadWrite)
        defer { try? file.close() }
        var table = Table("A")
        table.append(String(repeating: "x", count: 500))
        try Console(output: file).print(table)
        #expect(folder.text("out") == "A\n" + String(repeating: "x", count: 500) + "\n")
    }
}
