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
    /// The tasks, each of which waited for the one before it, that took longest together.
    let longestChain: [Line]

    /// If there are more tasks, only remarkable ones are listed.
    private static let listed = 20
    /// The number of lines of a failed task's output in the step summary, which is limited to 1 MiB, and their width.
    private static let quoted = (lines: 20, width: 200)
    /// In shorter runs, it does not matter which tasks took longest.
    private static let longRun = Duration.seconds(1)

    /// Prints a table, a line of counts, and the longest chain; for a single task, only the reason why it did not run.
    func say(took duration: Duration, on console: Console) {
        if lines.count == 1 {
            switch lines[0].result {
            case .upToDate, .restored, .skipped: console.say("\(lines[0].task.name): \(lines[0].result.words)")
            case .succeeded, .ignored, .failed, .stopped, .unwanted, .notRun: break
            }
            return
        }
        var table = Table("TASK", "RESULT", "TIME")
        let isLong = lines.count > Self.listed
        let shown = lines.filter { !isLong || $0.result.isRemarkable }.prefix(Self.listed)
        for line in shown { table.append([line.name, line.words, line.time], as: line.result.role) }
        if !shown.isEmpty { console.say(table) }
        console.say(count(took: duration))
        if duration >= Self.longRun, let chain { console.say(chain) }
    }

    /// `ci 7.3 s: setup 100 ms, db:check 7.2 s`; `nil` if the table says as much.
    private var chain: String? {
        let parts = longestChain.filter { !$0.time.isEmpty }
        guard let last = longestChain.last, parts.count < lines.count(where: { !$0.time.isEmpty }),
            longestChain.count > 1
        else { return nil }
        let total = parts.map(\.duration).reduce(.zero, +).shortText
        return "\(last.name) \(total): " + parts.map { "\($0.name) \($0.time)" }.joined(separator: ", ")
    }

    private func count(took duration: Duration) -> String {
        let counts = TaskResult.kinds.compactMap { kind in
            let count = lines.count { $0.result.kind == kind }
            return count == 0 ? nil : "\(count) \(kind)"
        }
        return "\(counts.joined(separator: ", ")) in \(duration.shortText)"
    }

    /// The counts, the failures with the last lines of their output, and the other tasks.
    func markdown(of request: RunRequest, took duration: Duration) -> String {
        let words = (["devtool", "run"] + request.words + request.passedOn).map(\.showingHeldBytes)
        var blocks = ["### " + escaped(words.joined(separator: " ")), escaped(count(took: duration))]
        let failed = lines.filter { $0.result.failure != nil }
        blocks += failed.prefix(Self.listed).map { line in
            let output = line.output.split(separator: "\n").suffix(Self.quoted.lines).map {
                String($0).truncated(toWidth: Self.quoted.width)
            }
            let quotation = output.isEmpty ? "" : "\n\n<pre>\(escaped(output.joined(separator: "\n")))</pre>"
            return "**\(escaped(line.name))** \(escaped(line.words))\(quotation)"
        }
        let others = lines.filter { $0.result.failure == nil && $0.result != .notRun }
        let rows = (failed + others).map { line in
            "| " + [line.name, line.words, line.time].map(escaped).joined(separator: " | ") + " |"
        }
        blocks.append((["| Task | Result | Time |", "| - | - | -: |"] + rows).joined(separator: "\n"))
        let waiting = lines.filter { $0.result == .notRun }.map(\.name)
        if !waiting.isEmpty { blocks.append("Not run: " + escaped(waiting.joined(separator: ", "))) }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func escaped(_ text: String) -> String { StepSummary.escaped(text) }

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
    fileprivate var name: String { task.name.showingHeldBytes }

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
