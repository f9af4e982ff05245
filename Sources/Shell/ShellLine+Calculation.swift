extension ShellLine {
    /// The index of a value that the line may execute: one that contains a command, in a line with arithmetic.
    ///
    /// In arithmetic, shells expand subscripts, and so execute the command in `a[$(reboot)]`, even in the value of a
    /// variable. A value is harmless if it contains no command, if there is no subscript, or if there is no arithmetic.
    /// This check ignores quoting, so that it holds even where ``ShellScanner`` is wrong, and for variables that are
    /// assigned the value.
    package var calculatedCommand: Int? {
        guard let any = pieces.firstIndex(where: { $0.value != nil }) else { return nil }
        let text = BareText(pieces.flatMap(\.bareText))
        if text.definesCode { return any }
        if text.matchesFiles, let first = pieces.firstIndex(where: { $0.has("(") }) { return first }
        guard let first = pieces.indices.first(where: holdsCommand) else { return nil }
        if text.declares, let list = pieces.firstIndex(where: \.isList) { return list }
        // `echo` may print a backslash escape as any character.
        let hasBracket = pieces.contains { $0.has("[") || $0.has("\\") }
        return text.expandsAgain || hasBracket && (text.calculates || hasOpenFormat) ? first : nil
    }

    /// Whether a value, together with the characters next to it, contains the beginning of a command.
    private func holdsCommand(at index: Int) -> Bool {
        guard let value = pieces[index].value else { return false }
        let scalars = Array(value.unicodeScalars)
        if scalars.contains("`") || scalars.last == "$" { return true }
        let before = index > 0 ? pieces[index - 1].lastBareScalar : nil
        return zip([before ?? " "] + scalars, scalars).contains { first, second in
            switch first {
            case "$": second == "(" || second == "{"
            case "<", ">", "=": second == "("
            // `${x@P}` interprets octal escapes.
            case "\\": ("0"..."7").contains(second)
            default: false
            }
        }
    }
}

extension ShellLine.Piece {
    /// A list is elements with commas.
    fileprivate var value: String? { if case .value(let texts, _) = self { texts.joined(separator: ",") } else { nil } }

    /// Whether bash takes the value as elements when it is assigned to a declared array.
    fileprivate var isList: Bool { value.map { $0.hasPrefix("(") || $0.contains("=(") } ?? false }

    fileprivate var lastBareScalar: Unicode.Scalar? {
        guard case .text(let text) = self else { return bareText.last }
        return ShellLine.Piece.text(String(text.suffix(64))).bareText.last
    }

    fileprivate func has(_ scalar: Unicode.Scalar) -> Bool { value?.unicodeScalars.contains(scalar) ?? false }

    /// The author's characters without quotes, backslashes and continued line ends; a value becomes one neutral
    /// character.
    fileprivate var bareText: [Unicode.Scalar] {
        guard case .text(let text) = self else { return ["\u{FFFC}"] }
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars where scalar != "'" && scalar != "\"" {
            if scalar == "\n", scalars.last == "\\" { scalars.removeLast() } else { scalars.append(scalar) }
        }
        return scalars.filter { $0 != "\\" }
    }
}

/// The characters of a line without quoting, to find arithmetic.
private struct BareText {
    private let scalars: [Unicode.Scalar]
    private let words: [String]
    private let wordEnds: [Int]
    /// For each index, that of the next `]`, or the end.
    private let ends: [Int]
    /// For each index, that of the next `:` or `}`, or the end.
    private let operations: [Int]

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        ends = Self.next(in: scalars) { $0 == "]" }
        operations = Self.next(in: scalars) { $0 == ":" || $0 == "}" }
        let words = scalars.split { !$0.isWord && $0 != "-" }
        self.words = words.map { String(String.UnicodeScalarView($0)) }
        wordEnds = words.map(\.endIndex)
    }

    private static func next(in scalars: [Unicode.Scalar], where matches: (Unicode.Scalar) -> Bool) -> [Int] {
        var next = Array(repeating: scalars.count, count: scalars.count + 1)
        for index in scalars.indices.reversed() { next[index] = matches(scalars[index]) ? index : next[index + 1] }
        return next
    }

    /// Whether the value of a variable may be expanded again.
    ///
    /// That happens in a subscript, after `>&` in bash and zsh, in `${x@P}` and `${(e)x}`, by `declare -a`, and in the
    /// variables that shells expand.
    var expandsAgain: Bool {
        contains("@P") || contains("${(") || hasDuplication || hasSubscript
            || words.contains(where: Self.expanded.contains)
    }

    /// Whether the line may assign to one of zsh's tables of functions and aliases.
    var definesCode: Bool {
        scalars.indices.contains { index in
            guard "[=+".unicodeScalars.contains(scalars[index]), index > 0 else { return false }
            let name = scalars[max(0, index - 16)..<index].reversed().prefix { $0.isWord }
            return ShellCommandWords.isTable(String(String.UnicodeScalarView(name.reversed())))
        }
    }

    var declares: Bool { words.contains(where: Self.declarations.contains) }

    /// Whether zsh may use a value as a pattern, in which parentheses can execute code.
    var matchesFiles: Bool {
        contains("$~") || contains("${~")
            || words.contains { $0.lowercased().filter { $0 != "_" }.hasSuffix("globsubst") }
    }

    /// Whether `>&` is followed by more than a number.
    private var hasDuplication: Bool {
        scalars.indices.contains { index in
            scalars[index...].starts(with: ">&".unicodeScalars)
                && !"0123456789-".unicodeScalars.contains(
                    scalars[(index + 2)...].drop { $0 == " " || $0 == "\t" }.first ?? "-")
        }
    }

    /// Whether there may be a subscript with a variable.
    private var hasSubscript: Bool {
        scalars.indices.contains { index in
            guard scalars[index] == "[" else { return false }
            let end = ends[index + 1]
            // An element of an array, `([key]=value)`.
            let behind = scalars[min(end + 1, scalars.endIndex)...].first
            let isKey = behind == "=" || behind == "+"
            let isBehindName =
                index > 0 && (scalars[index - 1].isWord || "})]@*#?!-$".unicodeScalars.contains(scalars[index - 1]))
            return (isKey || isBehindName)
                && !scalars[(index + 1)..<end].allSatisfy { "0123456789@*-".unicodeScalars.contains($0) }
        }
    }

    /// Whether anything makes some shell do arithmetic.
    var calculates: Bool {
        if ["((", "$[", "${!"].contains(where: contains) || hasOffset { return true }
        // `set -A` takes a name; other options of `set` are harmless.
        return zip(words, words.dropFirst()).contains { $0 == "set" && ["-A", "A"].contains($1) }
            || words.contains { Self.calculators.contains($0) || Self.declarations.contains($0) }
            || words.contains { $0 == "printf" || $0 == "print" } && hasNumericFormat || takesNumber || testsName
    }

    /// Whether one of ``counters`` has an argument other than a literal number.
    private var takesNumber: Bool {
        zip(words, wordEnds).contains { word, end in
            guard Self.counters.contains(word) else { return false }
            let number = scalars[end...].drop { $0 == " " || $0 == "\t" }
            let rest = number.drop { ("0"..."9").contains($0) }.drop { $0 == " " || $0 == "\t" }
            guard let next = rest.first else { return false }
            let isEnd = "\n;|)}".unicodeScalars.contains(next)
            return !isEnd && (next != "&" || rest.dropFirst().first == ">")
        }
    }

    /// Whether a test with `-v` and the like, or `printf -v`, takes a name, in which shells do arithmetic.
    private var testsName: Bool {
        guard words.contains(where: Self.nameOptions.contains) else { return false }
        var isInBrackets = false
        // The number of parentheses that were open at a `test`.
        var test: Int?
        var open = 0
        var isInFormat = false
        var previous = ";"
        for word in commandWords {
            let isOption = word.hasPrefix("-")
            let name = word.split(separator: "=").last.map(String.init) ?? word
            let isOperator = isInBrackets || test != nil || name != word
            if isOperator, Self.nameOptions.contains(name) { return true }
            if isInFormat, isOption, word.contains("v") { return true }
            isInFormat = isInFormat && isOption || word == "printf" || word == "print"
            switch word {
            case "[", "[[": isInBrackets = true
            case "test" where ShellCommandWords.mayPrecede(previous): test = open
            case "(": open += 1
            case ")": open -= 1
            case ";" where open <= test ?? -1: test = nil
            default: if word.hasPrefix("]") { isInBrackets = false }
            }
            previous = word
        }
        return false
    }

    /// The words of commands, and separators: `;` for everything that ends a command, parentheses, and the like.
    private var commandWords: [String] {
        let text = String(String.UnicodeScalarView(scalars)).reduce(into: "") { text, character in
            switch character {
            case "\n", ";", "&", "|": text += " ; "
            case "(", ")", "{", "}", "`", "!": text += " \(character) "
            default: text.append(character)
            }
        }
        return text.split { $0 == " " || $0 == "\t" }.map(String.init)
    }

    /// Variables whose values are expanded by `set -x` and by shells at start.
    private static let expanded: Set = [
        "PS0", "PS1", "PS2", "PS3", "PS4", "PROMPT", "PROMPT2", "PROMPT3", "PROMPT4", "RPROMPT", "RPS1", "ENV",
        "BASH_ENV", "PROMPT_COMMAND", "prompt_subst", "promptsubst",
    ]
    private static let declarations: Set = ["declare", "typeset", "local", "readonly", "export"]
    /// Operators and built-ins whose argument is arithmetic, or a name that may have a subscript; and numeric
    /// variables.
    private static let calculators: Set = [
        "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "let", "integer", "float", "nameref", "unset", "read", "readarray",
        "mapfile", "coproc", "getopts", "sysseek", "sysread", "zselect", "zsystem", "BASHPID", "COLUMNS", "EGID",
        "EPOCHSECONDS", "EUID", "FUNCNEST", "GID", "HISTCMD", "HISTSIZE", "KSHEGID", "KSHGID", "KSHUID", "LINENO",
        "LINES", "MAILCHECK", "OPTIND", "PGRP", "PPID", "RANDOM", "SECONDS", "SRANDOM", "TMOUT", "UID", "USER_ID",
        "SAVEHIST", "KEYTIMEOUT", "LISTMAX", "SHLVL", "ERRNO", "TRY_BLOCK_ERROR", "TRY_BLOCK_INTERRUPT", "BAUD",
        "DIRSTACKSIZE", "MENUMAX",
    ]

    private static let counters: Set = [
        "wait", "shift", "exit", "return", "break", "continue", "ulimit", "repeat", "sleep",
    ]
    /// Operators of a test whose operand is a variable or a descriptor.
    private static let nameOptions: Set = ["-v", "-R", "-t", "-p"]

    /// Whether there may be a `${x:offset}`.
    private var hasOffset: Bool {
        scalars.indices.contains { index in
            guard scalars[index...].starts(with: "${".unicodeScalars) else { return false }
            let operation = operations[index + 2]
            guard operation < scalars.count, scalars[operation] == ":" else { return false }
            return operation + 1 < scalars.count && !"-=?+}".unicodeScalars.contains(scalars[operation + 1])
        }
    }

    /// Whether the format of a `printf` may have a number, or is not literal.
    private var hasNumericFormat: Bool {
        let formats = scalars.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
        return formats.isEmpty
            || formats.contains { format in
                let conversion = format.drop { "-+ #0123456789.".unicodeScalars.contains($0) }.first
                return !"sbqc".unicodeScalars.contains(conversion ?? "%")
            }
    }

    private func contains(_ text: String) -> Bool { scalars.contains(text.unicodeScalars) }
}
