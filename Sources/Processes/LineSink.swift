/// Passes complete lines to a consumer.
///
/// Lines longer than ``LineCutter/limit`` and prompts on standard output come in pieces.
struct LineSink: OutputSink {
    private let consume: @Sendable (OutputLine) throws -> Void
    private var lines: LineCutter

    init(_ stream: OutputLine.Stream, to consume: @escaping @Sendable (OutputLine) throws -> Void) {
        self.consume = consume
        lines = LineCutter(stream)
    }

    // Messages are parsed by consumers, so standard error is never split at a pause.
    var holdsBytes: Bool { lines.stream == .output && lines.holdsBytes }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws { try lines.cut(bytes).forEach(consume) }

    mutating func pause() throws { if holdsBytes { try lines.flush().forEach(consume) } }

    mutating func finish() throws { try lines.flush().forEach(consume) }
}
