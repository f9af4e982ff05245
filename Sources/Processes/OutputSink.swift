/// Takes what a stream of a child holds, on a thread that may block.
package protocol OutputSink: Sendable {
    /// Whether something is kept that ``pause()`` would pass on.
    var holdsBytes: Bool { get }
    /// Whether the child is to see that nobody reads any more, as one does whose output is devtool's own.
    var endsWithReader: Bool { get }
    /// Takes the next bytes.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws
    /// Passes on what is kept, as the child is waiting.
    mutating func pause() throws
    /// Ends the stream; must not block where nothing came.
    mutating func finish() throws
}

extension OutputSink {
    package var holdsBytes: Bool { false }
    package var endsWithReader: Bool { false }
    package mutating func pause() throws {}
    package mutating func finish() throws {}
}

/// Passes bytes on as they are.
package struct RawSink: OutputSink {
    /// Where they go.
    private let destination: Destination
    package let endsWithReader: Bool

    /// Creates the sink of one stream.
    package init(destination: Destination, endingWithReader: Bool = false) {
        self.destination = destination
        endsWithReader = endingWithReader
    }

    package mutating func receive(_ bytes: UnsafeRawBufferPointer) throws {
        try destination.write(bytes)
    }
}
