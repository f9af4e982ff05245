/// A shell line, split at its references.
///
/// `${word.rest}` is a reference, because no shell has such a parameter. `$${` becomes `${` for the shell.
package struct ShellTemplate {
    package enum Piece: Hashable {
        case text(String)
        /// The text between the braces, and the number of `${` before them.
        case reference(String, ShellPlacement, ShellRole, ordinal: Int)
        /// A reference at a position where no value can be inserted.
        case failure(String, hint: String?, ordinal: Int)
    }

    private let scanner: ShellScanner
    package var pieces: [Piece] { scanner.pieces }
    package var hasOpenFormat: Bool { scanner.hasOpenFormat }

    package init(_ line: String) {
        var scanner = ShellScanner(line)
        scanner.scan()
        self.scanner = scanner
    }

    package static let literally = "write $${ for a literal ${"

    /// A text of a line in which nothing is a reference.
    package static func literal(_ text: String) -> String {
        if !text.utf8.contains(UInt8(ascii: "$")) { return text }
        let scanner = ShellScanner(text)
        var (result, start) = (String.UnicodeScalarView(), 0)
        for index in scanner.scalars.indices where scanner.isReference(at: index) {
            result += scanner.scalars[start..<index] + ["$"]
            start = index
        }
        return result.isEmpty ? text : String(result + scanner.scalars[start...])
    }
}

extension ShellTemplate {
    /// What the shell reads in backquotes and here-documents, which have no references.
    private var nested: [ShellTemplate] {
        scanner.nested.map { range, isHereDocument in
            let text = String(String.UnicodeScalarView(scanner.scalars[range]))
            // Like text in double quotes, except that it may contain them.
            return ShellTemplate(isHereDocument ? "\"\(text.replacing("\"", with: " "))" : text)
        }
    }

    /// Whether the shell reads its arguments, such as `$1`, `$#` or `${@}`.
    package var readsArguments: Bool { scanner.readsArguments || nested.contains(where: \.scanner.readsArguments) }

    /// The variables that a line reads but does not mention otherwise, for example to set them, as far as shells agree.
    package var variablesFromOutside: [String] {
        let variables = scanner.variables + nested.flatMap(\.scanner.variables)
        if variables.isEmpty { return [] }
        var own = scanner.scalars
        for (range, isHereDocument) in scanner.nested where isHereDocument { for index in range { own[index] = " " } }
        let named = Self.barewords(in: own)
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
package enum ShellObstacle: Hashable {
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
    package static let longestArgument = 131_071

    /// Whether it also applies to the arguments of programs run without a shell.
    package var isOfPrograms: Bool { [.nestedShell, .code("eval"), .code("env -S")].contains(self) }

    package var message: String {
        let place =
            switch self {
            case .hereDocument: "in a here-document"
            case .backquotes: "between backquotes"
            case .dollarQuotes: "in $'…'"
            case .comment: "in a comment"
            case .arithmetic: "in arithmetic or a subscript"
            case .expansion: "in this shell expansion"
            case .backslash: "after a backslash"
            case .code(let command): "into code for '\(command)'"
            case .pattern: "in the parentheses of a pattern"
            case .duplication: "after '>&'"
            case .nestedShell: "into a command for another shell"
            case .calculation: "into a line that does arithmetic, because the value contains a command such as '$(…)'"
            case .zero: "into a line because the value contains a zero byte"
            case .length(let length):
                "into a line because its \(length) bytes exceed the limit of \(Self.longestArgument)"
            case .doubt(let cause): "after \(cause)"
            }
        return "a value cannot be inserted safely \(place)"
    }

    package var hint: String? {
        switch self {
        case .backquotes: "write $( ) instead of the backquotes"
        case .comment: "remove the comment, or move it above 'run' as a YAML comment"
        case .backslash: ShellTemplate.literally
        case .duplication: "use '> FILE 2>&1' instead"
        case .nestedShell: "pass the value after the command: sh -c '… \"$1\" …' sh ${params.x}"
        case .calculation: "do the arithmetic in a separate step"
        case .arithmetic, .code, .pattern: "shells execute this text; pass the value to a script as an argument"
        case .length: "write it to a file"
        case .zero: nil
        case .hereDocument, .dollarQuotes, .expansion, .doubt: "set a variable in 'env' and use it here"
        }
    }
}
