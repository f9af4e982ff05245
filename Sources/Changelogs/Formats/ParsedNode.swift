import Scanning

/// A node of a changelog in any format: an XML element or attribute, or the value of a key in YAML or JSON.
///
/// Liquibase makes no difference either: `<dropTable tableName="t"/>` equals `dropTable: {tableName: t}`.
struct ParsedNode {
    let name: String
    /// `nil` if there is only white space.
    var value: String?
    var children: [ParsedNode]
    /// The position of the name.
    let place: TextPlace
    /// `nil` for Liquibase's own namespace.
    var namespace: String?
    /// Strings in a list, which have no name.
    var loose: [ParsedNode] = []

    func child(_ name: String) -> ParsedNode? { children.first { $0.name == name } }

    /// The text of the last child with this name, because in YAML the last one of repeated keys wins; `nil` if it is
    /// empty.
    func text(_ name: String) -> String? { children.last { $0.name == name }?.value }

    /// The SQL of a `sql` change: its text, or in YAML the value of a key.
    var sql: String { value ?? text("sql") ?? "" }

    /// Preconditions on one line, such as `onFail=MARK_RAN, tableExists(tableName=t)`.
    func summary(_ parameters: Parameters) -> String {
        children.map { part in
            let value = part.value.map(parameters.expand)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !part.children.isEmpty else { return part.name + (value.map { "=\($0)" } ?? "") }
            let parts = [value, part.summary(parameters)].compactMap(\.self)
            return "\(part.name)(\(parts.joined(separator: ", ")))"
        }.joined(separator: ", ")
    }

    /// The names and strings of the whole tree, with normalized white space.
    var substance: String {
        var text = "(" + name
        if let value { text += "=" + value.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        for child in children { text += child.substance }
        return text + ")"
    }
}
