/// Decides which transfer may start, within a total limit and a limit per host, in order of arrival.
///
/// libcurl has such limits as well, but when a transfer ends it only tries one queued transfer, even if that one's host
/// is busy.
package struct TransferQueue: Sendable {
    /// A transfer's number, which is never reused.
    package typealias Number = Int

    private let limit: Int
    private let hostLimit: Int
    private var hosts: [String: Host] = [:]
    private var places: [Number: Place] = [:]
    private var ready = Line()
    private var runningCount = 0
    package init(limit: Int, hostLimit: Int) {
        self.limit = max(1, limit)
        self.hostLimit = max(1, hostLimit)
    }

    package mutating func append(_ number: Number, host: String) {
        let isAdmitted = hosts[host, default: Host()].admit(number, limit: hostLimit)
        places[number] = Place(host: host, isAdmitted: isAdmitted)
        if isAdmitted { ready.append(number) }
    }

    /// The next transfer that may start; it counts as running until it is removed.
    package mutating func next() -> Number? {
        guard runningCount < limit else { return nil }
        while let number = ready.popFirst() {
            // A transfer that was removed while it waited has no place.
            guard places[number]?.start() != nil else { continue }
            runningCount += 1
            return number
        }
        return nil
    }

    package var mayStart: Bool { runningCount < limit && !ready.isEmpty }

    /// Removes a transfer that has ended or must not start.
    package mutating func remove(_ number: Number) {
        guard let place = places.removeValue(forKey: number) else { return }
        if place.isRunning { runningCount -= 1 }
        guard place.isAdmitted else { return }
        while let next = hosts[place.host]?.waiting.popFirst() {
            // The next transfer takes its place, so the number of admitted ones does not change.
            guard places[next]?.admit() != nil else { continue }
            ready.append(next)
            return
        }
        if hosts[place.host]?.leave() == 0 { hosts[place.host] = nil }
    }

    private struct Place {
        let host: String
        /// Whether it is running, or may run as soon as the total limit allows.
        var isAdmitted: Bool
        var isRunning = false

        mutating func admit() { isAdmitted = true }
        mutating func start() { isRunning = true }
    }

    private struct Host {
        var admittedCount = 0
        var waiting = Line()

        /// Returns whether the transfer is admitted.
        mutating func admit(_ number: Number, limit: Int) -> Bool {
            guard admittedCount < limit else {
                waiting.append(number)
                return false
            }
            admittedCount += 1
            return true
        }

        /// Returns the number of admitted transfers that are left.
        mutating func leave() -> Int {
            admittedCount -= 1
            return admittedCount
        }
    }

    private struct Line {
        private var numbers: [Number] = []
        private var start = 0

        var isEmpty: Bool { start == numbers.count }

        mutating func append(_ number: Number) { numbers.append(number) }

        mutating func popFirst() -> Number? {
            guard start < numbers.count else { return nil }
            defer {
                start += 1
                // Keeps the memory proportional to the number of elements.
                if start * 2 > numbers.count {
                    numbers.removeFirst(start)
                    start = 0
                }
            }
            return numbers[start]
        }
    }
}
