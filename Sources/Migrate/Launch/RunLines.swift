import DevtoolKit

/// Cuts what a run writes on a stream into lines, secrets hidden.
struct RunLines: Sendable {
    private var redactor: Redactor
    private var lines: LineCutter

    /// Begins a stream.
    init(_ stream: OutputLine.Stream, hiding secrets: [Secret]) {
        lines = LineCutter(stream)
        redactor = Redactor(hiding: secrets)
    }

    /// The lines that are complete after `bytes` have arrived, with their ends.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [OutputLine] {
        lines.cut(redactor.redact(bytes))
    }

    /// What remains when nothing more arrives.
    mutating func finish() -> [OutputLine] {
        lines.cut(redactor.finish()) + lines.flush()
    }
}
