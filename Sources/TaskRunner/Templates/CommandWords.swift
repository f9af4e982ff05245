/// The words of a command so far, as far as they tell that the next one is code.
struct CommandWords {
    /// Why no value can be among the next word's characters.
    private(set) var obstacle: ShellObstacle?
    /// Whether a shell's name and options are all that stands before.
    private var isShell = false
    /// Whether the last of these options takes the next word.
    private var takesWord = false

    /// Takes notice of a word, without its quotes.
    mutating func append(_ word: String) {
        let isOption = word.hasPrefix("-") || word.hasPrefix("+")
        switch obstacle {
        case .code: return
        case .nestedShell where isOption: return
        case .nestedShell:
            // What follows the command are its arguments.
            self = CommandWords()
            return
        default: break
        }
        if Self.evaluators.contains(word) {
            obstacle = .code(word)
        } else if Self.shells.contains(word.split(separator: "/").last.map(String.init) ?? "") {
            isShell = true
        } else if isShell, isOption, !word.hasPrefix("--"), word.contains("c") {
            obstacle = .nestedShell
        } else if !isOption, !takesWord {
            isShell = false
        }
        takesWord = isOption && word.hasSuffix("o") || Self.valued.contains(word)
    }

    /// Commands that read their words as code, or expand them.
    private static let evaluators: Set = [
        "eval", "trap", "alias", "compgen", "complete", "mapfile", "readarray", "sched", "zstyle",
    ]
    private static let shells: Set = [
        "sh", "ash", "bash", "csh", "dash", "fish", "ksh", "ksh93", "mksh", "rbash", "tcsh", "zsh",
    ]
    /// Options of theirs that take the next word, besides those that end with an o.
    private static let valued: Set = ["-O", "--rcfile", "--init-file"]
}
