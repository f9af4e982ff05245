import Fetching

/// The lines of a batch that have been read but not written, and which of them come next.
///
/// It decides only; ``BatchRun`` does.
struct BatchWork {
    private let lookAhead: Int
    private let isOrdered: Bool
    private var queue: TransferQueue
    /// The lines that wait for their turn.
    private var waiting: [TransferQueue.Number: BatchLine] = [:]
    /// The answers that are complete, and wait for those before them.
    private var complete: [TransferQueue.Number: [UInt8]] = [:]
    private var output: [UInt8] = []
    private var outputCount = 0
    private var writtenCount = 0
    private var lastNumber = 0
    /// The number of the line that is written next, where the order counts.
    private var nextNumber = 1

    /// Creates a work without lines.
    init(limits: ConnectionLimits, lookAhead: Int, isOrdered: Bool) {
        queue = TransferQueue(limit: limits.total, hostLimit: limits.host)
        self.lookAhead = lookAhead
        self.isOrdered = isOrdered
    }

    /// How many lines more may be read.
    var room: Int { max(0, lookAhead - (lastNumber - writtenCount)) }

    /// Whether there is so much room that a reading is not for a few lines each time some are written.
    var isRoomWorthReading: Bool { room >= max(1, lookAhead / 8) }

    /// Takes a line on.
    mutating func append(_ line: BatchLine) {
        lastNumber += 1
        waiting[lastNumber] = line
        queue.append(lastNumber, host: line.host)
    }

    /// The next line to be answered now, and its number; nil if the limits allow no more.
    mutating func next() -> (number: TransferQueue.Number, line: BatchLine)? {
        guard let number = queue.next(), let line = waiting.removeValue(forKey: number)
        else { return nil }
        return (number, line)
    }

    /// Takes the answer to a line; nil where there will be none.
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

    /// The whole lines that can be written, none of which is given again; they count as not yet written.
    mutating func takeOutput() -> (bytes: [UInt8], count: Int) {
        defer { (output, outputCount) = ([], 0) }
        return (output, outputCount)
    }

    /// Notes that so many lines have been written.
    mutating func wrote(_ count: Int) { writtenCount += count }

    private mutating func write(_ answer: [UInt8]) {
        output += answer
        output.append(UInt8(ascii: "\n"))
        outputCount += 1
    }
}
