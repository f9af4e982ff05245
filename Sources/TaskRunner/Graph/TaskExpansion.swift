import DevtoolKit
import SystemPackage

/// Expands the references in tasks' texts, and collects all errors on the way.
final class TaskExpansion {
    private let catalog: TaskCatalog
    private let context: Context
    /// What comes after `--` on the command line.
    private let passedOn: [String]
    /// What is wrong.
    private(set) var findings: [Diagnostic] = []

    /// Prepares the expansion of tasks.
    init(_ catalog: TaskCatalog, passingOn passedOn: [String], in context: Context) {
        self.catalog = catalog
        self.passedOn = passedOn
        self.context = context
    }

    /// The values of all parameters of a task, checked.
    ///
    /// - Parameters:
    ///   - definition: the task.
    ///   - given: the values that are given.
    ///   - reference: what gives them; nil for the command line.
    /// - Returns: the values by the parameters' names; none for one that is wrong, or has no value.
    func parameters(
        of definition: TaskDefinition, given: [String: String],
        by reference: TaskReference?
    ) -> [String: String] {
        var values: [String: String] = [:]
        for parameter in definition.parameters {
            let value: String
            if let text = given[parameter.name] {
                value = text
            } else if let text = parameter.defaultText {
                guard let text = expanded(text, in: scope(of: definition, [:])) else { continue }
                value = text
            } else {
                if parameter.isRequired {
                    report(
                        "the task '\(definition.name)' requires the parameter '\(parameter.name)'",
                        at: reference?.name.location, hint: "use --\(parameter.name) VALUE"
                    )
                    // So that the references to it are not reported as well.
                    values[parameter.name] = ""
                }
                continue
            }
            if let problem = parameter.check(value) {
                report(
                    "the parameter '\(parameter.name)' of '\(definition.name)' \(problem)",
                    at: reference?.name.location
                        ?? (given[parameter.name] == nil ? parameter.location : nil),
                    hint: parameter.hint(for: value))
            }
            values[parameter.name] = value
        }
        return values
    }

    /// The values that a reference to another task gives, expanded for the task that it stands in.
    func given(
        by reference: TaskReference, in entry: GraphBuilder.Entry
    ) -> [String: String] {
        let scope = scope(of: entry.definition, entry.parameters)
        var given: [String: String] = [:]
        for (name, text) in reference.parameters {
            if let value = expanded(text, in: scope) { given[name] = value }
        }
        return given
    }

    /// A task with everything put in.
    func plan(_ entry: GraphBuilder.Entry) -> PlannedTask {
        let definition = entry.definition
        var scope = scope(of: definition, entry.parameters)
        let folder = definition.dir.flatMap { expanded($0, in: scope) }
        let directory = folder.map { FilePath(holding: $0).absolute(in: definition.directory) }
        var task = PlannedTask(
            definition: definition, parameters: entry.parameters, isRequested: entry.isRequested,
            isCleanup: entry.isCleanup, directory: directory ?? definition.directory)

        task.environment = environment(of: definition, &scope)
        task.condition = definition.condition.flatMap {
            $0.expandedForShell(in: scope, collecting: &findings)
        }
        task.confirmation = definition.confirmation.flatMap { expanded($0, in: scope) }
        task.platforms = definition.platforms.compactMap { expanded($0, in: scope) }
        task.sources = definition.sources.compactMap { pattern($0, in: scope) }
        task.outputs = definition.outputs.compactMap { pattern($0, in: scope) }
        func requirements(
            _ texts: [LocatedText], _ findings: inout [Diagnostic]
        ) -> [(name: String, text: LocatedText)] {
            texts.compactMap { text in
                text.expanded(in: scope, collecting: &findings).map { ($0, text) }
            }
        }
        let wanted = definition.requirements
        task.requirements.programs = requirements(wanted.programs, &findings)
        task.requirements.variables = requirements(wanted.variables, &findings)
        task.requirements.files = requirements(wanted.files, &findings)
        let options = CommandOptions(of: definition, in: context) {
            $0.expanded(in: scope, collecting: &findings)
        }
        findings += options.findings
        task.settings = options.settings
        let arguments = entry.isRequested ? passedOn : []
        var calls = entry.calls[...]
        task.steps = definition.steps.compactMap { step in
            let work: PlannedStep.Work? =
                switch step.work {
                case .action(let action):
                    self.action(action, scope, options: options.flags, passedOn: arguments)
                        .map { .action($0) }
                case .tasks: calls.popFirst().map { .tasks($0) }
                }
            return work.map {
                PlannedStep(work: $0, isSilent: step.isSilent, ignoresError: step.ignoresError)
            }
        }
        for case .command(let words, let place) in task.actions where context.hasCommand(words[0]) {
            // Its words name files, and settings are texts.
            let texts = words + task.settings.map(\.text)
            if let text = texts.first(where: \.holdsBytes) {
                report(
                    "'\(text)' is not valid UTF-8, which the command requires",
                    at: place.location)
            } else if let problem = context.problem(
                with: words, in: catalog.configuration(of: definition), at: place.location)
            {
                findings.append(problem)
            }
        }
        return task
    }

    private func pattern(_ text: LocatedText, in scope: TemplateScope) -> String? {
        guard let pattern = expanded(text, in: scope) else { return nil }
        if let problem = GlobCheck.problem(with: pattern) {
            findings += problem.diagnostics(at: text.location)
        }
        return pattern
    }

    private func action(
        _ action: TaskAction, _ scope: TemplateScope, options: [String], passedOn: [String]
    ) -> PlannedAction? {
        switch action {
        case .shell(let line):
            return line.expandedForShell(in: scope, collecting: &findings)
                .map { .shell($0, arguments: passedOn) }
        case .script(let text):
            return .script(InterpretedScript.expanded(text.text), arguments: passedOn)
        case .program(let words, let place):
            return .program(words.compactMap { expanded($0, in: scope) } + passedOn, at: place)
        case .command(let name, let words, let place):
            let arguments = words.compactMap { expanded($0, in: scope) }
            return .command([name] + arguments + options + passedOn, at: place)
        }
    }

    /// The variables that a task sets; texts after them see them.
    private func environment(
        of definition: TaskDefinition, _ scope: inout TemplateScope
    ) -> [String: String] {
        var environment: [String: String] = [:]
        for name in definition.dotenv {
            guard let text = expanded(name, in: scope) else { continue }
            let path = FilePath(holding: text).absolute(in: definition.directory)
            guard let bytes = try? path.contents() else {
                report("cannot read '\(text)'", at: name.location)
                continue
            }
            let file = Dotenv(String(holding: bytes), shownAs: text)
            findings += file.findings
            // What is set outside wins, as over the file beside devtool.yml.
            for (name, variable) in file.variables where context.environment[name] == nil {
                environment[name] = variable.value
            }
        }
        let outer = scope.environment
        scope.environment = { [environment] in environment[$0] ?? outer($0) }
        for (name, text) in definition.environment {
            if let value = expanded(text, in: scope) { environment[name] = value }
        }
        scope.environment = { [environment] in environment[$0] ?? outer($0) }
        return environment
    }

    private func scope(of definition: TaskDefinition, _ parameters: [String: String])
        -> TemplateScope
    {
        TemplateScope(
            parameters: parameters, parameterNames: definition.parameters.map(\.name),
            environment: { [context] in context.environment[$0] },
            environmentNames: Array(context.environment.keys),
            configuration: catalog.configuration(of: definition))
    }

    private func expanded(_ text: LocatedText, in scope: TemplateScope) -> String? {
        text.expanded(in: scope, collecting: &findings)
    }

    private func report(_ message: String, at location: SourceLocation?, hint: String? = nil) {
        findings.append(Diagnostic(message, at: location, hint: hint))
    }
}
