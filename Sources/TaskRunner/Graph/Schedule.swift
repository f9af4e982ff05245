/// Decides which task of a graph may start next, without running anything.
///
/// A task starts once its needs and the previous part of its sequence have succeeded, and all earlier stages are
/// settled. After a failure or ``stop()``, only cleanup tasks start; they wait until what they clean up after is
/// settled, with any result.
///
/// ```swift
/// while !schedule.isSettled {
///     while let task = schedule.next() { start(task) }
///     let (task, isSuccess) = await nextToEnd()
///     schedule.settle(task, isSuccess: isSuccess)
/// }
/// ```
struct Schedule: Sendable {
    struct Node: Sendable {
        var needs: [Int] = []
        /// Must succeed first, because of a sequence.
        var after: [Int] = []
        /// Must be settled first, with any result.
        var follows: [Int] = []
        /// Whether it runs even if others have failed.
        var isCleanup = false
        /// Starts only after all earlier stages are settled, unless it is cleanup.
        var stage = 0

        var forerunners: [Int] { needs + after + follows }
    }

    enum State: Hashable, Sendable {
        case waiting
        case ready
        case running
        case succeeded
        case failed
        case dropped
    }

    private(set) var states: [State]
    private let nodes: [Node]
    private let dependents: [[Int]]
    private let keepsGoing: Bool
    /// The number of tasks that must be settled first but are not, by task.
    private var remaining: [Int]
    /// The tasks that may start, from ``head`` on.
    private var queue: [Int] = []
    private var head = 0
    private var unsettled: Int
    /// The number of unsettled tasks in each stage, and its tasks that wait for earlier stages only.
    private var stages: [(unsettled: Int, held: [Int])]
    private var stage = 0
    private var isStopped = false

    /// Starts with a graph without cycles; `keepsGoing` still starts tasks that do not need a failed one.
    init(_ nodes: [Node], keepsGoing: Bool = false) {
        self.nodes = nodes
        self.keepsGoing = keepsGoing
        var dependents = [[Int]](repeating: [], count: nodes.count)
        for (index, node) in nodes.enumerated() { for other in node.forerunners { dependents[other].append(index) } }
        self.dependents = dependents
        remaining = nodes.map { $0.needs.count + $0.after.count + $0.follows.count }
        states = nodes.map { _ in .waiting }
        unsettled = nodes.count
        stages = Array(repeating: (0, []), count: (nodes.map(\.stage).max() ?? 0) + 1)
        for node in nodes { stages[node.stage].unsettled += 1 }
        advance()
        for index in nodes.indices where remaining[index] == 0 { admit(index) }
    }

    var isSettled: Bool { unsettled == 0 }

    mutating func next() -> Int? {
        while head < queue.count {
            let task = queue[head]
            head += 1
            guard states[task] == .ready else { continue }
            states[task] = .running
            return task
        }
        return nil
    }

    mutating func settle(_ task: Int, isSuccess: Bool) {
        settle(task, as: isSuccess ? .succeeded : .failed)
        if !isSuccess && !keepsGoing && !nodes[task].isCleanup { stop() }
    }

    /// Settles all tasks with success, as far as they can start, and returns them in an order in which they may run.
    mutating func settleAll() -> [Int] {
        var order: [Int] = []
        while let task = next() {
            order.append(task)
            settle(task, isSuccess: true)
        }
        return order
    }

    /// Prevents all tasks except cleanup from starting.
    mutating func stop() {
        guard !isStopped else { return }
        isStopped = true
        for task in nodes.indices where !nodes[task].isCleanup && isPending(task) { settle(task, as: .dropped) }
    }

    /// Prevents all tasks from starting.
    mutating func abandon() {
        stop()
        for task in nodes.indices where isPending(task) { settle(task, as: .dropped) }
    }

    private func isPending(_ task: Int) -> Bool { states[task] == .waiting || states[task] == .ready }

    /// Settles a task and those dropped because of it, iteratively, because the graph may be deeper than the stack.
    private mutating func settle(_ task: Int, as state: State) {
        note(task, state)
        var settled = [task]
        while let task = settled.popLast() {
            for dependent in dependents[task] {
                remaining[dependent] -= 1
                guard states[dependent] == .waiting else { continue }
                let node = nodes[dependent]
                if states[task] != .succeeded, node.needs.contains(task) || node.after.contains(task) {
                    note(dependent, .dropped)
                    settled.append(dependent)
                } else if remaining[dependent] == 0 {
                    admit(dependent)
                }
            }
        }
    }

    private mutating func note(_ task: Int, _ state: State) {
        states[task] = state
        unsettled -= 1
        stages[nodes[task].stage].unsettled -= 1
        advance()
    }

    private mutating func admit(_ task: Int) {
        if !nodes[task].isCleanup, nodes[task].stage > stage {
            stages[nodes[task].stage].held.append(task)
        } else {
            states[task] = .ready
            queue.append(task)
        }
    }

    private mutating func advance() {
        while stage < stages.count - 1, stages[stage].unsettled == 0 {
            stage += 1
            for task in stages[stage].held where states[task] == .waiting { admit(task) }
        }
    }
}
