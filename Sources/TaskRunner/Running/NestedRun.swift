import DevtoolKit

/// Runs within runs: a task's command may run devtool, and that another task, but not without end.
enum NestedRun {
    /// The variable that tells a devtool which a task's command starts how many runs it is within.
    private static let variable = "DEVTOOL_NESTED_RUNS"
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

/// A task runs itself by its own command, again and again.
struct NestedRunError: DiagnosableError {
    let limit: Int

    var diagnostics: [Diagnostic] {
        [
            Diagnostic(
                "tasks run devtool within each other more than \(limit) times",
                hint: "does one run itself by its own command?")
        ]
    }

    /// 78.
    var exitStatus: ExitStatus { .badConfiguration }
}
