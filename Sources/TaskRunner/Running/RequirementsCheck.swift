import DevtoolKit
import SystemPackage

/// Looks for what the tasks of a plan cannot be run without.
enum RequirementsCheck {
    /// Checks everything before anything is started.
    ///
    /// - Throws: ``RequirementsError`` with all that is missing.
    static func check(_ plan: TaskPlan, in context: Context) throws {
        let tasks = plan.tasks.filter(\.isForThisSystem)
        let missing = tasks.flatMap { Self.missing(for: $0, in: context) }
        if !missing.isEmpty { throw RequirementsError(missing: missing) }
    }

    private static func missing(
        for task: PlannedTask, in context: Context
    ) -> [RequirementsError.Missing] {
        var context = context
        context.environment.merge(task.environment) { $1 }
        let wanted = task.requirements
        func missing(
            _ kind: RequirementsError.Missing.Kind, of wanted: [(name: String, text: LocatedText)],
            unless isThere: (String) -> Bool
        ) -> [RequirementsError.Missing] {
            wanted.filter { !isThere($0.name) }.map { name, text in
                .init(kind: kind, name: name, task: task.name, location: text.location)
            }
        }
        return missing(.program, of: wanted.programs) {
            context.program(named: $0, from: task.directory) != nil
        }
            + missing(.variable, of: wanted.variables) {
                !context.environment[$0, default: ""].isEmpty
            }
            + missing(.file, of: wanted.files) {
                let path = FilePath($0).absolute(in: task.directory)
                return path.isFile || path.isDirectory
            }
    }
}

/// What tasks need and what is not there.
struct RequirementsError: DiagnosableError {
    /// One thing that is missing.
    struct Missing: Sendable {
        /// What it is.
        enum Kind: Sendable {
            case program
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
            let what =
                switch thing.kind {
                case .program: "the program '\(thing.name)', which is not there"
                case .variable: "the variable \(thing.name), which is not set"
                case .file: "the file '\(thing.name)', which is not there"
                }
            return Diagnostic("the task '\(thing.task)' needs \(what)", at: thing.location)
        }
    }

    /// 69 for a program, 66 for a file, 78 for a variable; that of the first.
    var exitStatus: ExitStatus {
        switch missing.first?.kind {
        case .program: .unavailable
        case .file: .noInput
        case .variable, nil: .badConfiguration
        }
    }
}
