import DevtoolKit

/// A problem that Liquibase reports as success.
enum FalseSuccess: Hashable, Sendable {
    /// A changeset failed, and `failOnError: false` lets the run go on.
    case failureAllowed(ChangeSetIdentity, String)
    /// A changeset was run in spite of its preconditions.
    case preconditionIgnored(ChangeSetIdentity, String)
    /// An SQL file without its header was run as one changeset.
    case noHeader(ChangeSetIdentity)
    /// A changeset is noted as run, and nothing was run: its changes are not known to Liquibase, or are
    /// not for this database.
    case nothingRun(ChangeSetIdentity)
    /// A properties file that Liquibase was told to read is not there.
    case noDefaultsFile(String)
    /// The log level is none that Liquibase knows.
    case unknownLogLevel(String)
    /// Liquibase has logged nothing, so that nobody knows what was applied.
    case noLog
    /// The process ended with 0, but Liquibase has not said that it did what it was asked to.
    case unconfirmed

    /// The changeset that it is about.
    var changeSet: ChangeSetIdentity? {
        switch self {
        case .failureAllowed(let changeSet, _), .preconditionIgnored(let changeSet, _),
            .noHeader(let changeSet), .nothingRun(let changeSet):
            changeSet
        case .noDefaultsFile, .unknownLogLevel, .noLog, .unconfirmed: nil
        }
    }

    /// What the run is to end with for it; nil where it is only to be told.
    var status: ExitStatus? {
        switch self {
        case .noDefaultsFile, .noLog, .unconfirmed: .badConfiguration
        case .unknownLogLevel: .usage
        default: nil
        }
    }

    /// What is told.
    func diagnostic(at location: SourceLocation?) -> Diagnostic {
        switch self {
        case .failureAllowed(let changeSet, let message):
            Diagnostic(
                "changeset \(changeSet) failed, which failOnError: false allows: \(message)",
                severity: .warning, at: location, hint: "it will be tried again",
                rule: MigrateRule.failureAllowed)
        case .preconditionIgnored(let changeSet, let message):
            Diagnostic(
                "changeset \(changeSet) was run despite its preconditions: \(message)",
                severity: .warning, at: location, rule: MigrateRule.preconditionIgnored)
        case .noHeader(let changeSet):
            Diagnostic(
                "\(changeSet.file) has no '--liquibase formatted sql' header, and was run as one changeset",
                severity: .warning, at: location, rule: MigrateRule.sqlWithoutHeader)
        case .nothingRun(let changeSet):
            Diagnostic(
                "changeset \(changeSet) was recorded as run, but nothing was run: it has no change "
                    + "that Liquibase knows, or none for this database",
                severity: .warning, at: location,
                hint: "check for misspelt changes with 'devtool migrate lint'",
                rule: MigrateRule.nothingRun)
        case .noDefaultsFile(let file):
            Diagnostic(
                "properties file '\(file)' not found", rule: MigrateRule.defaultsFileMissing)
        case .noLog:
            Diagnostic(
                "Liquibase's log was not available, so it is unknown what was applied",
                hint: "a jar on the class path or a Java option hides it from devtool")
        case .unconfirmed:
            Diagnostic(
                "Liquibase exited with status 0 without saying that it succeeded, so it is unknown what was applied",
                hint: "see Liquibase's own output with --raw")
        case .unknownLogLevel(let level):
            Diagnostic(
                "'\(level)' is not a log level",
                hint: "use debug, info, warning, severe or off",
                rule: MigrateRule.unknownLogLevel)
        }
    }
}
