/// A command line up to the cursor, split into words like bash without expansions.
package struct ShellWords {
    package enum Quote: Hashable {
        case none
        case single
        case double
    }

    package struct Current: Hashable {
        package var text = ""
        /// The number of leading characters that the shell counts as earlier words, because it also breaks words at
        /// `breaks`.
        package var offset = 0
        package var quote = Quote.none
        package var isRedirection = false
    }

    package private(set) var words: [String] = []
    package private(set) var current = Current()
    /// Distinguishes an empty word such as `""` from no word.
    private var hasBegun = false

    /// `breaks` are further characters at which the shell breaks words, such as bash's `COMP_WORDBREAKS`.
    package init(_ line: String, breaks: String = "") {
        var rest = line[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\": append(rest.popFirst())
            case "'", "\"": appendQuoted(from: &rest, upTo: character)
            case " ", "\t", "\n": end()
            case "<", ">":
                // A number before the operator is a file descriptor.
                if !current.text.allSatisfy(\.isNumber) { end() }
                current = Current(isRedirection: true)
                hasBegun = false
            default:
                append(character)
                if breaks.contains(character) { current.offset = current.text.count }
            }
        }
    }

    private mutating func append(_ character: Character?) {
        hasBegun = true
        if let character { current.text.append(character) }
    }

    private mutating func appendQuoted(from rest: inout Substring, upTo end: Character) {
        hasBegun = true
        let offset = current.offset
        current.quote = end == "'" ? .single : .double
        current.offset = current.text.count
        while let character = rest.popFirst() {
            if character == end {
                // Text in closed quotes is like any other part of the word.
                current.quote = .none
                current.offset = offset
                return
            }
            // In double quotes, a backslash escapes only these characters.
            let isEscape = end != "'" && character == "\\" && rest.first.map("$`\"\\".contains) ?? true
            append(isEscape ? rest.popFirst() : character)
        }
    }

    private mutating func end() {
        guard hasBegun else { return }
        if !current.isRedirection { words.append(current.text) }
        current = Current()
        hasBegun = false
    }
}
