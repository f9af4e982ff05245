/// A file of another runner, in devtool's words: what every reader makes and the writer writes.
struct ConvertedProject {
    /// The name of the file.
    let sourceName: String
    var runner: OriginalRunner
    var comments: [String] = []
    /// What could not be read at all, so that perhaps a task is missing.
    var unreadable: [Unreadable] = []
    /// The shell of all shell lines and its options, as in `["bash", "-e", "-c"]`; nil for devtool's default.
    var shell: [String]?
    /// Whether commands are not shown.
    var isSilent = false
    /// How the output of several tasks is shown: `group`, `prefix` or `raw`; nil for the default.
    var output: String?
    var variables: [ConvertedVariable] = []
    /// The variables whose texts are written wherever they are used, so that none is set for some uses only.
    var writtenOut: Set<String> = []
    var environment: [ConvertedVariable] = []
    var dotenv: [ConvertedDotenv] = []
    /// Whether a file `.env` is read where `dotenv` names none, as devtool does by itself.
    var readsDotenv = true
    var tasks: [ConvertedTask] = []
    /// Comments after the last task.
    var finalComments: [String] = []

    init(of sourceName: String, runner: OriginalRunner) {
        self.sourceName = sourceName
        self.runner = runner
    }

    /// A shell with its options, as in `["bash", "-cu"]`: devtool wants `-c` by itself, and last; nil for others.
    static func shell(of words: [String]) -> [String]? {
        let words = words.first == "/usr/bin/env" ? words.dropFirst() : words[...]
        guard let path = words.first, let last = words.last, last.hasPrefix("-"),
            !last.hasPrefix("--"), last.contains("c"),
            let name = ["sh", "bash", "dash", "zsh", "ksh"].first(where: { name in
                [name, "/bin/\(name)", "/usr/bin/\(name)"].contains(path)
            })
        else { return nil }
        let others = last.filter { $0 != "c" }
        return [name] + words.dropFirst().dropLast() + (others == "-" ? [] : [others]) + ["-c"]
    }

    /// Leaves all tasks to their own runner, as where a setting that all depend on is not understood.
    mutating func delegateAll(_ reason: String, at line: Int) {
        for index in tasks.indices { tasks[index].delegate(reason, at: line) }
    }
}

/// A part of a file that could not be read.
struct Unreadable {
    /// The line in the source file, from 1.
    let line: Int
    let text: String
}

/// A variable of a file or a task.
struct ConvertedVariable {
    var name: String
    var value: ConvertedValue
    /// Its line in the source file, from 1.
    let line: Int
    var comments: [String] = []
}

/// The value of a variable.
enum ConvertedValue {
    case text(ConvertedText)
    /// The output of a shell line.
    case shell(ConvertedText)

    var text: ConvertedText {
        switch self {
        case .text(let text), .shell(let text): text
        }
    }
}

/// A file with variables for the environment.
struct ConvertedDotenv {
    var file: ConvertedText
    var isOptional = true
}
