import DevtoolKit
import Shell
import SystemPackage

/// A task of a run with all references expanded; a class, like ``TaskDefinition``.
final class PlannedTask: Sendable {
    let definition: TaskDefinition
    let parameters: [String: TaskValue]
    let isRequested: Bool
    let isCleanup: Bool
    /// Whether neither its own failure nor that of tasks that only its steps run counts.
    let isFailureIgnored: Bool
    let steps: [PlannedStep]
    let shell: ShellCall
    let condition: ShellLine?
    let status: [ShellLine]
    let confirmation: String?
    let resource: String?
    let directory: FilePath
    /// Of repeated names, the last counts.
    let variables: [EnvironmentValue]
    let environment: [String: String]
    let settings: [TaskSetting]
    let requirements: PlannedRequirements
    let platforms: [String]
    let sources: [String]
    let outputs: [String]

    init(
        _ entry: GraphBuilder.Entry, isFailureIgnored: Bool, steps: [PlannedStep], shell: ShellCall,
        condition: ShellLine?, status: [ShellLine], confirmation: String?, resource: String?, directory: FilePath,
        variables: [EnvironmentValue], settings: [TaskSetting], requirements: PlannedRequirements, platforms: [String],
        sources: [String], outputs: [String]
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

    let actions: [PlannedAction]

    /// Whether it is skipped if nothing that it depends on has changed.
    var hasFingerprint: Bool { !sources.isEmpty || !outputs.isEmpty }

    var isForThisSystem: Bool {
        platforms.isEmpty || platforms.contains { TaskPlatform($0)?.includes(.current) ?? false }
    }

    /// Whether a text contains the value of a command that has not run yet.
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
        for case .value(let values, _) in lines.flatMap(\.pieces) { texts += values }
        return texts.contains { $0.contains(value.command.placeholder) }
    }

    /// The name, with the parameters that differ from their defaults.
    var name: String {
        let values = definition.parameters.compactMap { parameter in
            parameters[parameter.name].flatMap { value in
                value == parameter.defaultValue?.written ? nil : "\(parameter.name)=\(value.joined)"
            }
        }
        return values.isEmpty ? definition.name : "\(definition.name)(\(values.joined(separator: ", ")))"
    }
}

struct PlannedStep: Sendable {
    enum Work: Sendable {
        case action(PlannedAction)
        /// An index of ``TaskPlan/calls``.
        case tasks(Int)
    }

    let work: Work
    let isSilent: Bool
    let ignoresError: Bool

    var action: PlannedAction? { if case .action(let action) = work { action } else { nil } }
}

enum PlannedAction: Sendable {
    /// A shell line, and its `"$@"`.
    case shell(ShellLine, arguments: [String])
    case script(String, arguments: [String])
    case program([String], at: TaskPlace)
    case command([String], at: TaskPlace)
}

struct PlannedRequirements: Sendable {
    var programs: [(name: String, text: LocatedText)] = []
    var variables: [(name: String, text: LocatedText)] = []
    var files: [(name: String, text: LocatedText)] = []
}

struct TaskSetting: Sendable {
    let key: String
    let text: String
    let place: TaskPlace
}

extension TaskDefinition {
    /// Whether anything in the task takes the words after `--`: a `rest` parameter, an action other than a shell line,
    /// or a shell line that may refer to `"$@"`.
    var takesArguments: Bool {
        let ways = ["for", "getopts", "shift", "eval", "argv"] + "@*#123456789".map { "$\($0)" }
        return restParameter != nil
            || actions.contains { action in
                guard case .shell(let line) = action else { return true }
                return ways.contains(where: line.text.replacing("${", with: "$").contains)
            }
    }

    /// The built-in command or plugin that the task runs, if any.
    var commandName: String? {
        for case .command(let name, _, _) in actions { return name }
        return nil
    }
}

extension TaskSetting {
    func variable(of command: String) -> String { VariableLayer.variable(of: "\(command).\(key)") }
}
