import DevtoolKit

/// Limits nested runs: a task's command may run devtool, and that another task, but not endlessly.
enum NestedRun {
    /// The variable that tells a devtool which a task's command starts how many runs it is within.
    static let variable = "DEVTOOL_NESTED_RUNS"
    /// As many runs within each other as nobody means.
    private static let deepest = 32

    /// What the children of a run are told.
    ///
    /// - Throws: ``NestedRunError`` for a run that is within too many.
    static func environment(in context: Context) throws -> [String: String?] {
        let depth = context.environment[variable].flatMap { Int($0) } ?? 0
        guard 0..<deepest ~= depth else { throw NestedRunError(limit: deepest) }
        return [variable: "\(depth + 1)"]
    }
}

/// A task's command runs the task itself, again and again.
struct NestedRunError: DiagnosableError {
    let limit: Int

    var diagnostics: [Diagnostic] {
        [
            Diagnostic(
                "more than \(limit) nested runs of devtool",
                hint: "check whether a task's command runs the task itself")
        ]
    }

    /// 78.
    var exitStatus: ExitStatus { .badConfiguration }
}
