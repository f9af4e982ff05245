import DevtoolKit

/// Limits nested runs: a task's command may run devtool, but not endlessly.
enum NestedRun {
    static let variable = "DEVTOOL_NESTED_RUNS"
    private static let deepest = 32

    /// The environment for the children of a run; throws if the nesting is too deep.
    static func environment(in context: Context) throws -> [String: String?] {
        let depth = context.environment[variable].flatMap { Int($0) } ?? 0
        guard 0..<deepest ~= depth else {
            throw Problem(
                .badConfiguration, "more than \(deepest) nested runs of devtool",
                hint: "check whether a task's command runs the task itself")
        }
        return [variable: "\(depth + 1)"]
    }
}
