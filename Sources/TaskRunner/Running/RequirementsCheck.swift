import DevtoolKit
import Shell
import SystemPackage

enum RequirementsCheck {
    /// Checks everything before anything starts, except for what an earlier task may create.
    static func check(_ plan: TaskPlan, in context: Context) throws {
        var missing: [Problem] = []
        let programs = ProgramSearch()
        // Lazy, because usually nothing is missing.
        lazy var haveForerunners = plan.haveForerunners
        for (index, task) in plan.tasks.enumerated() where task.isForThisSystem && plan.omission(of: index) == nil {
            missing += Self.missing(
                for: task, hasForerunners: haveForerunners[index], programs, in: context.seeing(task))
        }
        if let first = missing.first { throw Problem(first.exitStatus, missing.flatMap(\.diagnostics)) }
    }

    private static func missing(
        for task: PlannedTask, hasForerunners: @autoclosure () -> Bool, _ programs: ProgramSearch, in context: Context
    ) -> [Problem] {
        let wanted = task.requirements
        let variables = wanted[.variables, default: []].filter { context.environment[$0.name, default: ""].isEmpty }.map
        { name, text in
            Problem.missing(.badConfiguration, "the variable \(name), which is not set", for: task, at: text.location)
        }
        let files = wanted[.files, default: []].filter { name, _ in
            let path = FilePath(holding: name).absolute(in: task.directory)
            return !path.isFile && !path.isDirectory
        }.map { name, text in
            Problem.missing(.noInput, "the file '\(name)', which does not exist", for: task, at: text.location)
        }
        return wanted[.programs, default: []].compactMap {
            program($0.name, of: task, at: $0.text.location, programs, in: context)
        } + variables + files + (files.isEmpty ? missingFolder(of: task, hasForerunners: hasForerunners()) : [])
            + missingInSteps(of: task, hasForerunners: hasForerunners(), programs, in: context)
    }

    /// The folder of a task's steps, unless another task may make it.
    private static func missingFolder(of task: PlannedTask, hasForerunners: @autoclosure () -> Bool) -> [Problem] {
        let definition = task.definition
        guard definition.dir != nil || definition.file.outer != nil, !task.actions.isEmpty, task.condition == nil,
            !task.directory.isDirectory, !hasForerunners()
        else { return [] }
        let base = definition.dir == nil ? definition.configurationFile.containingFolder : definition.directory
        return [
            .missing(
                .noInput, "the folder '\(task.directory.shown(from: base))', which does not exist", for: task,
                at: definition.dir?.location ?? definition.location)
        ]
    }

    /// A file with the name of a program, which may not be executable.
    private static func file(named name: String, from directory: FilePath, in context: Context) -> FilePath? {
        let paths =
            name.contains("/")
            ? [FilePath(holding: name).absolute(in: directory)] : context.searchPath.map { $0.appending(name) }
        return paths.first(where: \.isFile)
    }

    private static func program(
        _ name: String, of task: PlannedTask, at location: @autoclosure () -> SourceLocation, _ programs: ProgramSearch,
        in context: Context
    ) -> Problem? {
        if programs.program(named: name, from: task.directory, in: context) != nil { return nil }
        guard let path = file(named: name, from: task.directory, in: context) else {
            return .missing(program: name, for: task, at: location())
        }
        return .notExecutable("the program '\(name)'", path, for: task, at: location())
    }

    /// The missing programs and plugins of steps.
    ///
    /// A task with a condition is not checked, because it may test for them.
    private static func missingInSteps(
        of task: PlannedTask, hasForerunners: @autoclosure () -> Bool, _ programs: ProgramSearch, in context: Context
    ) -> [Problem] {
        if task.condition != nil { return [] }
        func program(_ name: String, _ location: @autoclosure () -> SourceLocation) -> Problem? {
            guard let missing = Self.program(name, of: task, at: location(), programs, in: context) else { return nil }
            return hasForerunners() && mayBeMade(name, for: task, in: context) ? nil : missing
        }
        func isCommand(_ name: String) -> Bool {
            context.hasCommand(name) || context.externalPlugin(named: name) != nil
        }
        return task.steps.compactMap { step in
            switch step.action {
            case nil: return nil
            case .program(let words, let place): return program(words[0], place.location)
            case .command(let words, let place):
                if isCommand(words[0]) { return nil }
                let file = ExternalPlugin.prefix + words[0]
                if let path = Self.file(named: file, from: task.directory, in: context) {
                    return .notExecutable("the plugin '\(words[0])'", path, for: task, at: place.location)
                }
                return .missing(
                    .unavailable, "the plugin '\(words[0])', which is not installed", for: task, at: place.location,
                    hint: "install '\(file)' in a folder on the PATH")
            case .script(let text, _): return program(InterpretedScript(text).interpreter, task.definition.location)
            case .shell(let line, _):
                if let name = ShellText.programCall(line.shown)?.first, program(name, task.definition.location) != nil,
                    isCommand(name)
                {
                    return .missing(program: name, for: task, at: task.definition.location, isCommand: true)
                }
                let shell = task.shell.shell.rawValue
                let path = programs.program(named: shell, from: task.directory, in: context)
                if path != nil || FilePath("/bin/\(shell)").isExecutable { return nil }
                return .missing(program: shell, for: task, at: task.definition.location)
            }
        }
    }

    /// Whether a missing program would be below the folder of the task's file, where another task may create it.
    private static func mayBeMade(_ name: String, for task: PlannedTask, in context: Context) -> Bool {
        let project = task.definition.directory
        guard !name.contains("/") else {
            return FilePath(holding: name).absolute(in: task.directory).starts(with: project)
        }
        return (context.environment["PATH"] ?? "").split(separator: ":").contains {
            FilePath(String($0)).absolute(in: task.directory).starts(with: project)
        }
    }
}

extension Context {
    fileprivate func seeing(_ task: PlannedTask) -> Context {
        if task.environment.isEmpty { return self }
        var context = self
        context.environment.merge(task.environment) { $1 }
        return context
    }
}

extension Problem {
    fileprivate static func missing(
        _ status: ExitStatus, _ what: String, for task: PlannedTask, at location: SourceLocation, hint: String? = nil
    ) -> Problem { Problem(status, "the task '\(task.name)' needs \(what)", at: location, hint: hint) }

    fileprivate static func notExecutable(
        _ what: String, _ path: FilePath, for task: PlannedTask, at location: SourceLocation
    ) -> Problem {
        missing(
            .unavailable, "\(what), which is not executable", for: task, at: location,
            hint: "run: chmod +x \(Invocation.quoted(path.string))")
    }

    fileprivate static func missing(
        program: String, for task: PlannedTask, at location: SourceLocation, isCommand: Bool = false
    ) -> Problem {
        missing(
            .unavailable, "the program '\(program)', which was not found", for: task, at: location,
            hint: isCommand
                ? "to run the command '\(program)', write it as a key: {\(program): ARGUMENTS}"
                : installations[program].map { "install it with \($0)" })
    }

    /// How to install the task runners that converted tasks need, on Debian.
    private static let installations = [
        "make": "'apt install make'", "npm": "'apt install npm'", "grunt": "'apt install node-grunt-cli'",
        "just": "'apt install just' (Debian 13) or 'pipx install rust-just'", "task": "'pipx install go-task-bin'",
    ]
}
