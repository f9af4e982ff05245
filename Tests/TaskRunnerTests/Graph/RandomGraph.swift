import TestSupport

@testable import TaskRunner

/// A graph of tasks with clean-up, from a seed: tasks need earlier ones only, so it has no cycles.
struct RandomGraph {
    let nodes: [Schedule.Node]
    /// Everything that a task waits for, directly or not.
    let ancestors: [Set<Int>]

    init(using random: inout SplitMix64) {
        var nodes: [Schedule.Node] = []
        var ancestors: [Set<Int>] = []
        for index in 0..<Int.random(in: 1...40, using: &random) {
            var node = Schedule.Node()
            node.isCleanup = index > 0 && Int.random(in: 0..<6, using: &random) == 0
            let earlier = (0..<index).filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
            // As in a plan: clean-up follows the tasks of the run, and needs other clean-up only.
            node.needs = earlier.filter { !node.isCleanup || nodes[$0].isCleanup }.filter {
                node.isCleanup || !nodes[$0].isCleanup
            }
            // Some of them are not needed, but stand before it in a sequence.
            node.after = node.needs.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            node.needs.removeAll(where: node.after.contains)
            node.follows = node.isCleanup ? earlier.filter { !nodes[$0].isCleanup } : []
            ancestors.append(
                node.forerunners.reduce(into: Set()) { all, other in
                    all.formUnion(ancestors[other])
                    all.insert(other)
                })
            nodes.append(node)
        }
        self.nodes = nodes
        self.ancestors = ancestors
    }
}
