import DevtoolKit
import Synchronization

final class TaskLedger: Sendable {
    private typealias Entry = (task: Int, line: RunSummary.Line)

    private struct State {
        /// In the order in which the tasks ended; `nil` for an entry that a later run of the task replaced.
        var entries: [Entry?] = []
        var places: [Int?]
        /// The first failure outside steps.
        var firstFailure: Entry?

        var ended: [Entry] { entries.compactMap(\.self) }
    }

    private let plan: TaskPlan
    private let state: Mutex<State>
    private let signal = Mutex<Int32?>(nil)

    init(of plan: TaskPlan) {
        self.plan = plan
        state = Mutex(State(places: Array(repeating: nil, count: plan.tasks.count)))
    }

    func note(signal: Int32) { self.signal.withLock { $0 = $0 ?? signal } }

    /// Records the end of a task; if a step runs it again, the last result wins.
    func append(_ task: Int, _ line: RunSummary.Line) {
        let entry = (task: task, line: line)
        state.withLock { state in
            if !plan.isMain[task], let before = state.places[task] { state.entries[before] = nil }
            // For a failure within steps, the task with the steps decides whether it counts.
            if plan.isMain[task], line.result.failure != nil { state.firstFailure = state.firstFailure ?? entry }
            state.places[task] = state.entries.count
            state.entries.append(entry)
        }
    }

    var status: ExitStatus? { firstFailure?.line.result.failure }

    private var firstFailure: Entry? { state.withLock(\.firstFailure) }

    /// The first failed task of a call, and its exit status; `nil` if none has failed.
    func failure(ofCall call: Int) -> (name: String, status: ExitStatus)? {
        let ended = state.withLock { state in
            plan.calls[call].members.compactMap { state.places[$0] }.sorted().compactMap { state.entries[$0] }
        }
        for entry in ended {
            let task = plan.tasks[entry.task]
            if case .failed(_, let status) = entry.line.result { return (task.name, status) }
            if case .ignored(_, let status) = entry.line.result, !task.definition.ignoresError {
                return (task.name, status)
            }
        }
        return nil
    }

    /// The environment variables for a cleanup task, about its call or the run.
    ///
    /// The status is that of the first failed task, 128 plus the number of a signal, or 0.
    func variables(for cleanup: Int) -> [String: String] {
        let failed =
            if let call = plan.callOf[cleanup] { failure(ofCall: call) } else {
                firstFailure.flatMap { entry in
                    entry.line.result.failure.map { (name: plan.tasks[entry.task].name, status: $0) }
                }
            }
        let status = failed?.status.rawValue ?? signal.withLock(\.self).map { 128 + $0 }
        return ["DEVTOOL_STATUS": "\(status ?? 0)", "DEVTOOL_FAILED_TASK": failed?.name ?? ""]
    }

    /// Whether a task has run, and was neither skipped nor failed.
    func hasRun(_ task: Int) -> Bool {
        let entry = state.withLock { state in state.places[task].flatMap { state.entries[$0] } }
        return switch entry?.line.result {
        case .succeeded, .restored, .ignored: true
        case .upToDate, .skipped, .failed, .stopped, .unwanted, .notRun, nil: false
        }
    }

    func hasBegun(_ task: Int) -> Bool { state.withLock { $0.places[task] != nil } }

    /// Whether all tasks of the run itself have succeeded, or the run ended early because of a signal or a closed
    /// output.
    var isComplete: Bool {
        let ended = state.withLock(\.ended)
        if signal.withLock(\.self) != nil || ended.contains(where: { $0.line.result == .unwanted }) { return true }
        var isDone = [Bool](repeating: false, count: plan.tasks.count)
        for entry in ended where entry.line.result.isSuccess { isDone[entry.task] = true }
        return plan.main.members.allSatisfy { isDone[$0] }
    }

    var summary: RunSummary {
        let ended = state.withLock(\.ended)
        var ofTasks = plan.tasks.map { RunSummary.Line(task: $0, result: .notRun) }
        for entry in ended { ofTasks[entry.task] = entry.line }
        let remaining = Set(ofTasks.indices).subtracting(ended.map(\.task)).sorted()
        let chain = plan.main.longestChain { ofTasks[$0].duration }
        return RunSummary(
            lines: ended.map(\.line) + remaining.map { ofTasks[$0] }, longestChain: chain.map { ofTasks[$0] })
    }
}
