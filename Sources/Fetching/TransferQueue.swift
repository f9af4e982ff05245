/// Decides which transfer may start, within limits in all and per host, in the order of arrival.
///
/// libcurl has such limits, too, but of its queue it tries one transfer only when another has ended,
/// be that one's host busy or not.
package struct TransferQueue: Sendable {
    /// A transfer's number, which is never used again.
    package typealias Number = Int

    private let limit: Int
    private let hostLimit: Int
    private var hosts: [String: Host] = [:]
    /// All transfers, waiting or running.
    private var places: [Number: Place] = [:]
    private var ready = Line()
    private var runningCount = 0

    /// Creates an empty queue.
    package init(limit: Int, hostLimit: Int) {
        self.limit = max(1, limit)
        self.hostLimit = max(1, hostLimit)
    }

    /// Lets a transfer wait for its turn.
    package mutating func append(_ number: Number, host: String) {
        let isAdmitted = hosts[host, default: Host()].admit(number, limit: hostLimit)
        places[number] = Place(host: host, isAdmitted: isAdmitted)
        if isAdmitted { ready.append(number) }
    }

    /// The next transfer that may start; it runs until it is removed.
    package mutating func next() -> Number? {
        guard runningCount < limit else { return nil }
        while let number = ready.popFirst() {
            // One that was removed while it waited has no place any more.
            guard places[number]?.start() != nil else { continue }
            runningCount += 1
            return number
        }
        return nil
    }

    /// Whether ``next()`` may give something.
    package var mayStart: Bool { runningCount < limit && !ready.isEmpty }

    /// Forgets a transfer that has ended, or that shall not start any more.
    package mutating func remove(_ number: Number) {
        guard let place = places.removeValue(forKey: number) else { return }
        if place.isRunning { runningCount -= 1 }
        guard place.isAdmitted else { return }
        while let next = hosts[place.host]?.waiting.popFirst() {
            // The next takes its turn, so as many are admitted as before.
            guard places[next]?.admit() != nil else { continue }
            ready.append(next)
            return
        }
        if hosts[place.host]?.leave() == 0 { hosts[place.host] = nil }
    }

    /// The state of a transfer.
    private struct Place {
        let host: String
        /// Whether it runs, or may as soon as there are fewer with other hosts.
        var isAdmitted: Bool
        var isRunning = false

        mutating func admit() { isAdmitted = true }
        mutating func start() { isRunning = true }
    }

    /// The transfers with one host.
    private struct Host {
        var admittedCount = 0
        var waiting = Line()

        /// Returns whether the transfer is among the admitted.
        mutating func admit(_ number: Number, limit: Int) -> Bool {
            guard admittedCount < limit else {
                waiting.append(number)
                return false
            }
            admittedCount += 1
            return true
        }

        /// Returns how many are left that are admitted.
        mutating func leave() -> Int {
            admittedCount -= 1
            return admittedCount
        }
    }

    /// A queue of numbers, first in, first out.
    private struct Line {
        private var numbers: [Number] = []
        private var start = 0

        var isEmpty: Bool { start == numbers.count }

        mutating func append(_ number: Number) {
            numbers.append(number)
        }

        mutating func popFirst() -> Number? {
            guard start < numbers.count else { return nil }
            defer {
                start += 1
                // So that a line that is never empty takes no more room than those in it.
                if start * 2 > numbers.count {
                    numbers.removeFirst(start)
                    start = 0
                }
            }
            return numbers[start]
        }
    }
}
