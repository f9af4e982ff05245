import DevtoolKit
import SystemPackage

/// How the output of a run's tasks is shown.
struct TaskOutputs: Sendable {
    private enum Way: Sendable {
        case raw
        case prefix(PrefixedOutput)
        case group(ForegroundOutput)
    }

    private let way: Way
    private let console: Console
    /// What the tasks' children read.
    private let input: Invocation.Input

    /// Decides how: by `mode`, else raw where one task does all there is to see, and grouped elsewhere.
    init(for plan: TaskPlan, _ mode: OutputMode?, on console: Console) {
        self.console = console
        let busy = plan.tasks.filter { !$0.steps.isEmpty }
        let isAlone = busy.count == 1
        // A terminal stops, without a word, what reads from it in the background: that is for interactive
        // tasks.
        let canRead = isAlone && !FileDescriptor.standardInput.isTerminal
        input = canRead ? .file(.standardInput) : .none
        switch mode ?? (isAlone ? .raw : .group) {
        case .raw: way = .raw
        case .prefix:
            way = .prefix(PrefixedOutput(console: console, names: busy.map(\.name)))
        case .group: way = .group(ForegroundOutput(console: console))
        }
    }

    /// Opens the way for a task that begins.
    func open(for task: PlannedTask) -> TaskChannel {
        switch way {
        case .raw:
            return TaskChannel(nil, reading: input, on: console)
        case .prefix(let output):
            return TaskChannel(
                output.open(name: task.name), reading: input, isLabelled: true, on: console)
        case .group(let output):
            let group = task.steps.isEmpty ? nil : console.gitHubGroup(task.name)
            return TaskChannel(
                output.open(header: group?.begin), reading: input, ending: group?.end, on: console)
        }
    }

    /// Waits until everything is shown.
    ///
    /// - Throws: what went wrong in showing it.
    func finish() async throws {
        if case .group(let output) = way { try await output.finish() }
    }
}
