import DevtoolKit

/// Collects the tasks of a run, starting from the named ones, and their dependencies.
struct GraphBuilder {
    /// Identifies a task with its parameters; tasks with the same key are merged.
    ///
    /// A string, because for other types of keys the runtime would search all protocol conformances of the program.
    private static func key(of resolved: Resolved, isCleanup: Bool, call: Int) -> String {
        var key = resolved.definition.name
        func add(_ text: String) { key += "\u{0}\(text.utf8.count) \(text)" }
        if isCleanup { key += "\u{0}clean-up" }
        if call != 0 { key += "\u{0}\(call)" }
        for (name, value) in resolved.parameters.sorted(by: { $0.key < $1.key }) {
            add(name)
            if case .list(let items) = value { key += "\u{0}\(items.count) items" }
            value.texts.forEach(add)
        }
        return key
    }

    /// Needs in parts, each of which waits for the previous one.
    struct NeedSequence {
        var parts: [[Int]] = []
        var last: TaskReference?
        /// Whether the parts are a task and its `after` tasks.
        var isFollowing = false

        mutating func add(_ tasks: [Int], of reference: TaskReference) {
            if last?.part == reference.part { parts[parts.count - 1] += tasks } else { parts.append(tasks) }
            last = reference
        }
    }

    struct Entry {
        let definition: TaskDefinition
        let parameters: [String: TaskValue]
        fileprivate(set) var isRequested: Bool
        let isCleanup: Bool
        /// The first reference to it; `nil` if named on the command line.
        let reference: TaskReference?
        /// The step that runs it, counted from 1 in the whole run; 0 if the run shares it.
        let call: Int
        /// How its output is shown; `nil` for the default of the run.
        let output: OutputMode?
        /// The steps that run tasks, as indices of ``GraphBuilder/calls``.
        fileprivate(set) var calls: [Int] = []
        /// The steps, each of a loop once for each of its values.
        fileprivate(set) var steps: [(step: TaskStep, item: LoopItem?)] = []
        /// Whether another task passes the words after `--` on to it.
        var isPassedOn = false
        var hasArguments: Bool { isRequested || isPassedOn }

        /// Identifies the task with its parameters, regardless of the call.
        var identity: String { GraphBuilder.key(of: (definition, parameters), isCleanup: false, call: 0) }
    }

    /// The maximum number of tasks in a run, of bytes in all parameters, and of pairs of tasks that sequences order.
    ///
    /// Without a limit, a task that needs itself with new values each time would add tasks endlessly.
    static let limit = (tasks: 50_000, parameterBytes: 1 << 24, sequencePairs: 1 << 20)

    private let takesNeeds: Bool
    private let items: (TaskStep, Entry) -> [LoopItem]
    private let resolve: (TaskReference, Entry, LoopItem?) -> [Resolved]
    private(set) var entries: [Entry] = []
    var nodes: [Schedule.Node] = []
    var stages: [Int] = []
    private var indices: [String: Int] = [:]
    /// The error if a limit is exceeded; nothing is added afterwards.
    private(set) var excess: Diagnostic?
    private var parameterBytes = 0
    var sequences: [NeedSequence] = []
    var cleanups: [(task: Int, cleanup: Int)] = []
    /// The tasks of each step that runs tasks.
    ///
    /// They run at every call, but what they need runs once in a run. Their cleanup, with what it needs, belongs to the
    /// call.
    private(set) var calls: [[Int]] = []
    /// For each task, the tasks that run after it succeeds.
    var followers: [Int: [Int]] = [:]

    /// One value of a step's loop.
    typealias LoopItem = (name: String, value: String)
    typealias Resolved = (definition: TaskDefinition, parameters: [String: TaskValue])

    init(
        takesNeeds: Bool, repeating items: @escaping (TaskStep, Entry) -> [LoopItem],
        resolving resolve: @escaping (TaskReference, Entry, LoopItem?) -> [Resolved]
    ) {
        self.takesNeeds = takesNeeds
        self.items = items
        self.resolve = resolve
    }

    /// Adds named tasks and everything that they need; tasks already in the graph keep their stage.
    mutating func add(_ named: [Resolved], stage: Int) {
        var next = entries.count
        for resolved in named { insert(resolved, isCleanup: false, by: nil) }
        while next < entries.count, excess == nil {
            stages.append(stage)
            let entry = entries[next]
            // The run shares what tasks need, except for cleanup.
            let needsCall = entry.isCleanup ? entry.call : 0
            if takesNeeds || !entry.isRequested {
                var sequence = NeedSequence()
                for reference in entry.definition.needs {
                    let needs = add(reference, of: entry, isCleanup: entry.isCleanup, call: needsCall)
                    nodes[next].needs += needs
                    sequence.add(needs, of: reference)
                }
                if sequence.parts.count > 1 { sequences.append(sequence) }
            }
            let steps = entry.definition.steps.flatMap { step -> [(step: TaskStep, item: LoopItem?)] in
                step.loop == nil ? [(step, nil)] : items(step, entry).map { (step, $0) }
            }
            entries[next].steps = steps
            for (step, item) in steps where !step.tasks.isEmpty {
                let call = calls.count
                entries[next].calls.append(call)
                calls.append([])
                var known: Set<String> = []
                for reference in step.tasks {
                    // What several patterns match runs once.
                    let resolved = resolve(reference, entry, item).filter { resolved in
                        known.insert(Self.key(of: resolved, isCleanup: false, call: 0)).inserted || !reference.isPattern
                    }
                    calls[call] += resolved.map {
                        insert(
                            $0, isCleanup: entry.isCleanup, by: reference, call: call + 1, isCalled: true,
                            output: entry.output)
                    }
                }
            }
            let after = entry.definition.after.flatMap {
                add($0, of: entry, isCleanup: entry.isCleanup, call: entry.call)
            }
            if !after.isEmpty {
                followers[next] = after
                sequences.append(
                    NeedSequence(parts: [[next], after], last: entry.definition.after.last, isFollowing: true))
            }
            for reference in entry.definition.finally {
                cleanups += add(reference, of: entry, isCleanup: true, call: entry.call).map { (next, $0) }
            }
            next += 1
        }
    }

    /// Passes the words after `--` on to the task of the last step, if a task has no command that takes them.
    ///
    /// - Returns: whether anything takes them.
    mutating func passArguments() -> Bool {
        var areTaken = false
        for index in entries.indices where entries[index].hasArguments {
            if entries[index].definition.takesArguments {
                areTaken = true
            } else if entries[index].steps.last?.step.tasks.count == 1 {
                for called in calls[entries[index].calls.last ?? 0] {
                    entries[called].isPassedOn = entries[called].definition.restParameter == nil
                }
            }
        }
        return areTaken
    }

    mutating func exceed(_ limit: String, at reference: TaskReference?, hint: String) {
        excess = excess ?? Diagnostic("the run would have more than \(limit)", at: reference?.name.location, hint: hint)
    }

    private mutating func add(_ reference: TaskReference, of entry: Entry, isCleanup: Bool, call: Int) -> [Int] {
        resolve(reference, entry, nil).map { resolved in
            insert(resolved, isCleanup: isCleanup, by: reference, call: call, output: entry.output)
        }
    }

    @discardableResult private mutating func insert(
        _ resolved: Resolved, isCleanup: Bool, by reference: TaskReference?, call: Int = 0, isCalled: Bool = false,
        output: OutputMode? = nil
    ) -> Int {
        let (definition, parameters) = resolved
        let isRequested = reference == nil
        let key = Self.key(of: resolved, isCleanup: isCleanup, call: call)
        if !isCalled, let index = indices[key] {
            // A task that another one needs may be named later.
            if isRequested { entries[index].isRequested = true }
            return index
        }
        for value in parameters.values { parameterBytes += value.texts.reduce(0) { $0 + $1.utf8.count } }
        if entries.count >= Self.limit.tasks || parameterBytes > Self.limit.parameterBytes {
            exceed(
                "\(Self.limit.tasks) tasks or more than \(Self.limit.parameterBytes >> 20) MiB of values",
                at: reference,
                hint: "a task runs once for each set of values that other tasks pass to it,"
                    + " and again each time a step runs it")
        }
        if !isCalled { indices[key] = entries.count }
        entries.append(
            Entry(
                definition: definition, parameters: parameters, isRequested: isRequested, isCleanup: isCleanup,
                reference: reference, call: call, output: definition.output ?? output))
        nodes.append(Schedule.Node(isCleanup: isCleanup))
        return entries.count - 1
    }
}

extension TemplateScope {
    /// The scope of a step that runs for a value.
    func with(_ item: GraphBuilder.LoopItem?) -> TemplateScope {
        guard let item else { return self }
        var scope = self
        scope.variableNames.insert(item.name)
        scope.variable = { [variable] name in name == item.name ? .text(item.value) : variable(name) }
        return scope
    }
}
