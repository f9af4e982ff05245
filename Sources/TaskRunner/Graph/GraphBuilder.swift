import DevtoolKit

/// Collects the tasks of a run, starting from the named ones, and their dependencies.
struct GraphBuilder {
    /// The identity of a task in the graph, by which duplicates are merged: a text, since for a key of another type
    /// the runtime looks through all conformances of the program.
    ///
    /// - Parameters:
    ///   - resolved: the task, and its parameters.
    ///   - isCleanup: whether it cleans up.
    ///   - call: the call that it is made for; 0 where all of the run share it.
    /// - Returns: the text.
    private static func key(
        of resolved: Resolved, isCleanup: Bool, call: Int
    ) -> String {
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

    /// Needs of a task in parts, each of which waits for the one before.
    struct NeedSequence {
        var parts: [[Int]] = []
        var last: TaskReference?
        /// Whether it is a task, and what runs after its success.
        var isFollowing = false

        mutating func add(_ tasks: [Int], of reference: TaskReference) {
            if last?.part == reference.part {
                parts[parts.count - 1] += tasks
            } else {
                parts.append(tasks)
            }
            last = reference
        }
    }

    /// A task of the graph, before its texts are expanded.
    struct Entry {
        let definition: TaskDefinition
        let parameters: [String: TaskValue]
        /// Whether the command line names it.
        fileprivate(set) var isRequested: Bool
        let isCleanup: Bool
        /// Where it was first named; nil for the command line.
        let reference: TaskReference?
        /// The step that it is run for, counted from 1 over the whole run; 0 where all of the run share it.
        let call: Int
        /// The calls of its steps that run tasks, as indices of ``GraphBuilder/calls``.
        fileprivate(set) var calls: [Int] = []
        /// Whether another task leaves it what comes after `--`.
        var isPassedOn = false
        var hasArguments: Bool { isRequested || isPassedOn }

        /// A text that others have with the same task and the same parameters only.
        var identity: String {
            GraphBuilder.key(of: (definition, parameters), isCleanup: false, call: 0)
        }
    }

    /// The most tasks of a run, and the most bytes of all their parameters: a task that gives what it needs
    /// ever other values would otherwise need tasks without end.
    ///
    /// And the most pairs of tasks of which one waits for the other in a sequence.
    static let limit = (tasks: 50_000, parameterBytes: 1 << 24, sequencePairs: 1 << 20)

    private let takesNeeds: Bool
    private let resolve: (TaskReference, Entry) -> [Resolved]
    private(set) var entries: [Entry] = []
    var nodes: [Schedule.Node] = []
    /// Which part of the run each task is.
    var stages: [Int] = []
    private var indices: [String: Int] = [:]
    /// What is wrong where there are more tasks than anybody means; nothing is added from there on.
    private(set) var excess: Diagnostic?
    /// The bytes of all parameters' values.
    private var parameterBytes = 0
    /// The needs of tasks that are sequences.
    var sequences: [NeedSequence] = []
    /// The tasks with what cleans up after them.
    var cleanups: [(task: Int, cleanup: Int)] = []
    /// The tasks of each step that runs tasks.
    ///
    /// They are run each time, while all of a run share what they need; what cleans up after them belongs to the
    /// call, as does all that it needs.
    private(set) var calls: [[Int]] = []
    /// The tasks with what runs after their success.
    var followers: [Int: [Int]] = [:]

    /// The task a reference resolves to, and the values of its parameters.
    typealias Resolved = (definition: TaskDefinition, parameters: [String: TaskValue])

    /// Prepares an empty graph.
    ///
    /// - Parameters:
    ///   - takesNeeds: whether what the named tasks need is in the graph.
    ///   - resolve: gives the tasks that a reference in another one names.
    init(
        takesNeeds: Bool,
        resolving resolve: @escaping (TaskReference, Entry) -> [Resolved]
    ) {
        self.takesNeeds = takesNeeds
        self.resolve = resolve
    }

    /// Adds what the command line names at once, and all that it needs.
    ///
    /// - Parameters:
    ///   - named: the tasks.
    ///   - stage: which part of the run they are; what is in the graph already stays where it is.
    mutating func add(_ named: [Resolved], stage: Int) {
        var next = entries.count
        for resolved in named { insert(resolved, isRequested: true, isCleanup: false, by: nil) }
        while next < entries.count, excess == nil {
            stages.append(stage)
            let entry = entries[next]
            // All of a run share what its tasks need, but for clean-up.
            let needsCall = entry.isCleanup ? entry.call : 0
            if takesNeeds || !entry.isRequested {
                var sequence = NeedSequence()
                for reference in entry.definition.needs {
                    let needs = add(
                        reference, of: entry, isCleanup: entry.isCleanup, call: needsCall)
                    nodes[next].needs += needs
                    sequence.add(needs, of: reference)
                }
                if sequence.parts.count > 1 { sequences.append(sequence) }
            }
            for step in entry.definition.steps where !step.tasks.isEmpty {
                let call = calls.count
                entries[next].calls.append(call)
                calls.append([])
                for reference in step.tasks {
                    calls[call] += add(
                        reference, of: entry, isCleanup: entry.isCleanup, call: call + 1,
                        isCalled: true)
                }
            }
            let after = entry.definition.after.flatMap {
                add($0, of: entry, isCleanup: entry.isCleanup, call: entry.call)
            }
            if !after.isEmpty {
                followers[next] = after
                sequences.append(
                    NeedSequence(
                        parts: [[next], after], last: entry.definition.after.last,
                        isFollowing: true))
            }
            for reference in entry.definition.finally {
                cleanups += add(reference, of: entry, isCleanup: true, call: entry.call)
                    .map { (next, $0) }
            }
            next += 1
        }
    }

    /// Leaves what comes after `--` to the task of the last step, if no command of a task takes it.
    ///
    /// - Returns: whether anything takes it.
    mutating func passArguments() -> Bool {
        var areTaken = false
        for index in entries.indices where entries[index].hasArguments {
            if entries[index].definition.takesArguments {
                areTaken = true
            } else if entries[index].definition.steps.last?.tasks.count == 1 {
                for called in calls[entries[index].calls.last ?? 0] {
                    entries[called].isPassedOn = entries[called].definition.restParameter == nil
                }
            }
        }
        return areTaken
    }

    mutating func exceed(_ limit: String, at reference: TaskReference?, hint: String) {
        excess =
            excess
            ?? Diagnostic(
                "the run would have more than \(limit)", at: reference?.name.location, hint: hint)
    }

    private mutating func add(
        _ reference: TaskReference, of entry: Entry, isCleanup: Bool, call: Int,
        isCalled: Bool = false
    ) -> [Int] {
        resolve(reference, entry).map { resolved in
            insert(
                resolved, isRequested: false, isCleanup: isCleanup, by: reference,
                call: call, isCalled: isCalled)
        }
    }

    @discardableResult
    private mutating func insert(
        _ resolved: Resolved, isRequested: Bool, isCleanup: Bool, by reference: TaskReference?,
        call: Int = 0, isCalled: Bool = false
    ) -> Int {
        let (definition, parameters) = resolved
        let key = Self.key(of: resolved, isCleanup: isCleanup, call: call)
        if !isCalled, let index = indices[key] {
            // What another task needs may be named later.
            if isRequested { entries[index].isRequested = true }
            return index
        }
        for value in parameters.values {
            parameterBytes += value.texts.reduce(0) { $0 + $1.utf8.count }
        }
        if entries.count >= Self.limit.tasks || parameterBytes > Self.limit.parameterBytes {
            exceed(
                "\(Self.limit.tasks) tasks, or values of more than"
                    + " \(Self.limit.parameterBytes >> 20) MiB", at: reference,
                hint: "a task runs once for each set of values that other tasks pass to it,"
                    + " and each time that a step runs it")
        }
        if !isCalled { indices[key] = entries.count }
        entries.append(
            Entry(
                definition: definition, parameters: parameters, isRequested: isRequested,
                isCleanup: isCleanup, reference: reference, call: call))
        nodes.append(Schedule.Node(isCleanup: isCleanup))
        return entries.count - 1
    }
}
