import DevtoolKit
import Shell
import SystemPackage

/// Expands the references in the strings of tasks, and collects all errors.
final class TaskExpansion {
    private let catalog: TaskCatalog
    private let context: Context
    private let passedOn: [String]
    private(set) var findings: [Diagnostic] = []
    private(set) var warnings: [Diagnostic] = []

    let values: TaskValues
    private var defaults: [Int: (shell: ShellCall?, isSilent: Bool)] = [:]

    init(_ catalog: TaskCatalog, _ values: TaskValues, passingOn passedOn: [String], in context: Context) {
        self.catalog = catalog
        self.values = values
        self.passedOn = passedOn
        self.context = context
    }

    /// The ordered graph of the tasks and of everything that they lead to; each part is a stage, unless `isParallel`.
    ///
    /// Errors in parameters are added to ``findings``.
    ///
    /// - Throws: ``ConfigurationError`` for a cycle, or too many tasks.
    func graph(of parts: [[(TaskDefinition, [String: TaskValue])]], isParallel: Bool = false, takesNeeds: Bool = true)
        throws -> GraphBuilder
    {
        let all = parts.flatMap { $0.map(\.0) }
        if catalog.hasCalls, let cycle = CallCycle(from: all, in: catalog).finding { throw ConfigurationError(cycle) }
        var graph = GraphBuilder(takesNeeds: takesNeeds) { [self] step, entry in
            values(of: step, in: entry)
        } resolving: { [catalog, self] reference, entry, item in
            let given = given(by: reference, in: entry, item)
            return catalog.definitions(of: reference, in: entry.definition).map { definition in
                (definition, parameters(of: definition, given: given, by: reference))
            }
        }
        for (index, tasks) in parts.enumerated() {
            let named = tasks.map { definition, given in (definition, parameters(of: definition, given: given, by: nil))
            }
            graph.add(named, stage: isParallel ? 0 : index)
        }
        let cycle = graph.excess == nil ? graph.finish() : nil
        if let excess = graph.excess { throw ConfigurationError(excess) }
        if let cycle {
            let names = cycle.map(\.definition.name).joined(separator: " → ")
            let location = cycle.lazy.compactMap(\.reference).first?.name.location
            throw ConfigurationError(Diagnostic("task cycle: \(names)", at: location))
        }
        return graph
    }

    /// The checked values of a task's parameters, without those that are invalid or missing.
    ///
    /// `reference` provides the values; `nil` for the command line.
    func parameters(of definition: TaskDefinition, given: [String: TaskValue], by reference: TaskReference?) -> [String:
        TaskValue]
    {
        var known: [String: TaskValue] = [:]
        var waiting = definition.parameters
        while !waiting.isEmpty {
            // A parameter whose default refers to others follows these.
            let next = waiting.firstIndex { parameter in
                given[parameter.name] != nil || !waiting.contains { $0.name != parameter.name && parameter.names($0) }
            }
            let parameter = waiting.remove(at: next ?? 0)
            if next == nil {
                report("the default of the parameter '\(parameter.name)' refers to itself", at: parameter.location)
            }
            known[parameter.name] = value(
                of: parameter, of: definition, given: given[parameter.name], known, by: reference)
        }
        return known
    }

    private func value(
        of parameter: TaskParameter, of definition: TaskDefinition, given: TaskValue?, _ known: [String: TaskValue],
        by reference: TaskReference?
    ) -> TaskValue? {
        var value: TaskValue
        if let given {
            value = given
        } else if let text = parameter.defaultValue {
            let count = findings.count
            value = text.written ?? text.expanded(in: values.scope(of: definition, known), collecting: &findings)
            if findings.count > count { return nil }
        } else {
            guard parameter.isRequired else { return nil }
            if let placeholder = values.placeholder { return parameter.adapted(.text(placeholder)) }
            report(
                "the task '\(definition.name)' requires the parameter '\(parameter.name)'",
                at: reference?.name.location, hint: "use --\(parameter.name) VALUE")
            // Avoids follow-up errors for references to it.
            return .text("")
        }
        value = parameter.adapted(value)
        if let problem = parameter.check(value), value.texts.allSatisfy(values.isKnown) {
            report(
                "the parameter '\(parameter.name)' of '\(definition.name)' \(problem)",
                at: given == nil ? parameter.location : reference?.location(ofParameter: parameter.name),
                hint: value.texts.first { parameter.check($0) != nil }.flatMap(parameter.hint))
        }
        return value
    }

    /// The values for each of which a step runs.
    private func values(of step: TaskStep, in entry: GraphBuilder.Entry) -> [GraphBuilder.LoopItem] {
        guard let (name, list) = step.loop else { return [] }
        let scope = values.scope(of: entry.definition, entry.parameters)
        return list.expanded(in: scope, collecting: &findings).texts.map { (name, $0) }
    }

    /// The values that a reference provides, expanded in the scope of its task.
    private func given(by reference: TaskReference, in entry: GraphBuilder.Entry, _ item: GraphBuilder.LoopItem?)
        -> [String: TaskValue]
    {
        if reference.parameters.isEmpty { return [:] }
        let scope = values.scope(of: entry.definition, entry.parameters).with(item)
        var given: [String: TaskValue] = [:]
        for (name, value) in reference.parameters {
            let count = findings.count
            let value = value.expanded(in: scope, collecting: &findings)
            if findings.count == count { given[name] = value }
        }
        return given
    }

    func plan(_ entry: GraphBuilder.Entry, isFailureIgnored: Bool) -> PlannedTask {
        let task = PlannedTask(entry, isFailureIgnored: isFailureIgnored, by: self)
        if task.definition.isCached { warnings += task.undeclaredVariables }
        warnings += task.parametersAsVariables
        for case .command(let words, let place) in task.actions where context.hasCommand(words[0]) {
            // Its words are file names, and its settings are strings.
            let texts = words + task.settings.map(\.text)
            if let text = texts.first(where: \.holdsBytes) {
                report("'\(text)' is not valid UTF-8, which the command requires", at: place.location)
            } else if words.allSatisfy(values.isKnown),
                let problem = context.problem(
                    with: words, in: catalog.configuration(of: task.definition), at: place.location)
            {
                findings.append(problem)
            }
        }
        return task
    }

    func options(of definition: TaskDefinition, in scope: TemplateScope) -> CommandOptions {
        let options = CommandOptions(of: definition, in: context, isKnown: scope.isKnown) { text($0, in: scope) }
        findings += options.findings
        return options
    }

    func shell(of definition: TaskDefinition) -> ShellCall {
        definition.shell ?? defaults(of: definition.file).shell ?? ShellCall(shell: .sh)
    }

    func steps(of entry: GraphBuilder.Entry, in scope: TemplateScope, options: [String]) -> [PlannedStep] {
        let definition = entry.definition
        let arguments = entry.hasArguments && definition.restParameter == nil ? passedOn : []
        let isSilent = definition.isSilent ?? defaults(of: definition.file).isSilent
        var calls = entry.calls[...]
        return entry.steps.compactMap { step, item in
            let work: PlannedStep.Work? =
                switch step.work {
                case .action(let action):
                    self.action(action, scope.with(item), options: options, passedOn: arguments).map { .action($0) }
                case .tasks: calls.popFirst().map { .tasks($0) }
                }
            return work.map {
                PlannedStep(work: $0, isSilent: step.isSilent || isSilent, ignoresError: step.ignoresError)
            }
        }
    }

    private func defaults(of file: TaskFileScope) -> (shell: ShellCall?, isSilent: Bool) {
        if let known = defaults[file.number] { return known }
        let section = catalog.runSection(of: file)
        let read = (section.shell, section[RunSetting.silent])
        defaults[file.number] = read
        return read
    }

    func patterns(_ text: LocatedText, in scope: TemplateScope) -> [String] {
        let patterns = expanded([text], in: scope)
        for pattern in patterns where values.isKnown(pattern) {
            findings += Glob.findings(in: pattern, at: text.location)
        }
        return patterns
    }

    private func action(_ action: TaskAction, _ scope: TemplateScope, options: [String], passedOn: [String])
        -> PlannedAction?
    {
        switch action {
        case .shell(let line): return self.line(line, in: scope).map { .shell($0, arguments: passedOn) }
        case .script(let text): return .script(InterpretedScript.expanded(text.text), arguments: passedOn)
        case .program(let words, let place):
            let program = expanded(words, in: scope)
            return .program((program.isEmpty ? [""] : program) + passedOn, at: place)
        case .command(let name, let words, let place):
            return .command([name] + expanded(words, in: scope) + options + passedOn, at: place)
        }
    }

    func text(_ text: LocatedText, in scope: TemplateScope) -> String? {
        text.expanded(in: scope, collecting: &findings)
    }

    func line(_ text: LocatedText, in scope: TemplateScope) -> ShellLine? {
        text.expandedForShell(in: scope, collecting: &findings)
    }

    /// Expands words; a list expands to one word per item.
    private func expanded(_ words: [LocatedText], in scope: TemplateScope) -> [String] {
        words.flatMap { $0.expandedWords(in: scope, collecting: &findings) ?? [] }
    }

    private func report(_ message: String, at location: SourceLocation?, hint: String? = nil) {
        findings.append(Diagnostic(message, at: location, hint: hint))
    }
}

extension TaskReference {
    fileprivate func location(ofParameter parameter: String) -> SourceLocation {
        let value = parameters.first { $0.name == parameter }?.value
        return value?.texts.first?.location ?? name.location
    }
}

extension TaskParameter {
    fileprivate func names(_ other: TaskParameter) -> Bool {
        defaultTexts.contains { text in
            text.mayHaveReferences && ["}", ":-"].contains { text.text.contains("${params.\(other.name)\($0)") }
        }
    }
}
