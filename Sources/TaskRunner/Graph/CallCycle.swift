import DevtoolKit

/// Finds tasks whose steps run the task itself, directly or through other tasks; such a run would never end.
struct CallCycle {
    private var definitions: [TaskDefinition] = []
    private var edges: [[(target: Int, reference: TaskReference, isCall: Bool)]] = []
    private var indices: [String: Int] = [:]

    init(from start: [TaskDefinition], in catalog: TaskCatalog) {
        for definition in start { add(definition) }
        var next = 0
        while next < definitions.count {
            let definition = definitions[next]
            let calls = definition.steps.flatMap(\.tasks)
            for (references, isCall) in [
                (definition.needs + definition.after + definition.finally, false), (calls, true),
            ] {
                for reference in references {
                    for target in catalog.definitions(of: reference, in: definition) {
                        let index = add(target)
                        edges[next].append((index, reference, isCall))
                    }
                }
            }
            next += 1
        }
    }

    @discardableResult private mutating func add(_ definition: TaskDefinition) -> Int {
        if let index = indices[definition.name] { return index }
        indices[definition.name] = definitions.count
        definitions.append(definition)
        edges.append([])
        return definitions.count - 1
    }

    var finding: Diagnostic? {
        let cyclic = tasksNearCycles
        for task in cyclic {
            for edge in edges[task] where edge.isCall {
                guard let path = path(from: edge.target, to: task, through: cyclic) else { continue }
                let names = ([task] + path).map { definitions[$0].name }
                return Diagnostic("task cycle: \(names.joined(separator: " → "))", at: edge.reference.name.location)
            }
        }
        return nil
    }

    /// The tasks on cycles or on the way to one, which remain after removing tasks that lead nowhere, repeatedly.
    private var tasksNearCycles: [Int] {
        var remaining = edges.map(\.count)
        var sources: [[Int]] = edges.map { _ in [] }
        for (task, edges) in edges.enumerated() { for edge in edges { sources[edge.target].append(task) } }
        var open = remaining.indices.filter { remaining[$0] == 0 }
        while let task = open.popLast() {
            for source in sources[task] {
                remaining[source] -= 1
                if remaining[source] == 0 { open.append(source) }
            }
        }
        return remaining.indices.filter { remaining[$0] > 0 }
    }

    private func path(from start: Int, to end: Int, through tasks: [Int]) -> [Int]? {
        let allowed = Set(tasks)
        var previous: [Int: Int] = [start: start]
        var open = [start]
        var next = 0
        while next < open.count, previous[end] == nil {
            for edge in edges[open[next]] where allowed.contains(edge.target) && previous[edge.target] == nil {
                previous[edge.target] = open[next]
                open.append(edge.target)
            }
            next += 1
        }
        guard previous[end] != nil else { return nil }
        var path = [end]
        while let last = path.last, last != start, let before = previous[last] { path.append(before) }
        return path.reversed()
    }
}
