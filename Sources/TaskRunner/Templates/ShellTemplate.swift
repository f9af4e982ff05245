/// A line for a shell, cut at the references in it, each with the place where its value is put.
///
/// `${word.rest}` is a reference, for no shell has such a parameter; `$${` writes a `${` that is left alone.
struct ShellTemplate {
    /// A part of the line.
    enum Piece: Hashable {
        /// What the shell gets as it is.
        case text(String)
        /// What stands between the braces of a reference, and how many `${` stand before it.
        case reference(String, ShellPlacement, ordinal: Int)
        /// A reference where no value can be put.
        case failure(String, hint: String?, ordinal: Int)
    }

    /// The parts in their order.
    let pieces: [Piece]

    /// Cuts a line.
    init(_ line: String) {
        var scanner = ShellScanner(line)
        scanner.scan()
        pieces = scanner.pieces
    }
}

/// Why no value can be put at a place, in the words of messages.
enum ShellObstacle: Hashable {
    /// The text of a here-document.
    case hereDocument
    /// A command between backquotes.
    case backquotes
    /// A text in `$'…'`.
    case dollarQuotes
    /// A comment.
    case comment
    /// Arithmetic, and what is read as such: a subscript.
    case arithmetic
    /// An expansion of the shell's own whose word is read in a way of its own.
    case expansion
    /// Behind a backslash.
    case backslash
    /// Anywhere after something that shells do not agree about.
    case doubt(String)

    /// What is wrong.
    var message: String {
        let place =
            switch self {
            case .hereDocument: "in a here-document"
            case .backquotes: "between backquotes"
            case .dollarQuotes: "in $'…'"
            case .comment: "in a comment"
            case .arithmetic: "in arithmetic or a subscript"
            case .expansion: "in this expansion of the shell"
            case .backslash: "behind a backslash"
            case .doubt(let cause): "after \(cause)"
            }
        return "a value cannot be put safely \(place)"
    }

    /// What to write instead.
    var hint: String {
        switch self {
        case .backquotes: "write $( ) in the place of the backquotes"
        case .comment: "remove the comment, or write # before 'run' in YAML"
        case .backslash: TemplateReference.literally
        default: "give the task the value in 'env', and use that variable here"
        }
    }
}
