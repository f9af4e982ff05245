import DevtoolKit

/// An error about a plan that a file holds.
enum PlanError: DiagnosableError {
    /// The file is no plan.
    case unreadable(String, reason: String)
    /// The plan has nothing for a target, or for this command.
    case otherRun(String, reason: String)
    /// What would be done is no longer what was planned.
    case outdated(String, target: String, reason: String)
    /// A command that cannot be planned.
    case notPlannable(String)

    var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .unreadable(let file, let reason):
            Diagnostic(
                "'\(file)' is not a plan: \(reason)",
                hint: "write one with 'devtool migrate plan --json >\(file)'")
        case .otherRun(let file, let reason):
            Diagnostic("the plan '\(file)' is for another run: \(reason)")
        case .outdated(let file, let target, let reason):
            Diagnostic(
                "the plan '\(file)' no longer matches '\(target)': \(reason); nothing was run",
                hint: "look at the new one: devtool migrate plan --target \(target)")
        case .notPlannable(let command):
            Diagnostic(
                "'\(command)' cannot be planned",
                hint: "plan update, update-count, update-to-tag, rollback, rollback-count or "
                    + "rollback-to-date")
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .unreadable, .otherRun, .outdated: .badData
        case .notPlannable: .usage
        }
    }
}
