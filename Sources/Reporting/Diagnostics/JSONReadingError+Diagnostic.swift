public import JSON

/// Lets commands propagate the error for malformed input.
extension JSONReadingError: DiagnosableError {
    /// The message, with the location in the text.
    public var diagnostics: [Diagnostic] { [Diagnostic(description)] }

    /// 65.
    public var exitStatus: ExitStatus { .badData }
}
