import Shell

/// The program whose file is converted, and which runs delegated tasks.
struct OriginalRunner {
    /// How arguments from devtool's command line are passed.
    enum Passing {
        /// The words after `--` follow the task's name.
        case arguments
        /// As `rest`, for all words.
        case rest
        /// Required parameters as `NAME=value`, followed by `--` and the words after it.
        case assignments
    }

    let program: String
    /// The arguments before the task's name, such as `-f x.just`.
    var options = ConvertedText()
    let passing: Passing
    var folder: ConvertedText?
    /// Whether a shared dependency runs once.
    var runsOnce = true
    /// Whether the program may be in `node_modules/.bin`.
    var isNodeModule = false
    /// Whether the program itself sets the project's environment, so that a delegated task may already have it.
    var setsEnvironment = false
    /// Whether commands of variables do not see the environment of the project.
    var hidesEnvironment = false

    static let rest = "args"

    /// The program in a step that runs what the converted file has; `nil` if there is none.
    func program(calledBy step: ConvertedStep) -> String? {
        let lines: String
        switch step.action {
        case .line(let text): lines = text.skeleton
        case .script(let text): lines = text
        case .calls: return nil
        }
        if program == "npm" {
            // Many programs run lines of others, as concurrently does 'npm:lint', so look at all words.
            let words = lines.split { !($0.isLetter || $0.isNumber || "-_./".contains($0)) }
            return words.map(String.init).first(where: Self.scriptRunners.contains)
        }
        let isCalled = ShellText.commands(in: lines).contains { words in
            words.first { !["then", "do", "else", "!"].contains($0) } == program[...]
        }
        return isCalled ? program : nil
    }

    private static let scriptRunners: Set = [
        "npm", "npm-run-all", "npm-run-all2", "run-s", "run-p", "yarn", "pnpm", "bun",
    ]

    /// `PATH` with the programs of `node_modules` first.
    static func nodePath(at line: Int, above folders: [String] = []) -> ConvertedVariable {
        let folders = [""] + folders.map { "/\($0)" }
        let pieces = folders.flatMap { folder -> [ConvertedText.Piece] in
            [.reference(.root), .text("\(folder)/node_modules/.bin:")]
        }
        let path = ConvertedText(pieces + [.reference(.environment("PATH", orElse: nil))])
        return ConvertedVariable(name: "PATH", value: path, line: line)
    }

    /// A task that runs the original task in its runner.
    func delegating(_ task: ConvertedTask, _ delegation: (reason: String, line: Int), of project: ConvertedProject)
        -> ConvertedTask
    {
        var other = ConvertedTask(task.name, originalName: task.originalName, line: task.line)
        other.comments = task.comments
        other.comments.append(
            "# delegates to \(program): \(delegation.reason), \(project.sourceName):\(delegation.line)")
        other.description = task.description
        other.aliases = task.aliases
        other.group = task.group
        other.isInternal = task.isInternal
        other.isInteractive = task.isInteractive || task.confirmation != nil
        other.platforms = task.platforms
        other.requiredPrograms = [program]
        other.dir = folder
        if let shell = project.shell, !LineWriter.isOfWords(shell) { other.shell = ["sh", "-c"] }
        var line = ConvertedText("\(program) ") + options
        line.append(ShellText.quoted(task.originalName))
        let arguments = ConvertedText(" ") + .reference(.arguments)
        switch passing {
        case .arguments: line = line + arguments
        case .rest:
            other.parameters = [ConvertedParameter(Self.rest)]
            other.parameters[0].isRest = true
            line = line + ConvertedText(" ") + .reference(.parameter(Self.rest))
        case .assignments:
            other.parameters = task.parameters.filter(\.isRequired)
            for parameter in other.parameters {
                line = line + ConvertedText(" \(parameter.originalName)=\"") + .reference(.parameter(parameter.name))
                line.append("\"")
            }
            line = line + ConvertedText(" --") + arguments
        }
        if isNodeModule { other.environment = [Self.nodePath(at: task.line)] }
        other.steps = [ConvertedStep(.line(line), line: delegation.line)]
        return other
    }
}
