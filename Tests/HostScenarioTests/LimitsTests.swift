import Foundation
import TestSupport
import Testing

/// What `docs/limits.md` says of the code is so, and what `SECURITY.md` promises has tests.
@Suite struct LimitsTests {
    /// A row of a table: an input, its limit, what is beyond it, the declaration, the tests.
    struct Row: CustomTestStringConvertible {
        let cells: [String]

        /// The row in a line, if it is one.
        init?(_ line: Substring) {
            cells = line.split(separator: " | ").map { $0.trimmingCharacters(in: ["|", " "]) }
            guard line.hasPrefix("| "), !line.hasPrefix("| Input"), cells.count == 5 else { return nil }
        }

        /// The words between backquotes in a cell.
        func code(inCell index: Int) -> [String] { cells[index].matches(of: /`([^`]+)`/).map { String($0.1) } }

        var testDescription: String { "\(cells[0]): \(cells[1])" }
    }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let rows: [Row] = {
        let file = package.appending(path: "docs/limits.md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { Row($0) }
    }()
    private static let values = try? SourceFiles.lines(matching: " = ")
    /// The suites and test functions of each file.
    private static let tests =
        (try? SourceFiles.lines(matching: #"\b(struct|class|actor|func) "#, in: ["Tests"])).map {
            Dictionary(grouping: $0, by: \.file).values.map { $0.map(\.line) }
        } ?? []

    @Test func areMany() { #expect(Self.rows.count > 70) }

    /// A declaration such as `YAMLParser.nodeLimit = 100_000` is a line of the file of that name.
    @Test(arguments: rows) func areDeclaredAsTheTableSays(row: Row) throws {
        let declarations = row.code(inCell: 3)
        #expect(!declarations.isEmpty)
        for declaration in declarations {
            let parts = try #require(declaration.wholeMatch(of: /([\w+]+)\.(\w+(?:: \w+)?) = (.+)/))
            let (file, name, value) = ("\(parts.1).swift", " \(parts.2)", " = \(parts.3)")
            let isDeclared = Self.values?.contains {
                $0.file == file && $0.line.contains(name) && $0.line.hasSuffix(value)
            }
            #expect(isDeclared == true, "\(declaration) is not declared")
        }
    }

    /// Constants that are called as limits are, and bound no input; another constant's value is one
    /// already.
    private static let others = [
        "BoardAccess.longestTimeout": "keeps a setting within what libcurl can count",
        "ThreadLimit.mostChildren": "is more than anybody runs at once",
        "CharacterReference.longestName": "is the length of the longest name that HTML has",
        "ThrowawayServer.startLimit": "is how long a server on this machine may take to start",
        "SchemaReader.limit": "is how long a server may take to describe a schema",
        "SourceWatcher.longestDelay": "is how long saving a file may take to settle",
    ]

    /// A limit that somebody adds is in the table, too.
    @Test func haveARowEach() throws {
        let declaration =
            #/static let (\w*(?:[lL]imit|[lL]ongest|[dD]eepest|[mM]ost|[mM]axim|[lL]argest)\w*)(?:: \w+)? = (.+)/#
        var missing: Set<String> = []
        for value in try #require(Self.values) where value.line.contains("static let ") {
            guard let match = value.line.firstMatch(of: declaration),
                match.2.wholeMatch(of: #/\w+\.\w+(?: / \d+)?/#) == nil
            else { continue }
            missing.insert("\(value.file.dropLast(".swift".count)).\(match.1)")
        }
        for row in Self.rows {
            for code in row.code(inCell: 3) {
                if let end = code.firstRange(of: #/(?:: \w+)? = /#) { missing.remove(String(code[..<end.lowerBound])) }
            }
        }
        #expect(missing == Set(Self.others.keys))
    }

    /// A test such as `YAMLTests/aliases` is there.
    @Test(arguments: rows) func areShownByTests(row: Row) throws {
        let names = row.code(inCell: 4)
        #expect(!names.isEmpty)
        for name in names { #expect(Self.hasTest(name), "there is no test \(name)") }
    }

    private static func hasTest(_ name: String) -> Bool {
        guard let parts = name.wholeMatch(of: /(\w+)\/(\w+)/) else { return false }
        let (suite, test) = (" \(parts.1) ", "func \(parts.2)(")
        return tests.contains { lines in lines.contains { $0.contains(suite) } && lines.contains { $0.contains(test) } }
    }

    /// So is one that a promise of `SECURITY.md` has beside it, in a comment that readers do not see.
    @Test func promisesAreShownByTests() throws {
        let text = try String(contentsOf: Self.package.appending(path: "SECURITY.md"), encoding: .utf8)
        let names = text.matches(of: #/<!-- (.+?) -->/#).flatMap { $0.1.split(separator: ", ") }
        #expect(names.count > 5)
        for name in names { #expect(Self.hasTest(String(name)), "there is no test \(name)") }
    }
}
