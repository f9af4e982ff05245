import DevtoolKit

/// What a run can fail of; the value is the rule's name in reports.
enum FailureKind: String, CaseIterable, Sendable {
    /// The command line has something that Liquibase does not know, or lacks something.
    case usage = "liquibase-usage"
    /// A setting that `devtool.yml` gives is missing.
    case settingMissing = "setting-missing"
    /// A changelog cannot be read as what it should be.
    case changelogSyntax = "changelog-syntax"
    /// A file that a changelog needs, or the changelog itself, is not there.
    case changelogFileMissing = "changelog-file-missing"
    /// A changelog says what cannot be done.
    case changelogInvalid = "changelog-invalid"
    /// Two changesets have the same identity.
    case duplicateChangeSet = "duplicate-changeset"
    /// An applied changeset is not what it was.
    case checksumChanged = "checksum-changed"
    /// A class that a changelog names is not on the class path.
    case classMissing = "class-missing"
    /// The database's driver is not there.
    case driverMissing = "driver-missing"
    /// Nothing answers where the database should be.
    case databaseUnreachable = "database-unreachable"
    /// The server has no such database.
    case databaseMissing = "database-missing"
    /// The connection broke in the middle.
    case connectionLost = "connection-lost"
    /// Java is not there, too old, or too small.
    case javaUnusable = "java-unusable"
    /// The database does not let the user in.
    case loginRefused = "login-refused"
    /// The user may not do that.
    case permissionDenied = "permission-denied"
    /// Another run holds the changelog lock.
    case changelogLocked = "changelog-locked"
    /// The database gave up waiting.
    case databaseTimeout = "database-timeout"
    /// A precondition does not hold.
    case preconditionFailed = "precondition-failed"
    /// A changeset cannot be undone.
    case rollbackImpossible = "rollback-impossible"
    /// The database has no such tag.
    case tagMissing = "tag-missing"
    /// The database has no room left.
    case diskFull = "disk-full"
    /// The database cannot, or will not, run a statement.
    case statementFailed = "statement-failed"
    /// A changeset failed of something else.
    case changeSetFailed = "changeset-failed"
    /// Whatever else Liquibase ended for.
    case other = "liquibase-failed"

    /// What devtool ends with.
    var status: ExitStatus {
        switch self {
        case .usage: .usage
        case .settingMissing: .badConfiguration
        case .changelogSyntax, .changelogFileMissing, .changelogInvalid, .duplicateChangeSet,
            .checksumChanged, .classMissing:
            .badData
        case .driverMissing, .databaseUnreachable, .databaseMissing, .connectionLost,
            .javaUnusable:
            .unavailable
        case .loginRefused, .permissionDenied: .permissionDenied
        case .changelogLocked, .databaseTimeout: .timedOut
        case .preconditionFailed, .rollbackImpossible, .tagMissing, .diskFull, .statementFailed,
            .changeSetFailed, .other:
            .problemsFound
        }
    }

    /// What to do about it.
    var hint: String? {
        switch self {
        case .settingMissing: "set it in devtool.yml, or give the option"
        case .changelogFileMissing: "paths are relative to the folder of devtool.yml"
        case .duplicateChangeSet: "give one of them another id"
        case .checksumChanged:
            "an applied changeset must stay as it is: undo the edit and add a new changeset, "
                + "or allow the edit with validCheckSum"
        case .classMissing: "put its jar on the target's 'classpath' in devtool.yml"
        case .driverMissing: "name the driver's jar with 'classpath' in devtool.yml"
        case .databaseUnreachable: "start the database, or correct the url in devtool.yml"
        case .databaseMissing: "create it, or correct the url in devtool.yml"
        case .connectionLost:
            "what was applied stays; run the command again, and free the lock if it is held: "
                + "'devtool migrate release-locks'"
        case .javaUnusable:
            "'devtool doctor' shows which Java is used; its options are 'jvm-options' in "
                + "devtool.yml, and JAVA_OPTS"
        case .loginRefused: "check username and password of the target in devtool.yml"
        case .permissionDenied: "grant the right to the target's user, or use another user"
        case .changelogLocked:
            "wait for the other run; if none is running, free the lock with "
                + "'devtool migrate release-locks'"
        case .databaseTimeout: "another transaction may hold what is needed; try again"
        case .rollbackImpossible: "give the changeset a rollback"
        case .tagMissing: "'devtool migrate history' lists what was applied"
        case .diskFull: "make room, then run the command again"
        case .usage, .changelogSyntax, .changelogInvalid, .preconditionFailed, .statementFailed,
            .changeSetFailed, .other:
            nil
        }
    }
}
