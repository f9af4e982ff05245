/// A line that a child has written, as it is handed to who runs the child.
///
/// The bytes of all lines of a stream, one after another, are the stream: nothing is added or lost, but
/// secrets show as `***`.
public struct OutputLine: Hashable, Sendable {
    /// One of a child's two output streams.
    public enum Stream: Hashable, Sendable {
        /// Standard output.
        case output
        /// Standard error.
        case error
    }

    /// The stream it was written to.
    public let stream: Stream
    /// The bytes, with the newline at their end where there is one.
    public let bytes: [UInt8]
    /// Whether the line began before: one of more than 64 KiB comes in pieces, and so does one on standard
    /// output that the child does not finish at once.
    public let isContinued: Bool

    /// Creates a line, or a piece of one.
    public init(_ bytes: [UInt8], on stream: Stream, isContinued: Bool = false) {
        self.bytes = bytes
        self.stream = stream
        self.isContinued = isContinued
    }

    /// The text without its line break; what is not UTF-8 shows as U+FFFD.
    public var text: String {
        var text = bytes[...]
        if text.last == UInt8(ascii: "\n") { text.removeLast() }
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }
}
