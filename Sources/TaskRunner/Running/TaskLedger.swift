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

    private let ended = Mutex<[Entry]>([])
    private let signal = Mutex<Int32?>(nil)

    /// Notes the signal that stopped the run, if it is the first.
    func note(signal: Int32) { self.signal.withLock { $0 = $0 ?? signal } }

    /// Notes the end of a task, and what it has written, where that is of interest.
    func append(_ task: Int, _ result: TaskResult, took duration: Duration, output: String) {
        ended.withLock {
            $0.append(Entry(task: task, result: result, duration: duration, output: output))
        }
    }

    /// What the run ends with: the status of the task that failed first; nil where none has.
    var status: ExitStatus? {
        firstFailure?.result.failure
    }

    private var firstFailure: Entry? {
        ended.withLock(\.self).first { $0.result.failure != nil }
    }

    /// What clean-up tasks are told of the run so far, as environment variables: the status of the task that
    /// failed first and its name; after a signal 128 and its number; 0 where all is well.
    func variables(of tasks: [PlannedTask]) -> [String: String] {
        let failed = firstFailure
        let status = failed?.result.failure?.rawValue ?? signal.withLock(\.self).map { 128 + $0 }
        return [
            "DEVTOOL_STATUS": "\(status ?? 0)",
            "DEVTOOL_FAILED_TASK": failed.map { tasks[$0.task].name } ?? "",
        ]
    }

    /// The summary of a run of these tasks.
    func summary(of tasks: [PlannedTask]) -> RunSummary {
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
