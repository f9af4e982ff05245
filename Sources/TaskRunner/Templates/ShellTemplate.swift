import DevtoolKit

/// A shell line, split at its references, each with the position of its value.
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
    /// Whether a `printf` has a format that is not to be seen.
    let hasOpenFormat: Bool

    /// Cuts a line.
    init(_ line: String) {
        var scanner = ShellScanner(line)
        scanner.scan()
        pieces = scanner.pieces
        hasOpenFormat = scanner.hasOpenFormat
    }
}

extension ShellTemplate {
    /// The variables that a line reads and does not name in any other way, as it would to set one, up to where shells
    /// do not agree about the line.
    static func variablesFromOutside(in line: String) -> [String] {
        var scanner = ShellScanner(line)
        scanner.scan()
        var (variables, own) = (scanner.variables, scanner.scalars)
        for (range, isHereDocument) in scanner.nested {
            let text = String(String.UnicodeScalarView(scanner.scalars[range]))
            // It is expanded as between double quotes, and has none itself.
            var inner = ShellScanner(isHereDocument ? "\"\(text.replacing("\"", with: " "))" : text)
            inner.scan()
            variables += inner.variables
            for index in range where isHereDocument { own[index] = " " }
        }
        if variables.isEmpty { return [] }
        let named = barewords(in: own)
        return variables.filter { !named.contains($0) }
    }

    /// The words that could be names of variables, but for those behind a dollar sign.
    private static func barewords(in scalars: [Unicode.Scalar]) -> Set<String> {
        var words: Set<String> = []
        for word in scalars.split(whereSeparator: { !$0.isWord }) {
            let before = scalars[..<word.startIndex].suffix(3)
            if before.last(where: { !"{#!".unicodeScalars.contains($0) }) == "$" { continue }
            words.insert(String(String.UnicodeScalarView(word)))
        }
        return words
    }
}

/// Why no value can be inserted at a position, in the words of messages.
enum ShellObstacle: Hashable {
    /// The text of a here-document.
    case hereDocument
    /// A command between backquotes.
    case backquotes
    /// A text in `$'…'`.
    case dollarQuotes
    case comment
    /// Arithmetic, and what is read as such: a subscript.
    case arithmetic
    /// An expansion of the shell's own whose word is read in a way of its own.
    case expansion
    /// Behind a backslash.
    case backslash
    /// Among the words of a command that reads them as code.
    case code(String)
    /// In the parentheses of a pattern, which may be code to zsh.
    case pattern
    /// The word of a `>&`, which bash and zsh expand once more.
    case duplication
    /// In a command that another shell is given.
    case nestedShell
    /// In any line that calculates, of a value with a command in it.
    case calculation
    /// Anywhere, of a value with a byte of zero in it.
    case zero
    /// Anywhere, of a value that is too long for an argument.
    case length(Int)
    /// Anywhere after something that shells do not agree about.
    case doubt(String)

    /// The longest argument that Linux gives a program (execve(2), MAX_ARG_STRLEN), without the zero at its end.
    static let longestArgument = 131_071

    /// What is in the way of a value wherever it stands; nil where nothing is.
    init?(to texts: [String]) {
        if texts.contains(where: { $0.utf8.contains(0) }) {
            self = .zero
        } else if texts.contains(where: { $0.utf8.count > Self.longestArgument }),
            let length = texts.map(\.heldBytes.count).max(), length > Self.longestArgument
        {
            self = .length(length)
        } else {
            return nil
        }
    }

    /// Whether it is one in the words of programs, too, and not of what is built into shells.
    var isOfPrograms: Bool {
        switch self {
        case .nestedShell: true
        case .code(let command): ["eval", "env -S"].contains(command)
        default: false
        }
    }

    /// What is wrong.
    var message: String {
        let place =
            switch self {
            case .hereDocument: "in a here-document"
            case .backquotes: "between backquotes"
            case .dollarQuotes: "in $'…'"
            case .comment: "in a comment"
            case .arithmetic: "in arithmetic or a subscript"
            case .expansion: "in this shell expansion"
            case .backslash: "after a backslash"
            case .code(let command): "among the words of '\(command)'"
            case .pattern: "in the parentheses of a pattern"
            case .duplication: "after '>&'"
            case .nestedShell: "into a command for another shell"
            case .calculation:
                "into a line that does arithmetic, because it contains a command such as '$(…)'"
            case .zero: "into a line, because it contains a zero byte"
            case .length(let length):
                "into a line, because its \(length) bytes exceed \(Self.longestArgument)"
            case .doubt(let cause): "after \(cause)"
            }
        return "a value cannot be inserted safely \(place)"
    }

    /// What to write instead.
    var hint: String? {
        switch self {
        case .backquotes: "write $( ) instead of the backquotes"
        case .comment: "remove the comment, or write # before 'run' in YAML"
        case .backslash: TemplateReference.literally
        case .duplication: "write > instead, and 2>&1 after the file"
        case .nestedShell: "pass it after the command: sh -c '… \"$1\" …' sh ${params.x}"
        case .calculation: "do the arithmetic in a separate step"
        case .arithmetic, .code, .pattern:
            "shells execute what is there; pass the value to a script as an argument"
        case .length: "write it to a file"
        case .zero: nil
        default: "set a variable in 'env' and use it here"
        }
    }
}
