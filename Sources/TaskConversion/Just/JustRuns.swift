/// Which tasks run which, to find those that just runs again and devtool does not.
///
/// just runs a dependency once for all recipes that are named, once more for all that comes after a recipe, and again for
/// a line that calls just. devtool runs a step each time, but what the steps of a run need only once.
struct JustRuns {
    private var needs: [String: [String]] = [:]
    private var steps: [String: [String]] = [:]

    /// How many runs are looked at for a task: it counts as repeating itself where there are more.
    private static let limit = 1000

    init(_ units: [ConvertedUnit]) {
        for unit in units {
            for task in unit.project.tasks {
                let name = unit.namespace + task.name
                needs[name] = task.needs.flatMap(\.self).map { unit.namespace + $0.task }
                steps[name] = task.steps.flatMap(\.calls).map { unit.namespace + $0.task }
            }
        }
    }

    /// The tasks that would run something less often than with just, and what.
    var repeated: [String: String] {
        if steps.values.allSatisfy(\.isEmpty) { return [:] }
        return needs.keys.reduce(into: [:]) { $0[$1] = repeated(by: $1) }
    }

    /// What a task needs for several of its steps, or needs and is a step beside that; nil for nothing.
    private func repeated(by name: String) -> String? {
        var needed: Set<String> = []
        var open = [(start: name, beside: [String]())]
        var count = 0
        while let (start, beside) = open.popLast() {
            var own: Set<String> = []
            var run = [start]
            while let next = run.popLast() {
                count += 1
                if count > Self.limit { return next }
                run += (needs[next] ?? []).filter { own.insert($0).inserted }
                let steps = steps[next] ?? []
                open += steps.map { ($0, steps) }
            }
            let again = own.intersection(needed.union(beside))
            if let other = again.min() { return other }
            needed.formUnion(own)
        }
        return nil
    }
}
