import TestSupport
import Testing

@testable import TaskRunner

/// The rules of the schedule, on small graphs and on random ones.
struct ScheduleTests {
    /// Runs a schedule one task at a time, and gives the tasks in the order of their start.
    private static func order(_ schedule: inout Schedule, failing: Set<Int> = []) -> [Int] {
        var order: [Int] = []
        while let task = schedule.next() {
            order.append(task)
            schedule.settle(task, isSuccess: !failing.contains(task))
        }
        return order
    }

    @Test func needsComeFirst() {
        var schedule = Schedule([.init(needs: [1, 2]), .init(needs: [2]), .init()])
        #expect(Self.order(&schedule) == [2, 1, 0])
        #expect(schedule.isSettled)
    }

    @Test func aFailureDropsWhatHasNotStarted() {
        var schedule = Schedule([.init(), .init(), .init(needs: [0])])
        let first = schedule.next()
        let second = schedule.next()
        #expect([first, second] == [0, 1])
        schedule.settle(0, isSuccess: false)
        #expect(schedule.next() == nil)
        #expect(!schedule.isSettled)
        schedule.settle(1, isSuccess: true)
        #expect(schedule.isSettled)
        #expect(schedule.states == [.failed, .succeeded, .dropped])
    }

    @Test func keepsGoingWithWhatDoesNotNeedTheFailedOne() {
        var schedule = Schedule([.init(), .init(needs: [0]), .init(needs: [1]), .init()], keepsGoing: true)
        #expect(Self.order(&schedule, failing: [0]) == [0, 3])
        #expect(schedule.states == [.failed, .dropped, .dropped, .succeeded])
    }

    @Test func cleanUpComesAfterAFailure() {
        var schedule = Schedule([.init(), .init(needs: [0]), .init(follows: [0, 1], isCleanup: true)])
        #expect(Self.order(&schedule, failing: [0]) == [0, 2])
        #expect(schedule.states == [.failed, .dropped, .succeeded])
    }

    @Test func cleanUpWaitsForWhatStillRuns() {
        var schedule = Schedule([.init(), .init(), .init(follows: [0, 1], isCleanup: true)])
        let started = [schedule.next(), schedule.next()]
        #expect(started == [0, 1])
        schedule.settle(0, isSuccess: false)
        #expect(schedule.next() == nil)
        schedule.settle(1, isSuccess: true)
        #expect(schedule.next() == 2)
    }

    @Test func stoppingLeavesCleanUp() {
        var schedule = Schedule([.init(), .init(follows: [0], isCleanup: true)])
        schedule.stop()
        #expect(Self.order(&schedule) == [1])
    }

    @Test func abandoningLeavesNothing() {
        var schedule = Schedule([.init(), .init(follows: [0], isCleanup: true)])
        schedule.abandon()
        #expect(schedule.next() == nil)
        #expect(schedule.isSettled)
        #expect(schedule.states == [.dropped, .dropped])
    }

    @Test func aDeepGraphDoesNotNeedTheStack() {
        let count = 200_000
        var schedule = Schedule((0..<count).map { .init(needs: $0 == 0 ? [] : [$0 - 1]) })
        schedule.stop()
        #expect(schedule.isSettled)
    }

    /// Any graph, any order of ends, any failures, an interruption at any point.
    @Test(arguments: 0..<UInt64(rounds(4000))) func randomGraphsAreRunInOrder(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let graph = RandomGraph(using: &random)
        let keepsGoing = Bool.random(using: &random)
        let stop = Int.random(in: 0...60, using: &random)
        var schedule = Schedule(graph.nodes, keepsGoing: keepsGoing)
        var running: [Int] = []
        var started: Set<Int> = []
        var failed: Set<Int> = []
        var settled: Set<Int> = []
        var isStopped = false
        for step in 0... {
            if step == stop {
                schedule.stop()
                isStopped = true
            }
            while running.count < 3, let task = schedule.next() {
                let node = graph.nodes[task]
                #expect(started.insert(task).inserted)
                #expect((node.needs + node.after).allSatisfy { settled.contains($0) && !failed.contains($0) })
                #expect(node.follows.allSatisfy { settled.contains($0) || schedule.states[$0] == .dropped })
                #expect(node.isCleanup || !isStopped)
                running.append(task)
            }
            guard let index = running.indices.randomElement(using: &random) else { break }
            let task = running.remove(at: index)
            let isSuccess = Int.random(in: 0..<8, using: &random) > 0
            schedule.settle(task, isSuccess: isSuccess)
            settled.insert(task)
            if !isSuccess {
                failed.insert(task)
                if !keepsGoing && !graph.nodes[task].isCleanup { isStopped = true }
            }
        }
        #expect(schedule.isSettled)
        #expect(started == settled)
        for (task, node) in graph.nodes.enumerated() {
            switch schedule.states[task] {
            case .succeeded: #expect(settled.contains(task) && !failed.contains(task))
            case .failed: #expect(failed.contains(task))
            case .dropped:
                #expect(!started.contains(task))
                let needsGone = (node.needs + node.after).contains { schedule.states[$0] != .succeeded }
                // Clean-up is never left out, unless other clean-up that it needs has failed.
                #expect(needsGone || isStopped && !node.isCleanup)
            case .waiting, .ready, .running: Issue.record("task \(task) is not settled")
            }
        }
    }
}
