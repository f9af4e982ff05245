import DevtoolKit

enum RehearsalError: DiagnosableError {
    case noThrowaway(target: String, engine: String)
    case noProgram(String, package: String)
    case programFailed(String, reason: String)
    case refused(String, reason: String)
    case noData(String)
    case notAtEnd(changeSet: String)
    /// The update ran no changeset, so nothing was rehearsed.
    case nothingRan(String)
    case notForRehearsal(String)
    case isTarget(String, target: String)
    case notEmpty(String, has: String, more: Int)
    case otherEngine(String, target: String)
    case noSchema(target: String, reason: String)

    var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .noThrowaway(let target, let engine):
            Diagnostic(
                "there is no throw-away database for '\(target)' (\(engine))",
                hint: "PostgreSQL, MariaDB, H2 and SQLite can be rehearsed")
        case .noProgram(let program, let package):
            Diagnostic(
                "'\(program)' is required for a throw-away database, but not installed",
                hint: "Debian: apt-get install \(package)")
        case .refused(let program, let reason), .programFailed(let program, let reason):
            Diagnostic("'\(program)' failed: \(reason)")
        case .noData(let file): Diagnostic("'\(file)' has no statements")
        case .notAtEnd(let changeSet):
            Diagnostic(
                "the pending changesets do not come last: '\(changeSet)' follows one of them",
                hint: "rehearse the whole changelog, without --pending")
        case .nothingRan(let target):
            Diagnostic(
                "\(target): no changeset was run, so nothing is rehearsed",
                hint: "'migrate plan' shows what contexts, labels and dbms skip")
        case .notForRehearsal(let url):
            Diagnostic(
                "'\(url)' is no URL of a database that can be rehearsed on",
                hint: "name one of PostgreSQL or MariaDB, such as postgres://user:password@host/name")
        case .isTarget(let url, let target):
            Diagnostic(
                "'\(url)' is the database of the target '\(target)'; nothing was changed",
                hint: "a rehearsal removes all that is in its database: give it one of its own")
        case .notEmpty(let url, let first, let more):
            Diagnostic(
                "the database '\(url)' is not empty: it has \(first)" + (more > 0 ? " and \(more) more" : "")
                    + "; nothing was changed",
                hint: "a rehearsal removes all that is in its database: give it an empty one")
        case .otherEngine(let url, let target):
            Diagnostic("the database '\(url)' is of another engine than the target '\(target)'")
        case .noSchema(let target, let reason):
            Diagnostic(
                "the schema of '\(target)' cannot be copied: \(reason)",
                hint: "--replay applies the changesets before the pending ones instead")
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .noThrowaway, .noProgram, .programFailed, .noSchema: .unavailable
        case .refused: .permissionDenied
        case .notAtEnd, .notEmpty, .nothingRan, .noData: .badData
        case .notForRehearsal, .isTarget, .otherEngine: .badConfiguration
        }
    }
}
