import DevtoolKit
import Shell
import SystemPackage

/// What a task needs before anything starts, except for what an earlier task may create.
struct RequirementsCheck {
    private let task: PlannedTask
    private let context: Context
    private let programs: ProgramSearch
    private let hasForerunners: () -> Bool

    static func check(_ plan: TaskPlan, in context: Context) throws {
        var missing: [Problem] = []
        let programs = ProgramSearch()
        // Lazy, because usually nothing is missing.
        lazy var haveForerunners = plan.haveForerunners
        for (index, task) in plan.tasks.enumerated() where task.isForThisSystem && plan.omission(of: index) == nil {
            var own = context
            if !task.environment.isEmpty { own.environment.merge(task.environment) { $1 } }
            let check = RequirementsCheck(task: task, context: own, programs: programs) { haveForerunners[index] }
            missing += check.problems
        }
        if let first = missing.first { throw Problem(first.exitStatus, missing.flatMap(\.diagnostics)) }
    }

    private var problems: [Problem] {
        let wanted = task.requirements
        var problems = wanted[.programs, default: []].compactMap { missingProgram($0.name, at: $0.text.location) }
        for (name, text) in wanted[.variables, default: []] where context.environment[name, default: ""].isEmpty {
            problems.append(lacks(.badConfiguration, "the variable \(name), which is not set", at: text.location))
        }
        let files = wanted[.files, default: []].filter { name, _ in
            let path = FilePath(holding: name).absolute(in: task.directory)
            return !path.isFile && !path.isDirectory
        }
        problems += files.map { lacks(.noInput, "the file '\($0.name)', which does not exist", at: $0.text.location) }
        if files.isEmpty, let missingFolder { problems.append(missingFolder) }
        // A task with a condition may test for them.
        if task.condition == nil { problems += task.actions.compactMap(missing) }
        return problems
    }

    /// The folder of a task's steps, unless another task may make it.
    private var missingFolder: Problem? {
        let definition = task.definition
        guard definition.dir != nil || definition.file.outer != nil, !task.actions.isEmpty, task.condition == nil,
            !task.directory.isDirectory, !hasForerunners()
        else { return nil }
        let base = definition.dir == nil ? definition.configurationFile.containingFolder : definition.directory
        return lacks(
            .noInput, "the folder '\(task.directory.shown(from: base))', which does not exist",
            at: definition.dir?.location)
    }

    /// A file with the name of a program, which may not be executable.
    private func file(named name: String) -> FilePath? {
        let paths =
            name.contains("/")
            ? [FilePath(holding: name).absolute(in: task.directory)] : context.searchPath.map { $0.appending(name) }
        return paths.first(where: \.isFile)
    }

    private func missingProgram(_ name: String, at location: @autoclosure () -> SourceLocation? = nil) -> Problem? {
        if programs.program(named: name, from: task.directory, in: context) != nil { return nil }
        guard let path = file(named: name) else { return lacks(program: name, at: location()) }
        return lacks("the program '\(name)'", notExecutableAt: path, at: location())
    }

    private func isCommand(_ name: String) -> Bool {
        context.hasCommand(name) || context.externalPlugin(named: name) != nil
    }

    /// The missing program or plugin of a step.
    private func missing(for action: PlannedAction) -> Problem? {
        func program(_ name: String, _ location: @autoclosure () -> SourceLocation? = nil) -> Problem? {
            guard let missing = missingProgram(name, at: location()) else { return nil }
            return hasForerunners() && mayBeMade(name) ? nil : missing
        }
        switch action {
        case .program(let words, let place): return program(words[0], place.location)
        case .command(let words, let place):
            if isCommand(words[0]) { return nil }
            let file = ExternalPlugin.prefix + words[0]
            if let path = self.file(named: file) {
                return lacks("the plugin '\(words[0])'", notExecutableAt: path, at: place.location)
            }
            return lacks(
                .unavailable, "the plugin '\(words[0])', which is not installed", at: place.location,
                hint: "install '\(file)' in a folder on the PATH")
        case .script(let text, _): return program(InterpretedScript(text).interpreter)
        case .shell(let line, _):
            if let name = ShellText.programCall(line.shown)?.first, program(name) != nil, isCommand(name) {
                return lacks(program: name, isCommand: true)
            }
            let shell = task.shell.shell.rawValue
            let path = programs.program(named: shell, from: task.directory, in: context)
            return path != nil || FilePath("/bin/\(shell)").isExecutable ? nil : lacks(program: shell)
        }
    }

    /// Whether a missing program would be below the folder of the task's file, where another task may create it.
    private func mayBeMade(_ name: String) -> Bool {
        let project = task.definition.directory
        guard !name.contains("/") else {
            return FilePath(holding: name).absolute(in: task.directory).starts(with: project)
        }
        return (context.environment["PATH"] ?? "").split(separator: ":").contains {
            FilePath(String($0)).absolute(in: task.directory).starts(with: project)
        }
    }

    /// A problem at a location, by default the task's.
    private func lacks(_ status: ExitStatus, _ what: String, at location: SourceLocation?, hint: String? = nil)
        -> Problem
    { Problem(status, "the task '\(task.name)' needs \(what)", at: location ?? task.definition.location, hint: hint) }

    private func lacks(_ what: String, notExecutableAt path: FilePath, at location: SourceLocation?) -> Problem {
        lacks(
            .unavailable, "\(what), which is not executable", at: location,
            hint: "run: chmod +x \(Invocation.quoted(path.string))")
    }

    private func lacks(program: String, at location: SourceLocation? = nil, isCommand: Bool = false) -> Problem {
        lacks(
            .unavailable, "the program '\(program)', which was not found", at: location,
            hint: isCommand
                ? "to run the command '\(program)', write it as a key: {\(program): ARGUMENTS}"
                : Self.installations[program].map { "install it with \($0)" })
    }

    /// How to install the task runners that converted tasks need, on Debian.
    private static let installations = [
        "make": "'apt install make'", "npm": "'apt install npm'", "grunt": "'apt install node-grunt-cli'",
        "just": "'apt install just' (Debian 13) or 'pipx install rust-just'", "task": "'pipx install go-task-bin'",
    ]
}
