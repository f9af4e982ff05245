/// Splits what a plugin appends to its events file into lines, and the lines into events.
struct PluginEventLines {
    /// The longest line, in bytes.
    static let longestLine = 65_536
    /// The most events of one run, all of which are kept for the reports; nobody reads more.
    static let mostEvents = 10_000
    /// The most bytes of one run, empty lines included.
    static let byteLimit = 16 << 20
    /// How many malformed events are reported; the others are counted.
    static let reportedMalformed = 10

    /// What became of a line.
    typealias Outcome = Result<PluginEvent, PluginEvent.Malformed>

    private var held: [UInt8] = []
    private var isTooLong = false
    /// How many lines there have been, empty ones included.
    private(set) var count = 0
    private var told = 0
    private var byteCount = 0
    private var malformedCount = 0
    /// Whether a limit is exceeded; the rest is ignored.
    private(set) var isOver = false

    /// The events of the lines that `bytes` complete, and the numbers of the lines.
    mutating func append(_ bytes: some Sequence<UInt8>) -> [(line: Int, outcome: Outcome)] {
        var events: [(line: Int, outcome: Outcome)] = []
        for byte in bytes where !isOver {
            byteCount += 1
            if byteCount > Self.byteLimit {
                isOver = true
            } else if byte == UInt8(ascii: "\n") {
                endLine(into: &events)
            } else if held.count < Self.longestLine {
                held.append(byte)
            } else {
                isTooLong = true
            }
        }
        return events
    }

    /// The event of a last line without a line break.
    mutating func finish() -> [(line: Int, outcome: Outcome)] {
        var events: [(line: Int, outcome: Outcome)] = []
        if !held.isEmpty, !isOver { endLine(into: &events) }
        return events
    }

    private mutating func endLine(into events: inout [(line: Int, outcome: Outcome)]) {
        count += 1
        defer {
            held.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        let isEmpty = !isTooLong && held.allSatisfy { " \t\r".utf8.contains($0) }
        if isEmpty { return }
        guard told < Self.mostEvents else {
            isOver = true
            return
        }
        told += 1
        let (line, isTooLong) = (held, isTooLong)
        let outcome = Result { () throws(PluginEvent.Malformed) in
            if isTooLong { throw .init(reason: "longer than \(Self.longestLine) bytes") }
            return try PluginEvent(line: line)
        }
        if case .failure = outcome {
            malformedCount += 1
            if malformedCount > Self.reportedMalformed { return }
        }
        events.append((count, outcome))
    }

    /// How many malformed events are not reported.
    var unreportedMalformed: Int { max(0, malformedCount - Self.reportedMalformed) }
}
