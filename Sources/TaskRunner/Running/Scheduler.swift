import DevtoolKit
import Synchronization

/// Runs the tasks of a graph, several concurrently, in the order of a ``Schedule``.
///
/// Each lane runs one task after another, and there are as many lanes as jobs. A Swift task per task of the graph would
/// cost a tenth of starting a process.
final class Scheduler: Sendable {
    private struct Lane {
        var handle: Task<Void, Never>
        var task: Int?
        var isCancelled = false
    }

    private struct State {
        var schedule: Schedule
        var lanes: [Int: Lane] = [:]
        var laneCount = 0
        var waiting: [(lane: Int, continuation: CheckedContinuation<Int?, Never>)] = []

        mutating func take(for lane: Int) -> Int? {
            let task = schedule.next()
            lanes[lane]?.task = task
            return task
        }

        /// The waiting lanes that can continue, each with its next task; the task is `nil` if everything is done.
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

    init(_ nodes: [Schedule.Node], jobs: Int, keepsGoing: Bool, stopsOthers: Bool = false) {
        self.nodes = nodes
        self.stopsOthers = stopsOthers
        self.jobs = jobs
        state = Mutex(State(schedule: Schedule(nodes, keepsGoing: keepsGoing)))
    }

    var states: [Schedule.State] { state.withLock(\.schedule.states) }

    /// Runs all tasks.
    ///
    /// Call it once. `work` runs a task and returns whether it succeeded; it is cancelled if the run is stopped.
    func run(_ work: @escaping @Sendable (Int) async -> Bool) async {
        let lanes = min(jobs, nodes.count)
        guard lanes > 0 else { return }
        state.withLock { state in for _ in 0..<lanes { begin(&state, work) } }
        await end.value()
    }

    /// Cancels running tasks, and starts only cleanup afterwards.
    func stop() { stop(sparingCleanup: true) }

    /// Cancels running tasks, and starts nothing afterwards.
    func abandon() { stop(sparingCleanup: false) }

    private func stop(sparingCleanup: Bool) {
        let (handles, admitted) = state.withLock { state in
            if sparingCleanup { state.schedule.stop() } else { state.schedule.abandon() }
            let cancelled = state.lanes.filter { lane in
                lane.value.task.map { !sparingCleanup || !nodes[$0].isCleanup } ?? false
            }
            for lane in cancelled.keys { state.lanes[lane]?.isCancelled = true }
            return (cancelled.values.map(\.handle), state.admit())
        }
        handles.forEach { $0.cancel() }
        admitted.forEach { $0.continuation.resume(returning: $0.task) }
    }

    private func begin(_ state: inout State, _ work: @escaping @Sendable (Int) async -> Bool) {
        let lane = state.laneCount
        state.laneCount += 1
        // It waits for the lock that is held here.
        let handle = Task(executorPreference: MainThread.executor) { await self.run(lane, work) }
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
            // The cancellation would affect the next task, too.
            if isCancelled { break }
        }
        let isLast = state.withLock { state in
            state.lanes[lane] = nil
            // Tasks after a cancelled one need a new lane.
            if !state.schedule.isSettled { begin(&state, work) }
            return state.lanes.isEmpty
        }
        if isLast { end.complete(with: ()) }
    }

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
