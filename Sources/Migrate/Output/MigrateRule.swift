import DevtoolKit

/// The findings of devtool about a run of Liquibase, other than its failure, which is a
/// ``FailureKind``.
enum MigrateRule: String, DescribedRule {
    case failureAllowed = "failure-allowed"
    case preconditionIgnored = "precondition-ignored"
    case sqlWithoutHeader = "sql-without-header"
    case nothingRun = "nothing-run"
    case defaultsFileMissing = "defaults-file-missing"
    case unknownLogLevel = "unknown-log-level"
    case unknownProperty = "unknown-property"
    case lockLeft = "lock-left"
    case changeSetInterrupted = "changeset-interrupted"

    var texts: RuleTexts {
        switch self {
        case .failureAllowed:
            RuleTexts(
                "FailureAllowed", "A changeset failed, which its 'failOnError: false' allows.",
                help: "Correct the changeset: Liquibase tries it again in each run.")
        case .preconditionIgnored:
            RuleTexts(
                "PreconditionIgnored",
                "A changeset was run although its preconditions do not hold.",
                help: "Set 'onFail' or 'onError' to HALT or MARK_RAN if it must not run.")
        case .sqlWithoutHeader:
            RuleTexts(
                "SQLWithoutHeader", "An SQL file without a header was run as one changeset.",
                help: "Make '--liquibase formatted sql' its first line before it is "
                    + "applied anywhere else.")
        case .nothingRun:
            RuleTexts(
                "NothingRun", "A changeset was recorded as executed, but none of its changes was.",
                help: "Look for misspelt changes with 'devtool migrate lint', and for "
                    + "changes for other databases.")
        case .defaultsFileMissing:
            RuleTexts(
                "DefaultsFileMissing",
                "The properties file for Liquibase does not exist.",
                help: "Correct the path of the file, or create it.")
        case .unknownLogLevel:
            RuleTexts(
                "UnknownLogLevel", "Liquibase does not know the log level.",
                help: "Use debug, info, warning, severe or off.")
        case .unknownProperty:
            RuleTexts(
                "UnknownProperty",
                "A properties file has a setting that Liquibase does not know and ignores.",
                help: "Correct the spelling, or remove the setting.")
        case .lockLeft:
            RuleTexts(
                "LockLeft", "A run ended without releasing the changelog lock.",
                help:
                    "Release it with 'devtool migrate release-locks' when no run is using it any more."
            )
        case .changeSetInterrupted:
            RuleTexts(
                "ChangesetInterrupted",
                "A run ended in the middle of a changeset, which is not recorded.",
                help: "Compare the database with the changeset, then record it or run it again.")
        }
    }
}
