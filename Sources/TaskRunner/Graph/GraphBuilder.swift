import DevtoolKit

/// Collects the tasks of a run, starting from the named ones, and their dependencies.
struct GraphBuilder {
    /// The identity of a task in the graph, by which duplicates are merged.
    private struct Key: Hashable {
        let name: String
        let parameters: [String: String]
        let isCleanup: Bool
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
        let parameters: [String: String]
        /// Whether the command line names it.
        fileprivate(set) var isRequested: Bool
        let isCleanup: Bool
        /// Where it was first named; nil for the command line.
        let reference: TaskReference?
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

    /// The task a reference resolves to, and the values of its parameters.
    typealias Resolved = (definition: TaskDefinition, parameters: [String: String])

    /// Prepares an empty graph.
    ///
    /// - Parameters:
    ///   - takesNeeds: whether what the named tasks need is in the graph.
    ///   - resolve: gives the tasks that a reference in another one names.
    init(takesNeeds: Bool, resolving resolve: @escaping (TaskReference, Entry) -> [Resolved]) {
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
            if takesNeeds || !entry.isRequested {
                var sequence = NeedSequence()
                for reference in entry.definition.needs {
                    let needs = add(reference, of: entry, isCleanup: entry.isCleanup)
                    nodes[next].needs += needs
                    sequence.add(needs, of: reference)
                }
                if sequence.parts.count > 1 { sequences.append(sequence) }
            }
            for reference in entry.definition.finally {
                cleanups += add(reference, of: entry, isCleanup: true).map { (next, $0) }
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
        _ reference: TaskReference, of entry: Entry, isCleanup: Bool
    ) -> [Int] {
        resolve(reference, entry).map { resolved in
            insert(resolved, isRequested: false, isCleanup: isCleanup, by: reference)
        }
    }

    @discardableResult
    private mutating func insert(
        _ resolved: Resolved, isRequested: Bool, isCleanup: Bool, by reference: TaskReference?
    ) -> Int {
        let (definition, parameters) = resolved
        let key = Key(name: definition.name, parameters: parameters, isCleanup: isCleanup)
        if let index = indices[key] {
            // What another task needs may be named later.
            if isRequested { entries[index].isRequested = true }
            return index
        }
        parameterBytes += parameters.values.reduce(0) { $0 + $1.utf8.count }
        if entries.count >= Self.limit.tasks || parameterBytes > Self.limit.parameterBytes {
            exceed(
                "\(Self.limit.tasks) tasks, or values of more than"
                    + " \(Self.limit.parameterBytes >> 20) MiB", at: reference,
                hint: "a task runs once for each set of values that other tasks pass to it")
        }
        indices[key] = entries.count
        entries.append(
            Entry(
                definition: definition, parameters: parameters, isRequested: isRequested,
                isCleanup: isCleanup, reference: reference))
        nodes.append(Schedule.Node(isCleanup: isCleanup))
        return entries.count - 1
    }

    /// Lets clean-up, and what it needs, wait for all that it cleans up after; and for the clean-up of what
    /// its task needs, as nested blocks are left from within, unless that one has to wait for it.
    ///
    /// - Returns: a cycle, where there is one: the tasks in their order, the first of them once more at the
    ///   end.
    mutating func finish() -> [Entry]? {
        orderSequences()
        for (task, cleanup) in cleanups { follow(ancestors(of: task), by: cleanup) }
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

    /// Lets each part of a sequence, and what only it needs, wait for the part before.
    private mutating func orderSequences() {
        var pairs = 0
        // Of tasks that wait for each other in two sequences none is before the other.
        var after: [(task: Int, others: [Int])] = []
        for sequence in sequences {
            var earlier: Set<Int> = []
            var before: [Int] = []
            for part in sequence.parts {
                let reached = Set(part.flatMap(ancestors))
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
    private func ancestors(of task: Int) -> [Int] {
        var found = [task]
        var seen: Set = [task]
        var next = 0
        while next < found.count {
            for need in nodes[found[next]].needs where seen.insert(need).inserted {
                found.append(need)
            }
            next += 1
        }
        return found
    }

    /// The tasks in an order in which each comes after what it waits for, and a cycle where there is one.
    private func walk() -> (order: [Int], cycle: [Int]?) {
        var schedule = Schedule(nodes)
        var order: [Int] = []
        while let task = schedule.next() {
            order.append(task)
            schedule.settle(task, isSuccess: true)
        }
        return (order, cycle(in: schedule))
    }

    private func cycle(in schedule: Schedule) -> [Int]? {
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
