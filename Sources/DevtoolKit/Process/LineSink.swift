/// Hands lines to a consumer, one by one and whole; only those of more than ``limit`` bytes in pieces, and
/// on standard output those that the child does not finish, as a prompt.
package struct LineSink: OutputSink {
    /// The most bytes that are handed over at once, but for a line that came in one go.
    static let limit = LineRelay.limit

    private let stream: OutputLine.Stream
    private let consume: @Sendable (OutputLine) throws -> Void
    /// The beginning of a line, or its continuation.
    private var held: [UInt8] = []
    /// Whether a part of the current line has been handed over.
    private var isInLine = false

    /// Creates the sink of one stream.
    package init(
        _ stream: OutputLine.Stream, to consume: @escaping @Sendable (OutputLine) throws -> Void
    ) {
        self.stream = stream
        self.consume = consume
    }

    // What a child complains of is to be understood, for which it takes whole lines.
    var holdsBytes: Bool { stream == .output && !held.isEmpty }

    package mutating func receive(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            held += rest[...end]
            rest = rest[(end + 1)...]
            try pass(endsLine: true)
        }
        held += rest
        if held.count > Self.limit { try pass(endsLine: false) }
    }

    mutating func pause() throws {
        if holdsBytes { try pass(endsLine: false) }
    }

    package mutating func finish() throws {
        if !held.isEmpty { try pass(endsLine: true) }
    }

    private mutating func pass(endsLine: Bool) throws {
        defer {
            held.removeAll(keepingCapacity: true)
            isInLine = !endsLine
        }
        try consume(OutputLine(held, on: stream, isContinued: isInLine))
    }
}
