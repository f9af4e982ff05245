import DevtoolKit
import Synchronization

/// Runs the tasks of a graph, several concurrently, in the order that a ``Schedule`` allows.
///
/// As many lanes go on at once as tasks may run; each takes the next task when it has done one. A task of
/// Swift's for each of the graph would cost a tenth of what it takes to start a process.
final class Scheduler: Sendable {
    /// A sequence of tasks that run one after another.
    private struct Lane {
        var handle: Task<Void, Never>
        /// What is run at the moment.
        var task: Int?
        /// Whether that is cancelled.
        var isCancelled = false
    }

    private struct State {
        var schedule: Schedule
        var lanes: [Int: Lane] = [:]
        var laneCount = 0
        var waiting: [(lane: Int, continuation: CheckedContinuation<Int?, Never>)] = []

        /// Takes the next task for a lane.
        mutating func take(for lane: Int) -> Int? {
            let task = schedule.next()
            lanes[lane]?.task = task
            return task
        }

        /// The lanes that need not wait any longer, with their tasks; without one where all is done.
        mutating func admit() -> [(task: Int?, continuation: CheckedContinuation<Int?, Never>)] {
            var admitted: [(task: Int?, continuation: CheckedContinuation<Int?, Never>)] = []
            while let (lane, continuation) = waiting.last {
                let task = take(for: lane)
                guard task != nil || schedule.isSettled else { break }
                waiting.removeLast()
                admitted.append((task, continuation))
            }
            return admitted
        }
    }

    private let nodes: [Schedule.Node]
    private let jobs: Int
    private let stopsOthers: Bool
    private let state: Mutex<State>
    private let end = OneShot<Void>()

    /// Prepares the run of a graph.
    ///
    /// - Parameters:
    ///   - nodes: the tasks.
    ///   - jobs: how many may run at once, at least 1.
    ///   - keepsGoing: whether tasks that do not need a failed one are still started.
    ///   - stopsOthers: whether a task that fails stops those that run.
    init(_ nodes: [Schedule.Node], jobs: Int, keepsGoing: Bool, stopsOthers: Bool = false) {
        self.nodes = nodes
        self.stopsOthers = stopsOthers
        self.jobs = jobs
        state = Mutex(State(schedule: Schedule(nodes, keepsGoing: keepsGoing)))
    }

    /// What has become of each task.
    var states: [Schedule.State] { state.withLock(\.schedule.states) }

    /// Does the work of each task, until all are settled; to be called once.
    ///
    /// - Parameter work: does a task's work, and returns whether that went well; it is cancelled when the run
    ///   is stopped.
    func run(_ work: @escaping @Sendable (Int) async -> Bool) async {
        let lanes = min(jobs, nodes.count)
        guard lanes > 0 else { return }
        state.withLock { state in
            for _ in 0..<lanes { begin(&state, work) }
        }
        await end.value()
    }

    /// Stops the run: what runs is cancelled, nothing starts any more but clean-up.
    func stop() {
        stop {
            $0.stop()
        } cancelling: {
            !self.nodes[$0].isCleanup
        }
    }

    /// Stops the run, clean-up too.
    func abandon() {
        stop {
            $0.abandon()
        } cancelling: { _ in
            true
        }
    }

    private func stop(
        _ change: (inout Schedule) -> Void, cancelling isCancelled: (Int) -> Bool
    ) {
        let (handles, admitted) = state.withLock { state in
            change(&state.schedule)
            let cancelled = state.lanes.filter { $0.value.task.map(isCancelled) ?? false }
            for lane in cancelled.keys { state.lanes[lane]?.isCancelled = true }
            return (cancelled.values.map(\.handle), state.admit())
        }
        handles.forEach { $0.cancel() }
        admitted.forEach { $0.continuation.resume(returning: $0.task) }
    }

    /// Opens a lane.
    private func begin(
        _ state: inout State, _ work: @escaping @Sendable (Int) async -> Bool
    ) {
        let lane = state.laneCount
        state.laneCount += 1
        // It begins with the lock that is held here.
        let handle = Task(executorPreference: MainThread.executor) {
            await self.run(lane, work)
        }
        state.lanes[lane] = Lane(handle: handle)
    }

    private func run(_ lane: Int, _ work: @escaping @Sendable (Int) async -> Bool) async {
        while let task = await next(for: lane) {
            let isSuccess = await work(task)
            let (isCancelled, admitted) = state.withLock { state in
                state.lanes[lane]?.task = nil
                state.schedule.settle(task, isSuccess: isSuccess)
                return (state.lanes[lane]?.isCancelled == true, state.admit())
            }
            admitted.forEach { $0.continuation.resume(returning: $0.task) }
            if stopsOthers, !isSuccess, !nodes[task].isCleanup { stop() }
            // The next one would be cancelled with it, if only in a moment.
            if isCancelled { break }
        }
        let isLast = state.withLock { state in
            state.lanes[lane] = nil
            // What comes after a cancelled task is not cancelled, too.
            if !state.schedule.isSettled { begin(&state, work) }
            return state.lanes.isEmpty
        }
        if isLast { end.complete(with: ()) }
    }

    /// Waits for a task; nil when all are settled.
    private func next(for lane: Int) async -> Int? {
        await withCheckedContinuation { continuation in
            let (isKnown, task): (Bool, Int?) = state.withLock { state in
                if let task = state.take(for: lane) { return (true, task) }
                if state.schedule.isSettled { return (true, nil) }
                state.waiting.append((lane, continuation))
                return (false, nil)
            }
            if isKnown { continuation.resume(returning: task) }
        }
    }
}
