import DevtoolKit

/// All that a run does: the tasks that are named, what they need, and what cleans up after them.
struct TaskPlan: Sendable {
    /// The tasks.
    let tasks: [PlannedTask]
    /// What each of them waits for.
    let nodes: [Schedule.Node]

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
