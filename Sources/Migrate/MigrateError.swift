import DevtoolKit

/// An error of `devtool migrate` itself; a failure of Liquibase is a ``Failure``.
enum MigrateError: DiagnosableError {
    case targetNeeded(known: [String])
    case noSuchTarget(String, known: [String])
    case protectedTarget(String, namesake: String?, command: String)
    case badLogLevel(String)
    case ownDefaultsFile
    case ownLogFile
    case sharedOutputFile
    case folderWithColon(String)
    case commandNeeded
    /// Neither the changelog nor the database has the tag at which to stop.
    case unknownTag(String, command: String)
    case noJava(javaHome: String?)
    case noLiquibase(home: String?)
    case noChosenJava(String)
    case noChosenLiquibase(String)
    case noSearchPath(version: String)
    case ignoredFilters(version: String, command: String)
    case noTool(String, package: String)
    case toolFailed(String)
    case downloadFailed(String, hint: String?)
    case checksumNeeded(archive: String, actual: String)
    case checksumMismatch(archive: String, expected: String, actual: String)
    case brokenArchive(String, reason: String)
    case notLiquibase(archive: String)
    case optionBeforeName(String)
    case misspeltOption(String, meant: String)
    case noConversion
    case misspeltCommand(String, meant: String)
    /// The mandatory value of a command is missing or invalid.
    case badValue(String?, command: String, CommandName.ValueKind)
    case badURL(String)
    case ownChangelog(String, command: String)
    case noLibrary(String, use: String, package: String)
    case protectedFromEnvironment(String, source: String)
    case destroyingFromEnvironment(String, source: String)
    case argumentFile(String)
    case noDriver(JDBCDriver)
    case noServer(String, ServerRefusal)
    case lockNotAvailable(HeldLock?, target: String, after: Duration)
    /// The printed SQL contains `***` instead of a secret.
    case secretInSQL

    var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .targetNeeded(let known):
            Diagnostic(
                "several targets are configured",
                hint: "choose one with --target (\(known.joined(separator: ", "))), " + "or set default-target")
        case .noSuchTarget(let name, let known):
            Diagnostic("unknown target '\(name)'", hint: .suggestion(for: name, in: known))
        case .protectedTarget(let target, let namesake, let command):
            Diagnostic(
                "the target '\(target)' " + (namesake.map { "has the database of '\($0)', which " } ?? "")
                    + "is protected, and \(command) writes to it", hint: "use --yes to skip confirmation prompts")
        case .badLogLevel(let level):
            Diagnostic(
                "'\(level)' is not a log level, so Liquibase would ignore it",
                hint: "use one of \(TargetSetting.logLevels.joined(separator: ", "))")
        case .ownDefaultsFile:
            Diagnostic(
                "'--defaults-file' is reserved: devtool uses it to pass settings",
                hint: "set 'properties-file' in devtool.yml instead")
        case .ownLogFile:
            Diagnostic(
                "'--log-file' would hide Liquibase's log from devtool",
                hint: "redirect the output: devtool --verbose migrate … 2>FILE")
        case .folderWithColon(let folder):
            Diagnostic(
                "Java cannot use the folder '\(folder)': its path contains a colon",
                hint: "set TMPDIR or XDG_CACHE_HOME to another folder")
        case .sharedOutputFile:
            Diagnostic(
                "all targets would write to the same output file",
                hint: "choose one target, or redirect standard output, where each line names its target")
        case .commandNeeded:
            Diagnostic(
                "missing Liquibase command",
                hint: "for example 'devtool migrate update'; 'devtool migrate -- --help' lists them")
        case .noJava(nil):
            Diagnostic(
                "Java is not installed",
                hint: "install it (Debian: apt-get install default-jre-headless), or set JAVA_HOME")
        case .noJava(let home?): Diagnostic("bin/java not found in JAVA_HOME, '\(home)'")
        case .noLiquibase(nil):
            Diagnostic(
                "Liquibase is not installed", hint: "install it with 'devtool migrate install', or set LIQUIBASE_HOME")
        case .noLiquibase(let home?): Diagnostic("Liquibase not found in LIQUIBASE_HOME, '\(home)'")
        case .noChosenJava(let name): Diagnostic("Java not found at '\(name)' (setting 'java')")
        case .noChosenLiquibase(let name):
            Diagnostic(
                "Liquibase '\(name)' not found (setting 'liquibase')",
                hint: "use a folder, an installed version, or 'system'")
        case .noSearchPath(let version):
            Diagnostic(
                "Liquibase \(version) does not support 'search-path', which requires 4.11",
                hint: "list the folders in 'classpath' instead")
        case .ignoredFilters(let version, let command):
            Diagnostic(
                "Liquibase \(version) ignores 'contexts' and 'labels' in '\(command)', which could mark another changeset",
                hint: "use Liquibase 4.23 or later, or 'devtool migrate --raw'")
        case .noTool(let tool, let package):
            Diagnostic("'\(tool)' is required but not installed", hint: "Debian: apt-get install \(package)")
        case .toolFailed(let command): Diagnostic("'\(command)' failed")
        case .downloadFailed(let reason, let hint): Diagnostic("cannot download \(reason)", hint: hint)
        case .checksumNeeded(let archive, let actual):
            Diagnostic(
                "the archive '\(archive)' has an unknown checksum", hint: "if you trust it, add --sha256 \(actual)")
        case .checksumMismatch(let archive, let expected, let actual):
            Diagnostic(
                "the archive '\(archive)' has the SHA-256 \(actual), not \(expected); " + "nothing was installed")
        case .brokenArchive(let archive, let reason): Diagnostic("cannot unpack '\(archive)': \(reason)")
        case .optionBeforeName(let option):
            Diagnostic(
                "'\(option)' is an option of devtool, not of Liquibase",
                hint: "put it before 'migrate': devtool \(option) ... migrate ...")
        case .misspeltOption(let option, let meant):
            option == meant
                ? Diagnostic("'\(option)' is not an option of this command")
                : Diagnostic("unknown option '\(option)'", hint: "did you mean '\(meant)'?")
        case .noConversion:
            Diagnostic(
                "changelogs are not converted: the file is part of a changeset's identity, so "
                    + "databases would run all changesets again",
                hint: "a changelog can include files of other formats: keep the old ones, and "
                    + "write new changesets in another format")
        case .misspeltCommand(let command, let meant):
            Diagnostic(
                "Liquibase has no command '\(command)'",
                hint: "did you mean '\(meant)'? After '--' any word goes to Liquibase")
        case .badValue(let value, let command, .count):
            Diagnostic(
                value.map { "'\($0)' is not a number of changesets" }
                    ?? "'\(command)' requires the number of changesets",
                hint: "write a positive integer: devtool migrate \(command) 1")
        case .badValue(let value, let command, .date):
            Diagnostic(
                value.map { "'\($0)' is not a date" } ?? "'\(command)' requires a date",
                hint: "write a date, such as: devtool migrate \(command) 2026-01-31, or with a "
                    + "time, 2026-01-31T12:00:00")
        case .badValue(_, let command, .tag):
            Diagnostic(
                "'\(command)' requires a tag", hint: "write it after the command: devtool migrate \(command) TAG")
        case .badURL(let text):
            Diagnostic(
                "'\(text.hidingURLPassword)' is not a supported database URL",
                hint: "use a JDBC URL such as jdbc:postgresql://host/name")
        case .ownChangelog(let changelog, let command):
            Diagnostic(
                "'\(command)' would write to the project's changelog '\(changelog)'",
                hint: "name a file: devtool migrate \(command) --changelog-file FILE")
        case .protectedFromEnvironment(let target, let source):
            Diagnostic(
                "the target '\(target)' is protected, but \(source) would affect what is " + "changed",
                hint: "set it in devtool.yml, and remove it from the environment")
        case .destroyingFromEnvironment(let command, let source):
            Diagnostic(
                "\(source) would decide what '\(command)' removes",
                hint: "pass it as an option, and remove it from the environment")
        case .argumentFile(let word):
            Diagnostic(
                "'\(word)' is an argument file, which only Liquibase would read",
                hint: "write the arguments on the command line")
        case .noLibrary(let library, let use, let package):
            Diagnostic(
                "\(library) is required to \(use), but not installed", hint: "Debian: apt-get install \(package)")
        case .noDriver(let driver): Diagnostic("no jar contains the driver \(driver.className)", hint: driver.hint)
        case .unknownTag(let tag, let command):
            Diagnostic(
                "neither the changelog nor the database has the tag '\(tag)', so \(command) would "
                    + "not stop before the last changeset",
                hint: "correct the tag, or leave it out: '\(command.dropLast(7))'")
        case .noServer(let address, .noAnswer(let reason)):
            Diagnostic(
                "cannot connect to \(address): \(reason)", hint: "start the database, or correct the url in devtool.yml"
            )
        case .noServer(let address, .notReady(let reason)):
            Diagnostic(
                "the server at \(address) is not ready: \(reason)",
                hint: "wait for it with --wait, or correct the url in devtool.yml")
        case .lockNotAvailable(let lock, let target, let time):
            Diagnostic(
                "timed out after \(DurationText.format(time)) waiting for the changelog lock: "
                    + (lock.map { "it is held by \($0)" } ?? "its holder is unknown"),
                hint: "if no run is using it any more, " + (lock?.session.map { "run '\($0.end)', then " } ?? "")
                    + "release it with 'devtool migrate --target \(target) release-locks'")
        case .secretInSQL:
            Diagnostic(
                "the SQL contains a secret, shown as ***, so it is not what would run",
                hint: "write it with 'update-sql --output-file FILE', which hides nothing, or change the password to "
                    + "a text that is in no changeset")
        case .notLiquibase(let archive): Diagnostic("the archive '\(archive)' does not contain Liquibase")
        }
    }

    static let noXMLLibrary = noLibrary("libxml2", use: "check XML changelogs", package: "libxml2")
    private static let noZlib = noLibrary("zlib", use: "unpack archives", package: "zlib1g")

    init(_ error: ZipError, archive: String) {
        self = error == .noLibrary ? .noZlib : .brokenArchive(archive, reason: "\(error)")
    }

    var exitStatus: ExitStatus {
        switch self {
        case .targetNeeded, .noSuchTarget, .protectedTarget, .badLogLevel, .ownDefaultsFile, .ownLogFile,
            .sharedOutputFile, .argumentFile, .commandNeeded, .checksumNeeded, .optionBeforeName, .misspeltOption,
            .misspeltCommand, .noConversion, .badValue, .badURL, .ownChangelog:
            .usage
        case .noSearchPath, .ignoredFilters, .protectedFromEnvironment, .destroyingFromEnvironment: .badConfiguration
        case .noJava, .noLiquibase, .noChosenJava, .noChosenLiquibase, .noTool, .toolFailed, .downloadFailed, .noDriver,
            .noServer, .noLibrary:
            .unavailable
        case .checksumMismatch, .brokenArchive, .notLiquibase, .unknownTag, .secretInSQL: .badData
        case .lockNotAvailable: .timedOut
        case .folderWithColon: .cannotCreate
        }
    }
}
