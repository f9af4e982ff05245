/// Rows of text in columns, for people; programs read JSON.
///
/// ```swift
/// var table = Table("NAME", "PATH")
/// table.append("hello", "/usr/local/bin/devtool-hello")
/// try context.console.print(table)
/// ```
public struct Table: Sendable {
    private var rows: [[String]]

    /// Creates a table of columns with these titles; without any, the rows stand alone.
    public init(_ titles: String...) {
        rows = titles.isEmpty ? [] : [titles]
    }

    /// Adds a row; cells that are missing are empty.
    public mutating func append(_ cells: String...) {
        rows.append(cells)
    }

    /// The table's text, for lines of any length.
    package var text: String { lines(width: nil).joined(separator: "\n") }

    /// The table's text, columns as wide as their widest cell and two blanks apart.
    ///
    /// - Parameter width: the columns of the terminal, so that a longer line is cut; nil for lines of
    ///   any length, as a file takes them.
    /// - Returns: the lines, without line breaks.
    package func lines(width: Int?) -> [String] {
        let rows = rows.map { $0.map { $0.replacingControlCharacters() } }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            var blanks = 0
            for (cell, width) in zip(row, widths) {
                // Blanks come before a cell rather than after it: no line ends in one.
                if !cell.isEmpty { line += String(repeating: " ", count: blanks) + cell }
                blanks = (cell.isEmpty ? blanks : 0) + width - cell.displayWidth + 2
            }
            return width.map { line.truncated(toWidth: $0) } ?? line
        }
    }
}

extension Console {
    /// Writes a table of results to standard output, as wide as the terminal where it goes to one.
    ///
    /// - Throws: as ``write(_:)``.
    public func print(_ table: Table) throws {
        for line in table.lines(width: outputWidth) { try print(line) }
    }
}
