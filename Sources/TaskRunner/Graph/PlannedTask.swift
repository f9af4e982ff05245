import DevtoolKit
import Shell
import SystemPackage

/// A task of a run with all references expanded; a class, like ``TaskDefinition``.
final class PlannedTask: Sendable {
    let entry: GraphBuilder.Entry
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
    let requirements: [TaskKey.Requirement: [(name: String, text: LocatedText)]]
    let platforms: [String]
    let sources: [String]
    let outputs: [String]
    /// What each pattern is from: a list is several.
    let patternTexts: (sources: [LocatedText], outputs: [LocatedText])

    init(_ entry: GraphBuilder.Entry, isFailureIgnored: Bool, by expansion: TaskExpansion) {
        let definition = entry.definition
        var scope = expansion.values.scope(of: definition, entry.parameters)
        func text(_ text: LocatedText) -> String? { expansion.text(text, in: scope) }
        func line(_ line: LocatedText) -> ShellLine? { expansion.line(line, in: scope) }
        func patterns(_ text: LocatedText) -> [(pattern: String, text: LocatedText)] {
            expansion.patterns(text, in: scope).map { ($0, text) }
        }
        self.entry = entry
        self.isFailureIgnored = isFailureIgnored
        let folder = definition.dir.flatMap(text)
        directory = folder.map { FilePath(holding: $0).absolute(in: definition.directory) } ?? definition.directory
        variables = expansion.values.environment(of: definition, in: &scope)
        environment = Dictionary(variables.map { ($0.name, $0.value) }) { $1 }
        condition = definition.condition.flatMap(line)
        status = definition.status.compactMap(line)
        confirmation = definition.confirmation.flatMap(text)
        resource = definition.resource.flatMap(text)
        platforms = definition.platforms.compactMap(text)
        let sources = definition.sources.flatMap(patterns)
        let outputs = definition.outputs.flatMap(patterns)
        self.sources = sources.map(\.pattern)
        self.outputs = outputs.map(\.pattern)
        patternTexts = (sources.map(\.text), outputs.map(\.text))
        var requirements: [TaskKey.Requirement: [(name: String, text: LocatedText)]] = [:]
        for kind in TaskKey.Requirement.allCases {
            requirements[kind] = definition.requirements[kind]?.compactMap { name in text(name).map { ($0, name) } }
        }
        self.requirements = requirements
        let options = expansion.options(of: definition, in: scope)
        settings = options.settings
        steps = expansion.steps(of: entry, in: scope, options: options.flags)
        shell = expansion.shell(of: definition)
    }

    var definition: TaskDefinition { entry.definition }
    var isRequested: Bool { entry.isRequested }
    var isCleanup: Bool { entry.isCleanup }
    /// Of the steps that run tasks, as indices of ``TaskPlan/calls``.
    var calls: [Int] { steps.compactMap { if case .tasks(let call) = $0.work { call } else { nil } } }
    var actions: [PlannedAction] { steps.compactMap(\.action) }

    /// Whether it is skipped if nothing that it depends on has changed.
    var hasFingerprint: Bool { !sources.isEmpty || !outputs.isEmpty }

    var isForThisSystem: Bool {
        platforms.isEmpty || platforms.contains { TaskPlatform($0)?.includes(.current) ?? false }
    }

    /// Whether a text contains the value of a command that has not run yet.
    func uses(_ value: PendingValue) -> Bool {
        var texts = [directory.heldText, confirmation ?? "", resource ?? ""]
        texts += sources + outputs + platforms + variables.map(\.value) + settings.map(\.text)
        texts += entry.parameters.values.flatMap(\.texts)
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

    fileprivate func words(of action: PlannedAction) -> [String] {
        switch action {
        case .shell(let line, let arguments): shell.words + [line.shown] + arguments
        case .script(let text, let arguments): [text] + arguments
        case .program(let words, _), .command(let words, _): words
        }
    }

    /// The name, with the parameters that differ from their defaults.
    var name: String {
        let values = definition.parameters.compactMap { parameter in
            entry.parameters[parameter.name].flatMap { value in
                value == parameter.defaultValue?.written ? nil : "\(parameter.name)=\(value.joined)"
            }
        }
        return values.isEmpty ? definition.name : "\(definition.name)(\(values.joined(separator: ", ")))"
    }
}

extension TaskPlan {
    func inputs(of index: Int, in catalog: TaskCatalog) -> TaskInputs {
        let task = tasks[index]
        let configuration = catalog.configuration(of: task.definition)
        return TaskInputs(
            task: task.name, project: catalog.files[0].containingFolder, directory: task.directory,
            sources: task.sources, outputs: task.outputs, command: commandWords(of: index),
            options: (task.definition.commandName.map(configuration.values) ?? [])
                + task.settings.map { ($0.key, $0.text) },
            environment: Dictionary(task.variables.map { ($0.name, $0.shownValue) }) { $1 }.sorted { $0.key < $1.key }
                .map { ($0.key, $0.value) })
    }

    private func commandWords(of index: Int) -> [String] {
        tasks[index].steps.flatMap { step in
            switch step.work {
            case .action(let action): tasks[index].words(of: action)
            case .tasks(let call): calls[call].named.flatMap { [tasks[$0].name] + commandWords(of: $0) }
            }
        }
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

struct TaskSetting: Sendable {
    let key: String
    let text: String
    let place: TaskPlace

    func variable(of command: String) -> String { VariableLayer.variable(of: "\(command).\(key)") }
}

extension TaskKeys {
    /// Whether anything in the task takes the words after `--`: a `rest` parameter, an action other than a shell line,
    /// or a shell line that reads its arguments.
    var takesArguments: Bool {
        restParameter != nil
            || actions.contains { action in
                guard case .shell(let line) = action else { return true }
                return ShellTemplate(line.text).readsArguments || ShellText.mayReadArguments(line.text)
            }
    }

    /// The built-in command or plugin that the task runs, if any.
    var commandName: String? {
        for case .command(let name, _, _) in actions { return name }
        return nil
    }
}
