import DevtoolKit

/// The plan of a run: the named tasks, what they need, and what cleans up after them.
struct TaskPlan: Sendable {
    /// The tasks.
    let tasks: [PlannedTask]
    /// What each of them waits for.
    let nodes: [Schedule.Node]

    /// Whether a task that does something comes before each of them, and may make what it needs.
    var haveForerunners: [Bool] {
        let isBusy = tasks.map { !$0.steps.isEmpty && $0.isForThisSystem }
        let firstStage = nodes.indices.filter { isBusy[$0] }.map { nodes[$0].stage }.min() ?? 0
        var found = [Bool](repeating: false, count: tasks.count)
        for index in order {
            let node = nodes[index]
            found[index] =
                node.stage > firstStage
                || node.forerunners.contains { isBusy[$0] || found[$0] }
        }
        return found
    }

    /// The tasks in an order in which they could be run one after the other.
    var order: [Int] {
        var schedule = Schedule(nodes)
        var order: [Int] = []
        while let task = schedule.next() {
            order.append(task)
            schedule.settle(task, isSuccess: true)
        }
        return order
    }
}
