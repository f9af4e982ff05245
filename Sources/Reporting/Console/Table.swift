/// Rows of text in aligned columns, for people; programs should read JSON.
///
/// ```swift
/// var table = Table("NAME", "PATH")
/// table.append("hello", "/usr/local/bin/devtool-hello")
/// try context.console.print(table)
/// ```
public struct Table: Sendable {
    private var rows: [(cells: [String], role: Style.Role?)]

    /// Creates a table with an optional row of titles.
    public init(_ titles: String...) { rows = titles.isEmpty ? [] : [(titles, nil)] }

    /// Adds a row; missing cells are empty.
    public mutating func append(_ cells: String...) { append(cells, as: nil) }

    package mutating func append(_ cells: [String], as role: Style.Role?) { rows.append((cells, role)) }

    var roles: [Style.Role?] { rows.map(\.role) }

    package var text: String { lines(width: nil).joined(separator: "\n") }

    /// The lines, with columns as wide as their widest cell and two blanks apart, truncated to `width` if any.
    package func lines(width: Int?) -> [String] {
        let rows = rows.map { $0.cells.map { $0.replacingControlCharacters() } }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            var blanks = 0
            for (cell, width) in zip(row, widths) {
                // Blanks precede a cell, so that no line ends in one.
                if !cell.isEmpty { line += String(repeating: " ", count: blanks) + cell }
                blanks = (cell.isEmpty ? blanks : 0) + width - cell.displayWidth + 2
            }
            return width.map { line.truncated(toWidth: $0) } ?? line
        }
    }
}

extension Console {
    /// Writes a table to standard output, truncated to the width of a terminal.
    ///
    /// - Throws: as ``write(_:)``.
    public func print(_ table: Table) throws { for line in table.lines(width: outputWidth) { try print(line) } }
}
