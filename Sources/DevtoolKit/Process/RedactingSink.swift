/// Hides secrets on the way to another sink.
struct RedactingSink: OutputSink {
    private var redactor: Redactor
    private var next: any OutputSink

    /// Creates the sink that hides what `redactor` finds.
    init(_ redactor: Redactor, before next: any OutputSink) {
        self.redactor = redactor
        self.next = next
    }

    // What may be the beginning of a secret is kept over a pause.
    var holdsBytes: Bool { next.holdsBytes }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws {
        try pass(redactor.redact(bytes))
    }

    mutating func pause() throws {
        try next.pause()
    }

    mutating func finish() throws {
        try pass(redactor.finish())
        try next.finish()
    }

    private mutating func pass(_ shown: [UInt8]) throws {
        guard !shown.isEmpty else { return }
        try shown.withUnsafeBytes { try next.receive($0) }
    }
}
