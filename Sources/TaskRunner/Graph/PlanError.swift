import DevtoolKit

/// Errors in the tasks of a run.
struct PlanError: DiagnosableError {
    let diagnostics: [Diagnostic]

    /// 78, or 64 where only the command line is wrong.
    var exitStatus: ExitStatus {
        diagnostics.allSatisfy { $0.location == nil } ? .usage : .badConfiguration
    }
}
