/// Which targets of a makefile need or call which, by their numbers.
struct MakeGraph {
    /// What each needs, in make's order.
    var needs: [[Int]]
    /// What the recipe of each starts with a make of its own.
    var calls: [[Int]]

    /// How many targets are looked at for one.
    private static let limit = 500

    init(count: Int) {
        needs = Array(repeating: [], count: count)
        calls = needs
    }

    /// How many targets start each.
    lazy var startCounts: [Int] = {
        var counts = Array(repeating: 0, count: needs.count)
        for other in needs.joined() { counts[other] += 1 }
        for other in calls.joined() { counts[other] += 1 }
        return counts
    }()

    /// Targets without which nothing would need itself: make drops what closes a cycle.
    func sourcesOfCycles() -> [Int] {
        enum Mark { case new, open, done }
        var marks = Array(repeating: Mark.new, count: needs.count)
        var sources: [Int] = []
        for start in needs.indices where marks[start] == .new {
            var stack = [(index: start, next: 0)]
            marks[start] = .open
            while let (index, next) = stack.last {
                guard next < needs[index].count else {
                    marks[index] = .done
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let need = needs[index][next]
                if marks[need] == .open { sources.append(index) }
                guard marks[need] == .new else { continue }
                marks[need] = .open
                stack.append((need, 0))
            }
        }
        return sources
    }

    /// What a target needs, without what others before it in its list need; nil where it is too much to tell.
    func needsInOrder(of index: Int) -> [Int]? {
        if needs[index].count < 2 { return needs[index] }
        var seen: Set<Int> = []
        var result: [Int] = []
        for need in needs[index] where seen.insert(need).inserted {
            result.append(need)
            var open = [need]
            while let next = open.popLast() {
                for other in needs[next] where seen.insert(other).inserted { open.append(other) }
                if seen.count > Self.limit { return nil }
            }
        }
        return result
    }

    /// A target that another calls and that needs something which may have run before or may run again; nil for none.
    ///
    /// Another make would run it again, devtool would not.
    mutating func callThatRepeats(from index: Int) -> Int? {
        for call in calls[index] {
            var seen: Set = [call]
            var open = [call]
            var hasNeeds = false
            var isShared = false
            while let next = open.popLast() {
                hasNeeds = hasNeeds || !needs[next].isEmpty
                isShared = isShared || startCounts[next] > 1 || seen.count > Self.limit
                if hasNeeds, isShared { return call }
                for other in needs[next] + calls[next] where seen.insert(other).inserted {
                    open.append(other)
                }
            }
        }
        return nil
    }

    /// All targets that need some of others, directly or through others, each with what it needs.
    func thoseThatNeed(_ targets: [Int]) -> [(index: Int, need: Int)] {
        var callers = Array(repeating: [Int](), count: needs.count)
        for (index, list) in needs.enumerated() {
            for need in list { callers[need].append(index) }
        }
        var result: [(Int, Int)] = []
        var seen = Set(targets)
        var open = targets
        while let next = open.popLast() {
            for caller in callers[next] where seen.insert(caller).inserted {
                result.append((caller, next))
                open.append(caller)
            }
        }
        return result
    }
}
