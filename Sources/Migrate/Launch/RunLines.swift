import DevtoolKit

/// Cuts what a run writes on a stream into lines, secrets hidden.
struct RunLines: Sendable {
    private var redactor: Redactor
    private var held: [UInt8] = []

    /// The most bytes of a line that are kept; a longer one comes in pieces.
    private static let limit = 1 << 16

    private let stream: OutputLine.Stream

    /// Begins a stream.
    init(_ stream: OutputLine.Stream, hiding secrets: [Secret]) {
        self.stream = stream
        redactor = Redactor(hiding: secrets)
    }

    /// The lines that are complete after `bytes` have arrived, with their ends.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [OutputLine] {
        held += redactor.redact(bytes)
        return cut()
    }

    /// What remains when nothing more arrives.
    mutating func finish() -> [OutputLine] {
        held += redactor.finish()
        let lines = cut()
        defer { held = [] }
        return held.isEmpty ? lines : lines + [line(held + [UInt8(ascii: "\n")])]
    }

    private mutating func cut() -> [OutputLine] {
        var pieces = held.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let rest = pieces.popLast() ?? []
        var lines = pieces.map { line(Array($0) + [UInt8(ascii: "\n")]) }
        if rest.count > Self.limit {
            lines.append(line(Array(rest)))
            held = []
        } else {
            held = Array(rest)
        }
        return lines
    }

    private func line(_ bytes: [UInt8]) -> OutputLine { OutputLine(bytes, on: stream) }
}
