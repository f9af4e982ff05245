/// A shell line with values: how it is displayed, and what the shell receives.
///
/// The text that the shell parses contains no byte of a value: values are arguments, and the text refers to them
/// through variables. If a position is misjudged, the result is wrong, but never executed.
///
/// ```
/// sh -e -c 'devtool_1="${1}"; shift 1; echo "Hello ${devtool_1}!"' greet "O'Hara"
/// ```
package struct ShellLine: Sendable {
    package enum Piece: Sendable {
        case text(String)
        /// Several texts are as many words.
        case value([String], ShellPlacement)
    }

    package let pieces: [Piece]
    let hasOpenFormat: Bool

    package init(_ pieces: [Piece], hasOpenFormat: Bool = false) {
        self.pieces = pieces
        self.hasOpenFormat = hasOpenFormat
    }

    var ownText: String { pieces.reduce(into: "") { if case .text(let text) = $1 { $0 += text } } }

    package var shown: String {
        pieces.reduce(into: "") { line, piece in
            switch piece {
            case .text(let text): line += text
            case .value(let texts, let placement): line += placement.quoted(texts)
            }
        }
    }

    /// The script for the shell, and its first arguments, which the script removes.
    ///
    /// Its variables are not exported, so programs do not see them, and their size is not limited by the environment.
    /// Their names differ from `variables`, the ones in the environment, and from all names in the author's text.
    package func script(beside variables: some Collection<String>) -> (text: String, values: [String]) {
        let hasValues = pieces.contains { if case .value = $0 { true } else { false } }
        guard hasValues else { return (ownText, []) }
        let ownText = Array(ownText.utf8)
        var prefix = "devtool_"
        while ownText.contains(prefix.utf8) || variables.contains(where: { $0.hasPrefix(prefix) }) {
            prefix = "_" + prefix
        }
        var values: [String] = []
        // By bytes, because a String equals its other Unicode normalizations.
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
            case .value(let texts, let placement): text += placement.text(of: texts, asReference: reference)
            }
        }
        if values.isEmpty { return (text, []) }
        // In quotes, because options in zsh's startup files may turn values into patterns.
        let assignments = values.indices.map { "\(prefix)\($0 + 1)=\"${\($0 + 1)}\"" }
        // On the first line, so that the shell's line numbers are the author's.
        return ("\(assignments.joined(separator: " ")); shift \(values.count); \(text)", values)
    }
}
