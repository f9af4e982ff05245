public import Reporting
import YAML

/// All problems in the configuration; exits with status 78.
public struct ConfigurationError: DiagnosableError {
    /// The findings in the order of the file.
    public let diagnostics: [Diagnostic]

    /// Creates the error from one finding.
    public init(_ diagnostic: Diagnostic) { diagnostics = [diagnostic] }

    /// Creates the error from all findings.
    public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

    /// 78.
    public var exitStatus: ExitStatus { .badConfiguration }
}
