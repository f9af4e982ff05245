import DevtoolKit

extension TaskPlan {
    /// Plans a run: everything is looked up, checked and expanded before anything is started.
    ///
    /// - Parameters:
    ///   - request: what the command line asks for.
    ///   - catalog: the tasks that there are.
    ///   - printed: what the commands print whose output is the value of a variable, as far as they have been run.
    ///   - context: where they are to run.
    /// - Throws: ``UsageError``, and ``ConfigurationError`` for a cycle; what is wrong with texts is in ``findings``.
    init(
        _ request: RunRequest, of catalog: TaskCatalog, printed: [ValueCommand: String] = [:],
        in context: Context
    ) throws {
        let requested = try RequestedTasks(request.words, in: catalog)
        let values = TaskValues(
            catalog, printed: printed, given: requested.variables, in: context)
        let expansion = TaskExpansion(
            catalog, values, passingOn: request.passedOn, in: context)
        var graph = GraphBuilder(takesNeeds: request.takesNeeds) { reference, entry in
            let given = expansion.given(by: reference, in: entry)
            let found = catalog.definitions(
                named: reference.name.text, from: entry.definition.namespace)
            return (found ?? []).map { definition in
                (
                    definition,
                    expansion.parameters(
                        of: definition, given: given, by: reference)
                )
            }
        }
        let all = requested.items.flatMap(\.definitions)
        if catalog.hasCalls, let cycle = CallCycle(from: all, in: catalog).finding {
            throw ConfigurationError(cycle)
        }
        for (index, item) in requested.items.enumerated() {
            let named = item.definitionsAndParameters.map { definition, given in
                (definition, expansion.parameters(of: definition, given: given, by: nil))
            }
            graph.add(named, stage: request.isParallel ? 0 : index)
        }
        let cycle = graph.excess == nil ? graph.finish() : nil
        if let excess = graph.excess { throw ConfigurationError(excess) }
        if let cycle { throw ConfigurationError(cycle.cycleFinding) }
        // What a task does is told, and its texts may have values of the configuration in them.
        catalog.hideSecrets(in: context)
        nodes = graph.nodes
        let parts = graph.calls.isEmpty ? [Array(nodes.indices)] : graph.parts
        main = PlanPart(parts[0], named: graph.requested, of: nodes)
        calls = zip(parts.dropFirst(), graph.calls).map { [nodes] in
            PlanPart($0, named: $1, of: nodes)
        }
        var isMain = [Bool](repeating: false, count: nodes.count)
        for task in main.members { isMain[task] = true }
        self.isMain = isMain
        callOf = graph.entries.map { $0.call == 0 ? nil : $0.call - 1 }
        owners = graph.owners
        lateCleanups = graph.calls.isEmpty ? [:] : graph.lateCleanups(main: Set(main.members))
        let counts = graph.countingFailures(parts)
        tasks = zip(graph.entries, counts).map { expansion.plan($0, isFailureIgnored: !$1) }
        let named = request.showsValues ? requested.items.flatMap(\.definitionsAndParameters) : []
        shownValues = named.map { definition, given in
            let parameters = expansion.parameters(of: definition, given: given, by: nil)
            return (
                definition.name,
                values.shown(of: definition, parameters, given: Set(given.keys))
            )
        }
        pending = values.pending
        findings = values.findings + expansion.findings
        guard request.passedOn.isEmpty || tasks.contains(where: \.mayTakeArguments) else {
            throw UsageError.unusedArguments(tasks.filter(\.isRequested).map(\.name))
        }
    }
}

extension GraphBuilder {
    /// Whether the failure of each task counts: not that of one that ignores errors, or of what only steps lead to
    /// that ignore errors, or are of such tasks.
    fileprivate func countingFailures(_ parts: [[Int]]) -> [Bool] {
        var counts = [Bool](repeating: false, count: entries.count)
        var open = parts[0]
        while let index = open.popLast() {
            let entry = entries[index]
            if counts[index] || entry.definition.ignoresError { continue }
            counts[index] = true
            let steps = entry.definition.steps.lazy.filter { $0.action == nil }
            for (step, call) in zip(steps, entry.calls) where !step.ignoresError {
                open += parts[call + 1]
            }
        }
        return counts
    }
}

/// Errors in the tasks of a run.
struct PlanError: DiagnosableError {
    let diagnostics: [Diagnostic]

    /// 78, or 64 where only the command line is wrong.
    var exitStatus: ExitStatus {
        diagnostics.allSatisfy { $0.location == nil } ? .usage : .badConfiguration
    }
}
