import DevtoolKit

extension TaskPlan {
    /// Plans a run: everything is looked up, checked and expanded before anything is started.
    ///
    /// - Parameters:
    ///   - request: what the command line asks for.
    ///   - catalog: the tasks that there are.
    ///   - context: where they are to run.
    /// - Throws: ``UsageError``, and ``ConfigurationError`` with all that is wrong.
    init(_ request: RunRequest, of catalog: TaskCatalog, in context: Context) throws {
        let requested = try RequestedTasks(request.words, in: catalog)
        let expansion = TaskExpansion(catalog, passingOn: request.passedOn, in: context)
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
        for (index, item) in requested.items.enumerated() {
            let named = item.definitions.map { definition in
                (definition, expansion.parameters(of: definition, given: item.parameters, by: nil))
            }
            graph.add(named, stage: request.isParallel ? 0 : index)
        }
        let cycle = graph.excess == nil ? graph.finish() : nil
        if let excess = graph.excess { throw ConfigurationError(excess) }
        if let cycle { throw ConfigurationError(cycle.cycleFinding) }
        // What a task does is told, and its texts may have values of the configuration in them.
        catalog.hideSecrets(in: context)
        tasks = graph.entries.map { expansion.plan($0) }
        nodes = graph.nodes
        guard expansion.findings.isEmpty else { throw PlanError(diagnostics: expansion.findings) }
        guard request.passedOn.isEmpty || tasks.contains(where: \.mayTakeArguments) else {
            throw UsageError.unusedArguments(tasks.filter(\.isRequested).map(\.name))
        }
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
