public import JSON

/// A command may let it through: what is no JSON is told as the input's mistake.
extension JSONReadingError: DiagnosableError {
    /// The sentence for the user, with the place in the text.
    public var diagnostics: [Diagnostic] { [Diagnostic(description)] }

    /// 65.
    public var exitStatus: ExitStatus { .badData }
}
