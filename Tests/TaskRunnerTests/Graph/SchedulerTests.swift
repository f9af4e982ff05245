import Synchronization
import TestSupport
import Testing

@testable import TaskRunner

/// Graphs that are run, several tasks at once.
struct SchedulerTests {
    /// What has happened in a run.
    private final class Log: Sendable {
        struct Entries {
            var running = 0
            var most = 0
            var started: [Int] = []
            var ended: [Int] = []
        }

        let entries = Mutex(Entries())

        func start(_ task: Int) {
            entries.withLock { entries in
                entries.running += 1
                entries.most = max(entries.most, entries.running)
                entries.started.append(task)
            }
        }

        func end(_ task: Int) {
            entries.withLock { entries in
                entries.running -= 1
                entries.ended.append(task)
            }
        }
    }

    @Test(arguments: 0..<UInt64(rounds(600))) func randomGraphsAreRunOnce(seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let graph = RandomGraph(using: &random)
        let jobs = Int.random(in: 1...6, using: &random)
        let failing = Set(graph.nodes.indices.filter { _ in Int.random(in: 0..<10, using: &random) == 0 })
        let stopAt = Int.random(in: 0...80, using: &random)
        let abandonsAt = stopAt + Int.random(in: 0...60, using: &random)
        let scheduler = Scheduler(graph.nodes, jobs: jobs, keepsGoing: Bool.random(using: &random))
        let log = Log()
        await scheduler.run { task in
            log.start(task)
            let count = log.entries.withLock(\.started.count)
            if count == stopAt { scheduler.stop() }
            if count == abandonsAt { scheduler.abandon() }
            for _ in 0..<(task * 7 % 5) { await Task.yield() }
            log.end(task)
            return !failing.contains(task)
        }
        let entries = log.entries.withLock(\.self)
        #expect(entries.most <= jobs)
        #expect(Set(entries.started).count == entries.started.count)
        #expect(entries.started.sorted() == entries.ended.sorted())
        let isAbandoned = entries.started.count >= abandonsAt
        for (task, node) in graph.nodes.enumerated() {
            guard let start = entries.started.firstIndex(of: task) else {
                #expect(scheduler.states[task] == .dropped)
                let needsGone = (node.needs + node.after).contains { scheduler.states[$0] != .succeeded }
                #expect(!node.isCleanup || needsGone || isAbandoned)
                continue
            }
            let before = Set(entries.started[..<start])
            // What never started was dropped, which only clean-up may follow.
            let started = Set(entries.started)
            #expect((node.needs + node.after).allSatisfy(before.contains))
            #expect(node.follows.filter(started.contains).allSatisfy(before.contains))
            #expect(scheduler.states[task] == (failing.contains(task) ? .failed : .succeeded))
        }
    }

    @Test func stoppingCancelsWhatRunsAndLeavesCleanUp() async {
        let nodes: [Schedule.Node] = [.init(), .init(follows: [0], isCleanup: true)]
        let scheduler = Scheduler(nodes, jobs: 2, keepsGoing: false)
        let wasCancelled = Mutex<[Bool?]>([nil, nil])
        await scheduler.run { task in
            if task == 0 {
                scheduler.stop()
                try? await Task.sleep(for: .seconds(60))
            }
            let isCancelled = Task.isCancelled
            wasCancelled.withLock { $0[task] = isCancelled }
            return !isCancelled
        }
        #expect(wasCancelled.withLock(\.self) == [true, false])
        #expect(scheduler.states == [.failed, .succeeded])
    }

    @Test func nothingIsRunOfAnEmptyGraph() async {
        let scheduler = Scheduler([], jobs: 1, keepsGoing: false)
        await scheduler.run { _ in false }
        #expect(scheduler.states == [])
    }
}
