import Changelogs
import DevtoolKit

/// The kinds of failures of a run; the raw value is the rule's name in reports.
enum FailureKind: String, CaseIterable {
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
    /// Liquibase would have used another database than the one that is meant.
    case otherDatabase = "other-database"
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
    /// A setting has kept Liquibase from doing anything, which it calls a success.
    case notRun = "not-run"
    /// Whatever else Liquibase ended for.
    case other = "liquibase-failed"

    /// What devtool ends with.
    var status: ExitStatus {
        switch self {
        case .usage: .usage
        case .settingMissing, .otherDatabase, .notRun: .badConfiguration
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

    /// Its rule; the help is the hint of its message, where it has one.
    var rule: Rule {
        func rule(_ title: String, _ summary: String) -> Rule {
            Rule(rawValue, title, summary, help: advice.sentence)
        }
        return switch self {
        case .usage: rule("LiquibaseUsage", "Liquibase does not accept the command line.")
        case .settingMissing:
            rule("SettingMissing", "A setting that the command needs is missing.")
        case .changelogSyntax:
            rule("ChangelogSyntax", "Liquibase cannot read a changelog in its format.")
        case .changelogFileMissing:
            rule("ChangelogFileMissing", "The changelog, or a file that it needs, does not exist.")
        case .changelogInvalid:
            rule("ChangelogInvalid", "A changelog asks for something that Liquibase cannot do.")
        case .duplicateChangeSet: Rule.duplicateChangeSet
        case .checksumChanged: rule("ChecksumChanged", "An applied changeset has been edited.")
        case .classMissing:
            rule("ClassMissing", "A class that a changelog names is not on the class path.")
        case .otherDatabase:
            rule(
                "OtherDatabase",
                "Liquibase was about to use another database, user or schema than devtool.yml names."
            )
        case .notRun: rule("NotRun", "A setting prevented Liquibase from doing anything.")
        case .driverMissing: rule("DriverMissing", "The database's JDBC driver is missing.")
        case .databaseUnreachable:
            rule("DatabaseUnreachable", "The database's address is unknown or does not respond.")
        case .databaseMissing: rule("DatabaseMissing", "The server has no such database.")
        case .connectionLost:
            rule("ConnectionLost", "The connection to the database broke during the run.")
        case .javaUnusable:
            rule("JavaUnusable", "Java is missing, too old, or has too little memory.")
        case .loginRefused:
            rule("LoginRefused", "The database rejected the username or the password.")
        case .permissionDenied: rule("PermissionDenied", "The database user lacks a privilege.")
        case .changelogLocked: rule("ChangelogLocked", "Another run holds the changelog lock.")
        case .databaseTimeout:
            rule("DatabaseTimeout", "The database gave up waiting for a lock or a statement.")
        case .preconditionFailed: rule("PreconditionFailed", "A precondition failed.")
        case .rollbackImpossible: rule("RollbackImpossible", "A changeset cannot be rolled back.")
        case .tagMissing: rule("TagMissing", "The database has no such tag.")
        case .diskFull: rule("DiskFull", "The database has no space left.")
        case .statementFailed: rule("StatementFailed", "The database rejected a statement.")
        case .changeSetFailed: rule("ChangeSetFailed", "A changeset failed.")
        case .other: rule("LiquibaseFailed", "Liquibase failed for another reason.")
        }
    }

    /// What to do about it.
    var hint: String? {
        switch advice {
        case .hint(let text): text
        case .general: nil
        }
    }

    /// The advice for a failure: a hint for the message, or a sentence for the rule's help if the
    /// message says more than a hint could.
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
        case .settingMissing: .hint("set it in devtool.yml, or give the option")
        case .changelogFileMissing: .hint("paths are relative to the folder of devtool.yml")
        case .duplicateChangeSet: .hint("give one of them another id")
        case .checksumChanged:
            .hint(
                "an applied changeset must stay as it is: undo the edit and add a new changeset, "
                    + "or allow the edit with validCheckSum")
        case .classMissing: .hint("add its jar to the target's 'classpath' in devtool.yml")
        case .otherDatabase:
            .hint(
                "something other than devtool.yml sets it: a Liquibase setting, an extension or "
                    + "the changelog")
        case .notRun: .hint("remove 'should-run' where it is set, or omit the command")
        case .driverMissing:
            .hint(
                "install it with 'devtool migrate install --with-drivers', or add its jar to "
                    + "'classpath' in devtool.yml")
        case .databaseUnreachable: .hint("start the database, or correct the url in devtool.yml")
        case .databaseMissing: .hint("create it, or correct the url in devtool.yml")
        case .connectionLost:
            .hint(
                "what was applied is kept; run the command again, and release the lock if it is held: "
                    + "'devtool migrate release-locks'")
        case .javaUnusable:
            .hint(
                "'devtool doctor' shows which Java is used; its options are 'jvm-options' in "
                    + "devtool.yml, and JAVA_OPTS")
        case .loginRefused: .hint("check username and password of the target in devtool.yml")
        case .permissionDenied:
            .hint("grant the privilege to the target's user, or use another user")
        case .changelogLocked:
            .hint(
                "wait for the other run; if none is running, release the lock with "
                    + "'devtool migrate release-locks'")
        case .databaseTimeout: .hint("another transaction may hold a lock; try again")
        case .rollbackImpossible: .hint("add a rollback to the changeset")
        case .tagMissing: .hint("'devtool migrate history' lists what was applied")
        case .diskFull: .hint("free disk space, then run the command again")
        case .usage:
            .general("Compare the command line with 'devtool migrate help', and correct it.")
        case .changelogSyntax:
            .general("Correct the changelog; 'devtool migrate lint' shows all mistakes at once.")
        case .changelogInvalid:
            .general("Correct the changelog; 'devtool migrate lint' checks it without a database.")
        case .preconditionFailed:
            .general(
                "Bring the database into the required state, or correct the precondition.")
        case .statementFailed:
            .general("Correct the statement, and run the command again; what was applied is kept.")
        case .changeSetFailed:
            .general("Correct the changeset, and run the command again; what was applied is kept.")
        case .other:
            .general("Read Liquibase's message; '--verbose' shows its complete output.")
        }
    }
}

extension FailureKind {
    /// Whether it is one of a changeset that was being run, where it is known which one that was.
    var concernsAChangeSet: Bool {
        switch self {
        case .preconditionFailed, .rollbackImpossible, .diskFull, .statementFailed,
            .changeSetFailed, .other, .connectionLost, .databaseTimeout, .permissionDenied,
            .classMissing:
            true
        default: false
        }
    }
}
