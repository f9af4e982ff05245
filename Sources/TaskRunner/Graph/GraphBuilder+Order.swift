import DevtoolKit

extension GraphBuilder {
    /// Adds the order of cleanup tasks and sequences, and returns a cycle if there is one.
    ///
    /// Cleanup, with what it needs, waits for all tasks that it cleans up after, and for the cleanup of what these
    /// need, because nested blocks are left from the inside. If the second rule causes a cycle, it is dropped.
    ///
    /// - Returns: the tasks of a cycle in order, with the first one repeated at the end.
    mutating func finish() -> [Entry]? {
        includeFollowers()
        orderSequences()
        let bare = nodes
        orderCleanups()
        followCallers()
        var (order, cycle) = walk()
        if cycle != nil {
            nodes = bare
            for (task, cleanup) in cleanups { follow(ancestors(of: task), by: cleanup) }
            followCallers()
            (order, cycle) = walk()
        }
        if let found = cycle, found.count == 2 {
            // The task is needed by a cleanup task and by what that cleans up after; the message names the cleanup
            // task.
            let between = cleanups.first { pair in
                [pair.task, pair.cleanup].allSatisfy { ancestors(of: $0).contains(found[0]) }
            }
            if let between { cycle = [found[0], between.cleanup, found[0]] }
        }
        // Cleanup precedes the stage after the last one of what it waits for, unless that stage shares it.
        for task in order where nodes[task].isCleanup {
            stages[task] = nodes[task].forerunners.map { stages[$0] }.max() ?? 0
        }
        for task in order { nodes[task].stage = stages[task] }
        return cycle?.map { entries[$0] }
    }

    /// Makes cleanup wait for what it cleans up after, and for the cleanup of what that needs.
    ///
    /// Waits that others imply are omitted: the pairs of a chain of 4,000 tasks would be 16 million.
    private mutating func orderCleanups() {
        var owners = Dictionary(grouping: cleanups, by: \.cleanup).map {
            (cleanup: $0, tasks: $1.map(\.task), count: 0)
        }
        for index in owners.indices {
            owners[index].count = owners[index].tasks.map { ancestors(of: $0).count }.max() ?? 0
        }
        // Outer tasks first, because waiting for their cleanup implies waiting for inner ones.
        owners.sort { ($1.count, $0.cleanup) < ($0.count, $1.cleanup) }
        for (task, cleanup) in cleanups {
            let tasks = ancestors(of: task)
            // Only the cleanup of tasks that this task needs, directly or indirectly, is relevant.
            let isNeeded = marks(of: tasks.dropFirst())
            var waits = (isCovered: marks(of: []), isInner: marks(of: []))
            var inner: [Int] = []
            for owner in owners where owner.tasks.allSatisfy({ isNeeded[$0] }) {
                // Cleanup in another call may not exist, so it implies nothing.
                let isNear = entries[owner.cleanup].call == entries[cleanup].call
                // The wait is implied. Cleanup after several tasks may not be implied by any single wait.
                if isNear, owner.tasks.count == 1, waits.isInner[owner.tasks[0]] { continue }
                inner.append(owner.cleanup)
                if isNear { cover(owner.tasks, in: &waits) }
            }
            follow(tasks.filter { !waits.isCovered[$0] } + inner, by: cleanup)
        }
    }

    /// Marks what the cleanup of `tasks` waits for, and the tasks whose cleanup a single task's cleanup waits for.
    private func cover(_ tasks: [Int], in waits: inout (isCovered: [Bool], isInner: [Bool])) {
        let hasInner = tasks.count == 1
        var open = tasks.filter { !waits.isCovered[$0] }
        for task in open { waits.isCovered[task] = true }
        while let task = open.popLast() {
            for other in nodes[task].needs + followers[task, default: []] {
                if hasInner { waits.isInner[other] = true }
                if waits.isCovered[other] { continue }
                waits.isCovered[other] = true
                open.append(other)
            }
        }
    }

    /// Makes dependents of a task wait for its `after` tasks, and makes its cleanup follow these.
    private mutating func includeFollowers() {
        if followers.isEmpty { return }
        var dependents = [[Int]](repeating: [], count: nodes.count)
        for (index, node) in nodes.enumerated() { for need in node.needs { dependents[need].append(index) } }
        for (task, others) in followers.sorted(by: { $0.key < $1.key }) {
            let reached = Set(reached(from: others, throughCalls: true))
            for dependent in dependents[task] where !reached.contains(dependent) { nodes[dependent].after += others }
            for (owner, cleanup) in cleanups where owner == task { follow(others, by: cleanup) }
        }
    }

    /// Makes each part of a sequence, with what only it needs, wait for the previous part.
    private mutating func orderSequences() {
        var pairs = 0
        var after: [(task: Int, others: [Int])] = []
        for sequence in sequences {
            var earlier: Set<Int> = []
            var before: [Int] = []
            for (number, part) in sequence.parts.enumerated() {
                // The followers of the first part are the second part.
                let isOwner = sequence.isFollowing && number == 0
                let reached = Set(reached(from: part, throughCalls: true, throughFollowers: !isOwner))
                // A task that an earlier part needs stays in its own part, so that the cycle is found.
                for task in reached.subtracting(earlier).union(part).sorted() where !before.isEmpty {
                    pairs += before.count
                    guard pairs <= Self.limit.sequencePairs else {
                        return exceed(
                            "\(Self.limit.sequencePairs) pairs of tasks in sequences", at: sequence.last,
                            hint: "replace a part of the sequence with one task that needs the others")
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
        // What an early task waits for has to be in an early stage, too.
        for (task, others) in after { for other in others { advance(other, to: stages[task]) } }
    }

    private mutating func advance(_ task: Int, to stage: Int) {
        var open = [task]
        while let task = open.popLast() {
            guard stages[task] > stage else { continue }
            stages[task] = stage
            open += nodes[task].needs + nodes[task].after
        }
    }

    /// Makes cleanup, with what it needs, wait until the tasks are settled.
    private mutating func follow(_ tasks: [Int], by cleanup: Int) {
        for index in ancestors(of: cleanup) {
            let isKnown = marks(of: nodes[index].follows[...])
            nodes[index].follows += tasks.filter { !isKnown[$0] }
        }
    }

    private func ancestors(of task: Int) -> [Int] { reached(from: [task]) }

    /// The tasks, everything they need, directly or indirectly, and what runs after the success of each.
    private func reached(from tasks: [Int], throughCalls: Bool = false, throughFollowers: Bool = true) -> [Int] {
        var found: [Int] = []
        var isFound = marks(of: [])
        func add(_ tasks: [Int]) {
            for task in tasks where !isFound[task] {
                isFound[task] = true
                found.append(task)
            }
        }
        add(tasks)
        var next = 0
        while next < found.count {
            add(nodes[found[next]].needs)
            if throughFollowers { add(followers[found[next], default: []]) }
            if throughCalls { for call in entries[found[next]].calls { add(calls[call]) } }
            next += 1
        }
        return found
    }

    /// Whether each task is one of `tasks`; ten times as fast as a set.
    private func marks(of tasks: ArraySlice<Int>) -> [Bool] {
        var marks = [Bool](repeating: false, count: nodes.count)
        for task in tasks { marks[task] = true }
        return marks
    }

    /// Makes cleanup after tasks that only steps run wait for the tasks of the run with these steps.
    private mutating func followCallers() {
        if calls.isEmpty { return }
        let main = Set(parts[0])
        let reaching = main.filter { !entries[$0].calls.isEmpty }.sorted().map {
            (task: $0, reached: Set(reached(from: [$0], throughCalls: true)))
        }
        for (task, cleanup) in cleanups where main.contains(cleanup) && !main.contains(task) {
            follow(reaching.filter { $0.reached.contains(task) }.map(\.task), by: cleanup)
        }
    }

    var requested: [Int] { entries.indices.filter { entries[$0].isRequested } }

    /// The tasks that start together: those of the run itself, then those of each call.
    ///
    /// A part consists of the named tasks, what they need, and their cleanup. Shared cleanup belongs to the run itself.
    var parts: [[Int]] {
        let ends = Dictionary(grouping: cleanups.map(\.cleanup), by: { entries[$0].call })
        return ([requested] + calls).enumerated().map { call, tasks in
            reached(from: tasks + ends[call, default: []]).sorted()
        }
    }

    /// For each task that runs only after others succeed, those others.
    var owners: [Int: [Int]] {
        var needed = Set(requested)
        for (index, node) in nodes.enumerated() {
            needed.formUnion(node.needs)
            for call in entries[index].calls { needed.formUnion(calls[call]) }
        }
        var owners: [Int: [Int]] = [:]
        for (task, others) in followers.sorted(by: { $0.key < $1.key }) {
            for other in others where !needed.contains(other) { owners[other, default: []].append(task) }
        }
        return owners
    }

    /// For each shared cleanup task that cleans up only after tasks of steps, those tasks.
    func lateCleanups(main: Set<Int>) -> [Int: [Int]] {
        Dictionary(grouping: cleanups.filter { entries[$0.cleanup].call == 0 }, by: \.cleanup).mapValues {
            $0.map(\.task)
        }.filter { main.isDisjoint(with: $0.value) }
    }

    private func walk() -> (order: [Int], cycle: [Int]?) {
        // A task also waits for those that its steps run.
        var graph = nodes
        for (index, entry) in entries.enumerated() { for call in entry.calls { graph[index].needs += calls[call] } }
        var schedule = Schedule(graph)
        let order = schedule.settleAll()
        return (order, cycle(in: graph, schedule))
    }

    private func cycle(in nodes: [Schedule.Node], _ schedule: Schedule) -> [Int]? {
        guard let first = schedule.states.firstIndex(of: .waiting) else { return nil }
        // Each waiting task waits for another one, so following these leads into a cycle.
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
