/// Which tasks of all converted files run which, to find those that cannot stay converted because of what they run.
struct TaskGraph {
    private struct Place: Hashable {
        let unit: Int
        let task: Int
    }

    private var units: [ConvertedUnit]
    private var places: [String: Place] = [:]
    /// What each task has run before or after it, by its steps aside.
    private var neighbours: [Place: [Place]] = [:]
    /// The tasks that are delegated, so far, and those that run one of them.
    private var delegated: Set<Place> = []
    private var reaching: Set<Place> = []

    /// How many tasks are looked at for one: it is delegated where there are more.
    private static let limit = 200

    /// The files, with the tasks delegated that run delegated tasks and cannot do so here.
    static func delegating(_ units: [ConvertedUnit]) -> [ConvertedUnit] {
        var graph = TaskGraph(units: units)
        for (unit, file) in units.enumerated() {
            for (index, task) in file.project.tasks.enumerated() {
                for name in [task.name] + task.aliases
                where graph.places[file.namespace + name] == nil {
                    graph.places[file.namespace + name] = Place(unit: unit, task: index)
                }
            }
        }
        // Callees come first.
        let order = graph.placesInOrder()
        for place in order {
            let task = graph[place]
            let calls = task.needs.flatMap(\.self) + task.after + task.finally
            graph.neighbours[place] = calls.compactMap { graph.place(of: $0, from: place) }
            if task.delegation != nil { graph.delegated.insert(place) }
        }
        for place in order {
            graph.look(at: place)
            if graph[place].delegation != nil { graph.delegated.insert(place) }
        }
        return graph.units
    }

    private init(units: [ConvertedUnit]) { self.units = units }

    private subscript(place: Place) -> ConvertedTask {
        get { units[place.unit].project.tasks[place.task] }
        set { units[place.unit].project.tasks[place.task] = newValue }
    }

    /// The task that a call means: of the caller's namespace, or else of one around it.
    private func place(of call: ConvertedCall, from place: Place) -> Place? {
        var parts = units[place.unit].namespace.split(separator: ":")
        while true {
            let namespace = parts.map { "\($0):" }.joined()
            if let found = places[namespace + call.task] { return found }
            if parts.popLast() == nil { return nil }
        }
    }

    private func all(of place: Place) -> [Place] {
        let task = self[place]
        return (task.needs.flatMap(\.self) + task.after + task.finally).compactMap {
            self.place(of: $0, from: place)
        }
            + self[place].steps.flatMap(\.calls).compactMap { self.place(of: $0, from: place) }
    }

    /// All tasks, each after those that it runs, as far as they do not run each other.
    private func placesInOrder() -> [Place] {
        var order: [Place] = []
        var seen: Set<Place> = []
        for (unit, file) in units.enumerated() {
            for task in file.project.tasks.indices {
                var open = [(place: Place(unit: unit, task: task), isDone: false)]
                while let (place, isDone) = open.popLast() {
                    if isDone {
                        order.append(place)
                    } else if seen.insert(place).inserted {
                        open.append((place, true))
                        open += all(of: place).map { ($0, false) }
                    }
                }
            }
        }
        return order
    }

    private mutating func look(at place: Place) {
        let task = self[place]
        guard task.delegation == nil else { return }
        let calls =
            task.needs.flatMap(\.self) + task.after + task.finally + task.steps.flatMap(\.calls)
        for call in calls {
            guard let called = self.place(of: call, from: place) else {
                return self[place].delegate("runs '\(call.task)', which is not a task of the file")
            }
            let other = self[called]
            guard other.delegation != nil else { continue }
            if other.isUncallable || !call.parameters.isEmpty {
                return self[place].delegate("runs '\(call.task)', which is delegated")
            }
        }
        let starts = Set(task.steps.flatMap(\.calls).compactMap { self.place(of: $0, from: place) })
        if starts.contains(where: { reached(from: $0, by: all).contains(place) }) {
            return self[place].delegate("starts itself again")
        }
        if isContradicted(place) {
            return self[place].delegate("wants another order than what it needs")
        }
        guard units[place.unit].runner.runsOnce, let twice = runTwice(by: place) else { return }
        self[place].delegate("needs '\(self[twice].originalName)', which is delegated")
    }

    private func reached(
        from place: Place, by next: (Place) -> [Place],
        stoppingAt isEnd: (Place) -> Bool = { _ in false }
    ) -> Set<Place> {
        var seen: Set = [place]
        var open = [place]
        while let place = open.popLast(), seen.count < Self.limit {
            if isEnd(place) { continue }
            for other in next(place) where seen.insert(other).inserted { open.append(other) }
        }
        return seen
    }

    /// A delegated task that would run something which also runs here, or for another delegated task; nil for none.
    private mutating func runTwice(by place: Place) -> Place? {
        func next(_ place: Place) -> [Place] { neighbours[place] ?? [] }
        let reaching = next(place).first {
            self.delegated.contains($0) || self.reaching.contains($0)
        }
        guard let reaching else { return nil }
        self.reaching.insert(place)
        let here = reached(from: place, by: next, stoppingAt: self.delegated.contains)
        if here.count >= Self.limit { return reaching }
        let delegated = here.intersection(self.delegated)
        var used = here.subtracting(delegated)
        for other in delegated {
            let own = reached(from: other, by: next)
            if used.count >= Self.limit || !used.isDisjoint(with: own) { return other }
            used.formUnion(own)
        }
        return nil
    }

    /// Whether a later part of the sequence has a task with a sequence of its own that wants something of an earlier part
    /// later than something else that is not a part of that: devtool wants one order of all.
    private func isContradicted(_ place: Place) -> Bool {
        let parts = self[place].needs.map { $0.compactMap { self.place(of: $0, from: place) } }
        guard parts.count > 1 else { return false }
        func all(_ places: [Place]) -> Set<Place> {
            places.reduce(into: []) { $0.formUnion(reached(from: $1) { neighbours[$0] ?? [] }) }
        }
        var earlier: Set<Place> = []
        for (part, next) in zip(parts, parts.dropFirst()) {
            earlier.formUnion(all(part))
            for task in all(next) {
                var others: Set<Place> = []
                for own in self[task].needs {
                    let reached = all(own.compactMap { self.place(of: $0, from: task) })
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
