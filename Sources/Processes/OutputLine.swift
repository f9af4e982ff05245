/// A line of a child's output.
///
/// The lines of a stream concatenate to the exact stream, except that secrets are masked.
public struct OutputLine: Hashable, Sendable {
    /// An output stream of a child.
    public enum Stream: Hashable, Sendable {
        case output
        case error
    }

    /// The stream of the line.
    public let stream: Stream
    /// The bytes, including the newline if there is one.
    public let bytes: [UInt8]
    /// Whether this continues a line: lines of more than 64 KiB, and prompts on standard output, come in pieces.
    public let isContinued: Bool

    /// Creates a line or a piece of a line.
    public init(_ bytes: [UInt8], on stream: Stream, isContinued: Bool = false) {
        self.bytes = bytes
        self.stream = stream
        self.isContinued = isContinued
    }

    /// The text without its line ending; invalid UTF-8 becomes U+FFFD.
    public var text: String {
        var text = bytes[...]
        if text.last == UInt8(ascii: "\n") { text.removeLast() }
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }
}
