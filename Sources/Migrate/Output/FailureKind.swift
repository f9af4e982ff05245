import Changelogs
import DevtoolKit

/// The kinds of failures of a run; the raw value is the rule's name in reports.
enum FailureKind: String, CaseIterable {
    case usage = "liquibase-usage"
    case settingMissing = "setting-missing"
    case changelogSyntax = "changelog-syntax"
    case changelogFileMissing = "changelog-file-missing"
    case changelogInvalid = "changelog-invalid"
    case duplicateChangeSet = "duplicate-changeset"
    case checksumChanged = "checksum-changed"
    case classMissing = "class-missing"
    /// Liquibase was about to use a database other than the intended one.
    case otherDatabase = "other-database"
    case driverMissing = "driver-missing"
    case databaseUnreachable = "database-unreachable"
    case databaseMissing = "database-missing"
    case connectionLost = "connection-lost"
    case javaUnusable = "java-unusable"
    case loginRefused = "login-refused"
    case permissionDenied = "permission-denied"
    case changelogLocked = "changelog-locked"
    case databaseTimeout = "database-timeout"
    /// By devtool, by an administrator, or by PostgreSQL after a time limit, which has the same code.
    case statementCanceled = "statement-canceled"
    case preconditionFailed = "precondition-failed"
    case rollbackImpossible = "rollback-impossible"
    case tagMissing = "tag-missing"
    case diskFull = "disk-full"
    case statementFailed = "statement-failed"
    /// A changeset failed for a reason without a separate kind.
    case changeSetFailed = "changeset-failed"
    /// A setting kept Liquibase from doing anything, which Liquibase reports as success.
    case notRun = "not-run"
    case other = "liquibase-failed"

    var status: ExitStatus {
        switch self {
        case .usage: .usage
        case .settingMissing, .otherDatabase, .notRun: .badConfiguration
        case .changelogSyntax, .changelogFileMissing, .changelogInvalid, .duplicateChangeSet, .checksumChanged,
            .classMissing:
            .badData
        case .driverMissing, .databaseUnreachable, .databaseMissing, .connectionLost, .javaUnusable: .unavailable
        case .loginRefused, .permissionDenied: .permissionDenied
        case .changelogLocked, .databaseTimeout, .statementCanceled: .timedOut
        case .preconditionFailed, .rollbackImpossible, .tagMissing, .diskFull, .statementFailed, .changeSetFailed,
            .other:
            .problemsFound
        }
    }

    var rule: Rule {
        func rule(_ title: String, _ summary: String) -> Rule { Rule(rawValue, title, summary, help: advice.sentence) }
        return switch self {
        case .usage: rule("LiquibaseUsage", "Liquibase rejected the command line.")
        case .settingMissing: rule("SettingMissing", "A setting that the command needs is missing.")
        case .changelogSyntax: rule("ChangelogSyntax", "Liquibase cannot parse a changelog.")
        case .changelogFileMissing:
            rule("ChangelogFileMissing", "The changelog or a file that it needs does not exist.")
        case .changelogInvalid:
            rule("ChangelogInvalid", "A changelog requires something that Liquibase does not support.")
        case .duplicateChangeSet: Rule.duplicateChangeSet
        case .checksumChanged: rule("ChecksumChanged", "An applied changeset has been edited.")
        case .classMissing: rule("ClassMissing", "A class named in a changelog is not on the class path.")
        case .otherDatabase:
            rule(
                "OtherDatabase",
                "Liquibase was about to use a different database, user or schema from the one in devtool.yml.")
        case .notRun: rule("NotRun", "A setting kept Liquibase from running.")
        case .driverMissing: rule("DriverMissing", "The database's JDBC driver is missing.")
        case .databaseUnreachable: rule("DatabaseUnreachable", "The database's address is unknown or does not respond.")
        case .databaseMissing: rule("DatabaseMissing", "The database does not exist on the server.")
        case .connectionLost: rule("ConnectionLost", "The connection to the database was lost during the run.")
        case .javaUnusable: rule("JavaUnusable", "Java is missing, too old, or has too little memory.")
        case .loginRefused: rule("LoginRefused", "The database rejected the username or the password.")
        case .permissionDenied: rule("PermissionDenied", "The database user lacks a privilege.")
        case .changelogLocked: rule("ChangelogLocked", "Another run holds the changelog lock.")
        case .databaseTimeout: rule("DatabaseTimeout", "The database gave up waiting for a lock or a statement.")
        case .statementCanceled:
            rule("StatementCanceled", "The database canceled a statement, on request or after a time limit.")
        case .preconditionFailed: rule("PreconditionFailed", "A precondition failed.")
        case .rollbackImpossible: rule("RollbackImpossible", "A changeset cannot be rolled back.")
        case .tagMissing: rule("TagMissing", "The tag does not exist in the database.")
        case .diskFull: rule("DiskFull", "The database has no space left.")
        case .statementFailed: rule("StatementFailed", "The database rejected a statement.")
        case .changeSetFailed: rule("ChangeSetFailed", "A changeset failed.")
        case .other: rule("LiquibaseFailed", "Liquibase failed for another reason.")
        }
    }

    var hint: String? {
        switch advice {
        case .hint(let text): text
        case .general: nil
        }
    }

    private enum Advice {
        case hint(String)
        case general(String)

        var sentence: String {
            switch self {
            case .hint(let text): text.prefix(1).uppercased() + text.dropFirst() + "."
            case .general(let text): text
            }
        }
    }

    private var advice: Advice {
        switch self {
        case .settingMissing: .hint("set it below 'migrate' in devtool.yml, or pass it as an option")
        case .changelogFileMissing: .hint("paths are relative to the folder of devtool.yml")
        case .duplicateChangeSet: .hint("give one of them a different id")
        case .checksumChanged:
            .hint(
                "an applied changeset must not change: undo the edit and add a new changeset, "
                    + "or allow the edit with validCheckSum")
        case .classMissing: .hint("add its jar to the target's 'classpath' in devtool.yml")
        case .otherDatabase:
            .hint("find what overrides devtool.yml: a Liquibase setting, an extension or the changelog")
        case .notRun: .hint("remove the setting 'should-run', or do not run the command")
        case .driverMissing:
            .hint(
                "install it with 'devtool migrate install --with-drivers', or add its jar to "
                    + "'classpath' in devtool.yml")
        case .databaseUnreachable: .hint("start the database, or correct the url in devtool.yml")
        case .databaseMissing: .hint("create it, or correct the url in devtool.yml")
        case .connectionLost: .general("Run the command again; applied changesets are kept.")
        case .javaUnusable:
            .hint(
                "'devtool doctor' shows which Java is used; set its options with 'jvm-options' in "
                    + "devtool.yml or JAVA_OPTS")
        case .loginRefused: .hint("check the target's username and password in devtool.yml")
        case .permissionDenied: .hint("grant the privilege to the target's user, or use another user")
        case .changelogLocked:
            .hint("wait for the other run; if none is running, release the lock with 'devtool migrate release-locks'")
        case .databaseTimeout: .hint("another transaction may hold a lock; try again")
        case .statementCanceled: .general("Run the command again; applied changesets are kept.")
        case .rollbackImpossible: .hint("add a rollback to the changeset, in SQL as a line '--rollback SQL'")
        case .tagMissing:
            .hint(
                "'devtool migrate history' lists what was applied; to roll back the last changeset, run "
                    + "'devtool migrate rollback-count 1'")
        case .diskFull: .hint("free disk space, then run the command again")
        case .usage: .general("Correct the command line; see 'devtool migrate help'.")
        case .changelogSyntax: .general("Correct the changelog; 'devtool migrate lint' shows all mistakes at once.")
        case .changelogInvalid: .general("Correct the changelog; 'devtool migrate lint' checks it without a database.")
        case .preconditionFailed: .general("Bring the database into the required state, or correct the precondition.")
        case .statementFailed: .general("Correct the statement and run the command again; applied changesets are kept.")
        case .changeSetFailed: .general("Correct the changeset and run the command again; applied changesets are kept.")
        case .other: .general("Read Liquibase's message; '--verbose' shows its complete output.")
        }
    }
}

extension FailureKind {
    var concernsAChangeSet: Bool {
        switch self {
        case .preconditionFailed, .rollbackImpossible, .diskFull, .statementFailed, .changeSetFailed, .other,
            .connectionLost, .databaseTimeout, .statementCanceled, .permissionDenied, .classMissing:
            true
        case .usage, .settingMissing, .changelogSyntax, .changelogFileMissing, .changelogInvalid, .duplicateChangeSet,
            .checksumChanged, .otherDatabase, .driverMissing, .databaseUnreachable, .databaseMissing, .javaUnusable,
            .loginRefused, .changelogLocked, .tagMissing, .notRun:
            false
        }
    }
}
