import DevtoolKit

/// The plan of a run: the named tasks, what they need, and what cleans up after them.
struct TaskPlan: Sendable {
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

    /// The tasks that the steps of a task run.
    func called(by index: Int) -> [Int] {
        tasks[index].steps.flatMap { step in
            if case .tasks(let call) = step.work { calls[call].named } else { [Int]() }
        }
    }

    /// The values of the tasks that the command line names, where these are asked for.
    let shownValues: [(task: String, values: [ShownValue])]
    /// The commands whose output has to be known before the plan can be run.
    let pending: [PendingValue]
    /// What is wrong with the tasks' texts; of a plan with ``pending`` commands it may come of their placeholders.
    let findings: [Diagnostic]

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
