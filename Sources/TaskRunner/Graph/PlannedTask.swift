import DevtoolKit
import SystemPackage

/// A task of a run with all values expanded: its steps and conditions.
///
/// It is passed on by reference, as a ``TaskDefinition`` is.
final class PlannedTask: Sendable {
    /// What it is made from.
    let definition: TaskDefinition
    /// The values of its parameters, by name.
    let parameters: [String: TaskValue]
    /// Whether the command line names it.
    let isRequested: Bool
    /// Whether it cleans up after others.
    let isCleanup: Bool
    /// Whether neither a failure of its own nor one of a task that only its steps lead to counts for the run.
    let isFailureIgnored: Bool
    /// What is run, in order.
    let steps: [PlannedStep]
    /// What reads its lines.
    let shell: ShellCall
    /// The shell line that must succeed for it to be run.
    let condition: ShellLine?
    /// The shell lines that all succeed if it is up to date.
    let status: [ShellLine]
    /// The question that must be answered before anything is run.
    let confirmation: String?
    /// What it uses that only one task may use at a time.
    let resource: String?
    /// The folder that it is run in.
    let directory: FilePath
    /// Variables for its programs, the later ones of a name being those that count.
    let variables: [EnvironmentValue]
    /// Those variables by their names.
    let environment: [String: String]
    /// What its command is configured with: keys of its section with their values.
    let settings: [TaskSetting]
    /// What it cannot be run without.
    let requirements: PlannedRequirements
    /// The systems that it is for; empty for all.
    let platforms: [String]
    /// The patterns of what it reads.
    let sources: [String]
    /// The patterns of what it writes.
    let outputs: [String]

    /// Makes a task of an entry of the graph and of what its texts have come to.
    init(
        _ entry: GraphBuilder.Entry, isFailureIgnored: Bool, steps: [PlannedStep],
        shell: ShellCall, condition: ShellLine?, status: [ShellLine], confirmation: String?,
        resource: String?, directory: FilePath, variables: [EnvironmentValue],
        settings: [TaskSetting],
        requirements: PlannedRequirements, platforms: [String], sources: [String],
        outputs: [String]
    ) {
        definition = entry.definition
        parameters = entry.parameters
        isRequested = entry.isRequested
        isCleanup = entry.isCleanup
        self.isFailureIgnored = isFailureIgnored
        self.steps = steps
        actions = steps.compactMap(\.action)
        self.shell = shell
        self.condition = condition
        self.status = status
        self.confirmation = confirmation
        self.resource = resource
        self.directory = directory
        self.variables = variables
        environment = Dictionary(variables.map { ($0.name, $0.value) }) { $1 }
        self.settings = settings
        self.requirements = requirements
        self.platforms = platforms
        self.sources = sources
        self.outputs = outputs
    }

    /// What its steps execute, in order.
    let actions: [PlannedAction]

    /// Whether it is left out when nothing that it depends on has changed.
    var hasFingerprint: Bool { !sources.isEmpty || !outputs.isEmpty }

    /// Whether it is for the system that devtool runs on.
    var isForThisSystem: Bool {
        platforms.isEmpty
            || platforms.contains { TaskPlatform($0)?.includes(.current) ?? false }
    }

    /// Whether the value of a command that has not run yet is anywhere in its texts.
    func uses(_ value: PendingValue) -> Bool {
        var texts = [directory.heldText, confirmation ?? "", resource ?? ""]
        texts += sources + outputs + platforms + variables.map(\.value) + settings.map(\.text)
        texts += parameters.values.flatMap(\.texts)
        var lines = status
        if let condition { lines.append(condition) }
        for action in actions {
            switch action {
            case .shell(let line, _): lines.append(line)
            case .script: break
            case .program(let words, _), .command(let words, _): texts += words
            }
        }
        for case .value(let value, _) in lines.flatMap(\.pieces) { texts += value.texts }
        return texts.contains { $0.contains(value.command.placeholder) }
    }

    /// Its name, and the values of parameters that are not the default ones.
    var name: String {
        let values = definition.parameters.compactMap { parameter in
            parameters[parameter.name].flatMap { value in
                value == parameter.defaultValue?.written
                    ? nil : "\(parameter.name)=\(value.joined)"
            }
        }
        return values.isEmpty
            ? definition.name : "\(definition.name)(\(values.joined(separator: ", ")))"
    }
}

/// One step of a task.
struct PlannedStep: Sendable {
    /// The work of a step.
    enum Work: Sendable {
        /// Something that is executed.
        case action(PlannedAction)
        /// A part of the plan, by its index among ``TaskPlan/calls``.
        case tasks(Int)
    }

    /// What it does.
    let work: Work
    /// Whether its command is not shown before it runs.
    let isSilent: Bool
    /// Whether a failure counts as a success.
    let ignoresError: Bool

    /// What it executes; nil where it runs other tasks.
    var action: PlannedAction? { if case .action(let action) = work { action } else { nil } }
}

/// What a step executes.
enum PlannedAction: Sendable {
    /// A shell line, and the arguments that it has as `"$@"`.
    case shell(ShellLine, arguments: [String])
    /// A script, and its arguments.
    case script(String, arguments: [String])
    /// A program, by its path or its name, and its arguments.
    case program([String], at: TaskPlace)
    /// A command of the suite or a plugin, by its name, and its arguments.
    case command([String], at: TaskPlace)
}

/// The requirements of a task.
struct PlannedRequirements: Sendable {
    /// Programs, by their names or paths.
    var programs: [(name: String, text: LocatedText)] = []
    /// Environment variables.
    var variables: [(name: String, text: LocatedText)] = []
    /// Files and folders, from the task's folder.
    var files: [(name: String, text: LocatedText)] = []
}

/// A key of a command's section, with the value that a task sets.
struct TaskSetting: Sendable {
    /// The key.
    let key: String
    /// The value, written as in an environment variable.
    let text: String
    /// Where the task has it.
    let place: TaskPlace
}

extension TaskDefinition {
    /// Whether anything in the task can receive the words after `--`: a `rest` parameter, an action other than a shell
    /// line, or a shell line that can refer to `"$@"`.
    var takesArguments: Bool {
        let ways = ["for", "getopts", "shift", "eval", "argv"] + "@*#123456789".map { "$\($0)" }
        return restParameter != nil
            || actions.contains { action in
                guard case .shell(let line) = action else { return true }
                return ways.contains(where: line.text.replacing("${", with: "$").contains)
            }
    }

    /// The command of the suite, or the plugin, that the task runs; nil where it runs none.
    var commandName: String? {
        for case .command(let name, _, _) in actions { return name }
        return nil
    }
}

extension TaskSetting {
    /// The variable that sets the key for a command, too.
    func variable(of command: String) -> String {
        VariableLayer.variable(of: "\(command).\(key)")
    }
}
