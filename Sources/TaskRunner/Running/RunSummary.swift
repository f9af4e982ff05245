import DevtoolKit

struct RunSummary: Sendable {
    struct Line: Sendable {
        let task: PlannedTask
        let result: TaskResult
        var duration = Duration.zero
        /// The end of the output, if the result is remarkable.
        var output = ""
        /// Why earlier attempts have failed.
        var failedAttempts: [String] = []
        /// Whether the report has a case for what has failed in it.
        var hasFailedPart = false
    }

    /// In the order in which the tasks ended; tasks that did not run are last.
    let lines: [Line]

    /// If there are more tasks, only remarkable ones are listed.
    private static let listed = 20

    /// A table and a line of counts; for a single task, only the reason why it did not run.
    func text(took duration: Duration) -> String? {
        if lines.count == 1 {
            switch lines[0].result {
            case .upToDate, .restored, .skipped: return "\(lines[0].task.name): \(lines[0].result.words)"
            case .succeeded, .ignored, .failed, .stopped, .unwanted, .notRun: return nil
            }
        }
        var table = Table("TASK", "RESULT", "TIME")
        let isLong = lines.count > Self.listed
        let shown = lines.filter { !isLong || $0.result.isRemarkable }.prefix(Self.listed)
        for line in shown { table.append(line.task.name.showingHeldBytes, line.words, line.time) }
        let counts = TaskResult.kinds.compactMap { kind in
            let count = lines.count { $0.result.kind == kind }
            return count == 0 ? nil : "\(count) \(kind)"
        }
        let count = "\(counts.joined(separator: ", ")) in \(duration.shortText)"
        return shown.isEmpty ? count : "\(table.text)\n\(count)"
    }

    var markdown: String {
        var rows = ["| Task | Result | Time |", "| - | - | -: |"]
        rows += lines.map { line in
            let cells = [line.task.name, line.words, line.time]
            return "| " + cells.map(StepSummary.escaped).joined(separator: " | ") + " |"
        }
        return "### devtool run\n\n" + rows.joined(separator: "\n") + "\n"
    }

    static func failure(of task: PlannedTask, _ reason: String) -> String {
        "the task '\(task.name)' failed: \(reason)"
    }

    var testCases: [TestCase] {
        lines.map { line in
            let outcome: TestCase.Outcome =
                switch line.result {
                case .succeeded: .passed
                case .upToDate, .restored, .ignored, .notRun, .stopped, .unwanted: .skipped(line.result.words)
                case .skipped(let reason): .skipped(reason)
                case .failed(let reason, let status):
                    .failed(Self.failure(of: line.task, reason), details: "exit status \(status.rawValue)")
                }
            var testCase = TestCase(
                line.task.name, in: line.task.definition.place.fileName, took: line.duration, outcome: outcome,
                output: line.output)
            testCase.failedAttempts = line.failedAttempts
            testCase.hasFailedPart = line.hasFailedPart
            return testCase
        }
    }
}

extension RunSummary.Line {
    fileprivate var words: String {
        guard result == .succeeded, !failedAttempts.isEmpty, let retry = task.definition.retry else {
            return result.words
        }
        return "\(result.words), attempt \(failedAttempts.count + 1) of \(retry.attempts)"
    }

    fileprivate var time: String {
        switch result {
        case .succeeded where task.steps.isEmpty: ""
        case .succeeded, .restored, .ignored, .failed, .stopped, .unwanted: duration.shortText
        case .upToDate, .skipped, .notRun: ""
        }
    }
}
