import DevtoolKit

/// Collects the tasks of a run, starting from the named ones, and their dependencies.
struct GraphBuilder {
    /// The identity of a task in the graph, by which duplicates are merged.
    private struct Key: Hashable {
        let name: String
        let parameters: [String: TaskValue]
        let isCleanup: Bool
        /// The call that it is made for; 0 where all of the run share it.
        let call: Int
        /// Whether a step runs it, where such steps share it.
        let isCalled: Bool
    }

    /// Needs of a task in parts, each of which waits for the one before.
    private struct NeedSequence {
        var parts: [[Int]] = []
        var last: TaskReference?

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
        fileprivate let call: Int
        /// The calls of its steps that run tasks, as indices of ``GraphBuilder/calls``.
        fileprivate(set) var calls: [Int] = []
    }

    /// The most tasks of a run, and the most bytes of all their parameters: a task that gives what it needs
    /// ever other values would otherwise need tasks without end.
    ///
    /// And the most pairs of tasks of which one waits for the other in a sequence.
    static let limit = (tasks: 50_000, parameterBytes: 1 << 24, sequencePairs: 1 << 20)

    private let takesNeeds: Bool
    private let resolve: (TaskReference, Entry) -> [Resolved]
    private(set) var entries: [Entry] = []
    private(set) var nodes: [Schedule.Node] = []
    /// Which part of the run each task is.
    private var stages: [Int] = []
    private var indices: [Key: Int] = [:]
    /// What is wrong where there are more tasks than anybody means; nothing is added from there on.
    private(set) var excess: Diagnostic?
    /// The bytes of all parameters' values.
    private var parameterBytes = 0
    /// The needs of tasks that are sequences.
    private var sequences: [NeedSequence] = []
    /// The tasks with what cleans up after them.
    private var cleanups: [(task: Int, cleanup: Int)] = []
    /// The tasks of each step that runs tasks.
    ///
    /// They are run each time, while all of a run share what they need; what cleans up after them belongs to the call, as does all that it needs.
    private(set) var calls: [[Int]] = []
    private let sharesCalls: Bool
    /// The tasks with what runs after their success.
    private var followers: [(task: Int, others: [Int])] = []

    /// The task a reference resolves to, and the values of its parameters.
    typealias Resolved = (definition: TaskDefinition, parameters: [String: TaskValue])

    /// Prepares an empty graph.
    ///
    /// - Parameters:
    ///   - takesNeeds: whether what the named tasks need is in the graph.
    ///   - sharesCalls: whether the steps that run a task share it, as is enough to look for cycles.
    ///   - resolve: gives the tasks that a reference in another one names.
    init(
        takesNeeds: Bool, sharesCalls: Bool = false,
        resolving resolve: @escaping (TaskReference, Entry) -> [Resolved]
    ) {
        self.takesNeeds = takesNeeds
        self.sharesCalls = sharesCalls
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
                followers.append((next, after))
                sequences.append(
                    NeedSequence(parts: [[next], after], last: entry.definition.after.last))
            }
            for reference in entry.definition.finally {
                cleanups += add(reference, of: entry, isCleanup: true, call: entry.call)
                    .map { (next, $0) }
            }
            next += 1
        }
    }

    private mutating func exceed(_ limit: String, at reference: TaskReference?, hint: String) {
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
                call: sharesCalls ? 0 : call, isCalled: isCalled)
        }
    }

    @discardableResult
    private mutating func insert(
        _ resolved: Resolved, isRequested: Bool, isCleanup: Bool, by reference: TaskReference?,
        call: Int = 0, isCalled: Bool = false
    ) -> Int {
        let (definition, parameters) = resolved
        let key = Key(
            name: definition.name, parameters: parameters, isCleanup: isCleanup, call: call,
            isCalled: isCalled)
        if !isCalled || sharesCalls, let index = indices[key] {
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
                hint: "a task runs once for each set of values that other tasks pass to it")
        }
        if !isCalled || sharesCalls { indices[key] = entries.count }
        entries.append(
            Entry(
                definition: definition, parameters: parameters, isRequested: isRequested,
                isCleanup: isCleanup, reference: reference, call: call))
        nodes.append(Schedule.Node(isCleanup: isCleanup))
        return entries.count - 1
    }

    /// Lets clean-up, and what it needs, wait for all that it cleans up after; and for the clean-up of what
    /// its task needs, as nested blocks are left from within, unless that one has to wait for it.
    ///
    /// - Returns: a cycle, where there is one: the tasks in their order, the first of them once more at the
    ///   end.
    mutating func finish() -> [Entry]? {
        includeFollowers()
        orderSequences()
        for (task, cleanup) in cleanups { follow(ancestors(of: task), by: cleanup) }
        followCallers()
        let unnested = nodes
        let owners = Dictionary(grouping: cleanups, by: \.cleanup).mapValues { $0.map(\.task) }
        for (task, cleanup) in cleanups {
            // What cleans up after nothing but tasks that the task needs, directly or not.
            let needed = Set(ancestors(of: task).dropFirst())
            let inner = owners.filter { needed.isSuperset(of: $0.value) }.keys.sorted()
            follow(inner, by: cleanup)
        }
        var (order, cycle) = walk()
        if cycle != nil {
            nodes = unnested
            (order, cycle) = walk()
        }
        // What cleans up after one part of the run comes before the next, unless that shares it.
        for task in order where nodes[task].isCleanup {
            stages[task] = nodes[task].forerunners.map { stages[$0] }.max() ?? 0
        }
        for task in order { nodes[task].stage = stages[task] }
        return cycle?.map { entries[$0] }
    }

    /// Lets what needs a task wait for what runs after its success, and clean-up come after that.
    private mutating func includeFollowers() {
        if followers.isEmpty { return }
        var dependents = [[Int]](repeating: [], count: nodes.count)
        for (index, node) in nodes.enumerated() {
            for need in node.needs { dependents[need].append(index) }
        }
        for (task, others) in followers {
            let reached = Set(reached(from: others, throughCalls: true))
            for dependent in dependents[task] where !reached.contains(dependent) {
                nodes[dependent].after += others
            }
            for (owner, cleanup) in cleanups where owner == task { follow(others, by: cleanup) }
        }
    }

    /// Lets each part of a sequence, and what only it needs, wait for the part before.
    private mutating func orderSequences() {
        var pairs = 0
        // Of tasks that wait for each other in two sequences none is before the other.
        var after: [(task: Int, others: [Int])] = []
        for sequence in sequences {
            var earlier: Set<Int> = []
            var before: [Int] = []
            for part in sequence.parts {
                let reached = Set(reached(from: part, throughCalls: true))
                // One of the part that is needed before it makes a cycle, as it should.
                for task in reached.subtracting(earlier).union(part).sorted() where !before.isEmpty
                {
                    pairs += before.count
                    guard pairs <= Self.limit.sequencePairs else {
                        return exceed(
                            "\(Self.limit.sequencePairs) pairs of tasks in sequences",
                            at: sequence.last,
                            hint: "let a part of the sequence be one task that needs the others")
                    }
                    after.append((task, before))
                }
                earlier.formUnion(reached)
                if !part.isEmpty { before = part }
            }
        }
        for (task, others) in after {
            let known = Set(nodes[task].needs + nodes[task].after)
            nodes[task].after += others.filter { !known.contains($0) }
        }
        // What a task of an earlier part of the run waits for comes with it.
        for (task, others) in after {
            for other in others { advance(other, to: stages[task]) }
        }
    }

    private mutating func advance(_ task: Int, to stage: Int) {
        var open = [task]
        while let task = open.popLast() {
            guard stages[task] > stage else { continue }
            stages[task] = stage
            open += nodes[task].needs + nodes[task].after
        }
    }

    /// Lets clean-up, and what it needs, wait for tasks to be settled.
    private mutating func follow(_ tasks: [Int], by cleanup: Int) {
        for index in ancestors(of: cleanup) {
            let known = Set(nodes[index].follows)
            nodes[index].follows += tasks.filter { !known.contains($0) }
        }
    }

    /// A task, and all that it needs, directly or not.
    private func ancestors(of task: Int) -> [Int] { reached(from: [task]) }

    /// Some tasks, and all that they need, directly or not.
    private func reached(from tasks: [Int], throughCalls: Bool = false) -> [Int] {
        var found: [Int] = []
        var seen: Set<Int> = []
        func add(_ tasks: [Int]) {
            for task in tasks where seen.insert(task).inserted { found.append(task) }
        }
        add(tasks)
        var next = 0
        while next < found.count {
            add(nodes[found[next]].needs)
            if throughCalls { for call in entries[found[next]].calls { add(calls[call]) } }
            next += 1
        }
        return found
    }

    /// Lets what cleans up after tasks that only steps lead to wait for the tasks of the run with these steps.
    private mutating func followCallers() {
        if calls.isEmpty { return }
        let main = Set(parts[0])
        let reaching = main.filter { !entries[$0].calls.isEmpty }.sorted()
            .map { (task: $0, reached: Set(reached(from: [$0], throughCalls: true))) }
        func callers(of task: Int) -> [Int] {
            reaching.filter { $0.reached.contains(task) }.map(\.task)
        }
        for (task, cleanup) in cleanups where main.contains(cleanup) && !main.contains(task) {
            follow(callers(of: task), by: cleanup)
        }
        for (task, others) in followers where !main.contains(task) {
            for other in others where main.contains(other) {
                nodes[other].after += callers(of: task).filter { $0 != other }
            }
        }
    }

    /// The tasks that the command line names.
    var requested: [Int] { entries.indices.filter { entries[$0].isRequested } }

    /// The tasks that start together: at first those of the run itself, then those of each call.
    ///
    /// The run starts what is named, a call what its step names; each with what that needs, and what cleans up
    /// after it or runs after its success. Such ends of tasks that all of the run share are part of the run itself.
    var parts: [[Int]] {
        let added = cleanups.map(\.cleanup) + followers.flatMap(\.others)
        let ends = Dictionary(grouping: added, by: { entries[$0].call })
        return ([requested] + calls).enumerated().map { call, tasks in
            reached(from: tasks + ends[call, default: []]).sorted()
        }
    }

    /// The tasks in an order in which each comes after what it waits for, and a cycle where there is one.
    private func walk() -> (order: [Int], cycle: [Int]?) {
        // A task waits for those that its steps run, too.
        var graph = nodes
        for (index, entry) in entries.enumerated() {
            for call in entry.calls { graph[index].needs += calls[call] }
        }
        var schedule = Schedule(graph)
        var order: [Int] = []
        while let task = schedule.next() {
            order.append(task)
            schedule.settle(task, isSuccess: true)
        }
        return (order, cycle(in: graph, schedule))
    }

    private func cycle(in nodes: [Schedule.Node], _ schedule: Schedule) -> [Int]? {
        guard let first = schedule.states.firstIndex(of: .waiting) else { return nil }
        // Every task that still waits does so for another one that waits.
        var path = [first]
        while true {
            let last = nodes[path[path.count - 1]]
            let waiting = last.forerunners.first { schedule.states[$0] == .waiting }
            guard let waiting else { return nil }
            if let start = path.firstIndex(of: waiting) { return path[start...] + [waiting] }
            path.append(waiting)
        }
    }
}
