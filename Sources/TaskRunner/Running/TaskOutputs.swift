import DevtoolKit
import Dispatch
import SystemPackage

struct TaskOutputs: Sendable {
    /// Tells nested runs that their output is folded or has prefixes.
    static let labelledVariable = "DEVTOOL_LABELLED"
    /// How long a CI system's log waits for the end of a task; one that hangs must show its output.
    static let patience = DispatchTimeInterval.seconds(60)

    private enum Way: Sendable {
        case raw
        case prefix(PrefixedOutput)
        case group(ForegroundOutput)
    }

    private let way: Way
    private let console: Console
    private let input: Invocation.Input
    /// Whether the only active task may have the terminal to itself.
    private let hasTerminal: Bool

    private let isWatched: Bool
    /// The system whose log folds the output; `nil` if there is none or, as folds cannot be nested, an outer run uses it.
    private let folding: CISystem?

    /// Chooses `mode`, by default raw for a single active task, otherwise grouped.
    init(for plan: TaskPlan, _ mode: OutputMode?, isWatched: Bool, in context: Context) {
        console = context.console
        let system = CISystem(in: context.environment)
        folding = context.environment[Self.labelledVariable] == nil ? system : nil
        self.isWatched = isWatched
        let busy = plan.tasks.lazy.filter { $0.steps.contains { $0.action != nil } }
        let isAlone = busy.prefix(2).count == 1
        // A terminal silently stops background processes that read from it.
        hasTerminal = isAlone && FileDescriptor.standardInput.isTerminal
        input = isAlone && !hasTerminal ? .file(.standardInput) : .none
        switch mode ?? (isAlone ? .raw : .group) {
        case .raw: way = .raw
        case .prefix:
            let names = Array(busy.map(\.name.showingHeldBytes))
            way = .prefix(PrefixedOutput(console: console, names: names))
        case .group: way = .group(ForegroundOutput(console: console, patience: system == nil ? nil : Self.patience))
        }
    }

    var isLabelled: Bool { if case .raw = way { false } else { true } }

    func open(for task: PlannedTask) -> TaskChannel {
        let console = console.ofCase()
        // It has the terminal to itself once no other task uses it.
        if task.definition.isInteractive { return TaskChannel(nil, reading: .file(.standardInput), on: console) }
        switch way {
        case .raw:
            return TaskChannel(nil, reading: input, hasTerminal: hasTerminal && mayHaveTerminal(task), on: console)
        case .prefix(let output):
            return TaskChannel(
                { output.open(name: task.name.showingHeldBytes) }, reading: input, isLabelled: true, on: console)
        case .group(let output):
            let title = console.hidingSecrets(in: task.name.showingHeldBytes)
            let fold = task.actions.isEmpty ? nil : folding.map { (system: $0, title: title) }
            return TaskChannel({ output.open() }, reading: input, fold: fold, on: console)
        }
    }

    /// Whether a task may run in the terminal's foreground, which reading from it requires.
    ///
    /// A task that devtool may have to stop needs its own process group.
    private func mayHaveTerminal(_ task: PlannedTask) -> Bool { !isWatched && task.definition.timeout == nil }

    func finish() async throws { if case .group(let output) = way { try await output.finish() } }
}
