import DevtoolKit

/// A shell line, split at its references.
///
/// `${word.rest}` is a reference, because no shell has such a parameter. `$${` becomes `${` for the shell.
struct ShellTemplate {
    enum Piece: Hashable {
        case text(String)
        /// The text between the braces, and the number of `${` before them.
        case reference(String, ShellPlacement, ordinal: Int)
        /// A reference at a position where no value can be inserted.
        case failure(String, hint: String?, ordinal: Int)
    }

    let pieces: [Piece]
    let hasOpenFormat: Bool

    init(_ line: String) {
        var scanner = ShellScanner(line)
        scanner.scan()
        pieces = scanner.pieces
        hasOpenFormat = scanner.hasOpenFormat
    }
}

extension ShellTemplate {
    /// The variables that a line reads but does not mention otherwise, for example to set them, to the extent that
    /// shells agree.
    static func variablesFromOutside(in line: String) -> [String] {
        var scanner = ShellScanner(line)
        scanner.scan()
        var (variables, own) = (scanner.variables, scanner.scalars)
        for (range, isHereDocument) in scanner.nested {
            let text = String(String.UnicodeScalarView(scanner.scalars[range]))
            // Like text in double quotes, except that it may contain them.
            var inner = ShellScanner(isHereDocument ? "\"\(text.replacing("\"", with: " "))" : text)
            inner.scan()
            variables += inner.variables
            for index in range where isHereDocument { own[index] = " " }
        }
        if variables.isEmpty { return [] }
        let named = barewords(in: own)
        return variables.filter { !named.contains($0) }
    }

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

/// Why no value can be inserted at a position.
enum ShellObstacle: Hashable {
    case hereDocument
    case backquotes
    case dollarQuotes
    case comment
    /// Arithmetic, or a subscript, which is read as such.
    case arithmetic
    /// An expansion of the shell whose word has its own syntax.
    case expansion
    case backslash
    /// A word of a command that executes it.
    case code(String)
    /// The parentheses of a pattern, which zsh may execute.
    case pattern
    /// The word of `>&`, which bash and zsh expand again.
    case duplication
    case nestedShell
    /// A line with arithmetic, for a value that contains a command.
    case calculation
    case zero
    case length(Int)
    case doubt(String)

    /// The longest argument in Linux (execve(2), MAX_ARG_STRLEN), without the trailing 0.
    static let longestArgument = 131_071

    /// Why a value cannot be inserted anywhere; `nil` if it can.
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

    /// Whether it also applies to the arguments of programs run without a shell.
    var isOfPrograms: Bool {
        switch self {
        case .nestedShell: true
        case .code(let command): ["eval", "env -S"].contains(command)
        default: false
        }
    }

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
            case .calculation: "into a line that does arithmetic, because it contains a command such as '$(…)'"
            case .zero: "into a line, because it contains a zero byte"
            case .length(let length): "into a line, because its \(length) bytes exceed \(Self.longestArgument)"
            case .doubt(let cause): "after \(cause)"
            }
        return "a value cannot be inserted safely \(place)"
    }

    var hint: String? {
        switch self {
        case .backquotes: "write $( ) instead of the backquotes"
        case .comment: "remove the comment, or write # before 'run' in YAML"
        case .backslash: TemplateReference.literally
        case .duplication: "write > instead, and 2>&1 after the file"
        case .nestedShell: "pass it after the command: sh -c '… \"$1\" …' sh ${params.x}"
        case .calculation: "do the arithmetic in a separate step"
        case .arithmetic, .code, .pattern: "shells execute what is there; pass the value to a script as an argument"
        case .length: "write it to a file"
        case .zero: nil
        default: "set a variable in 'env' and use it here"
        }
    }
}
