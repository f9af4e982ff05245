import DevtoolKit
import JSON

/// What a run of Liquibase did, and what devtool is to end with for it.
struct RunReport: Sendable {
    /// What it did.
    let summary: RunSummary
    /// What devtool ends with.
    var status: ExitStatus
    /// What the run wrote to standard output, where that is kept.
    let output: String?

    /// The run as JSON.
    func write(to json: inout JSONWriter) {
        summary.write(to: &json, output: output, status: status)
    }
}
