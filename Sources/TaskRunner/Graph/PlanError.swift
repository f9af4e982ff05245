import DevtoolKit

struct PlanError: DiagnosableError {
    let diagnostics: [Diagnostic]

    var exitStatus: ExitStatus { diagnostics.allSatisfy { $0.location == nil } ? .usage : .badConfiguration }
}
