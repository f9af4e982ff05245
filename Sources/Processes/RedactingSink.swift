import Reporting

struct RedactingSink: OutputSink {
    private var redactor: Redactor
    private var next: any OutputSink
    private let tellHidden: @Sendable () -> Void

    /// `tellHidden` is called at the end of the stream if it contained a secret.
    init(
        _ redactor: Redactor, before next: any OutputSink,
        tellHidden: @escaping @Sendable () -> Void
    ) {
        self.redactor = redactor
        self.next = next
        self.tellHidden = tellHidden
    }

    // A possible beginning of a secret is kept during a pause.
    var holdsBytes: Bool { next.holdsBytes }
    var endsWithReader: Bool { next.endsWithReader }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws {
        try pass(redactor.redact(bytes))
    }

    mutating func pause() throws {
        try next.pause()
    }

    mutating func finish() throws {
        try pass(redactor.finish())
        try next.finish()
        if redactor.hasHidden { tellHidden() }
    }

    private mutating func pass(_ shown: [UInt8]) throws {
        guard !shown.isEmpty else { return }
        try shown.withUnsafeBytes { try next.receive($0) }
    }
}
