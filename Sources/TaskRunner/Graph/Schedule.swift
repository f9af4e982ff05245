/// Decides which task of a graph may start next, without running anything.
///
/// A task starts once all it needs, and what stands before it in a sequence, have gone well, and the stages
/// before its own are settled. A failure, or ``stop()``, keeps those that have not started from starting;
/// clean-up tasks wait for what they clean up after to be settled, however that went, and start all the same.
///
/// ```swift
/// while !schedule.isSettled {
///     while let task = schedule.next() { start(task) }
///     let (task, isSuccess) = await nextToEnd()
///     schedule.settle(task, isSuccess: isSuccess)
/// }
/// ```
struct Schedule: Sendable {
    /// A task of the graph; tasks are identified by their indices.
    struct Node: Sendable {
        /// The tasks that must have gone well.
        var needs: [Int] = []
        /// The tasks that must have gone well, though it does not need them: what stands before it in a
        /// sequence.
        var after: [Int] = []
        /// The tasks that must have been settled, however that went.
        var follows: [Int] = []
        /// Whether it is run though others have failed.
        var isCleanup = false
        /// Its part of the run: nothing but clean-up starts before all of the parts before are settled.
        var stage = 0

        /// All that it waits for.
        var forerunners: [Int] { needs + after + follows }
    }

    /// The state of a task.
    enum State: Hashable, Sendable {
        /// It waits for others.
        case waiting
        /// It may start, and waits for its turn.
        case ready
        /// It was started.
        case running
        /// It went well.
        case succeeded
        /// It did not.
        case failed
        /// It will not be started.
        case dropped
    }

    /// What has become of each task.
    private(set) var states: [State]
    private let nodes: [Node]
    private let dependents: [[Int]]
    private let keepsGoing: Bool
    /// How many tasks a task still waits for.
    private var remaining: [Int]
    /// The tasks that may start, and those that were taken before ``head``.
    private var queue: [Int] = []
    private var head = 0
    private var unsettled: Int
    /// How many tasks of each stage are not settled, and those that wait for the stages before theirs only.
    private var stages: [(unsettled: Int, held: [Int])]
    /// The first stage that is not settled.
    private var stage = 0
    private var isStopped = false

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - nodes: the tasks; the graph has no cycles.
    ///   - keepsGoing: whether tasks that do not need a failed one are still started.
    init(_ nodes: [Node], keepsGoing: Bool = false) {
        self.nodes = nodes
        self.keepsGoing = keepsGoing
        var dependents = [[Int]](repeating: [], count: nodes.count)
        for (index, node) in nodes.enumerated() {
            for other in node.forerunners { dependents[other].append(index) }
        }
        self.dependents = dependents
        remaining = nodes.map { $0.needs.count + $0.after.count + $0.follows.count }
        states = nodes.map { _ in .waiting }
        unsettled = nodes.count
        stages = Array(repeating: (0, []), count: (nodes.map(\.stage).max() ?? 0) + 1)
        for node in nodes { stages[node.stage].unsettled += 1 }
        advance()
        for index in nodes.indices where remaining[index] == 0 { admit(index) }
    }

    /// Whether nothing runs, and nothing will.
    var isSettled: Bool { unsettled == 0 }

    /// Takes the next task that may start; nil where there is none at the moment.
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

    /// Notes how a task that was started has ended.
    mutating func settle(_ task: Int, isSuccess: Bool) {
        settle(task, as: isSuccess ? .succeeded : .failed)
        if !isSuccess && !keepsGoing && !nodes[task].isCleanup { stop() }
    }

    /// Keeps everything from starting but clean-up.
    mutating func stop() {
        guard !isStopped else { return }
        isStopped = true
        for task in nodes.indices where !nodes[task].isCleanup && isPending(task) {
            settle(task, as: .dropped)
        }
    }

    /// Keeps everything from starting that has not started, clean-up too.
    mutating func abandon() {
        stop()
        for task in nodes.indices where isPending(task) { settle(task, as: .dropped) }
    }

    private func isPending(_ task: Int) -> Bool {
        states[task] == .waiting || states[task] == .ready
    }

    /// Settles a task, and then those that are dropped because of it; the graph may be deeper than the stack.
    private mutating func settle(_ task: Int, as state: State) {
        note(task, state)
        var settled = [task]
        while let task = settled.popLast() {
            for dependent in dependents[task] {
                remaining[dependent] -= 1
                guard states[dependent] == .waiting else { continue }
                let node = nodes[dependent]
                if states[task] != .succeeded,
                    node.needs.contains(task) || node.after.contains(task)
                {
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

    /// Goes on to the first stage that is not settled.
    private mutating func advance() {
        while stage < stages.count - 1, stages[stage].unsettled == 0 {
            stage += 1
            for task in stages[stage].held where states[task] == .waiting { admit(task) }
        }
    }
}
