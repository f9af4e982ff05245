import Fetching

/// The lines of a batch that are read but not written, and the order in which they are processed.
///
/// This type only decides; ``BatchRun`` acts.
struct BatchWork {
    private let lookAhead: Int
    private let isOrdered: Bool
    private var queue: TransferQueue
    private var waiting: [TransferQueue.Number: BatchLine] = [:]
    private var complete: [TransferQueue.Number: [UInt8]] = [:]
    private var output: [UInt8] = []
    private var outputCount = 0
    private var writtenCount = 0
    private var lastNumber = 0
    private var nextNumber = 1
    init(limits: ConnectionLimits, lookAhead: Int, isOrdered: Bool) {
        queue = TransferQueue(limit: limits.total, hostLimit: limits.host)
        self.lookAhead = lookAhead
        self.isOrdered = isOrdered
    }

    var room: Int { max(0, lookAhead - (lastNumber - writtenCount)) }

    /// Whether enough room is free to avoid many reads of a few lines each.
    var isRoomWorthReading: Bool { room >= max(1, lookAhead / 8) }
    mutating func append(_ line: BatchLine) {
        lastNumber += 1
        waiting[lastNumber] = line
        queue.append(lastNumber, host: line.host)
    }

    mutating func next() -> (number: TransferQueue.Number, line: BatchLine)? {
        guard let number = queue.next(), let line = waiting.removeValue(forKey: number) else { return nil }
        return (number, line)
    }

    mutating func end(_ number: TransferQueue.Number, with answer: [UInt8]?) {
        queue.remove(number)
        guard let answer else { return }
        guard isOrdered else { return write(answer) }
        complete[number] = answer
        while let answer = complete.removeValue(forKey: nextNumber) {
            write(answer)
            nextNumber += 1
        }
    }

    /// Removes and returns the complete lines, which occupy the look-ahead until ``wrote(_:)``.
    mutating func takeOutput() -> (bytes: [UInt8], count: Int) {
        defer { (output, outputCount) = ([], 0) }
        return (output, outputCount)
    }

    mutating func wrote(_ count: Int) { writtenCount += count }

    private mutating func write(_ answer: [UInt8]) {
        output += answer
        output.append(UInt8(ascii: "\n"))
        outputCount += 1
    }
}
