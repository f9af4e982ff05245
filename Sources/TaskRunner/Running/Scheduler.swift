import Synchronization

/// Runs the tasks of a graph, several at once, in the order that a ``Schedule`` allows.
final class Scheduler: Sendable {
    private struct State {
        var schedule: Schedule
        var running: [Int: Task<Void, Never>] = [:]
        var isStopped = false
        var isAbandoned = false
    }

    private let nodes: [Schedule.Node]
    private let jobs: Int
    private let state: Mutex<State>

    /// Prepares the run of a graph.
    ///
    /// - Parameters:
    ///   - nodes: the tasks.
    ///   - jobs: how many may run at once, at least 1.
    ///   - keepsGoing: whether tasks that do not need a failed one are still started.
    init(_ nodes: [Schedule.Node], jobs: Int, keepsGoing: Bool) {
        self.nodes = nodes
        self.jobs = jobs
        state = Mutex(State(schedule: Schedule(nodes, keepsGoing: keepsGoing)))
    }

    /// What has become of each task.
    var states: [Schedule.State] { state.withLock(\.schedule.states) }

    /// Does the work of each task, until all are settled.
    ///
    /// - Parameter work: does a task's work, and returns whether that went well; it is cancelled when the run
    ///   is stopped.
    func run(_ work: @escaping @Sendable (Int) async -> Bool) async {
        await withTaskGroup(of: (task: Int, isSuccess: Bool).self) { group in
            var running = 0
            while true {
                while running < jobs, let task = state.withLock({ $0.schedule.next() }) {
                    running += 1
                    group.addTask { (task, await self.perform(task, work)) }
                }
                guard let (task, isSuccess) = await group.next() else { return }
                running -= 1
                state.withLock { $0.schedule.settle(task, isSuccess: isSuccess) }
            }
        }
    }

    /// Stops the run: what runs is cancelled, nothing starts any more but clean-up.
    func stop() {
        let tasks = state.withLock { state in
            state.isStopped = true
            state.schedule.stop()
            return state.running.filter { !nodes[$0.key].isCleanup }.map(\.value)
        }
        tasks.forEach { $0.cancel() }
    }

    /// Stops the run, clean-up too.
    func abandon() {
        let tasks = state.withLock { state in
            state.isStopped = true
            state.isAbandoned = true
            state.schedule.abandon()
            return Array(state.running.values)
        }
        tasks.forEach { $0.cancel() }
    }

    /// Does the work in a task of its own, so that it can be cancelled while others go on.
    private func perform(_ task: Int, _ work: @escaping @Sendable (Int) async -> Bool) async -> Bool
    {
        let result = Mutex(false)
        let done = Task {
            let isSuccess = await work(task)
            result.withLock { $0 = isSuccess }
        }
        let isLate = state.withLock { state in
            state.running[task] = done
            return state.isAbandoned || state.isStopped && !nodes[task].isCleanup
        }
        if isLate { done.cancel() }
        await done.value
        state.withLock { $0.running[task] = nil }
        return result.withLock(\.self)
    }
}
