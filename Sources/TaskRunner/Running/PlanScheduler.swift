import DevtoolKit
import Synchronization

/// Runs the tasks of a plan, and those of steps while their task waits.
final class PlanScheduler: Sendable {
    private struct State {
        var calls: [Scheduler] = []
        var shared: [Int: SharedRun] = [:]
        var isAbandoned = false
    }

    private let plan: TaskPlan
    private let mode: RunMode
    private let main: Scheduler
    private let slots: JobSlots
    private let resources: [String: JobSlots]
    private let state = Mutex(State())

    init(_ plan: TaskPlan, _ mode: RunMode, _ slots: JobSlots) {
        self.plan = plan
        self.mode = mode
        main = Scheduler(plan.main, of: plan, mode)
        self.slots = slots
        let names = Set(plan.tasks.compactMap(\.resource))
        resources = Dictionary(uniqueKeysWithValues: names.map { ($0, JobSlots(1)) })
    }

    /// Runs all tasks of the run itself.
    ///
    /// Call it once. `work` runs a task and returns whether it succeeded; it is cancelled if the run is stopped.
    func run(_ work: @escaping @Sendable (Int) async -> Bool) async {
        if plan.calls.isEmpty { return await main.run(work) }
        await run(plan.main, by: main, work)
    }

    /// Runs the tasks of a step, except shared ones that are done; returns whether all succeeded.
    func run(call: Int, of caller: Int, _ work: @escaping @Sendable (Int) async -> Bool) async -> Bool {
        let part = plan.calls[call]
        let scheduler = Scheduler(part, of: plan, mode)
        let isAbandoned = state.withLock { state in
            state.calls.append(scheduler)
            return state.isAbandoned
        }
        defer { state.withLock { $0.calls.removeAll { $0 === scheduler } } }
        if isAbandoned { scheduler.abandon() }
        await withTaskCancellationHandler {
            await slots.leaving {
                guard let resource = resource(of: caller) else { return await run(part, by: scheduler, work) }
                await resource.leaving { await run(part, by: scheduler, work) }
            }
        } onCancel: {
            scheduler.stop()
        }
        return scheduler.states.allSatisfy { $0 == .succeeded }
    }

    private func run(_ part: PlanPart, by scheduler: Scheduler, _ work: @escaping @Sendable (Int) async -> Bool) async {
        await scheduler.run { [self] index in
            let task = part.members[index]
            // A task of a call runs at each call; shared ones run once.
            return plan.callOf[task] != nil ? await work(task) : await runOnce(task, work)
        }
    }

    private func runOnce(_ task: Int, _ work: @escaping @Sendable (Int) async -> Bool) async -> Bool {
        while true {
            let (run, isFirst) = state.withLock { state in
                if let run = state.shared[task] { return (run, false) }
                let run = SharedRun()
                state.shared[task] = run
                return (run, true)
            }
            if isFirst { run.start { await work(task) } }
            let isSuccess = await run.value()
            if isSuccess || !run.isCancelled || Task.isCancelled { return isSuccess }
            // It was cancelled together with the steps that waited for it, so run it again.
            state.withLock { state in if state.shared[task] === run { state.shared[task] = nil } }
        }
    }

    /// Does a task's own work while it holds a slot and its resource.
    func holdingSlot<Value: Sendable>(of task: Int, _ work: () async throws -> Value) async rethrows -> Value {
        guard let resource = resource(of: task) else { return try await slots.holding(work) }
        // A task that waits for a resource must not occupy a slot.
        return try await resource.holding { try await slots.holding(work) }
    }

    private func resource(of task: Int) -> JobSlots? { plan.tasks[task].resource.flatMap { resources[$0] } }

    /// Cancels running tasks, and starts only cleanup afterwards.
    func stop() { main.stop() }

    /// Cancels running tasks, and starts nothing afterwards.
    func abandon() {
        main.abandon()
        let calls = state.withLock { state in
            state.isAbandoned = true
            return state.calls
        }
        for scheduler in calls { scheduler.abandon() }
    }
}

extension Scheduler {
    fileprivate convenience init(_ part: PlanPart, of plan: TaskPlan, _ mode: RunMode) {
        // Tasks that wait for a resource do not count as jobs.
        let waiting = mode.jobs > 1 ? part.members.count { plan.tasks[$0].resource != nil } : 0
        self.init(
            part.nodes, jobs: mode.jobs + waiting, keepsGoing: mode.keepsGoing,
            stopsOthers: mode.failFast == .kill && !mode.keepsGoing)
    }
}
