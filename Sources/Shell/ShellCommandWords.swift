/// The words of a command so far, from which follows whether the next word is code.
package struct ShellCommandWords {
    /// Why the next word cannot contain a value.
    private(set) var obstacle: ShellObstacle?
    /// Why the output of this command cannot contain a value: it is a word of another command.
    let outer: ShellObstacle?
    private(set) var prints = false
    /// Whether the next word may be the command: only assignments and programs like `env` precede it.
    private(set) var isAtCommand = true
    /// Whether the format of a `printf` is not literal.
    private(set) var hasOpenFormat = false
    /// Whether the command executes a file, like `source FILE` or `sh FILE`.
    private(set) var readsCode = false
    /// A program that may take one of the next words as code.
    private var program: Program?
    private var isFile = false
    /// Whether only assignments and keywords precede the next word.
    private var isFirst = true
    /// Whether the next word may be a name, as after `for` or `export`.
    private var isName = false
    private var previous = ""

    private enum Program {
        /// A shell, which takes code after `-c`, as long as only options precede it.
        case shell
        /// A program that takes a command after `-c`, in any position.
        case runner
        /// `flock`, which takes a command after a file and `-c`; counts the words that are not options.
        case flock(words: Int)
        /// `env`, which takes a command after `-S`.
        case env
        /// `printf`, whose first word is a format.
        case printf
    }

    /// `outer` is why the output of the command cannot contain values.
    package init(inside outer: ShellObstacle? = nil) { self.outer = outer }

    /// Why the output of a nested command cannot contain values.
    var obstacleInside: ShellObstacle? { prints ? outer ?? obstacle : obstacle }

    /// Why a word with this beginning cannot contain a value.
    package func obstacle(inWord beginning: String) -> ShellObstacle? {
        if let obstacle { return obstacle }
        var words = self
        words.append(beginning)
        return words.obstacle
    }

    /// Notes a redirection; the word of a here-document has been read already.
    mutating func redirect(toFile: Bool = true) { isFile = toFile }

    /// Notes `<<<`, whose word the command reads.
    mutating func readWord(inside parentheses: ShellObstacle?) {
        isFile = true
        if obstacle == nil { obstacle = readsCode ? .code(".") : outer ?? parentheses }
    }

    package mutating func append(_ word: String) {
        if isFile {
            isFile = false
            return
        }
        noteRole(word)
        defer { previous = word }
        let isOption = word.hasPrefix("-") || word.hasPrefix("+")
        if case .code = obstacle { return }
        if obstacle == .nestedShell {
            if isOption { return }
            // What follows the command are its arguments.
            obstacle = word.split { !$0.isLetter }.contains("eval") ? .code("eval") : nil
            program = nil
            return
        }
        let name = word.split(separator: "/").last.map(String.init) ?? ""
        if Self.evaluators.contains(word) || isTable(word) || isAtCommand && Self.commandEvaluators.contains(word) {
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
        let isBeforeCommand = isOption || word.contains("=") || Self.prefixes.contains(name) || takesWord(previous)
        isAtCommand = isAtCommand && isBeforeCommand || Self.beginnings.contains(word)
    }

    /// The role of a value after the beginning of a word, which may be empty, and before another character.
    func role(after beginning: ArraySlice<Unicode.Scalar>, before next: Unicode.Scalar) -> ShellRole {
        let word = String(String.UnicodeScalarView(beginning))
        if isFile || isFirst && Self.isAssignment(word) { return .single }
        if !isFirst { return .argument }
        // Otherwise it may be a part of a name, as in `$(V)=1`.
        return !isName && (next.endsWord || next == "/") ? .command : .other
    }

    private mutating func noteRole(_ word: String) {
        guard isFirst else { return }
        isName = isName || Self.declarations.contains(word)
        isFirst = Self.isBeforeCommand(word)
    }

    /// Whether a word before a command, or before a name, leaves the next one in its place.
    package static func isBeforeCommand(_ word: String) -> Bool {
        isAssignment(word) || keywords.contains(word) || declarations.contains(word)
    }

    private static func isAssignment(_ word: String) -> Bool {
        word.unicodeScalars.first { !$0.isWord && !"[]+".unicodeScalars.contains($0) } == "="
    }

    /// Notes a word that is neither an option nor a known name.
    private mutating func noteOperand(_ word: String) {
        let isValue = takesWord(previous)
        switch program {
        case .shell where !isValue: program = nil
        case .printf where previous != "-v":
            program = nil
            hasOpenFormat = hasOpenFormat || word.contains("$") || word.contains("`")
        case .flock(let count) where !isValue:
            program = count == 0 ? .flock(words: 1) : nil
            // Another command follows the file.
            if count > 0 {
                isAtCommand = true
                append(word)
                return
            }
        case .shell, .runner, .flock, .env, .printf, nil: break
        }
        let isBeforeCommand =
            word.contains("=") || Self.prefixes.contains(word) || isValue
            // Such as a timeout, a priority or a count.
            || word.first?.isNumber == true
        isAtCommand = isAtCommand && isBeforeCommand || Self.beginnings.contains(word)
    }

    /// Whether a word is the name of a shell, or an expansion that may result in one.
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
        case .flock(words: 1): if option.hasPrefix("-c") || option.hasPrefix("--command") { obstacle = .nestedShell }
        case .shell, .runner:
            let takesCommand = isLong ? option.hasPrefix("--command") : option.contains("c")
            if takesCommand { obstacle = .nestedShell }
        case .env where isAtCommand:
            let splits = isLong ? option.hasPrefix("--split-string") : option.contains("S")
            if splits { obstacle = .code("env -S") }
        case .flock, .env, .printf, nil: break
        }
    }

    private func takesWord(_ option: String) -> Bool {
        (option.hasPrefix("-") || option.hasPrefix("+")) && option.hasSuffix("o") || Self.valued.contains(option)
    }

    /// Whether a word begins an assignment to one of zsh's tables of code, or names one after `set -A`.
    private func isTable(_ word: String) -> Bool {
        guard let name = Self.tables.first(where: word.hasPrefix) else { return false }
        let rest = word.dropFirst(name.count)
        return rest.hasPrefix("[") || rest.hasPrefix("=") || rest.hasPrefix("+=")
            || rest.isEmpty && (previous == "-A" || previous == "+A")
    }

    static func mayPrecede(_ word: String) -> Bool {
        prefixes.contains(word) || [";", "(", ")", "`", "}"].contains(word) || word.contains("=") || word.hasPrefix("-")
    }

    /// Whether a variable is one of zsh's tables of functions and aliases.
    static func isTable(_ name: some StringProtocol) -> Bool { tables.contains(String(name)) }

    private static let tables = [
        "functions", "aliases", "galiases", "saliases", "dis_functions", "dis_aliases", "dis_galiases", "dis_saliases",
    ]
    /// Commands that execute or expand their words, even as arguments of other commands.
    private static let evaluators: Set = [
        "eval", "compgen", "mapfile", "readarray", "vared", "zformat", "zstyle", "zpty",
    ]
    /// The same, but only as commands: as arguments, these names have other meanings.
    private static let commandEvaluators: Set = ["trap", "alias", "complete", "sched"]
    private static let shells: Set = [
        "sh", "ash", "bash", "csh", "dash", "fish", "ksh", "ksh93", "lksh", "mksh", "oksh", "pdksh", "rbash", "rksh",
        "rzsh", "tcsh", "yash", "zsh",
    ]
    /// Programs that pass an option's value to a shell.
    private static let runners: Set = ["su", "runuser", "script", "sg"]
    /// Programs that run the command in their arguments.
    private static let prefixes: Set = [
        "sudo", "doas", "env", "exec", "command", "builtin", "nice", "nohup", "setsid", "time", "timeout", "xargs",
        "stdbuf", "ionice", "chroot", "unshare", "coproc", "noglob", "repeat", "nocorrect", "if", "then", "elif",
        "else", "while", "until", "do", "!", "{",
    ]
    private static let keywords: Set = [
        "if", "then", "elif", "else", "while", "until", "do", "!", "{", "time", "coproc",
    ]
    /// Words before a name.
    private static let declarations: Set = [
        "for", "select", "case", "function", "export", "readonly", "local", "declare", "typeset",
    ]
    /// Words after which a command begins, in any position.
    private static let beginnings: Set = ["{", "]]", "-exec", "-execdir", "-ok", "-okdir"]
    private static let printers: Set = ["echo", "printf", "print", "basename", "dirname", "realpath", "yes"]
    /// Options with a value, of shells and of programs that run commands; those that end in `o` are handled separately.
    private static let valued: Set = ["-O", "--rcfile", "--init-file", "-u", "-C", "-n", "-w"]
}
