import DevtoolKit

enum FalseSuccess: Hashable, Sendable {
    case failureAllowed(ChangeSetIdentity, String)
    case preconditionIgnored(ChangeSetIdentity, String)
    /// An SQL file without the header of formatted SQL ran as a single changeset.
    case noHeader(ChangeSetIdentity)
    /// Recorded as run although Liquibase ran nothing: it does not know the changes, or they are for another database.
    case nothingRun(ChangeSetIdentity)
    case noDefaultsFile(String)
    case unknownLogLevel(String)
    /// Liquibase logged nothing, so the applied changesets are unknown.
    case noLog
    /// The process exited with 0, but Liquibase did not confirm that it completed the command.
    case unconfirmed

    var changeSet: ChangeSetIdentity? {
        switch self {
        case .failureAllowed(let changeSet, _), .preconditionIgnored(let changeSet, _), .noHeader(let changeSet),
            .nothingRun(let changeSet):
            changeSet
        case .noDefaultsFile, .unknownLogLevel, .noLog, .unconfirmed: nil
        }
    }

    var status: ExitStatus? {
        switch self {
        case .noDefaultsFile, .noLog, .unconfirmed: .badConfiguration
        case .unknownLogLevel: .usage
        case .failureAllowed, .preconditionIgnored, .noHeader, .nothingRun: nil
        }
    }

    func diagnostic(at location: SourceLocation?) -> Diagnostic {
        switch self {
        case .failureAllowed(let changeSet, let message):
            Diagnostic(
                "changeset \(changeSet) failed, which its 'failOnError: false' allows: \(message)", severity: .warning,
                at: location, hint: "Liquibase retries it on each run", rule: .failureAllowed)
        case .preconditionIgnored(let changeSet, let message):
            Diagnostic(
                "changeset \(changeSet) was run although its preconditions were not met: \(message)",
                severity: .warning, at: location, rule: .preconditionIgnored)
        case .noHeader(let changeSet):
            Diagnostic(
                "\(changeSet.file) has no '--liquibase formatted sql' header, so it was run as one changeset",
                severity: .warning, at: location, rule: .sqlWithoutHeader)
        case .nothingRun(let changeSet):
            Diagnostic(
                "changeset \(changeSet) was recorded as run but did nothing: it has "
                    + "no known change, or none for this database", severity: .warning, at: location,
                hint: "check for misspelt changes with 'devtool migrate lint'", rule: .nothingRun)
        case .noDefaultsFile(let file): Diagnostic("properties file '\(file)' not found", rule: .defaultsFileMissing)
        case .noLog:
            Diagnostic(
                "Liquibase's log was not available, so it is unknown what was applied",
                hint: "a jar on the class path or a Java option hides it from devtool")
        case .unconfirmed:
            Diagnostic(
                "Liquibase exited with status 0 without reporting success, so it is unknown what was applied",
                hint: "see Liquibase's own output with --raw")
        case .unknownLogLevel(let level):
            Diagnostic(
                "'\(level)' is not a log level", hint: "use debug, info, warning, severe or off", rule: .unknownLogLevel
            )
        }
    }
}

extension Rule {
    static let failureAllowed = Rule(
        "failure-allowed", "FailureAllowed", "A changeset with 'failOnError: false' failed.",
        help: "Correct the changeset; Liquibase retries it on each run.")
    static let preconditionIgnored = Rule(
        "precondition-ignored", "PreconditionIgnored", "A changeset was run although its preconditions were not met.",
        help: "Set 'onFail' or 'onError' to HALT or MARK_RAN if it must not run.")
    static let sqlWithoutHeader = Rule(
        "sql-without-header", "SQLWithoutHeader", "An SQL file without a header was run as one changeset.",
        help: "Make '--liquibase formatted sql' its first line before it is applied anywhere else.")
    static let nothingRun = Rule(
        "nothing-run", "NothingRun", "A changeset was recorded as run but did nothing.",
        help: "Use 'devtool migrate lint' to find misspelt changes; also look for changes for other databases.")
    static let defaultsFileMissing = Rule(
        "defaults-file-missing", "DefaultsFileMissing", "Liquibase's properties file does not exist.",
        help: "Correct the file's path, or create the file.")
    static let unknownLogLevel = Rule(
        "unknown-log-level", "UnknownLogLevel", "Liquibase does not support the log level.",
        help: "Use debug, info, warning, severe or off.")
}
