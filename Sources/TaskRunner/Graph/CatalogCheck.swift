import DevtoolKit

/// Checks all tasks as a run would before it starts, except for what depends on the machine or the
/// command line: variables, programs, and given values.
struct CatalogCheck {
    /// What is wrong.
    private(set) var findings: [Diagnostic] = []
    private let catalog: TaskCatalog
    private let context: Context

    /// Checks a catalog in which nothing is wrong by itself.
    init(_ catalog: TaskCatalog, in context: Context) {
        self.catalog = catalog
        self.context = context
        let definitions = catalog.entries.flatMap(\.definitions)
        for definition in definitions { check(definition) }
        checkVariables(of: definitions)
        checkCycles(of: definitions)
    }

    /// Looks for parameters of one value whose default is a list.
    private mutating func checkDefaults(of definition: TaskDefinition) {
        for parameter in definition.parameters where parameter.kind != .list {
            guard let name = parameter.defaultText?.variableName,
                let variable = definition.variables.first(where: { $0.name == name })
                    ?? definition.file.definition(of: name)?.variable,
                case .value(.list) = variable.source,
                let problem = parameter.check(TaskValue.list([]))
            else { continue }
            findings.append(
                Diagnostic(
                    "the parameter '\(parameter.name)' of '\(definition.name)' \(problem)",
                    at: parameter.location))
        }
    }

    /// Checks what a definition gives to commands, and its patterns.
    private mutating func check(_ definition: TaskDefinition) {
        checkDefaults(of: definition)
        let texts = definition.parameters.compactMap { parameter in
            parameter.defaultValue.flatMap { $0.written.map { (parameter.name, $0) } }
        }
        var scope = TemplateScope(
            parameters: Dictionary(texts) { first, _ in first },
            parameterNames: definition.parameters.map(\.name),
            environment: { [context] in context.environment[$0] },
            configuration: catalog.configuration(of: definition))
        scope.variableNames = definition.variableNames
        var isKnown = true
        func expanded(_ text: LocatedText) -> String? {
            // What is wrong with the text itself is known already; here it may only have no value yet.
            var ignored: [Diagnostic] = []
            let value = text.expanded(in: scope, collecting: &ignored)
            if value == nil { isKnown = false }
            return value
        }
        let options = CommandOptions(
            of: definition, in: context, isKnown: { _ in true }, expanding: expanded)
        findings += options.findings
        for case .command(let name, let arguments, let place) in definition.actions
        where context.hasCommand(name) {
            let words = [name] + arguments.compactMap(expanded) + options.flags
            guard isKnown,
                let problem = context.problem(
                    with: words, in: catalog.configuration(of: definition), at: place.location)
            else { continue }
            findings.append(problem)
        }
        for text in definition.sources + definition.outputs {
            guard let problem = expanded(text).flatMap(GlobCheck.problem) else { continue }
            findings += problem.diagnostics(at: text.location)
        }
    }

    /// Looks for variables that refer to themselves.
    private mutating func checkVariables(of definitions: [TaskDefinition]) {
        let values = TaskValues(catalog, printed: [:], given: [:], in: context)
        var files: Set<Int> = []
        for definition in definitions {
            let file = definition.file
            if files.insert(file.number).inserted {
                let scope = values.scope(in: file, environment: [])
                for name in file.variableNames.sorted() { _ = scope.variable(name) }
            }
            let scope = values.scope(of: definition, [:])
            for variable in definition.variables { _ = scope.variable(variable.name) }
        }
        findings += values.endless
    }

    /// Looks for tasks that wait for each other.
    ///
    /// Values do not matter, as which tasks another one names does not depend on them; but references that are
    /// written differently may be different tasks.
    private mutating func checkCycles(of definitions: [TaskDefinition]) {
        if let finding = CallCycle(from: definitions, in: catalog).finding {
            findings.append(finding)
            return
        }
        // Where one run of all tasks has no cycle, none of a part of them has one.
        guard cycle(from: definitions) != nil else { return }
        for definition in definitions {
            guard let cycle = cycle(from: [definition]) else { continue }
            findings.append(cycle.cycleFinding)
            return
        }
    }

    private func cycle(from definitions: [TaskDefinition]) -> [GraphBuilder.Entry]? {
        var graph = GraphBuilder(takesNeeds: true, sharesCalls: true) {
            [catalog] reference, entry in
            let found = catalog.definitions(
                named: reference.name.text, from: entry.definition.namespace)
            let values = reference.parameters.map { ($0.name, $0.value.asWritten) }
            return (found ?? []).map { ($0, Dictionary(values) { $1 }) }
        }
        graph.add(definitions.map { ($0, [:]) }, stage: 0)
        return graph.finish()
    }
}

extension [GraphBuilder.Entry] {
    /// What is wrong where these wait for each other, in their order, the first once more at the end.
    var cycleFinding: Diagnostic {
        Diagnostic(
            "task cycle: \(map(\.definition.name).joined(separator: " → "))",
            at: lazy.compactMap(\.reference).first?.name.location)
    }
}
