import DevtoolKit

/// What a run has told of its failure, piece by piece, and the failure that it makes.
struct FailureEvidence: Sendable {
    /// The first failure that is told: others follow from it.
    var text: String?
    /// What the first stack trace begins with.
    var traceMessage: String?
    /// What the stack traces give as causes.
    var causes: [String] = []
    /// The changeset that Liquibase named last as failed, or as being run.
    var failedChangeSet: ChangeSetIdentity?
    var missingClass: String?

    /// Puts the pieces together.
    ///
    /// - Parameter status: what Liquibase ended with; nil where it was stopped.
    /// - Returns: the first failure, with what the rest tells of it.
    func failure(status: Int32?) -> Failure {
        guard let text else {
            return Failure(.other, "Liquibase exited" + (status.map { " with status \($0)" } ?? ""))
        }
        var failure = FailureParser(text, causes: causes).failure
        if failure.kind == .changeSetFailed, let missingClass {
            failure = .missingClass(missingClass)
        }
        // MariaDB's driver gives its bare message; the statement is in the reason.
        if failure.sql == nil, let reason = migrationFailure, reason.sql != nil {
            failure = reason
        }
        if failure.problems.isEmpty, failure.kind.concernsAChangeSet {
            failure.changeSet = failure.changeSet ?? failedChangeSet
        }
        return failure
    }

    /// The failure as the stack trace tells it, where it names a changeset.
    private var migrationFailure: Failure? {
        guard let traceMessage,
            let begin = traceMessage.firstRange(of: "Migration failed for change")
        else { return nil }
        return FailureParser(String(traceMessage[begin.lowerBound...]), causes: causes).failure
    }
}
