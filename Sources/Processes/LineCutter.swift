/// Cuts a stream of bytes into lines, whole but for those of more than ``limit`` bytes: they come in
/// pieces.
package struct LineCutter: Sendable {
    /// The most bytes of an unfinished line that are kept.
    static let limit = LineRelay.limit

    private let stream: OutputLine.Stream
    /// The beginning of a line, or its continuation.
    private var held: [UInt8] = []
    /// Whether a part of the current line has been handed over.
    private var isInLine = false

    /// Begins a stream.
    package init(_ stream: OutputLine.Stream) {
        self.stream = stream
    }

    /// Whether a beginning of a line is kept.
    var holdsBytes: Bool { !held.isEmpty }

    /// The lines that are complete after `bytes` have arrived, with their ends.
    package mutating func cut(_ bytes: some Collection<UInt8>) -> [OutputLine] {
        var lines: [OutputLine] = []
        var rest = bytes[...]
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            held += rest[...newline]
            rest = rest[rest.index(after: newline)...]
            lines.append(take(endsLine: true))
        }
        held += rest
        if held.count > Self.limit { lines.append(take(endsLine: false)) }
        return lines
    }

    /// What there is of a line that is not at its end, as a prompt, or when nothing more arrives.
    package mutating func flush() -> [OutputLine] {
        held.isEmpty ? [] : [take(endsLine: false)]
    }

    private mutating func take(endsLine: Bool) -> OutputLine {
        defer {
            held.removeAll(keepingCapacity: true)
            isInLine = !endsLine
        }
        return OutputLine(held, on: stream, isContinued: isInLine)
    }
}
