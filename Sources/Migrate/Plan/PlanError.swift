import DevtoolKit

enum PlanError: DiagnosableError {
    case unreadable(String, reason: String)
    case otherRun(String, reason: String)
    /// The command would no longer do what was planned.
    case outdated(String, target: String, reason: String)
    case notPlannable(String)

    var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .unreadable(let file, let reason):
            Diagnostic(
                "'\(file)' is not a plan: \(reason)", hint: "write one with 'devtool migrate plan --json >\(file)'")
        case .otherRun(let file, let reason): Diagnostic("the plan '\(file)' is for another run: \(reason)")
        case .outdated(let file, let target, let reason):
            Diagnostic(
                "the plan '\(file)' no longer matches '\(target)': \(reason); nothing was run",
                hint: "look at the new one: devtool migrate plan --target \(target)")
        case .notPlannable(let command):
            Diagnostic(
                "'\(command)' cannot be planned",
                hint: "plan update, update-count, update-to-tag, rollback, rollback-count or rollback-to-date")
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .unreadable, .otherRun, .outdated: .badData
        case .notPlannable: .usage
        }
    }
}
