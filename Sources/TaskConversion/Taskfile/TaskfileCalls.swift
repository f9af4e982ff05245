import YAML

/// Which tasks of Taskfiles call which, and with which variables: a variable that a caller passes is a parameter of
/// the called task.
struct TaskfileCalls {
    /// A call: in `deps` or in `cmds`.
    private struct Call {
        let caller: String
        let called: String
        let names: Set<String>
    }

    /// The parameters that callers pass, by the whole names of the called tasks.
    private(set) var passed: [String: Set<String>] = [:]
    /// Their values, by the names of the parameters.
    private(set) var passedNodes: [String: [String: [YAMLNode]]] = [:]
    /// The tasks that are called in steps, which devtool runs each time.
    private var calledBySteps: Set<String> = []
    /// The variables that must be given, by whole name.
    private(set) var required: [String: [String]] = [:]
    /// The whole names of all tasks, and what their aliases stand for.
    private var names: [String: String] = [:]
    private var calls: [Call] = []

    /// Looks at all tasks.
    init(_ units: [TaskfileUnit]) {
        for unit in units {
            for (_, name, node) in unit.tasks {
                let whole = unit.namespace + name
                names[whole] = whole
                for alias in node["aliases"]?.items.compactMap(\.text) ?? [] {
                    names[unit.namespace + alias] = whole
                }
            }
        }
        for unit in units {
            for (_, name, node) in unit.tasks { collect(node, of: unit.namespace + name, unit) }
        }
        spreadRequirements(units)
    }

    /// The whole name of the task that a file means by a name; nil where there is none.
    func wholeName(of name: String, from namespace: String) -> String? {
        if name.hasPrefix(":") { return found(String(name.dropFirst())) }
        return found(namespace + name)
    }

    private func found(_ name: String) -> String? { names[name] ?? names[name + ":default"] }

    /// The parameters that a call can give, by the whole name of the called task.
    func parameters(of whole: String) -> Set<String> {
        (passed[whole] ?? []).union(required[whole] ?? [])
    }

    /// Whether devtool may run a task more often than Task does, if that runs it once only.
    func isRepeated(_ whole: String) -> Bool {
        calledBySteps.contains(whole) || passed[whole]?.isEmpty == false
    }

    /// Whether there are such tasks.
    var areRepeated: Bool { !calledBySteps.isEmpty || passed.contains { !$0.value.isEmpty } }

    private mutating func collect(_ node: YAMLNode, of caller: String, _ unit: TaskfileUnit) {
        let steps = (node["cmds"]?.items ?? []) + [node["cmd"]].compactMap(\.self)
        let deferred = steps.compactMap { $0["defer"] }
        let needs = node["deps"]?.items ?? []
        let named = needs.compactMap { need in need.scalarText.map { ($0, need) } }
        let mappings = (steps + deferred + node.items + needs).compactMap { call in
            call["task"]?.scalarText.map { ($0, call) }
        }
        for (name, call) in named + mappings {
            guard let called = wholeName(of: name, from: unit.namespace) else { continue }
            let names = Set(call["vars"]?.pairs.map(\.name) ?? [])
            calls.append(Call(caller: caller, called: called, names: names))
            passed[called, default: []].formUnion(names)
            for (_, name, value) in call["vars"]?.pairs ?? [] {
                passedNodes[called, default: [:]][name, default: []].append(value)
            }
        }
        for step in steps + deferred + node.items {
            guard let name = step["task"]?.scalarText,
                let called = wholeName(of: name, from: unit.namespace)
            else { continue }
            calledBySteps.insert(called)
        }
        let names = node["requires"]?["vars"]?.items ?? []
        let required = names.compactMap { $0.scalarText ?? $0["name"]?.scalarText }
        for name in required
        where !unit.variableNames.contains(name)
            && self.required[caller]?.contains(name) != true
        {
            self.required[caller, default: []].append(name)
        }
    }

    /// What a called task requires and the call does not give, the caller requires.
    private mutating func spreadRequirements(_ units: [TaskfileUnit]) {
        var own: [String: Set<String>] = [:]
        for unit in units {
            for (_, name, node) in unit.tasks {
                let names = Set(node["vars"]?.pairs.map(\.name) ?? [])
                own[unit.namespace + name] = names.union(unit.variableNames)
            }
        }
        var changes = true
        while changes {
            changes = false
            for call in calls {
                for name in required[call.called] ?? []
                where !call.names.contains(name) && own[call.caller]?.contains(name) != true
                    && required[call.caller]?.contains(name) != true
                {
                    required[call.caller, default: []].append(name)
                    changes = true
                }
            }
        }
    }
}
