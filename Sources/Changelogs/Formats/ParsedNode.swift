/// A node of a changelog, whatever its format: in XML an element or an attribute, in YAML and JSON the
/// value of a key.
///
/// So does Liquibase read them: `<dropTable tableName="t"/>` and `dropTable: {tableName: t}` are the same.
struct ParsedNode {
    /// The name.
    let name: String
    /// The text, where it has one that is more than white space.
    var value: String?
    /// The parts.
    var children: [ParsedNode]
    /// Where its name begins.
    let place: Place
    /// Whether it is of a namespace that is not Liquibase's own.
    var namespace: String?
    /// The texts in a list, which have no name.
    var loose: [ParsedNode] = []

    /// A place in a file, counted from 1.
    struct Place {
        let line: Int
        let column: Int
    }

    /// The first part of a name.
    func child(_ name: String) -> ParsedNode? {
        children.first { $0.name == name }
    }

    /// The text of the last part of a name, where it is no empty one; in YAML the last of equal keys wins.
    func text(_ name: String) -> String? {
        children.last { $0.name == name }?.value
    }

    /// Preconditions on a line, such as `onFail=MARK_RAN, tableExists(tableName=t)`.
    func summary(_ parameters: Parameters) -> String {
        children.map { part in
            let value = part.value.map(parameters.expand)?
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !part.children.isEmpty else { return part.name + (value.map { "=\($0)" } ?? "") }
            let parts = [value, part.summary(parameters)].compactMap(\.self)
            return "\(part.name)(\(parts.joined(separator: ", ")))"
        }.joined(separator: ", ")
    }

    /// Names and texts of all parts, white space in one form.
    var substance: String {
        var text = "(" + name
        if let value {
            text += "=" + value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        for child in children { text += child.substance }
        return text + ")"
    }
}
