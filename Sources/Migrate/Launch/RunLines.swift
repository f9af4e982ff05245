import DevtoolKit

/// Cuts what a run writes on a stream into lines, secrets hidden.
struct RunLines: Sendable {
    private var redactor: Redactor
    private var held: [UInt8] = []

    /// The most bytes of a line that are kept; a longer one comes in pieces.
    private static let limit = 1 << 16

    /// Begins a stream.
    init(hiding secrets: [Secret]) {
        redactor = Redactor(hiding: secrets)
    }

    /// The lines that are complete after `bytes` have arrived, without their ends.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [String] {
        held += redactor.redact(bytes)
        return cut()
    }

    /// What remains when nothing more arrives.
    mutating func finish() -> [String] {
        held += redactor.finish()
        let lines = cut()
        defer { held = [] }
        return held.isEmpty ? lines : lines + [Self.text(held[...])]
    }

    private mutating func cut() -> [String] {
        var pieces = held.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let rest = pieces.popLast() ?? []
        var lines = pieces.map(Self.text)
        if rest.count > Self.limit {
            lines.append(Self.text(rest))
            held = []
        } else {
            held = Array(rest)
        }
        return lines
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
}
