/// Splits a shell line that needs no shell into words: a program and arguments without quotes,
/// variables, patterns or operators.
///
/// Such a line does the same without a shell, in half the time; GNU make does so, too.
enum SimpleCommand {
    /// The words; nil where the line is more than that, or begins with what a shell does by itself.
    static func words(of line: String) -> [String]? {
        guard line.utf8.allSatisfy(isPlain) else { return nil }
        let words = line.split(separator: " ").map(String.init)
        guard let program = words.first, !program.contains("="), !builtIns.contains(program)
        else { return nil }
        return words
    }

    /// Letters, digits and punctuation that no shell takes for anything else, anywhere in a word; `~` and
    /// `#` are something else at its beginning.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: " _-./:,@%+=".utf8.contains(byte)
        }
    }

    /// Reserved words, built-ins and what some shell does in its own way (POSIX.1-2017, chapters 2.4 and
    /// 2.14; the built-ins of dash).
    private static let builtIns: Set = [
        ".", ":", "alias", "bg", "break", "builtin", "case", "cd", "chdir", "command", "continue",
        "declare", "do", "done", "echo", "elif", "else", "esac", "eval", "exec", "exit", "export",
        "fc", "fg", "fi", "for", "function", "getopts", "hash", "if", "in", "jobs", "kill", "let",
        "local", "printf", "pwd", "read", "readonly", "return", "select", "set", "shift", "source",
        "test", "then", "time", "times", "trap", "type", "typeset", "ulimit", "umask", "unalias",
        "unset", "until", "wait", "while",
    ]
}
