import DevtoolKit
import Synchronization

/// Runs the tasks of a plan: those of the run itself, and, while one of these waits, those of its steps.
final class PlanScheduler: Sendable {
    private struct State {
        /// The schedulers of the calls that are under way.
        var calls: [Scheduler] = []
        /// The tasks that all of the run share, once the first has come to them.
        var shared: [Int: SharedRun] = [:]
        var isAbandoned = false
    }

    private let plan: TaskPlan
    private let mode: RunMode
    private let main: Scheduler
    /// What keeps tasks within each other to the number of jobs.
    private let slots: JobSlots
    /// What keeps tasks with the same resource from running at the same time, by its name.
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

    /// Does the work of each task of the run itself, until all are settled; to be called once.
    ///
    /// - Parameter work: does a task's work, and returns whether that went well; it is cancelled when the run
    ///   is stopped.
    func run(_ work: @escaping @Sendable (Int) async -> Bool) async {
        if plan.calls.isEmpty { return await main.run(work) }
        await run(plan.main, by: main, work)
    }

    /// Does the work of the tasks of a step, each that the run shares unless that is done.
    ///
    /// - Returns: whether all went well.
    func run(call: Int, of caller: Int, _ work: @escaping @Sendable (Int) async -> Bool) async
        -> Bool
    {
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
                guard let resource = resource(of: caller) else {
                    return await run(part, by: scheduler, work)
                }
                await resource.leaving { await run(part, by: scheduler, work) }
            }
        } onCancel: {
            scheduler.stop()
        }
        return scheduler.states.allSatisfy { $0 == .succeeded }
    }

    private func run(
        _ part: PlanPart, by scheduler: Scheduler, _ work: @escaping @Sendable (Int) async -> Bool
    ) async {
        await scheduler.run { [self] index in
            let task = part.members[index]
            // What is made for a call is run each time that a step comes to it.
            return plan.callOf[task] != nil ? await work(task) : await runOnce(task, work)
        }
    }

    private func runOnce(
        _ task: Int, _ work: @escaping @Sendable (Int) async -> Bool
    ) async -> Bool {
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
            // It was cancelled with those who waited before: it runs again.
            state.withLock { state in
                if state.shared[task] === run { state.shared[task] = nil }
            }
        }
    }

    /// Does the work of a task's own, of which as much is done at once as there are jobs, and none for the same
    /// resource.
    func holdingSlot<Value: Sendable>(
        of task: Int, _ work: () async throws -> Value
    ) async rethrows -> Value {
        guard let resource = resource(of: task) else { return try await slots.holding(work) }
        // Who waits for it takes no slot from others.
        return try await resource.holding { try await slots.holding(work) }
    }

    private func resource(of task: Int) -> JobSlots? {
        plan.tasks[task].resource.flatMap { resources[$0] }
    }

    /// Stops the run: what runs is cancelled, nothing starts any more but clean-up.
    func stop() { main.stop() }

    /// Stops the run, clean-up too.
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
    /// A scheduler as the command line and the configuration ask for.
    fileprivate convenience init(_ part: PlanPart, of plan: TaskPlan, _ mode: RunMode) {
        // Those that wait for a resource leave the jobs to others.
        let waiting = mode.jobs > 1 ? part.members.count { plan.tasks[$0].resource != nil } : 0
        self.init(
            part.nodes, jobs: mode.jobs + waiting, keepsGoing: mode.keepsGoing,
            stopsOthers: mode.failFast == .kill && !mode.keepsGoing)
    }
}
