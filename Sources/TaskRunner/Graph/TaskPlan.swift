import DevtoolKit
import Scanning

final class TaskPlan: Sendable {
    /// The named tasks, what they need and run as steps, and their cleanup.
    let tasks: [PlannedTask]
    let nodes: [Schedule.Node]
    /// The tasks that the run itself starts.
    let main: PlanPart
    /// The tasks that steps start.
    let calls: [PlanPart]

    /// Whether the run itself starts a task, by index.
    let isMain: [Bool]
    /// The call of a task as an index of ``calls``; `nil` if the run shares it.
    let callOf: [Int?]
    /// For each task that runs only after others succeed, those others.
    let owners: [Int: [Int]]
    /// For each cleanup task that cleans up only after tasks of steps, those tasks.
    let lateCleanups: [Int: [Int]]

    /// The commit of `--since`, and whether each task need not run because of it.
    private let unchanged: (since: String, isLeftOut: [Bool])?

    let shownValues: [(task: String, values: [TaskValues.ShownValue])]
    let notes: [Diagnostic]
    /// The commands that have to run first, because their output is a value.
    let pending: [PendingValue]
    /// The secrets that have to be resolved first.
    let pendingSecrets: [SecretReference]
    /// The errors that do not depend on ``pending``.
    let findings: [Diagnostic]

    /// Plans a run: everything is resolved, checked and expanded before anything starts.
    ///
    /// `printed` has the output of commands for values that have already run, and `secrets` what has been resolved.
    /// Errors in strings are in ``findings``.
    ///
    /// - Throws: ``Problem``; ``ConfigurationError`` for a cycle.
    init(
        _ request: RunRequest, of catalog: TaskCatalog, printed: [ValueCommand: String] = [:],
        secrets: [SecretReference: Secret] = [:], since changes: ChangedFiles? = nil, in context: Context
    ) throws {
        let requested = try RequestedTasks(request, of: catalog, in: context)
        let values = TaskValues(catalog, printed: printed, secrets: secrets, given: requested.variables, in: context)
        let expansion = TaskExpansion(catalog, values, passingOn: requested.passedOn, in: context)
        var graph = try expansion.graph(
            of: requested.items.map(\.definitionsAndParameters), isParallel: request.isParallel,
            takesNeeds: request.takesNeeds)
        let areTaken = graph.passArguments()
        // Plans are printed, and may contain values of the configuration.
        catalog.hideSecrets(in: context)
        nodes = graph.nodes
        let parts = graph.calls.isEmpty ? [Array(nodes.indices)] : graph.parts
        main = PlanPart(parts[0], named: graph.requested, of: nodes)
        calls = zip(parts.dropFirst(), graph.calls).map { [nodes] in PlanPart($0, named: $1, of: nodes) }
        var isMain = [Bool](repeating: false, count: nodes.count)
        for task in main.members { isMain[task] = true }
        self.isMain = isMain
        callOf = graph.entries.map { $0.call == 0 ? nil : $0.call - 1 }
        owners = graph.owners
        lateCleanups = graph.calls.isEmpty ? [:] : graph.lateCleanups(main: Set(main.members))
        let counts = graph.countingFailures(parts)
        tasks = graph.entries.indices.map { expansion.plan(graph.entries[$0], isFailureIgnored: !counts[$0]) }
        unchanged = changes.map { [nodes, tasks, calls] changes in
            let needs = tasks.indices.map { nodes[$0].needs + tasks[$0].calls.flatMap { calls[$0].named } }
            return (changes.commit, changes.leaveOut(tasks, needs: needs, followers: graph.followers))
        }
        let named = request.showsValues ? requested.items.flatMap(\.definitionsAndParameters) : []
        shownValues = named.map { definition, given in
            let parameters = expansion.parameters(of: definition, given: given, by: nil)
            return (definition.name, values.shown(of: definition, parameters, given: Set(given.keys)))
        }
        pending = values.pending
        pendingSecrets = values.pendingSecrets
        findings = values.findings + expansion.findings
        // After errors, expansion may be incomplete.
        let unreached = try findings.isEmpty ? requested.unreachedRunners(of: tasks, used: values.usedNames) : []
        notes = requested.notes + expansion.warnings.distinct + unreached
        guard areTaken || requested.passedOn.isEmpty || tasks.isEmpty else {
            let names = tasks.filter(\.isRequested).map(\.name)
            throw Problem.usage(
                "no step in '\(names.joined(separator: "', '"))' takes arguments after '--'",
                hint: "write \"$@\" in a shell line to pass them on")
        }
    }

    func called(by index: Int) -> [Int] { tasks[index].calls.flatMap { calls[$0].named } }

    /// Why `--since` leaves a task out; `nil` if it does not.
    func omission(of index: Int) -> String? {
        unchanged.flatMap { $0.isLeftOut[index] ? "unchanged since \($0.since)" : nil }
    }

    /// For each task, whether an active task may run before it and create what it needs.
    var haveForerunners: [Bool] {
        let isBusy = tasks.map { !$0.steps.isEmpty && $0.isForThisSystem }
        let firstStage = nodes.indices.filter { isBusy[$0] }.map { nodes[$0].stage }.min() ?? 0
        // Tasks of steps may follow any task.
        var found = isMain.map { !$0 }
        for index in main.order {
            let node = nodes[index]
            found[index] = node.stage > firstStage || node.forerunners.contains { isBusy[$0] || found[$0] }
        }
        return found
    }
}

/// Tasks of a plan that one ``Scheduler`` starts: those of the run itself, or those of a step.
struct PlanPart: Sendable {
    /// Named on the command line or by the step.
    let named: [Int]
    /// All tasks, as indices of ``TaskPlan/tasks``.
    let members: [Int]
    /// The dependencies among ``members``, by their indices there; others are done before the part begins.
    let nodes: [Schedule.Node]

    init(_ members: [Int], named: [Int], of nodes: [Schedule.Node]) {
        self.named = named
        self.members = members
        if members.count == nodes.count {
            self.nodes = nodes
            return
        }
        let places = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($0.element, $0.offset) })
        self.nodes = members.map { member in
            var node = nodes[member]
            node.needs = node.needs.compactMap { places[$0] }
            node.after = node.after.compactMap { places[$0] }
            node.follows = node.follows.compactMap { places[$0] }
            return node
        }
    }

    var order: [Int] { places.map { members[$0] } }

    /// The indices of ``members`` in an order in which they may run.
    private var places: [Int] {
        var schedule = Schedule(nodes)
        return schedule.settleAll()
    }

    /// The tasks, each of which waits for the one before it, that take longest together; without cleanup.
    func longestChain(duration: (Int) -> Duration) -> [Int] {
        var chains = nodes.map { _ in (total: Duration.zero, before: Int?.none) }
        var last: Int?
        /// The end of the longest chain of earlier stages, for which a task waits, too.
        var earlier: (stage: Int, last: Int?) = (0, nil)
        for place in places where !nodes[place].isCleanup {
            if nodes[place].stage > earlier.stage { earlier = (nodes[place].stage, last) }
            let before = (nodes[place].forerunners + [earlier.last].compactMap(\.self)).max {
                chains[$0].total < chains[$1].total
            }
            chains[place] = ((before.map { chains[$0].total } ?? .zero) + duration(members[place]), before)
            // Of chains that took as long, the one counts that ends with a task that only needs others.
            if last.map({ chains[$0].total <= chains[place].total }) ?? true { last = place }
        }
        var chain: [Int] = []
        while let place = last {
            chain.append(members[place])
            last = chains[place].before
        }
        return chain.reversed()
    }
}

extension GraphBuilder {
    /// Whether each task's failure counts; not if the task, or every step that leads to it, ignores errors.
    fileprivate func countingFailures(_ parts: [[Int]]) -> [Bool] {
        var counts = [Bool](repeating: false, count: entries.count)
        var open = parts[0]
        while let index = open.popLast() {
            let entry = entries[index]
            if counts[index] || entry.definition.ignoresError { continue }
            counts[index] = true
            var calls = entry.calls[...]
            for (step, _) in entry.steps where step.action == nil {
                guard let call = calls.popFirst() else { break }
                if !step.ignoresError { open += parts[call + 1] }
            }
        }
        return counts
    }
}
