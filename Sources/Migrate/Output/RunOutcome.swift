import DevtoolKit

/// What a run of Liquibase did, as far as its output tells.
struct RunOutcome: Sendable {
    /// The changesets that it dealt with, in order.
    var changeSets: [ChangeSetRun] = []
    /// How many changesets wait to be applied, where it was asked (`status`).
    var pendingCount: Int?
    /// Those changesets, where they were listed (`status --verbose`).
    var pending: [ChangeSetIdentity] = []
    /// What went well only as far as Liquibase noticed.
    var findings: [Finding] = []
    /// Whether the changelog lock could not be released.
    var leftLock = false
    /// Whether Liquibase says that it has done what it was asked to.
    var isConfirmed = false
    /// What it failed of.
    var failure: Failure?

    /// What the process is to end with.
    var status: ExitStatus {
        failure?.status ?? findings.lazy.compactMap(\.status).first ?? .success
    }

    /// The changesets that were run.
    var applied: [ChangeSetRun] { changeSets.filter { $0.result == .applied } }
    /// The changesets that were undone.
    var rolledBack: [ChangeSetRun] { changeSets.filter { $0.result == .rolledBack } }
    /// The changesets that were neither.
    var passedOver: [ChangeSetRun] {
        changeSets.filter { $0.result != .applied && $0.result != .rolledBack }
    }
}
