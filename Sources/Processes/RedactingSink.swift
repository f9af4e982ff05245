import Reporting

extension OutputSink {
    /// A sink that masks secrets before this one.
    ///
    /// `onHidden` is called at the end of the stream if it contained a secret.
    func redacted(by redactor: Redactor, onHidden: @escaping @Sendable () -> Void = {}) -> any OutputSink {
        if redactor.isIdle { return self }
        return RedactingSink(redactor: redactor, next: self, onHidden: onHidden)
    }
}

private struct RedactingSink: OutputSink {
    var redactor: Redactor
    var next: any OutputSink
    let onHidden: @Sendable () -> Void

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
