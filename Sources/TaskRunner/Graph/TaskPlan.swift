import DevtoolKit
import Scanning

/// The plan of a run: the named tasks, what they need, and what cleans up after them.
///
/// It is passed on by reference, as its tasks are.
final class TaskPlan: Sendable {
    /// The tasks: those that are named, what they need and run as steps, and what cleans up after them.
    let tasks: [PlannedTask]
    /// What each of them waits for.
    let nodes: [Schedule.Node]
    /// The tasks that the run itself starts.
    let main: PlanPart
    /// The tasks that steps start.
    let calls: [PlanPart]

    /// Whether the run itself starts a task, and not a step only.
    let isMain: [Bool]
    /// The call that a task is made for, as an index of ``calls``; nil where all of the run share it.
    let callOf: [Int?]
    /// The tasks that run only after the success of others, each with those.
    let owners: [Int: [Int]]
    /// What cleans up only after tasks that steps lead to, each with those.
    let lateCleanups: [Int: [Int]]

    /// The values of the tasks that the command line names, where these are asked for.
    let shownValues: [(task: String, values: [ShownValue])]
    /// What may have been meant in another way.
    let notes: [Diagnostic]
    /// The commands whose output has to be known before the plan can be run.
    let pending: [PendingValue]
    /// What is wrong with the tasks' texts, whatever the ``pending`` commands print.
    let findings: [Diagnostic]

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
        let requested = try RequestedTasks(request, in: catalog)
        let values = TaskValues(
            catalog, printed: printed, given: requested.variables, in: context)
        let expansion = TaskExpansion(
            catalog, values, passingOn: requested.passedOn, in: context)
        var graph = try expansion.graph(
            of: requested.items.map(\.definitionsAndParameters), isParallel: request.isParallel,
            takesNeeds: request.takesNeeds)
        let areTaken = graph.passArguments()
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
        // What has an error may not have been expanded to its end.
        let unreached =
            try findings.isEmpty
            ? requested.unreachedRunners(of: tasks, used: values.usedNames, in: catalog) : []
        notes = requested.notes + expansion.warnings.distinct + unreached
        guard areTaken || requested.passedOn.isEmpty || tasks.isEmpty else {
            throw UsageError.unusedArguments(tasks.filter(\.isRequested).map(\.name))
        }
    }

    /// The tasks that the steps of a task run.
    func called(by index: Int) -> [Int] {
        tasks[index].steps.flatMap { step in
            if case .tasks(let call) = step.work { calls[call].named } else { [Int]() }
        }
    }

    /// Whether a task that does something comes before each of them, and may make what it needs.
    var haveForerunners: [Bool] {
        let isBusy = tasks.map { !$0.steps.isEmpty && $0.isForThisSystem }
        let firstStage = nodes.indices.filter { isBusy[$0] }.map { nodes[$0].stage }.min() ?? 0
        // Whatever a step starts may come after anything.
        var found = isMain.map { !$0 }
        for index in main.order {
            let node = nodes[index]
            found[index] =
                node.stage > firstStage
                || node.forerunners.contains { isBusy[$0] || found[$0] }
        }
        return found
    }
}

/// Tasks of a plan that one ``Scheduler`` starts: those of the run itself, or those of a step.
struct PlanPart: Sendable {
    /// Those that the command line or the step names; what they need and what cleans up is the rest.
    let named: [Int]
    /// All of them, as indices of ``TaskPlan/tasks``.
    let members: [Int]
    /// What each of them waits for, as indices of ``members``; what others have done is done before the part begins.
    let nodes: [Schedule.Node]

    /// Takes some tasks of a graph.
    init(_ members: [Int], named: [Int], of nodes: [Schedule.Node]) {
        self.named = named
        self.members = members
        if members.count == nodes.count {
            self.nodes = nodes
            return
        }
        let places = Dictionary(
            uniqueKeysWithValues: members.enumerated().map { ($0.element, $0.offset) })
        self.nodes = members.map { member in
            var node = nodes[member]
            node.needs = node.needs.compactMap { places[$0] }
            node.after = node.after.compactMap { places[$0] }
            node.follows = node.follows.compactMap { places[$0] }
            return node
        }
    }

    /// The tasks in an order in which they could be run one after the other.
    var order: [Int] {
        var schedule = Schedule(nodes)
        var order: [Int] = []
        while let task = schedule.next() {
            order.append(members[task])
            schedule.settle(task, isSuccess: true)
        }
        return order
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
