/// An error that nothing catches by its kind, with what the user reads and the exit status.
///
/// A static function next to the code that throws makes one. An error that some code has to recognize is a type of its
/// own.
package struct Problem: DiagnosableError {
    package let diagnostics: [Diagnostic]
    package let exitStatus: ExitStatus

    package init(_ status: ExitStatus, _ message: String, at location: SourceLocation? = nil, hint: String? = nil) {
        self.init(status, [Diagnostic(message, at: location, hint: hint)])
    }

    package init(_ status: ExitStatus, _ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
        exitStatus = status
    }
}
