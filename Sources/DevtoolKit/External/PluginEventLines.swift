/// Splits the contents of a plugin's events file into lines, and parses them as events.
struct PluginEventLines {
    static let longestLine = 65_536
    /// The maximum number of events per run; they are kept in memory for the reports.
    static let mostEvents = 10_000
    static let byteLimit = 16 << 20
    static let reportedMalformed = 10

    typealias Outcome = Result<PluginEvent, PluginEvent.Malformed>

    private var held: [UInt8] = []
    private var isTooLong = false
    private(set) var count = 0
    private var eventCount = 0
    private(set) var bytesLeft: Int
    private var malformedCount = 0
    private(set) var isOver = false
    private(set) var hasError = false

    init(byteLimit: Int = Self.byteLimit) { bytesLeft = byteLimit }

    mutating func append(_ bytes: some Sequence<UInt8>) -> [(line: Int, outcome: Outcome)] {
        var events: [(line: Int, outcome: Outcome)] = []
        for byte in bytes where !isOver {
            if bytesLeft == 0 {
                isOver = true
                break
            }
            bytesLeft -= 1
            if byte == UInt8(ascii: "\n") {
                endLine(into: &events)
            } else if held.count < Self.longestLine {
                held.append(byte)
            } else {
                isTooLong = true
            }
        }
        return events
    }

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
        guard eventCount < Self.mostEvents else {
            isOver = true
            return
        }
        eventCount += 1
        let (line, isTooLong) = (held, isTooLong)
        let outcome = Result { () throws(PluginEvent.Malformed) in
            if isTooLong { throw .init(reason: "longer than \(Self.longestLine) bytes") }
            return try PluginEvent(line: line)
        }
        if case .success(.diagnostic(let diagnostic)) = outcome, diagnostic.severity == .error { hasError = true }
        if case .failure = outcome {
            malformedCount += 1
            if malformedCount > Self.reportedMalformed { return }
        }
        events.append((count, outcome))
    }

    var unreportedMalformed: Int { max(0, malformedCount - Self.reportedMalformed) }
}
