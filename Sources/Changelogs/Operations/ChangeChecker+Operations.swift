import Reporting
import Scanning

extension ChangeChecker {
    /// The operations of changes, in order, including SQL; `databases` is the `dbms` of their changeset.
    func operations(of changes: [ParsedNode], for databases: String?) -> [SchemaOperation] {
        changes.flatMap { change -> [SchemaOperation] in
            switch change.name {
            case "sql", "sqlFile": sqlOperations(of: change, for: databases)
            default:
                TypedChangeOperations(
                    node: change, parameters: reader.parameters, location: file.text.location(change.place),
                    columns: columns(of: change), version: reader.options.release.version
                ).operations.asOneStatement
            }
        }
    }

    private func sqlOperations(of change: ParsedNode, for databases: String?) -> [SchemaOperation] {
        let own = change.text("dbms").map(reader.parameters.expand)
        guard !reader.isForeign(own) else { return [] }
        var operations =
            change.name == "sql"
            ? inlineOperations(of: change, for: own ?? databases) : fileOperations(of: change, for: own ?? databases)
        let place = file.text.location(change.place)
        for index in operations.indices { operations[index].change = place }
        return operations
    }

    private func reading(of change: ParsedNode, for databases: String?) -> SQLReading {
        reader.sqlReading(
            for: databases, in: site(of: change),
            keepsComments: change.text("stripComments").map(reader.parameters.expand)?.lowercased() != "true")
    }

    private func inlineOperations(of change: ParsedNode, for databases: String?) -> [SchemaOperation] {
        let text = change.sql
        let first = firstLine(of: text, in: change)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return reading(of: change, for: databases).operations(of: reader.parameters.expand(text)) { place in
            guard let first else { return file.text.location(change.place) }
            // Text on the same line as the element, or in a list, begins there; an escaped line break (`\n` or `&#10;`)
            // is not a line of the file.
            let number = first + place.line - 1
            if place.line > 1, !lines.indices.contains(place.line - 1) || !line(number, has: lines[place.line - 1]) {
                return file.text.location(change.place)
            }
            let indentation = file.text.line(number)?.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
            return file.text.location(
                TextPlace(
                    line: number,
                    column: number == change.place.line ? change.place.column : (indentation ?? place.column - 1) + 1))
        }
    }

    /// Whether a line of the file contains the beginning of the text, before any character that a format may escape.
    private func line(_ number: Int, has text: Substring) -> Bool {
        guard let line = file.text.line(number) else { return false }
        let words = text.drop(while: \.isWhitespace).prefix { !"<>&'\"\\$".contains($0) }.prefix(60)
        return line.contains(words)
    }

    /// The line in the file on which the text begins, found by its first words.
    private func firstLine(of text: String, in change: ParsedNode) -> Int? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let index = lines.firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
        // XML and JSON may escape other characters.
        let words = lines[index].drop(while: \.isWhitespace).prefix { !"<>&'\"\\".contains($0) }
        let wanted = words.prefix(60)
        guard !wanted.isEmpty else { return nil }
        for number in change.place.line..<(change.place.line + Self.searchedLines) {
            guard let line = file.text.line(number) else { return nil }
            if line.contains(wanted) {
                let first = number - index
                return first >= change.place.line ? first : nil
            }
        }
        return nil
    }

    private static let searchedLines = 40

    private func fileOperations(of change: ParsedNode, for databases: String?) -> [SchemaOperation] {
        guard let written = change.text("path"), let text = reader.sqlText(reader.path(written, of: change, in: file))
        else { return [] }
        let sql = reader.parameters.expand(String(decoding: text.bytes, as: UTF8.self))
        return reading(of: change, for: databases).operations(of: sql, place: text.location)
    }
}
