/// Finds tasks that cannot be converted because of the tasks that they run.
///
/// devtool runs a dependency once, but a step every time. Some runners do the same; others also run dependencies every
/// time.
struct TaskGraph {
    private var project: ConvertedProject
    private var indices: [String: Int] = [:]
    /// The dependencies of each task, and the tasks that its steps run.
    private var needs: [[Int]] = []
    private var steps: [[Int]] = []
    private var hasSteps: Bool
    /// Tasks that are called with arguments.
    private var haveValues: Set<Int> = []
    /// Tasks with a call that closes a cycle.
    private var closeCycles: Set<Int> = []
    /// Whether each task leads to a task with several callers, and to a delegated one.
    private var reachesShared: [Bool]
    private var reachesDelegated: [Bool]

    /// The maximum number of tasks to visit per task; beyond it the task is delegated.
    private static let limit = 200

    /// Delegates tasks that would behave differently in devtool.
    static func delegating(_ project: ConvertedProject) -> ConvertedProject {
        var graph = TaskGraph(project)
        let order = graph.calleesFirst()
        graph.findShared(order)
        graph.makeSteps()
        for index in order {
            graph.look(at: index)
            let runsDelegated = graph.partners(of: index).contains { graph.reachesDelegated[$0] }
            graph.reachesDelegated[index] = runsDelegated || graph.project.tasks[index].delegation != nil
        }
        return graph.project
    }

    private init(_ project: ConvertedProject) {
        self.project = project
        reachesShared = Array(repeating: false, count: project.tasks.count)
        reachesDelegated = reachesShared
        hasSteps = project.tasks.contains { $0.steps.contains { !$0.calls.isEmpty } }
        for (index, task) in project.tasks.enumerated() {
            for name in [task.name] + task.aliases where indices[name] == nil { indices[name] = index }
        }
        for task in project.tasks {
            let calls = task.needs.flatMap(\.self) + task.after
            needs.append(calls.compactMap { indices[$0.task] })
            steps.append(task.steps.flatMap(\.calls).compactMap { indices[$0.task] })
            for call in calls where !call.parameters.isEmpty {
                if let index = indices[call.task] { haveValues.insert(index) }
            }
        }
    }

    /// All tasks in topological order, callees first; cycles are broken.
    private mutating func calleesFirst() -> [Int] {
        enum Mark { case new, open, done }
        var marks = Array(repeating: Mark.new, count: needs.count)
        var order: [Int] = []
        for start in needs.indices {
            var stack = [(index: start, isDone: false)]
            while let (index, isDone) = stack.popLast() {
                if isDone {
                    marks[index] = .done
                    order.append(index)
                } else if marks[index] == .new {
                    marks[index] = .open
                    stack.append((index, true))
                    for callee in needs[index] + steps[index] {
                        if marks[callee] == .open { closeCycles.insert(index) }
                        stack.append((callee, false))
                    }
                }
            }
        }
        return order
    }

    private mutating func findShared(_ order: [Int]) {
        var counts = Array(repeating: 0, count: needs.count)
        for callee in needs.joined() { counts[callee] += 1 }
        for callee in steps.joined() { counts[callee] += 1 }
        for index in order {
            let callees = needs[index] + steps[index]
            reachesShared[index] = counts[index] > 1 || callees.contains { reachesShared[$0] }
        }
    }

    private mutating func look(at index: Int) {
        if let other = (needs[index] + steps[index]).first(where: { project.tasks[$0].takesArguments }) {
            project.tasks[index].takesArguments = true
            project.tasks[index].delegate("runs '\(project.tasks[other].name)', which uses the arguments after '--'")
        }
        let task = project.tasks[index]
        guard task.delegation == nil else { return }
        func delegate(_ reason: String) { project.tasks[index].delegate(reason) }
        for call in task.needs.flatMap(\.self) + task.after + task.steps.flatMap(\.calls) {
            guard let callee = indices[call.task].map({ project.tasks[$0] }) else {
                return delegate("runs '\(call.task)', which is not a task in the file")
            }
            if callee.delegation != nil, callee.isUncallable || !call.parameters.isEmpty {
                return delegate("runs '\(call.task)', which is delegated")
            }
        }
        if closeCycles.contains(index) { return delegate("is part of a cycle") }
        if let other = shortenSequence(of: index) {
            return delegate("needs '\(project.tasks[other].name)', which an earlier dependency also needs")
        }
        if isContradicted(index) { return delegate("requires an order that contradicts its needs") }
        if let other = repeated(by: index).min() {
            let name = project.tasks[other].name
            return delegate(
                project.tasks[other].runsOnce ? "runs '\(name)', which runs only once" : "runs '\(name)' more than once"
            )
        }
        if let twice = runTwice(by: index) {
            delegate("needs '\(project.tasks[twice].originalName)', which is delegated")
        }
    }

    /// The tasks that run in the same run as `index`: in runners that run dependencies once, a step starts another run.
    private func partners(of index: Int) -> [Int] {
        project.runner.runsOnce ? needs[index] : needs[index] + steps[index]
    }

    /// All dependencies of tasks, including the tasks; incomplete beyond the limit.
    private func reached(from tasks: [Int], stoppingAt isEnd: (Int) -> Bool = { _ in false }) -> Set<Int> {
        var seen = Set(tasks)
        var open = tasks
        while let index = open.popLast(), seen.count < Self.limit {
            if isEnd(index) { continue }
            open += partners(of: index).filter { seen.insert($0).inserted }
        }
        return seen
    }

    private func parts(of index: Int) -> [[Int]] {
        project.tasks[index].needs.map { $0.compactMap { indices[$0.task] } }
    }

    /// Removes dependencies of earlier parts from a sequence, because devtool has one order for all.
    ///
    /// Returns a task for which this is undecidable.
    private mutating func shortenSequence(of index: Int) -> Int? {
        let parts = parts(of: index)
        guard parts.count > 1 else { return nil }
        var earlier: Set<Int> = []
        for (number, part) in parts.enumerated() {
            if let other = part.first(where: { earlier.contains($0) && haveValues.contains($0) }) { return other }
            project.tasks[index].needs[number].removeAll { call in indices[call.task].map(earlier.contains) ?? false }
            earlier.formUnion(reached(from: part.flatMap { needs[$0] }))
            if earlier.count >= Self.limit { return part.first }
        }
        return nil
    }

    /// Whether a task in a later part has a sequence that contradicts this sequence's order.
    private func isContradicted(_ index: Int) -> Bool {
        let parts = parts(of: index)
        guard parts.count > 1 else { return false }
        var earlier: Set<Int> = []
        for (part, next) in zip(parts, parts.dropFirst()) {
            earlier.formUnion(reached(from: part))
            for task in reached(from: next) {
                var others: Set<Int> = []
                for own in self.parts(of: task) {
                    let reached = reached(from: own)
                    if !others.isSubset(of: earlier), !reached.isDisjoint(with: earlier) { return true }
                    others.formUnion(reached)
                }
            }
        }
        return false
    }

    /// Converts repeated dependencies to first steps, for runners that run them every time.
    private mutating func makeSteps() {
        if project.runner.runsOnce { return }
        let repeated = needs.indices.reduce(into: Set<Int>()) { $0.formUnion(self.repeated(by: $1)) }
        for index in needs.indices where needs[index].contains(where: repeated.contains) {
            func isRepeated(_ call: ConvertedCall) -> Bool { indices[call.task].map(repeated.contains) ?? false }
            var task = project.tasks[index]
            let calls = task.needs.joined().filter(isRepeated)
            if calls.isEmpty || calls.contains(where: { project.tasks[indices[$0.task] ?? 0].runsOnce }) { continue }
            if !(task.status.isEmpty && task.sources.isEmpty) { task.delegate("has dependencies that run every time") }
            task.needs = task.needs.map { $0.filter { !isRepeated($0) } }
            task.steps.insert(ConvertedStep(.calls(calls), line: task.line), at: 0)
            needs[index].removeAll(where: repeated.contains)
            steps[index] += calls.compactMap { indices[$0.task] }
            project.tasks[index] = task
        }
    }

    /// The dependencies that devtool and the original runner would run a different number of times.
    ///
    /// Each step starts another run, in which a runner that runs dependencies once runs them again.
    private func repeated(by index: Int) -> Set<Int> {
        guard reachesShared[index], !project.runner.runsOnce || hasSteps else { return [] }
        func isEntered(_ index: Int) -> Bool { reachesShared[index] && project.tasks[index].delegation == nil }
        var counts: [Int: Int] = [:]
        var needed: Set<Int> = []
        var onlyOnce: Set<Int> = []
        var visits = 0
        var starts = [(index: index, beside: [Int]())]
        while let (start, beside) = starts.popLast() {
            var inRun: Set = [start]
            var open = [start]
            while let next = open.popLast() {
                visits += 1
                if visits > Self.limit { return needed.union(steps[next]) }
                for step in steps[next] {
                    if !project.runner.runsOnce { counts[step, default: 0] += 1 }
                    if isEntered(step) { starts.append((step, steps[next])) }
                }
                for need in needs[next] {
                    if project.runner.runsOnce, !inRun.insert(need).inserted { continue }
                    if project.tasks[need].runsOnce, !onlyOnce.insert(need).inserted { continue }
                    needed.insert(need)
                    counts[need, default: 0] += beside.contains(need) ? 2 : 1
                    if isEntered(need) { open.append(need) }
                }
            }
        }
        return Set(counts.keys).filter { task in
            counts[task, default: 0] > 1 && (needed.contains(task) || project.tasks[task].runsOnce)
        }
    }

    /// A delegated task that would repeat another task, which runs here or for another delegated task.
    ///
    /// Only tasks that run once or have sources matter.
    private func runTwice(by index: Int) -> Int? {
        let partners = partners(of: index)
        guard let other = partners.first(where: { reachesDelegated[$0] }) else { return nil }
        func isDelegated(_ index: Int) -> Bool { project.tasks[index].delegation != nil }
        func runsOnce(_ index: Int) -> Bool {
            project.runner.runsOnce || project.tasks[index].runsOnce || !project.tasks[index].sources.isEmpty
        }
        let here = reached(from: partners, stoppingAt: isDelegated).union([index])
        if here.count >= Self.limit { return other }
        var used = here.filter { !isDelegated($0) && runsOnce($0) }
        for task in here.sorted() where isDelegated(task) {
            let own = reached(from: [task]).filter(runsOnce)
            if used.count >= Self.limit || !used.isDisjoint(with: own)
                || own.contains(where: { project.tasks[$0].mayNeedMore })
            {
                return task
            }
            used.formUnion(own)
        }
        return nil
    }
}
