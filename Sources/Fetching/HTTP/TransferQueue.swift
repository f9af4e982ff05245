/// Decides which transfer may start: so many at once, so many of them with one host, and the first
/// come first among those that may.
///
/// libcurl has such limits, too, but of its queue it tries one transfer only when another has ended,
/// be that one's host busy or not.
package struct TransferQueue: Sendable {
    /// A transfer's number, which is never used again.
    package typealias Number = Int

    private let limit: Int
    private let hostLimit: Int
    private var hosts: [String: Host] = [:]
    /// The hosts of all transfers, waiting or running.
    private var hostOf: [Number: String] = [:]
    private var ready = Line()
    private var running: Set<Number> = []

    /// Creates an empty queue.
    package init(limit: Int, hostLimit: Int) {
        self.limit = max(1, limit)
        self.hostLimit = max(1, hostLimit)
    }

    /// Lets a transfer wait for its turn.
    package mutating func append(_ number: Number, host: String) {
        hostOf[number] = host
        if hosts[host, default: Host()].admit(number, limit: hostLimit) { ready.append(number) }
    }

    /// The next transfer that may start; it runs until it is removed.
    package mutating func next() -> Number? {
        guard running.count < limit else { return nil }
        while let number = ready.popFirst() {
            // One that was removed while it waited has no host any more.
            guard hostOf[number] != nil else { continue }
            running.insert(number)
            return number
        }
        return nil
    }

    /// Whether ``next()`` may give something.
    package var mayStart: Bool { running.count < limit && !ready.isEmpty }

    /// Forgets a transfer that has ended, or that shall not start any more.
    package mutating func remove(_ number: Number) {
        guard let name = hostOf.removeValue(forKey: number) else { return }
        running.remove(number)
        guard hosts[name]?.remove(number) == true else { return }
        while let next = hosts[name]?.waiting.popFirst() {
            guard hostOf[next] != nil else { continue }
            hosts[name]?.admitted.insert(next)
            ready.append(next)
            return
        }
        if hosts[name]?.admitted.isEmpty == true { hosts[name] = nil }
    }

    /// The transfers with one host.
    private struct Host {
        /// Those that run, or may as soon as there are fewer with other hosts.
        var admitted: Set<Number> = []
        var waiting = Line()

        /// Returns whether the transfer is among the admitted.
        mutating func admit(_ number: Number, limit: Int) -> Bool {
            guard admitted.count < limit else {
                waiting.append(number)
                return false
            }
            return admitted.insert(number).inserted
        }

        /// Returns whether there is room for another.
        mutating func remove(_ number: Number) -> Bool {
            admitted.remove(number) != nil
        }
    }

    /// Numbers, first in, first out.
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
