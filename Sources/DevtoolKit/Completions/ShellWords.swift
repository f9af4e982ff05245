/// The beginning of a command line, up to the cursor, as words: quotes and backslashes as bash reads them,
/// nothing expanded.
struct ShellWords {
    /// A quote that has been opened and not closed.
    enum Quote: Hashable {
        case none
        case single
        case double
    }

    /// The word at the cursor.
    struct Current: Hashable {
        /// The word without its quotes.
        var text = ""
        /// How many of its characters the shell takes for words before it, as it breaks words at more
        /// characters than blanks; the rest is what the shell replaces.
        var offset = 0
        var quote = Quote.none
        /// Whether a file is redirected to it, or from it.
        var isRedirection = false
    }

    /// The words before the one at the cursor, redirections left out.
    private(set) var words: [String] = []
    /// The word at the cursor; empty after a blank.
    private(set) var current = Current()
    /// Whether the word at the cursor has begun, as `""` has.
    private var hasBegun = false

    /// Takes a line apart; `breaks` is what the shell breaks words at beside blanks, as bash's
    /// `COMP_WORDBREAKS` says.
    init(_ line: String, breaks: String = "") {
        var rest = line[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\": append(rest.popFirst())
            case "'":
                open(.single)
                while let quoted = rest.popFirst(), closesNot(quoted, "'") { append(quoted) }
            case "\"":
                open(.double)
                while let quoted = rest.popFirst(), closesNot(quoted, "\"") {
                    // In double quotes a backslash stands for itself but before these.
                    let isEscape = quoted == "\\" && rest.first.map("$`\"\\".contains) ?? true
                    append(isEscape ? rest.popFirst() : quoted)
                }
            case " ", "\t", "\n": end()
            case "<", ">":
                // A number before it is that of a stream.
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

    private mutating func open(_ quote: Quote) {
        hasBegun = true
        opened = current.offset
        current.quote = quote
        current.offset = current.text.count
    }

    /// What the shell would have replaced from, had the quote at the cursor not been opened.
    private var opened = 0

    private mutating func closesNot(_ character: Character, _ end: Character) -> Bool {
        guard character == end else { return true }
        // What is quoted to the end is a part of the word like any other.
        current.quote = .none
        current.offset = opened
        return false
    }

    private mutating func end() {
        guard hasBegun else { return }
        if !current.isRedirection { words.append(current.text) }
        current = Current()
        hasBegun = false
    }
}
