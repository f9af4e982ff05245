import Scanning

/// How a shell interprets unquoted text (POSIX.1-2024, Shell Command Language, 2.2 and 2.6), and how text is quoted.
package enum ShellText {
    private static let active = Set("$`\"'\\*?[]{}~()<>|&;#!".utf8)

    /// `nil` if a shell would do more than split words.
    package static func words(of text: String) -> [String]? {
        if text.utf8.contains(where: active.contains) { return nil }
        return text.utf8.split { " \t\n".utf8.contains($0) }.map { String(Substring($0)) }
    }

    /// The program and the arguments of a line that needs no shell; `nil` if it does, or begins with a built-in.
    ///
    /// Run directly, as in GNU make, such a line does the same in half the time.
    package static func programCall(_ line: String) -> [String]? {
        guard line.utf8.allSatisfy({ isPlain($0) || $0 == UInt8(ascii: " ") }) else { return nil }
        let words = line.split(separator: " ").map(String.init)
        guard let program = words.first, !program.contains("="), !builtIns.contains(program) else { return nil }
        return words
    }

    /// The words of each command, as far as blanks and operators outside quotes separate them.
    package static func commands(in line: String) -> [[Substring]] {
        line.split { ";&|({\n".contains($0) }.map { $0.split(separator: " ") }
    }

    /// Whether a line may read its arguments implicitly, with `getopts`, `eval`, `for` without `in`, or zsh's `argv`.
    package static func mayReadArguments(_ line: String) -> Bool {
        line.contains("argv")
            || commands(in: line).contains { words in
                let words = words.drop { $0 != "for" && ShellCommandWords.isBeforeCommand(String($0)) }
                return words.first == "for" && words.dropFirst(2).first != "in"
                    || ["getopts", "eval"].contains(words.first)
            }
    }

    /// Whether a line has more than a comment, or the backslash of a continuation.
    package static func hasCommand(_ text: String) -> Bool {
        text.lines.contains { line in
            let words = line.utf8.drop(while: " \t".utf8.contains)
            return !words.isEmpty && words.first != UInt8(ascii: "#") && !words.elementsEqual("\\".utf8)
        }
    }

    /// Whether the text is one word, for all shells.
    package static func isPlain(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isPlain) }

    /// The text as one word.
    package static func quoted(_ text: String) -> String { isPlain(text) ? text : "'\(inSingleQuotes(text))'" }

    /// The text between single quotes.
    ///
    /// By scalars: a combining character would hide a quote among characters.
    package static func inSingleQuotes(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "'" ? Array(#"'\''"#.unicodeScalars) : [$0] }))
    }

    /// The text with a backslash before each of the special characters.
    package static func escaping(_ text: String, _ special: String) -> String {
        let special = Set(special.unicodeScalars)
        return String(
            String.UnicodeScalarView(text.unicodeScalars.flatMap { special.contains($0) ? ["\\", $0] : [$0] }))
    }

    /// Characters without a meaning for shells anywhere in a word.
    ///
    /// `~` and `#` have one at its beginning.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "_-./:,@%+=".utf8.contains(byte)
    }

    /// Reserved words and built-ins (POSIX.1-2017, chapters 2.4 and 2.14; dash), and commands that vary between shells.
    private static let builtIns: Set = [
        ".", ":", "alias", "bg", "break", "builtin", "case", "cd", "chdir", "command", "continue", "declare", "do",
        "done", "echo", "elif", "else", "esac", "eval", "exec", "exit", "export", "fc", "fg", "fi", "for", "function",
        "getopts", "hash", "if", "in", "jobs", "kill", "let", "local", "printf", "pwd", "read", "readonly", "return",
        "select", "set", "shift", "source", "test", "then", "time", "times", "trap", "type", "typeset", "ulimit",
        "umask", "unalias", "unset", "until", "wait", "while",
    ]
}
