/// Takes what a stream of a child holds, on the thread that reads it.
protocol OutputSink: Sendable {
    /// Whether something is kept that ``pause()`` would pass on.
    var holdsBytes: Bool { get }
    /// Takes the next bytes.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws
    /// Passes on what is kept, as the child is waiting.
    mutating func pause() throws
    /// Ends the stream.
    mutating func finish() throws
}

extension OutputSink {
    var holdsBytes: Bool { false }
    mutating func pause() throws {}
    mutating func finish() throws {}
}

/// Passes bytes on as they are.
struct RawSink: OutputSink {
    /// Where they go.
    let destination: Destination

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws {
        try destination.write(bytes)
    }
}
