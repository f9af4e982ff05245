import DevtoolKit
import Dispatch
import SystemPackage

struct TaskOutputs: Sendable {
    /// Tells nested runs that their output is folded or has prefixes.
    static let labelledVariable = "DEVTOOL_LABELLED"
    /// How long a CI system's log waits for the end of a task; one that hangs must show its output.
    static let patience = DispatchTimeInterval.seconds(60)

    private let prefixed: PrefixedOutput?
    private let grouped: ForegroundOutput?
    private let mode: RunMode
    private let console: Console
    private let input: Invocation.Input
    /// Whether only one task does anything.
    private let isAlone: Bool
    /// Whether the only active task may have the terminal to itself.
    private let hasTerminal: Bool

    private let isWatched: Bool
    /// The system whose log folds the output; `nil` if there is none or, as folds cannot be nested, an outer run uses it.
    private let folding: CISystem?

    init(for plan: TaskPlan, _ mode: RunMode, isWatched: Bool, in context: Context) {
        console = context.console
        let system = CISystem(in: context.environment)
        folding = context.environment[Self.labelledVariable] == nil ? system : nil
        self.isWatched = isWatched
        self.mode = mode
        let busy = plan.tasks.lazy.filter { $0.steps.contains { $0.action != nil } }
        let isAlone = busy.prefix(2).count == 1
        self.isAlone = isAlone
        // A terminal silently stops background processes that read from it.
        hasTerminal = isAlone && FileDescriptor.standardInput.isTerminal
        input = isAlone && !hasTerminal ? .file(.standardInput) : .none
        let names = busy.filter { mode.output(of: $0, isAlone: isAlone) == .prefix }.map(\.name.showingHeldBytes)
        prefixed = names.isEmpty ? nil : PrefixedOutput(console: console, names: Array(names))
        let isGrouped = plan.tasks.contains { mode.output(of: $0, isAlone: isAlone) == .group }
        grouped =
            isGrouped
            ? ForegroundOutput(console: console, patience: system == nil ? nil : Self.patience, beside: prefixed) : nil
    }

    var isLabelled: Bool { prefixed != nil || grouped != nil }

    func open(for task: PlannedTask) -> TaskChannel {
        let console = console.ofCase()
        // It has the terminal to itself once no other task uses it.
        if task.definition.isInteractive { return TaskChannel(nil, reading: .file(.standardInput), on: console) }
        let mode = mode.output(of: task, isAlone: isAlone)
        if mode == .prefix, let prefixed {
            return TaskChannel(
                { prefixed.open(name: task.name.showingHeldBytes) }, reading: input, isLabelled: true, on: console)
        }
        if mode == .group, let grouped {
            let title = console.hidingSecrets(in: task.name.showingHeldBytes)
            let fold = task.actions.isEmpty ? nil : folding.map { (system: $0, title: title) }
            return TaskChannel({ grouped.open() }, reading: input, fold: fold, on: console)
        }
        // Reading from the terminal requires its foreground. What devtool may have to stop needs its own process group.
        let mayHaveTerminal = !isWatched && task.definition.timeout == nil
        return TaskChannel(nil, reading: input, hasTerminal: hasTerminal && mayHaveTerminal, on: console)
    }

    func finish() async throws { try await grouped?.finish() }
}

extension RunMode {
    /// How a task's output is shown: by default raw for the only task that does anything, otherwise grouped.
    fileprivate func output(of task: PlannedTask, isAlone: Bool) -> OutputMode {
        output ?? task.entry.output ?? defaultOutput ?? (isAlone ? .raw : .group)
    }
}
