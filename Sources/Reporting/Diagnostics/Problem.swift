/// An error that no code needs to recognize: what to report, and the exit status.
///
/// It is created by a static function next to the code that throws it. An error that code has to recognize gets its own
/// type.
package struct Problem: DiagnosableError, Equatable {
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
