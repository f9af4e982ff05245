import YAML

/// Which tasks of Taskfiles run which, and with which variables: a variable that a caller passes is a parameter of
/// the called task.
struct TaskfileCalls {
    /// A task, and what runs it.
    struct Entry {
        let unit: Int
        let name: String
        /// The variables that callers pass.
        var passed: Set<String> = []
        /// The variables without which it does not run, with the values that they can have.
        var required: [(name: String, choices: [String])] = []
        /// Whether it, or what it runs, has the words after `--`.
        var hasArguments = false
        /// Whether some task runs it more often than once.
        var isRepeated = false
        /// Whether Task runs it once only, or once with the same variables.
        var isOnce = false
        /// Whether Task asks before it runs.
        var asks = false
        fileprivate(set) var called: [Int] = []
    }

    private(set) var entries: [Entry] = []
    private var indices: [String: Int] = [:]
    /// The first entry of each file.
    private var starts: [Int] = []

    /// How many tasks are looked at for one.
    private static let limit = 300

    /// Looks at all tasks.
    init(_ units: [TaskfileUnit]) {
        for (index, unit) in units.enumerated() {
            starts.append(entries.count)
            for task in unit.tasks { add(task, of: index, unit, run: units[0].root["run"]) }
            guard let name = unit.include.map({ _ in unit.originalNamespace.dropLast() }) else {
                continue
            }
            let whole = String(name)
            if indices[whole] == nil { indices[whole] = indices["\(whole):default"] }
        }
        for (index, unit) in units.enumerated() {
            let variables = Set(units[0].root["vars"]?.pairs.map(\.name) ?? []).union(
                unit.root["vars"]?.pairs.map(\.name) ?? [])
            for (number, task) in unit.tasks.enumerated() {
                let place = starts[index] + number
                for call in Self.calls(in: task.node) { note(call, from: place, unit) }
                entries[place].required.removeAll { variables.contains($0.name) }
            }
        }
        spreadArguments()
        findRepeated()
    }

    /// The place of a task.
    func index(ofTask number: Int, in unit: Int) -> Int { starts[unit] + number }

    /// The task that a file means by a name; nil where there is none.
    func index(of name: String, from unit: TaskfileUnit) -> Int? {
        name.hasPrefix(":")
            ? indices[String(name.dropFirst())] : indices[unit.originalNamespace + name]
    }

    private mutating func add(
        _ task: TaskfileUnit.Task, of unit: Int, _ file: TaskfileUnit, run: YAMLNode?
    ) {
        var entry = Entry(unit: unit, name: file.namespace + task.name)
        for item in task.node["requires"]?["vars"]?.items ?? [] {
            guard let name = item.scalarText ?? item["name"]?.scalarText else { continue }
            entry.required.append((name, item["enum"]?.items.compactMap(\.scalarText) ?? []))
        }
        entry.isOnce = ["once", "when_changed"].contains((task.node["run"] ?? run)?.text)
        entry.asks = task.node["prompt"] != nil
        entry.hasArguments =
            task.node.contains("CLI_ARGS") || file.root["vars"]?.contains("CLI_ARGS") ?? false
        for name in [task.name] + (task.node["aliases"]?.items.compactMap(\.text) ?? []) {
            let whole =
                name.hasPrefix(":") ? String(name.dropFirst()) : file.originalNamespace + name
            if indices[whole] == nil { indices[whole] = entries.count }
        }
        entries.append(entry)
    }

    /// The calls in a task: in `deps`, in `cmds`, and those that are deferred.
    private static func calls(in task: YAMLNode) -> [YAMLNode] {
        let steps = (task["cmds"] ?? task["cmd"] ?? task).steps
        return (task["deps"]?.steps ?? []) + steps.filter { $0["task"] != nil }
            + steps.compactMap { $0["defer"] }.filter { $0["task"] != nil }
    }

    private mutating func note(_ call: YAMLNode, from caller: Int, _ unit: TaskfileUnit) {
        guard let name = call.scalarText ?? call["task"]?.scalarText,
            let called = index(of: name, from: unit)
        else { return }
        entries[called].passed.formUnion(call["vars"]?.pairs.map(\.name) ?? [])
        // Twice stands for more.
        let isLoop = call["for"].map { $0.items.count != 1 } ?? false
        entries[caller].called += isLoop ? [called, called] : [called]
    }

    /// Task gives the words after `--` to all tasks, devtool to those that are named.
    private mutating func spreadArguments() {
        var callers = [[Int]](repeating: [], count: entries.count)
        for (caller, entry) in entries.enumerated() {
            for called in entry.called { callers[called].append(caller) }
        }
        var open = entries.indices.filter { entries[$0].hasArguments }
        while let called = open.popLast() {
            for caller in callers[called] where !entries[caller].hasArguments {
                entries[caller].hasArguments = true
                open.append(caller)
            }
        }
    }

    /// Finds the tasks that a task reaches on several ways: from those that nothing runs, all are reached but rounds.
    private mutating func findRepeated() {
        let called = Set(entries.flatMap(\.called))
        var isReached = [Bool](repeating: false, count: entries.count)
        for start in entries.indices where !called.contains(start) {
            var counts: [Int: Int] = [start: 1]
            var open = [start]
            isReached[start] = true
            while let index = open.popLast() {
                for other in entries[index].called {
                    counts[other, default: 0] += 1
                    isReached[other] = true
                    if counts[other] == 2 { entries[other].isRepeated = true }
                    // Once more for those that it runs.
                    if counts[other, default: 0] <= 2 { open.append(other) }
                }
                if counts.count > Self.limit {
                    for index in entries.indices { entries[index].isRepeated = true }
                    return
                }
            }
        }
        for index in entries.indices where !isReached[index] { entries[index].isRepeated = true }
    }
}

extension YAMLNode {
    /// The commands of a task, or its dependencies: a list, or one of them.
    var steps: [YAMLNode] {
        if case .mapping = value { return [self] }
        return items
    }
}
