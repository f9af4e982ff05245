/// The words of a command so far, which tell whether the next one is code.
struct ShellCommandWords {
    /// Why no value can be among the next word's characters.
    private(set) var obstacle: ShellObstacle?
    /// Why none can be in what this command prints: that is among the words of another.
    let outer: ShellObstacle?
    /// Whether it prints its words as they are.
    private(set) var prints = false
    /// Whether no more than assignments, and programs that run another, stand before.
    private(set) var isAtCommand = true
    /// Whether the format of a `printf` is not to be seen.
    private(set) var hasOpenFormat = false
    /// Whether a file that it is given is code: `. FILE`, `sh FILE`.
    private(set) var readsCode = false
    /// What may take one of the next words for code.
    private var program: Program?
    /// Whether the next word is a file's name, behind a redirection.
    private var isFile = false
    /// The last word.
    private var previous = ""

    /// A program one of whose words is a shell command.
    private enum Program {
        /// A shell, which takes it behind `-c`, before any other word than an option.
        case shell
        /// Another program that takes one behind `-c`, also behind other words.
        case runner
        /// `flock`, which takes it behind a file and `-c`; with its words besides options so far.
        case flock(words: Int)
        /// `env`, which takes one behind `-S`.
        case env
        /// `printf`, whose first word is a format.
        case printf
    }

    /// Begins a command; `outer` is in the way of values where its output goes.
    init(inside outer: ShellObstacle? = nil) {
        self.outer = outer
    }

    /// Why no value can be in what a command prints whose output is put into the next word.
    var obstacleInside: ShellObstacle? { prints ? outer ?? obstacle : obstacle }

    /// Why no value can be in a word that begins so.
    func obstacle(inWord beginning: String) -> ShellObstacle? {
        if let obstacle { return obstacle }
        var words = self
        words.append(beginning)
        return words.obstacle
    }

    /// Takes notice of `<` or `>`: the next word is a file, but that of a here-document has been read.
    mutating func redirect(toFile: Bool = true) { isFile = toFile }

    /// Takes notice of a `<<<`, whose word the command reads.
    mutating func readWord(inside parentheses: ShellObstacle?) {
        isFile = true
        if obstacle == nil { obstacle = readsCode ? .code(".") : outer ?? parentheses }
    }

    /// Takes notice of a word, without its quotes.
    mutating func append(_ word: String) {
        if isFile {
            isFile = false
            return
        }
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
        if Self.evaluators.contains(word) || isTable(word)
            || isAtCommand && Self.commandEvaluators.contains(word)
        {
            obstacle = .code(String(word.prefix { $0 != "[" && $0 != "=" && $0 != "+" }))
        } else if isShell(word, name) {
            program = .shell
            readsCode = true
        } else if isAtCommand, name == "flock" {
            program = .flock(words: 0)
        } else if isAtCommand, Self.runners.contains(name) {
            program = .runner
        } else if isAtCommand, name == "env" {
            program = .env
        } else if isAtCommand, word == "." || word == "source" {
            readsCode = true
        } else if isAtCommand, Self.printers.contains(name) {
            prints = true
            if name == "printf" { program = .printf }
        } else if isOption {
            noteOption(word)
        } else {
            noteOperand(word)
            return
        }
        let isBeforeCommand =
            isOption || word.contains("=") || Self.prefixes.contains(name)
            || takesWord(previous)
        isAtCommand = isAtCommand && isBeforeCommand || Self.beginnings.contains(word)
    }

    /// Takes notice of a word that is no option, and no name that means something.
    private mutating func noteOperand(_ word: String) {
        let isValue = takesWord(previous)
        switch program {
        case .shell where !isValue: program = nil
        case .printf where previous != "-v":
            program = nil
            hasOpenFormat = hasOpenFormat || word.contains("$") || word.contains("`")
        case .flock(let count) where !isValue:
            program = count == 0 ? .flock(words: 1) : nil
            // Behind the file begins another command.
            if count > 0 {
                isAtCommand = true
                append(word)
                return
            }
        default: break
        }
        let isBeforeCommand =
            word.contains("=") || Self.prefixes.contains(word) || isValue
            // A time, a priority, how often.
            || word.first?.isNumber == true
        isAtCommand = isAtCommand && isBeforeCommand || Self.beginnings.contains(word)
    }

    /// Whether a word is the name of a shell, or an expansion that may give one.
    private func isShell(_ word: String, _ name: String) -> Bool {
        if Self.shells.contains(name) { return true }
        guard isAtCommand, word.contains("$") || word.hasSuffix(")") else { return false }
        return word.split { !$0.isLetter && !$0.isNumber }.contains {
            Self.shells.contains(String($0)) || $0 == "SHELL" || $0 == "BASH"
        }
    }

    private mutating func noteOption(_ option: String) {
        let isLong = option.hasPrefix("--")
        switch program {
        case .flock(words: 1):
            if option.hasPrefix("-c") || option.hasPrefix("--command") { obstacle = .nestedShell }
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

    /// Whether another command may begin behind a word.
    static func mayPrecede(_ word: String) -> Bool {
        prefixes.contains(word) || [";", "(", ")", "`", "}"].contains(word) || word.contains("=")
            || word.hasPrefix("-")
    }

    /// Whether a variable is one of zsh's lists of code: functions, and words that stand for others.
    static func isTable(_ name: some StringProtocol) -> Bool { tables.contains(String(name)) }

    private static let tables = [
        "functions", "aliases", "galiases", "saliases", "dis_functions", "dis_aliases",
        "dis_galiases", "dis_saliases",
    ]
    /// Commands that read their words as code, or expand them, wherever their names stand.
    private static let evaluators: Set = [
        "eval", "compgen", "mapfile", "readarray", "vared", "zformat", "zstyle", "zpty",
    ]
    /// The same, whose names mean something else among the words of other commands.
    private static let commandEvaluators: Set = ["trap", "alias", "complete", "sched"]
    private static let shells: Set = [
        "sh", "ash", "bash", "csh", "dash", "fish", "ksh", "ksh93", "lksh", "mksh", "oksh", "pdksh",
        "rbash", "rksh", "rzsh", "tcsh", "yash", "zsh",
    ]
    /// Programs that hand what an option has to a shell.
    private static let runners: Set = ["su", "runuser", "script", "sg"]
    /// Programs that run what their further words name.
    private static let prefixes: Set = [
        "sudo", "doas", "env", "exec", "command", "builtin", "nice", "nohup", "setsid", "time",
        "timeout", "xargs", "stdbuf", "ionice", "chroot", "unshare", "coproc", "noglob", "repeat",
        "nocorrect", "if", "then", "elif", "else", "while", "until", "do", "!", "{",
    ]
    /// Words behind which a command begins, wherever they stand.
    private static let beginnings: Set = ["{", "]]", "-exec", "-execdir", "-ok", "-okdir"]
    /// Commands that print their words, or a part of them.
    private static let printers: Set = [
        "echo", "printf", "print", "basename", "dirname", "realpath", "yes",
    ]
    /// Options of shells, and of programs that run another, that take the next word, besides those that end
    /// with an o.
    private static let valued: Set = ["-O", "--rcfile", "--init-file", "-u", "-C", "-n", "-w"]
}
