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

    private let plan: TaskPlan
    private let ended = Mutex<[Entry]>([])
    private let signal = Mutex<Int32?>(nil)

    /// Begins the record of a plan's run.
    init(of plan: TaskPlan) { self.plan = plan }

    /// Notes the signal that stopped the run, if it is the first.
    func note(signal: Int32) { self.signal.withLock { $0 = $0 ?? signal } }

    /// Notes the end of a task, and what it has written, where that is of interest; of a step that is tried again
    /// the last one counts.
    func append(_ task: Int, _ result: TaskResult, took duration: Duration, output: String) {
        let entry = Entry(task: task, result: result, duration: duration, output: output)
        ended.withLock { ended in
            if !plan.isMain[task] { ended.removeAll { $0.task == task } }
            ended.append(entry)
        }
    }

    /// What the run ends with: the status of the task that failed first; nil where none has.
    var status: ExitStatus? {
        firstFailure?.result.failure
    }

    private var firstFailure: Entry? {
        // Whether a failure within steps counts, their task says.
        ended.withLock(\.self).first { plan.isMain[$0.task] && $0.result.failure != nil }
    }

    /// The task of a call that failed first, and the status for it; nil where none has, but the run was stopped.
    func failure(ofCall call: Int) -> (name: String, status: ExitStatus)? {
        let members = Set(plan.calls[call].members)
        for entry in ended.withLock(\.self) where members.contains(entry.task) {
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

    /// What clean-up tasks are told of the run so far, as environment variables: the status of the task that
    /// failed first and its name; after a signal 128 and its number; 0 where all is well.
    var variables: [String: String] {
        let failed = firstFailure
        let status = failed?.result.failure?.rawValue ?? signal.withLock(\.self).map { 128 + $0 }
        return [
            "DEVTOOL_STATUS": "\(status ?? 0)",
            "DEVTOOL_FAILED_TASK": failed.map { plan.tasks[$0.task].name } ?? "",
        ]
    }

    /// The summary of the run.
    var summary: RunSummary {
        let tasks = plan.tasks
        let ended = ended.withLock(\.self)
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
