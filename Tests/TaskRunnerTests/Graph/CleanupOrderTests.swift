import TestSupport
import Testing

@testable import TaskRunner

/// What clean-up waits for in a plan.
@Suite struct CleanupOrderTests {
    /// A plan of tasks of which each needs some of those before it, and what cleans up after it: one of the clean-ups,
    /// or none.
    private struct Project {
        var needs: [[Int]] = []
        var cleanups: [Int?] = []

        /// What a task needs, directly or not.
        func needed(by task: Int) -> Set<Int> {
            needs[task].reduce(into: []) { $0.formUnion(needed(by: $1).union([$1])) }
        }

        /// Which clean-up each waits for, directly or not: what cleans up after nothing but tasks that one of its own
        /// tasks needs.
        var innerCleanups: [Int: Set<Int>] {
            var tasks: [Int: Set<Int>] = [:]
            for (task, cleanup) in cleanups.enumerated() { if let cleanup { tasks[cleanup, default: []].insert(task) } }
            var inner = tasks.mapValues { own in
                Set(
                    own.flatMap { task in
                        let needed = needed(by: task)
                        return tasks.filter { $0.value.isSubset(of: needed) }.keys
                    })
            }
            for _ in inner {
                for (cleanup, others) in inner {
                    inner[cleanup] = others.reduce(others) { $0.union(inner[$1, default: []]) }
                }
            }
            return inner
        }

        func plan() throws -> TaskPlan {
            var text = "tasks:\n"
            for task in needs.indices {
                let names = needs[task].map { "t\($0)" }.joined(separator: ", ")
                let cleanup = cleanups[task].map { ", finally: [c\($0)]" } ?? ""
                text += "  t\(task): {run: 'true', needs: [\(names)]\(cleanup)}\n"
            }
            for cleanup in Set(cleanups.compactMap(\.self)).sorted() { text += "  c\(cleanup): 'true'\n" }
            let project = try TaskProject(text)
            return try TaskPlan(
                RunRequest(words: needs.indices.map { "t\($0)" }, isParallel: true), of: project.load(),
                in: project.context)
        }
    }

    /// All that each task of a plan waits for, by the names of both.
    private func waits(in plan: TaskPlan) -> [String: Set<String>] {
        var found: [Set<Int>] = plan.nodes.map { Set($0.forerunners) }
        var isChanged = true
        while isChanged {
            isChanged = false
            for index in found.indices {
                let all = found[index].reduce(found[index]) { $0.union(found[$1]) }
                if all.count > found[index].count { (found[index], isChanged) = (all, true) }
            }
        }
        let names = plan.tasks.map(\.name)
        return Dictionary(uniqueKeysWithValues: found.enumerated().map { (names[$0], Set($1.map { names[$0] })) })
    }

    @Test(arguments: UInt64(0)..<50) func itWaitsForAllThatItCleansUpAfter(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var project = Project()
        let isShared = seed % 2 == 0
        for task in 0..<Int.random(in: 1...14, using: &random) {
            project.needs.append((0..<task).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
            let cleanup = isShared ? Int.random(in: 0...task, using: &random) : task
            project.cleanups.append(Int.random(in: 0..<3, using: &random) == 0 ? nil : cleanup)
        }
        let waits = try waits(in: project.plan())
        for (task, cleanup) in project.cleanups.enumerated() {
            guard let cleanup else { continue }
            let needed = project.needed(by: task)
            let expected = Set(needed.union([task]).map { "t\($0)" })
            #expect(expected.isSubset(of: waits["c\(cleanup)", default: []]), "seed \(seed)")
        }
        let inner = project.innerCleanups
        // Where two would wait for each other, neither does.
        if inner.contains(where: { $1.contains($0) }) { return }
        for (cleanup, others) in inner {
            let expected = Set(others.map { "c\($0)" })
            #expect(expected.isSubset(of: waits["c\(cleanup)", default: []]), "seed \(seed)")
        }
    }

    @Test func aChainHasAsManyPairsAsTasks() throws {
        let count = 40
        let chain = Project(needs: (0..<count).map { $0 == 0 ? [] : [$0 - 1] }, cleanups: Array(0..<count))
        let pairs = try chain.plan().nodes.reduce(0) { $0 + $1.follows.count }
        #expect(pairs == 2 * count - 1)
    }

    /// Neither of two that clean up after what needs one of the two tasks waits for that, so others do themselves.
    @Test func oneCleansUpAfterTwoTasks() throws {
        let project = Project(needs: [[], [], [0], [1], [2, 3]], cleanups: [0, 0, 2, 3, 4])
        let waits = try waits(in: project.plan())
        #expect(waits["c4"]?.isSuperset(of: ["c0", "c2", "c3"]) == true)
        #expect(waits["c2"] == ["t0", "t2"])
    }

    /// Two that clean up after the same task do not wait for each other, but what needs it waits for both.
    @Test func severalCleanUpAfterOneTask() throws {
        let project = try TaskProject(
            """
            tasks:
              a: {run: 'true', finally: [c, d]}
              b: {run: 'true', needs: [a], finally: [e]}
              c: 'true'
              d: 'true'
              e: 'true'
            """)
        let waits = waits(in: try TaskPlan(RunRequest(words: ["b"]), of: project.load(), in: project.context))
        #expect(waits["e"] == ["a", "b", "c", "d"])
        #expect(waits["c"] == ["a"])
        #expect(waits["d"] == ["a"])
    }
}
