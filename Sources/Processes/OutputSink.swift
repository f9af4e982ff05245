/// Receives a stream of a child, on a thread that may block.
package protocol OutputSink: Sendable {
    var holdsBytes: Bool { get }
    /// Whether the child's stream closes when devtool's output has no reader anymore.
    var endsWithReader: Bool { get }
    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws
    /// Passes on kept bytes, because the child is waiting.
    mutating func pause() throws
    /// Ends the stream; must not block if nothing was received.
    mutating func finish() throws
}

extension OutputSink {
    package var holdsBytes: Bool { false }
    package var endsWithReader: Bool { false }
    package mutating func pause() throws {}
    package mutating func finish() throws {}
}

package struct Destination: OutputSink {
    package let endsWithReader: Bool
    let write: @Sendable (UnsafeRawBufferPointer) throws -> Void

    package init(endingWithReader: Bool = false, write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void) {
        endsWithReader = endingWithReader
        self.write = write
    }

    package func receive(_ bytes: UnsafeRawBufferPointer) throws { try write(bytes) }

    func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }
}
