public import JSON

/// Commands can thus let the error for malformed input propagate.
extension JSONReadingError: DiagnosableError {
    /// The message, with the location in the text.
    public var diagnostics: [Diagnostic] { [Diagnostic(description)] }

    /// 65.
    public var exitStatus: ExitStatus { .badData }
}
