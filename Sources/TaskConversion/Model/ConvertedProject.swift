/// The intermediate representation of another runner's file, from the readers to the writer.
struct ConvertedProject {
    let sourceName: String
    var runner: OriginalRunner
    var comments: [String] = []
    /// Parts that could not be parsed, so that tasks may be missing; lines count from 1.
    var unreadable: [(line: Int, text: String)] = []
    /// The default shell with its options, such as `["bash", "-e", "-c"]`; `nil` for devtool's.
    var shell: [String]?
    var isSilent = false
    /// `group`, `prefix` or `raw`; `nil` for devtool's default.
    var output: String?
    var variables: [ConvertedVariable] = []
    /// Variables that are inlined wherever they are used, because some uses cannot take a value.
    var writtenOut: Set<String> = []
    var environment: [ConvertedVariable] = []
    var dotenv: [ConvertedDotenv] = []
    /// Whether `.env` is loaded by default, as in devtool.
    var readsDotenv = true
    var tasks: [ConvertedTask] = []
    var finalComments: [String] = []

    init(of sourceName: String, runner: OriginalRunner) {
        self.sourceName = sourceName
        self.runner = runner
    }

    /// Normalizes a shell such as `["bash", "-cu"]` so that `-c` is separate and last; `nil` for other programs.
    static func shell(of words: [String]) -> [String]? {
        let words = words.first == "/usr/bin/env" ? words.dropFirst() : words[...]
        guard let path = words.first, let last = words.last, last.hasPrefix("-"), !last.hasPrefix("--"),
            last.contains("c"),
            let name = ["sh", "bash", "dash", "zsh", "ksh"].first(where: { name in
                [name, "/bin/\(name)", "/usr/bin/\(name)"].contains(path)
            })
        else { return nil }
        let others = last.filter { $0 != "c" }
        return [name] + words.dropFirst().dropLast() + (others == "-" ? [] : [others]) + ["-c"]
    }

    /// Moves `env` into the converted tasks if delegated tasks, or commands of variables, must not see it.
    mutating func separateEnvironment() {
        let isDelegated = tasks.contains { $0.delegation != nil }
        if environment.isEmpty || runner.setsEnvironment { return }
        if !isDelegated, !runner.hidesEnvironment { return }
        // There, the defaults would see the variables of the files.
        if tasks.contains(where: { $0.delegation == nil && !$0.dotenv.isEmpty }) {
            delegateAll("gets variables from both 'env' and 'dotenv'", at: 1)
        }
        for index in tasks.indices where tasks[index].steps.contains(where: \.calls.isEmpty) {
            let own = Set(tasks[index].environment.map(\.name))
            let others = environment.filter { !own.contains($0.name) }
            tasks[index].environment = others + tasks[index].environment
        }
        environment = []
    }

    mutating func delegateAll(_ reason: String, at line: Int) {
        for index in tasks.indices { tasks[index].delegate(reason, at: line) }
    }
}

struct ConvertedVariable {
    var name: String
    var value: ConvertedText
    /// Whether the value is the output of this text as a shell line.
    var isShell = false
    /// The line in the source file, from 1.
    let line: Int
    var comments: [String] = []
}

struct ConvertedDotenv {
    var file: ConvertedText
    var isOptional = true
}
