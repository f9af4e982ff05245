extension ConvertedProject {
    /// The project with steps in the place of sequences that other sequences contradict: just and make run what a
    /// task needs at its first mention, and leave it out afterwards; devtool wants one order of all.
    func withoutContradictions() -> ConvertedProject {
        let needs = Dictionary(tasks.map { ($0.name, $0.needs.map { $0.map(\.task) }) }) {
            first, _ in first
        }
        var closures: [String: Set<String>] = [:]
        for task in tasks { closures[task.name] = Self.closure(of: task.name, needs) }
        var project = self
        for index in project.tasks.indices {
            let parts = project.tasks[index].needs
            guard parts.count > 1, Self.isContradicted(parts, needs, closures) else { continue }
            let line = project.tasks[index].line
            let steps = parts.flatMap(\.self).map { ConvertedStep(.call($0), line: line) }
            project.tasks[index].needs = []
            project.tasks[index].steps.insert(contentsOf: steps, at: 0)
        }
        return project
    }

    /// A task, and all that it needs.
    private static func closure(of name: String, _ needs: [String: [[String]]]) -> Set<String> {
        var seen: Set<String> = [name]
        var open = [name]
        while let next = open.popLast() {
            for need in needs[next, default: []].flatMap(\.self) where seen.insert(need).inserted {
                open.append(need)
            }
        }
        return seen
    }

    /// Whether a later part has a task with a sequence of its own that wants something of an earlier part later than
    /// something else that is not a part of that.
    private static func isContradicted(
        _ parts: [[ConvertedCall]], _ needs: [String: [[String]]], _ closures: [String: Set<String>]
    ) -> Bool {
        func all(_ names: [String]) -> Set<String> {
            names.reduce(into: []) { $0.formUnion(closures[$1] ?? [$1]) }
        }
        for (index, part) in parts.enumerated() {
            let earlier = all(part.map(\.task))
            for name in all(parts[(index + 1)...].flatMap { $0.map(\.task) }) {
                var others: Set<String> = []
                for own in needs[name] ?? [] {
                    let reached = all(own)
                    if !others.isSubset(of: earlier), !reached.isDisjoint(with: earlier) {
                        return true
                    }
                    others.formUnion(reached)
                }
            }
        }
        return false
    }
}
