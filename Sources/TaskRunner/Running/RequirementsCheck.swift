import DevtoolKit
import SystemPackage

enum RequirementsCheck {
    /// Checks everything before anything starts, except for what an earlier task may create.
    static func check(_ plan: TaskPlan, in context: Context) throws {
        var missing: [RequirementsError.Missing] = []
        let programs = ProgramSearch()
        // Lazy, because usually nothing is missing.
        lazy var haveForerunners = plan.haveForerunners
        for (index, task) in plan.tasks.enumerated() where task.isForThisSystem {
            missing += Self.missing(
                for: task, hasForerunners: haveForerunners[index], programs, in: context.seeing(task))
        }
        if !missing.isEmpty { throw RequirementsError(missing: missing) }
    }

    private static func missing(
        for task: PlannedTask, hasForerunners: @autoclosure () -> Bool, _ programs: ProgramSearch, in context: Context
    ) -> [RequirementsError.Missing] {
        let wanted = task.requirements
        func missing(
            _ kind: RequirementsError.Missing.Kind, of wanted: [(name: String, text: LocatedText)],
            unless isThere: (String) -> Bool
        ) -> [RequirementsError.Missing] {
            wanted.filter { !isThere($0.name) }.map { name, text in
                .init(kind: kind, name: name, task: task.name, location: text.location)
            }
        }
        return wanted[.programs, default: []].compactMap {
            program($0.name, of: task, at: $0.text.location, programs, in: context)
        } + missing(.variable, of: wanted[.variables, default: []]) { !context.environment[$0, default: ""].isEmpty }
            + missing(.file, of: wanted[.files, default: []]) {
                let path = FilePath(holding: $0).absolute(in: task.directory)
                return path.isFile || path.isDirectory
            } + missingInSteps(of: task, hasForerunners: hasForerunners(), programs, in: context)
    }

    private static func program(
        _ name: String, of task: PlannedTask, at location: @autoclosure () -> SourceLocation, _ programs: ProgramSearch,
        in context: Context
    ) -> RequirementsError.Missing? {
        if programs.program(named: name, from: task.directory, in: context) != nil { return nil }
        let isThere = name.contains("/") && FilePath(holding: name).absolute(in: task.directory).isFile
        return .init(kind: isThere ? .permission : .program, name: name, task: task.name, location: location())
    }

    /// The missing programs and plugins of steps.
    ///
    /// A task with a condition is not checked, because it may test for them.
    private static func missingInSteps(
        of task: PlannedTask, hasForerunners: @autoclosure () -> Bool, _ programs: ProgramSearch, in context: Context
    ) -> [RequirementsError.Missing] {
        if task.condition != nil { return [] }
        func program(_ name: String, _ location: @autoclosure () -> SourceLocation) -> RequirementsError.Missing? {
            guard let missing = Self.program(name, of: task, at: location(), programs, in: context) else { return nil }
            return hasForerunners() && mayBeMade(name, for: task, in: context) ? nil : missing
        }
        return task.steps.compactMap { step in
            switch step.action {
            case nil: return nil
            case .program(let words, let place): return program(words[0], place.location)
            case .command(let words, let place):
                if context.hasCommand(words[0]) || context.externalPlugin(named: words[0]) != nil { return nil }
                return .init(
                    kind: .plugin(program: ExternalPlugin.prefix + words[0]), name: words[0], task: task.name,
                    location: place.location)
            case .script(let text, _): return program(InterpretedScript(text).interpreter, task.definition.location)
            case .shell:
                let shell = task.shell.shell.rawValue
                let path = programs.program(named: shell, from: task.directory, in: context)
                if path != nil || FilePath("/bin/\(shell)").isExecutable { return nil }
                return .init(kind: .program, name: shell, task: task.name, location: task.definition.location)
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

struct RequirementsError: DiagnosableError {
    struct Missing: Sendable {
        enum Kind: Sendable {
            case program
            case permission
            case plugin(program: String)
            case variable
            case file
        }

        let kind: Kind
        let name: String
        let task: String
        let location: SourceLocation
    }

    let missing: [Missing]

    var diagnostics: [Diagnostic] {
        missing.map { thing in
            var hint: String?
            let what: String
            switch thing.kind {
            case .program:
                what = "the program '\(thing.name)', which was not found"
                hint = Self.installations[thing.name].map { "install it with \($0)" }
            case .permission:
                what = "the program '\(thing.name)', which is not executable"
                hint = "make it executable with 'chmod +x'"
            case .plugin(let program):
                what = "the plugin '\(thing.name)', which is not installed"
                hint = "install '\(program)' in a folder on the PATH"
            case .variable: what = "the variable \(thing.name), which is not set"
            case .file: what = "the file '\(thing.name)', which does not exist"
            }
            return Diagnostic("the task '\(thing.task)' needs \(what)", at: thing.location, hint: hint)
        }
    }

    /// How to install the task runners that converted tasks need, on Debian.
    private static let installations = [
        "make": "'apt install make'", "npm": "'apt install npm'", "grunt": "'apt install node-grunt-cli'",
        "just": "'apt install just' (Debian 13), or 'pipx install rust-just'", "task": "'pipx install go-task-bin'",
    ]

    var exitStatus: ExitStatus {
        switch missing.first?.kind {
        case .program, .permission, .plugin: .unavailable
        case .file: .noInput
        case .variable, nil: .badConfiguration
        }
    }
}
