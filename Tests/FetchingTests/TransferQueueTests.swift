import TestSupport
import Testing

@testable import Fetching

@Suite struct TransferQueueTests {
    @Test func startsInOrderAndNoMoreThanMayRun() {
        var queue = TransferQueue(limit: 2, hostLimit: 1)
        for (number, host) in [(1, "a"), (2, "a"), (3, "b"), (4, "c")] { queue.append(number, host: host) }
        #expect(queue.next() == 1)
        #expect(queue.next() == 3, "2 waits for 1, as both are for the same host")
        #expect(queue.next() == nil)
        queue.remove(3)
        #expect(queue.next() == 4)
        queue.remove(1)
        #expect(queue.next() == 2)
        queue.remove(2)
        queue.remove(4)
        #expect(queue.next() == nil)
    }

    @Test func forgetsWhatWaits() {
        var queue = TransferQueue(limit: 1, hostLimit: 1)
        for number in 1...4 { queue.append(number, host: "a") }
        queue.append(5, host: "b")
        #expect(queue.next() == 1)
        queue.remove(2)
        queue.remove(5)
        queue.remove(1)
        queue.remove(1)
        #expect(queue.next() == 3)
    }

    /// Against a model that looks at everything: the limits hold, and nothing waits that may run.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func wastesNoRoom(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let (limit, hostLimit) = (Int.random(in: 1...6, using: &random), 2)
        var queue = TransferQueue(limit: limit, hostLimit: hostLimit)
        var waiting: [Int: String] = [:]
        var running: [Int: String] = [:]
        for number in 0..<5_000 {
            let host = ["a", "b", "c", "d"].randomElement(using: &random) ?? ""
            if Bool.random(using: &random) {
                queue.append(number, host: host)
                waiting[number] = host
            } else if let ended = (Array(running.keys) + Array(waiting.keys)).sorted().randomElement(using: &random) {
                queue.remove(ended)
                waiting[ended] = nil
                running[ended] = nil
            }
            while let next = queue.next() { running[next] = waiting.removeValue(forKey: next) }
            let counts = Dictionary(grouping: running.values) { $0 }.mapValues(\.count)
            #expect(running.count <= limit && counts.values.allSatisfy { $0 <= hostLimit })
            let isFull = running.count == limit
            #expect(isFull || waiting.values.allSatisfy { counts[$0] == hostLimit })
        }
    }
}
