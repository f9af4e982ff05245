import DevtoolKit
import Synchronization

/// The results of a run's tasks so far.
final class TaskLedger: Sendable {
    private struct Entry {
        let task: Int
        let result: TaskResult
        let duration: Duration
        let output: String
    }

    private struct State {
        /// The tasks that have ended, in that order; nothing in the place of one that was tried again.
        var entries: [Entry?] = []
        /// The place of each task among them.
        var places: [Int?]
        /// The first failure of the run itself.
        var firstFailure: Entry?

        var ended: [Entry] { entries.compactMap(\.self) }
    }

    private let plan: TaskPlan
    private let state: Mutex<State>
    private let signal = Mutex<Int32?>(nil)

    /// Begins the record of a plan's run.
    init(of plan: TaskPlan) {
        self.plan = plan
        state = Mutex(State(places: Array(repeating: nil, count: plan.tasks.count)))
    }

    /// Notes the signal that stopped the run, if it is the first.
    func note(signal: Int32) { self.signal.withLock { $0 = $0 ?? signal } }

    /// Notes the end of a task, and what it has written, where that is of interest; of a step that is tried again
    /// the last one counts.
    func append(_ task: Int, _ result: TaskResult, took duration: Duration, output: String) {
        let entry = Entry(task: task, result: result, duration: duration, output: output)
        state.withLock { state in
            if !plan.isMain[task], let before = state.places[task] { state.entries[before] = nil }
            // Whether a failure within steps counts, their task says.
            if plan.isMain[task], result.failure != nil {
                state.firstFailure = state.firstFailure ?? entry
            }
            state.places[task] = state.entries.count
            state.entries.append(entry)
        }
    }

    /// What the run ends with: the status of the task that failed first; nil where none has.
    var status: ExitStatus? { firstFailure?.result.failure }

    private var firstFailure: Entry? { state.withLock(\.firstFailure) }

    /// The task of a call that failed first, and the status for it; nil where none has, but the run was stopped.
    func failure(ofCall call: Int) -> (name: String, status: ExitStatus)? {
        let ended = state.withLock { state in
            plan.calls[call].members.compactMap { state.places[$0] }.sorted()
                .compactMap { state.entries[$0] }
        }
        for entry in ended {
            let task = plan.tasks[entry.task]
            switch entry.result {
            case .failed(_, let status): return (task.name, status)
            case .ignored(_, let status) where !task.definition.ignoresError:
                return (task.name, status)
            default: continue
            }
        }
        return nil
    }

    /// What a clean-up task is told so far of what it cleans up, its call or else the run, as environment
    /// variables: the status of the task that failed first and its name; after a signal 128 and its number; 0
    /// where all is well.
    func variables(for cleanup: Int) -> [String: String] {
        let failed =
            if let call = plan.callOf[cleanup] {
                failure(ofCall: call)
            } else {
                firstFailure.flatMap { entry in
                    entry.result.failure.map { (name: plan.tasks[entry.task].name, status: $0) }
                }
            }
        let status = failed?.status.rawValue ?? signal.withLock(\.self).map { 128 + $0 }
        return ["DEVTOOL_STATUS": "\(status ?? 0)", "DEVTOOL_FAILED_TASK": failed?.name ?? ""]
    }

    /// Whether a task has run, and was neither left out nor has failed.
    func hasRun(_ task: Int) -> Bool {
        let entry = state.withLock { state in state.places[task].flatMap { state.entries[$0] } }
        return switch entry?.result {
        case .succeeded, .restored, .ignored: true
        default: false
        }
    }

    /// Whether a task has come to its turn, however it went.
    func hasBegun(_ task: Int) -> Bool { state.withLock { $0.places[task] != nil } }

    /// Whether all tasks of the run itself have gone well, or nobody wants to know, or a signal has stopped them.
    var isComplete: Bool {
        let ended = state.withLock(\.ended)
        if signal.withLock(\.self) != nil || ended.contains(where: { $0.result == .unwanted }) {
            return true
        }
        var isDone = [Bool](repeating: false, count: plan.tasks.count)
        for entry in ended where entry.result.isSuccess { isDone[entry.task] = true }
        return plan.main.members.allSatisfy { isDone[$0] }
    }

    var summary: RunSummary {
        let tasks = plan.tasks
        let ended = state.withLock(\.ended)
        var remaining = Set(tasks.indices)
        var lines = ended.map { entry in
            remaining.remove(entry.task)
            return RunSummary.Line(
                task: tasks[entry.task], result: entry.result, duration: entry.duration,
                output: entry.output)
        }
        lines += remaining.sorted().map { task in
            RunSummary.Line(task: tasks[task], result: .notRun, duration: .zero, output: "")
        }
        return RunSummary(lines: lines)
    }
}
