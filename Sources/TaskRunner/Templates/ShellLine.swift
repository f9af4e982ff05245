/// A shell line with values: how it is shown, and what the shell receives.
///
/// No byte of a value is in the text that the shell parses: the text has references to variables, and the
/// values are arguments. What is taken for another place than it is comes out wrong, but is never run.
///
/// ```
/// sh -e -c 'devtool_1="${1}"; shift 1; echo "Hello ${devtool_1}!"' greet "O'Hara"
/// ```
package struct ShellLine: Sendable {
    /// A part of the line.
    enum Piece: Sendable {
        /// What the line's author wrote.
        case text(String)
        /// A value, and where it stands.
        case value(TaskValue, ShellPlacement)
    }

    /// The parts in their order.
    let pieces: [Piece]
    /// Whether a `printf` in it has a format that is not to be seen.
    let hasOpenFormat: Bool

    /// A line of these parts.
    init(_ pieces: [Piece], hasOpenFormat: Bool = false) {
        self.pieces = pieces
        self.hasOpenFormat = hasOpenFormat
    }

    /// What the line's author wrote, with nothing in the places of the values.
    var ownText: String {
        pieces.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
    }

    /// The line with its values quoted, as somebody would type it.
    package var shown: String {
        pieces.reduce(into: "") { line, piece in
            switch piece {
            case .text(let text): line += text
            case .value(let value, let placement): line += placement.quoted(value)
            }
        }
    }

    /// What the shell receives: the script, and its first arguments, which the script removes.
    ///
    /// The variables are not exported: they are neither for programs nor part of what an environment can hold.
    ///
    /// - Parameter variables: the names of the variables that the shell begins with. Those that the line uses
    ///   have other names, and other ones than those that its author wrote.
    /// - Returns: the text, and the values.
    package func script(
        beside variables: some Collection<String>
    ) -> (text: String, values: [String]) {
        let hasValues = pieces.contains { if case .value = $0 { true } else { false } }
        guard hasValues else { return (ownText, []) }
        let ownText = Array(ownText.utf8)
        var prefix = "devtool_"
        while ownText.contains(prefix.utf8) || variables.contains(where: { $0.hasPrefix(prefix) }) {
            prefix = "_" + prefix
        }
        var values: [String] = []
        // By their bytes: to a String, é and e with an accent behind it are the same.
        var numbers: [[UInt8]: Int] = [:]
        func reference(_ value: String) -> String {
            let key = Array(value.utf8)
            let number = numbers[key] ?? values.count + 1
            if numbers.updateValue(number, forKey: key) == nil { values.append(value) }
            return "${\(prefix)\(number)}"
        }
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let own): text += own
            case .value(let value, let placement):
                text += placement.text(of: value, asReference: reference)
            }
        }
        if values.isEmpty { return (text, []) }
        // In quotes: what zsh reads first may have told it to take values for patterns.
        let assignments = values.indices.map { "\(prefix)\($0 + 1)=\"${\($0 + 1)}\"" }
        // In the first line, so that shells tell the numbers of the author's lines.
        return ("\(assignments.joined(separator: " ")); shift \(values.count); \(text)", values)
    }
}
