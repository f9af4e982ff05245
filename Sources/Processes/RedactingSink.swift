import Reporting

struct RedactingSink: OutputSink {
    private var redactor: Redactor
    private var next: any OutputSink
    private let onHidden: @Sendable () -> Void

    /// `onHidden` is called at the end of the stream if it contained a secret.
    init(_ redactor: Redactor, before next: any OutputSink, onHidden: @escaping @Sendable () -> Void) {
        self.redactor = redactor
        self.next = next
        self.onHidden = onHidden
    }

    // A possible beginning of a secret is kept during a pause.
    var holdsBytes: Bool { next.holdsBytes }
    var endsWithReader: Bool { next.endsWithReader }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws { try pass(redactor.redact(bytes)) }

    mutating func pause() throws { try next.pause() }

    mutating func finish() throws {
        try pass(redactor.finish())
        try next.finish()
        if redactor.hasHidden { onHidden() }
    }

    private mutating func pass(_ shown: [UInt8]) throws {
        guard !shown.isEmpty else { return }
        try shown.withUnsafeBytes { try next.receive($0) }
    }
}
