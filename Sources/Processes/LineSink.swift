/// Hands lines to a consumer, one by one and whole; only those of more than ``LineCutter/limit`` bytes in
/// pieces, and on standard output those that the child does not finish, as a prompt.
struct LineSink: OutputSink {
    private let stream: OutputLine.Stream
    private let consume: @Sendable (OutputLine) throws -> Void
    private var lines: LineCutter

    /// Creates the sink of one stream.
    init(
        _ stream: OutputLine.Stream, to consume: @escaping @Sendable (OutputLine) throws -> Void
    ) {
        self.stream = stream
        self.consume = consume
        lines = LineCutter(stream)
    }

    // What a child complains of is to be understood, for which it takes whole lines.
    var holdsBytes: Bool { stream == .output && lines.holdsBytes }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws {
        try lines.cut(bytes).forEach(consume)
    }

    mutating func pause() throws {
        if holdsBytes { try lines.flush().forEach(consume) }
    }

    mutating func finish() throws {
        try lines.flush().forEach(consume)
    }
}
