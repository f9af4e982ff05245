/// The program whose file is converted: what is not understood is left to it.
struct OriginalRunner {
    /// How words of devtool's command line reach it.
    enum Passing {
        /// Behind the task's name: those after `--`.
        case arguments
        /// Behind the task's name, as a parameter that takes them all.
        case rest
        /// Required parameters as `NAME=value`; those after `--` behind a `--`.
        case assignments
    }

    /// The program, as in `just`.
    let program: String
    /// What stands before the task's name after the program, as in `["-f", "x.just"]`.
    var options = ConvertedText()
    let passing: Passing
    /// The folder that it is started in; nil for that of the file.
    var folder: ConvertedText?
    /// Whether a task that several others need runs once, also if they are named together.
    var runsOnce = true
    /// Whether the program is also looked for in `node_modules/.bin`.
    var isNodeModule = false

    /// The name of the parameter that takes all words.
    static let rest = "args"

    /// Whether a step has a command that starts it, so that its file must be kept.
    func isCalled(by step: ConvertedStep) -> Bool {
        // A package.json is more than scripts, and is kept in any case.
        if program == "npm" { return false }
        let lines: String
        switch step.action {
        case .line(let text): lines = text.skeleton
        case .script(let text): lines = text
        case .call, .calls: return false
        }
        return lines.split { ";&|({\n".contains($0) }.contains { command in
            command.split(separator: " ").first { !["then", "do", "else", "!"].contains($0) }
                == program[...]
        }
    }

    /// The `PATH` of the environment with the programs of `node_modules` at its front.
    static func nodePath(at line: Int) -> ConvertedVariable {
        let path = ConvertedText([
            .reference(.root), .text("/node_modules/.bin:"),
            .reference(.environment("PATH", orElse: nil)),
        ])
        return ConvertedVariable(name: "PATH", value: .text(path), line: line)
    }

    /// The task that runs a task in its own runner.
    func delegating(
        _ task: ConvertedTask, _ delegation: Delegation, of project: ConvertedProject
    ) -> ConvertedTask {
        var other = ConvertedTask(task.name, originalName: task.originalName, line: task.line)
        other.comments = task.comments
        other.comments.append(
            "# delegates to \(program): \(delegation.reason), \(project.sourceName):\(delegation.line)"
        )
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
        line.append(PlainWords.quoted(task.originalName))
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
                line =
                    line + ConvertedText(" \(parameter.originalName)=\"")
                    + .reference(.parameter(parameter.name))
                line.append("\"")
            }
            line = line + ConvertedText(" --") + arguments
        }
        if isNodeModule { other.environment = [Self.nodePath(at: task.line)] }
        other.steps = [ConvertedStep(.line(line), line: delegation.line)]
        return other
    }
}
