/// The words of a command so far, as far as they tell that the next one is code.
struct CommandWords {
    /// Why no value can be among the next word's characters.
    private(set) var obstacle: ShellObstacle?
    /// Why none can be in what this command prints: that is among the words of another.
    let outer: ShellObstacle?
    /// Whether it prints its words as they are.
    private(set) var prints = false
    /// Whether no more than assignments, and programs that run another, stand before.
    private(set) var isAtCommand = true
    /// Whether a file that it is given is code: `. FILE`, `sh FILE`.
    private(set) var readsCode = false
    /// What may take one of the next words for code.
    private var program: Program?
    /// The last word.
    private var previous = ""

    /// A program that takes a command for a shell in one of its words.
    private enum Program {
        /// A shell, which takes it behind `-c`, before any other word than an option.
        case shell
        /// Another program that takes one behind `-c`, also behind other words.
        case runner
        /// `env`, which takes one behind `-S`.
        case env
    }

    /// Begins a command; `outer` is in the way of values where its output goes.
    init(inside outer: ShellObstacle? = nil) {
        self.outer = outer
    }

    /// Why no value can be in a word that begins so.
    func obstacle(inWord beginning: String) -> ShellObstacle? {
        if let obstacle { return obstacle }
        var words = self
        words.append(beginning)
        return words.obstacle
    }

    /// Takes notice of a word, without its quotes.
    mutating func append(_ word: String) {
        defer { previous = word }
        let isOption = word.hasPrefix("-") || word.hasPrefix("+")
        switch obstacle {
        case .code: return
        case .nestedShell where isOption: return
        case .nestedShell:
            // What follows the command are its arguments.
            obstacle = word.split { !$0.isLetter }.contains("eval") ? .code("eval") : nil
            program = nil
            return
        default: break
        }
        let name = word.split(separator: "/").last.map(String.init) ?? ""
        if Self.evaluators.contains(word) || isTable(word) {
            obstacle = .code(String(word.prefix { $0 != "[" && $0 != "=" && $0 != "+" }))
        } else if Self.shells.contains(name) {
            program = .shell
            readsCode = true
        } else if isAtCommand, Self.runners.contains(name) {
            program = .runner
        } else if isAtCommand, name == "env" {
            program = .env
        } else if isAtCommand, word == "." || word == "source" {
            readsCode = true
        } else if isAtCommand, Self.printers.contains(word) {
            prints = true
        } else if isOption {
            noteOption(word)
        } else if program == .shell, !takesWord(previous) {
            program = nil
        }
        let isBeforeCommand =
            isOption || word.contains("=") || Self.prefixes.contains(name)
            || takesWord(previous)
        isAtCommand = isAtCommand && isBeforeCommand
    }

    private mutating func noteOption(_ option: String) {
        let isLong = option.hasPrefix("--")
        switch program {
        case .shell, .runner:
            let takesCommand = isLong ? option.hasPrefix("--command") : option.contains("c")
            if takesCommand { obstacle = .nestedShell }
        case .env where isAtCommand:
            let splits = isLong ? option.hasPrefix("--split-string") : option.contains("S")
            if splits { obstacle = .code("env -S") }
        default: break
        }
    }

    private func takesWord(_ option: String) -> Bool {
        (option.hasPrefix("-") || option.hasPrefix("+")) && option.hasSuffix("o")
            || Self.valued.contains(option)
    }

    /// Whether a word begins as an assignment to one of zsh's lists of code, or names one for `set -A`.
    private func isTable(_ word: String) -> Bool {
        guard let name = Self.tables.first(where: word.hasPrefix) else { return false }
        let rest = word.dropFirst(name.count)
        return rest.hasPrefix("[") || rest.hasPrefix("=") || rest.hasPrefix("+=")
            || rest.isEmpty && (previous == "-A" || previous == "+A")
    }

    /// Whether a variable is one of zsh's lists of code: functions, and words that stand for others.
    static func isTable(_ name: some StringProtocol) -> Bool { tables.contains(String(name)) }

    private static let tables = [
        "functions", "aliases", "galiases", "saliases", "dis_functions", "dis_aliases",
        "dis_galiases", "dis_saliases",
    ]
    /// Commands that read their words as code, or expand them.
    private static let evaluators: Set = [
        "eval", "trap", "alias", "compgen", "complete", "mapfile", "readarray", "sched", "zstyle",
    ]
    private static let shells: Set = [
        "sh", "ash", "bash", "csh", "dash", "fish", "ksh", "ksh93", "mksh", "rbash", "tcsh", "zsh",
        "$SHELL", "${SHELL}", "$BASH", "${BASH}",
    ]
    /// Programs that hand what an option has to a shell.
    private static let runners: Set = ["su", "runuser", "script", "flock"]
    /// Programs that run what their further words name.
    private static let prefixes: Set = [
        "sudo", "doas", "env", "exec", "command", "builtin", "nice", "nohup", "setsid", "time",
        "if", "then", "elif", "else", "while", "until", "do", "!", "{",
    ]
    /// Commands that print their words.
    private static let printers: Set = ["echo", "printf", "print"]
    /// Options of shells, and of programs that run another, that take the next word, besides those that end
    /// with an o.
    private static let valued: Set = ["-O", "--rcfile", "--init-file", "-u", "-C", "-n"]
}
