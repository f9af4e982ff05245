import DevtoolKit
import SystemPackage

/// Shows the output of a run's tasks.
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
    /// Whether the only task that does anything may have the terminal for itself.
    private let hasTerminal: Bool

    private let isWatched: Bool

    /// Decides how: by `mode`, else raw where one task does all there is to see, and grouped elsewhere.
    init(for plan: TaskPlan, _ mode: OutputMode?, isWatched: Bool, on console: Console) {
        self.console = console
        self.isWatched = isWatched
        let busy = plan.tasks.lazy.filter { $0.steps.contains { $0.action != nil } }
        let isAlone = busy.prefix(2).count == 1
        // A terminal stops, without a word, what reads from it in the background.
        hasTerminal = isAlone && FileDescriptor.standardInput.isTerminal
        input = isAlone && !hasTerminal ? .file(.standardInput) : .none
        switch mode ?? (isAlone ? .raw : .group) {
        case .raw: way = .raw
        case .prefix:
            let names = Array(busy.map(\.name.showingHeldBytes))
            way = .prefix(PrefixedOutput(console: console, names: names))
        case .group: way = .group(ForegroundOutput(console: console))
        }
    }

    /// Opens the way for a task that begins.
    func open(for task: PlannedTask) -> TaskChannel {
        // It has the terminal for itself, as soon as no other task uses it.
        if task.definition.isInteractive {
            return TaskChannel(nil, reading: .file(.standardInput), on: console)
        }
        switch way {
        case .raw:
            return TaskChannel(
                nil, reading: input, hasTerminal: hasTerminal && mayHaveTerminal(task),
                on: console)
        case .prefix(let output):
            return TaskChannel(
                { output.open(name: task.name.showingHeldBytes) }, reading: input,
                isLabelled: true, on: console)
        case .group(let output):
            let group = task.actions.isEmpty ? nil : console.gitHubGroup(task.name)
            return TaskChannel(
                { output.open(header: group?.begin, footer: group?.end) }, reading: input,
                on: console)
        }
    }

    /// Whether a task may be in the terminal's foreground, as it must be to read there: what devtool itself
    /// has to end, with all that it has started, must have a process group of its own.
    private func mayHaveTerminal(_ task: PlannedTask) -> Bool {
        !isWatched && task.definition.timeout == nil
    }

    /// Waits until everything is shown.
    ///
    /// - Throws: what went wrong in showing it.
    func finish() async throws {
        if case .group(let output) = way { try await output.finish() }
    }
}
