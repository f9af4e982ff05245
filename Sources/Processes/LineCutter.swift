/// Splits a stream into lines; lines longer than ``limit`` bytes come in pieces.
package struct LineCutter: Sendable {
    static let limit = LineRelay.limit

    let stream: OutputLine.Stream
    private var held: [UInt8] = []
    private var isInLine = false

    package init(_ stream: OutputLine.Stream) { self.stream = stream }

    var holdsBytes: Bool { !held.isEmpty }

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

    package mutating func flush() -> [OutputLine] { held.isEmpty ? [] : [take(endsLine: false)] }

    private mutating func take(endsLine: Bool) -> OutputLine {
        defer {
            held.removeAll(keepingCapacity: true)
            isInLine = !endsLine
        }
        return OutputLine(held, on: stream, isContinued: isInLine)
    }
}
