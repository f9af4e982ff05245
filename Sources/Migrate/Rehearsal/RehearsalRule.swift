import DevtoolKit

/// What a rehearsal has found.
enum RehearsalRule: String, DescribedRule {
    case rollbackFailed = "rollback-failed"
    case rollbackIncomplete = "rollback-incomplete"
    case updateDiffers = "update-differs"

    var texts: RuleTexts {
        switch self {
        case .rollbackFailed:
            RuleTexts(
                "RollbackFailsInRehearsal", "The rollback of a changeset fails in a rehearsal.",
                help: "Correct its rollback, or add one, empty if there is nothing to undo.")
        case .rollbackIncomplete:
            RuleTexts(
                "RollbackLeavesChanges",
                "The rollback of a changeset does not restore the database that it was applied to.",
                help: "Complete the rollback, so that it undoes all that the changeset does.")
        case .updateDiffers:
            RuleTexts(
                "UpdateIsNotRepeatable",
                "An update after a rollback leads to another database than the first one.",
                help:
                    "Look for changes that depend on what they find, and for rollbacks that leave "
                    + "something behind.")
        }
    }
}

/// An error that keeps a rehearsal from being held.
enum RehearsalError: DiagnosableError {
    case noThrowaway(target: String, engine: String)
    case noProgram(String, package: String)
    case programFailed(String, reason: String)
    case nothing(target: String)
    case notAtEnd(changeSet: String)

    var diagnostics: [Diagnostic] {
        switch self {
        case .noThrowaway(let target, let engine):
            [
                Diagnostic(
                    "there is no throw-away database for '\(target)' (\(engine))",
                    hint: "PostgreSQL, MariaDB, H2 and SQLite can be rehearsed")
            ]
        case .noProgram(let program, let package):
            [
                Diagnostic(
                    "'\(program)' is required for a throw-away database, but not installed",
                    hint: "Debian: apt-get install \(package)")
            ]
        case .programFailed(let program, let reason):
            [Diagnostic("'\(program)' failed: \(reason)")]
        case .nothing(let target):
            [Diagnostic("there are no changesets to rehearse for '\(target)'")]
        case .notAtEnd(let changeSet):
            [
                Diagnostic(
                    "the pending changesets do not come last: '\(changeSet)' follows one of them",
                    hint: "rehearse the whole changelog, without --pending")
            ]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .noThrowaway, .noProgram, .programFailed: .unavailable
        case .nothing, .notAtEnd: .badData
        }
    }
}
