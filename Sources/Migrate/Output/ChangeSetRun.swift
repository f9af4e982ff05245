import DevtoolKit

/// What became of one changeset in a run.
struct ChangeSetRun: Hashable, Sendable {
    /// How it ended.
    enum Result: Hashable, Sendable {
        /// It was run.
        case applied
        /// It was not run, but is noted as run; for this reason.
        case markedRan(String)
        /// It was not run, and will be tried again; for this reason.
        case skipped(String)
        /// It failed with this message, which `failOnError: false` allows; it will be tried again.
        case failureAllowed(String)
        /// It was undone.
        case rolledBack
    }

    /// Which one.
    let changeSet: ChangeSetIdentity
    /// How it ended.
    let result: Result
    /// How long it took, where Liquibase tells.
    let duration: Duration?

    /// Notes the end of a changeset.
    init(_ changeSet: ChangeSetIdentity, _ result: Result, took duration: Duration? = nil) {
        self.changeSet = changeSet
        self.result = result
        self.duration = duration
    }

    /// The line that tells it.
    var line: String {
        switch result {
        case .applied:
            "applied \(changeSet)" + (duration.map { " in \($0.shortText)" } ?? "")
        case .markedRan(let reason): "marked as run \(changeSet): \(reason)"
        case .skipped(let reason): "skipped \(changeSet): \(reason)"
        case .failureAllowed(let reason): "failed \(changeSet), which is allowed: \(reason)"
        case .rolledBack: "rolled back \(changeSet)"
        }
    }
}
