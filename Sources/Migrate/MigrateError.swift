import Archives
import DevtoolKit

/// An error of `devtool migrate` itself; a failure of Liquibase is a ``Failure``.
enum MigrateError: DiagnosableError {
    case targetNeeded(known: [String])
    case noSuchTarget(String, known: [String])
    case protectedTarget(String, command: String)
    case badLogLevel(String)
    case ownDefaultsFile
    case ownLogFile
    case sharedOutputFile
    case folderWithColon(String)
    case commandNeeded
    case noJava(javaHome: String?)
    case noLiquibase(home: String?)
    case noChosenJava(String)
    case noChosenLiquibase(String)
    case noSearchPath(version: String)
    case noTool(String, package: String)
    case toolFailed(String)
    case downloadFailed(String, hint: String?)
    case checksumNeeded(archive: String, actual: String)
    case checksumMismatch(archive: String, expected: String, actual: String)
    case brokenArchive(String, reason: String)
    case notLiquibase(archive: String)
    case ownCommandAfterOptions(String)
    case optionBeforeName(String)
    case misspeltOption(String, meant: String)
    case misspeltCommand(String, meant: String)
    case badValue(String, command: String, CommandName.ValueKind)
    case noLibrary(String, use: String, package: String)
    case protectedFromEnvironment(String, source: String)
    case destroyingFromEnvironment(String, source: String)
    case argumentFile(String)
    case noDriver(JDBCDriver)
    case noServer(String, ServerRefusal)
    case lockNotAvailable(HeldLock?, target: String, after: Duration)

    var diagnostics: [Diagnostic] {
        switch self {
        case .targetNeeded(let known):
            [
                Diagnostic(
                    "there are several targets",
                    hint: "choose one with --target (\(known.joined(separator: ", "))), "
                        + "or set default-target")
            ]
        case .noSuchTarget(let name, let known):
            [
                Diagnostic(
                    "there is no target '\(name)'",
                    hint: .suggestion(for: name, in: known))
            ]
        case .protectedTarget(let target, let command):
            [
                Diagnostic(
                    "the target '\(target)' is protected, and \(command) writes to it",
                    hint: "use --yes to skip confirmation prompts")
            ]
        case .badLogLevel(let level):
            [
                Diagnostic(
                    "'\(level)' is not a log level, which Liquibase would ignore",
                    hint: "write one of \(TargetSetting.logLevels.joined(separator: ", "))")
            ]
        case .ownDefaultsFile:
            [
                Diagnostic(
                    "--defaults-file is devtool's own way to hand over settings",
                    hint: "name the file with 'properties-file' in devtool.yml")
            ]
        case .ownLogFile:
            [
                Diagnostic(
                    "--log-file would keep from devtool what Liquibase does",
                    hint: "redirect what is shown: devtool --verbose migrate … 2>FILE")
            ]
        case .folderWithColon(let folder):
            [
                Diagnostic(
                    "Java cannot use the folder '\(folder)': its path contains a colon",
                    hint: "set TMPDIR or XDG_CACHE_HOME to another folder")
            ]
        case .sharedOutputFile:
            [
                Diagnostic(
                    "the output file is one file, which each target would replace",
                    hint:
                        "name one target, or redirect standard output, where each line has its target"
                )
            ]
        case .commandNeeded:
            [
                Diagnostic(
                    "a command of Liquibase is needed",
                    hint:
                        "for example 'devtool migrate update'; 'devtool migrate -- --help' lists them"
                )
            ]
        case .noJava(nil):
            [
                Diagnostic(
                    "Java is not installed",
                    hint:
                        "install it (Debian: apt-get install default-jre-headless), or set JAVA_HOME"
                )
            ]
        case .noJava(let home?):
            [Diagnostic("there is no bin/java in JAVA_HOME, '\(home)'")]
        case .noLiquibase(nil):
            [
                Diagnostic(
                    "Liquibase is not installed",
                    hint: "get it with 'devtool migrate install', or set LIQUIBASE_HOME")
            ]
        case .noLiquibase(let home?):
            [Diagnostic("there is no Liquibase in LIQUIBASE_HOME, '\(home)'")]
        case .noChosenJava(let name):
            [Diagnostic("there is no Java at '\(name)', as 'java' in devtool.yml says")]
        case .noChosenLiquibase(let name):
            [
                Diagnostic(
                    "there is no Liquibase '\(name)', as 'liquibase' in devtool.yml says",
                    hint: "write a folder, an installed version, or 'system'")
            ]
        case .noSearchPath(let version):
            [
                Diagnostic(
                    "Liquibase \(version) has no search path, which came with 4.11",
                    hint: "name folders in 'classpath' instead of 'search-path'")
            ]
        case .noTool(let tool, let package):
            [
                Diagnostic(
                    "'\(tool)' is needed and not installed",
                    hint: "Debian: apt-get install \(package)")
            ]
        case .toolFailed(let command):
            [Diagnostic("'\(command)' failed")]
        case .downloadFailed(let reason, let hint):
            [Diagnostic("cannot download \(reason)", hint: hint)]
        case .checksumNeeded(let archive, let actual):
            [
                Diagnostic(
                    "the archive '\(archive)' is not one that devtool knows",
                    hint: "if you trust it, add --sha256 \(actual)")
            ]
        case .checksumMismatch(let archive, let expected, let actual):
            [
                Diagnostic(
                    "the archive '\(archive)' has the SHA-256 \(actual), not \(expected); "
                        + "nothing was installed")
            ]
        case .brokenArchive(let archive, let reason):
            [Diagnostic("cannot unpack '\(archive)': \(reason)")]
        case .ownCommandAfterOptions(let command):
            [
                Diagnostic(
                    "'\(command)' is not a command of Liquibase",
                    hint: "'devtool migrate \(command)' takes its options after it")
            ]
        case .optionBeforeName(let option):
            [
                Diagnostic(
                    "'\(option)' is an option of devtool, not of Liquibase",
                    hint: "put it before 'migrate': devtool \(option) ... migrate ...")
            ]
        case .misspeltOption(let option, let meant):
            [Diagnostic("unknown option '\(option)'", hint: "did you mean '\(meant)'?")]
        case .misspeltCommand(let command, let meant):
            [
                Diagnostic(
                    "Liquibase has no command '\(command)'",
                    hint: "did you mean '\(meant)'? After '--' any word goes to Liquibase")
            ]
        case .badValue(let value, let command, .count):
            [
                Diagnostic(
                    "'\(value)' is not a number of changesets",
                    hint: "write a whole number from 1 on: devtool migrate \(command) 1")
            ]
        case .badValue(let value, let command, .date):
            [
                Diagnostic(
                    "'\(value)' is not a date",
                    hint: "write it as in: devtool migrate \(command) 2026-01-31, or with a time, "
                        + "2026-01-31T12:00:00")
            ]
        case .protectedFromEnvironment(let target, let source):
            [
                Diagnostic(
                    "the target '\(target)' is protected, and \(source) would have a say in what "
                        + "is changed",
                    hint: "say it in devtool.yml, and take it out of the environment")
            ]
        case .destroyingFromEnvironment(let command, let source):
            [
                Diagnostic(
                    "\(source) would say what '\(command)' takes away",
                    hint: "give it as an option, and take it out of the environment")
            ]
        case .argumentFile(let word):
            [
                Diagnostic(
                    "'\(word)' is a file of arguments, which only Liquibase would see",
                    hint: "write the arguments out")
            ]
        case .noLibrary(let library, let use, let package):
            [
                Diagnostic(
                    "\(library), which \(use) with, is not installed",
                    hint: "Debian: apt-get install \(package)")
            ]
        case .noDriver(let driver):
            [
                Diagnostic(
                    "no jar has the driver \(driver.className)",
                    hint: driver.hint)
            ]
        case .noServer(let address, .noAnswer(let reason)):
            [
                Diagnostic(
                    "nothing answers at \(address): \(reason)",
                    hint: "start the database, or correct the url in devtool.yml")
            ]
        case .noServer(let address, .notReady(let reason)):
            [
                Diagnostic(
                    "the server at \(address) is not ready: \(reason)",
                    hint: "wait for it with --wait, or correct the url in devtool.yml")
            ]
        case .lockNotAvailable(let lock, let target, let time):
            [
                Diagnostic(
                    "the changelog lock was not free within \(DurationText.format(time)): "
                        + (lock.map { "it is held by \($0)" } ?? "nothing tells who holds it"),
                    hint: "if nobody works under it any more, "
                        + (lock?.session.map { "run '\($0.end)', then " } ?? "")
                        + "free it with 'devtool migrate --target \(target) release-locks'")
            ]
        case .notLiquibase(let archive):
            [Diagnostic("there is no Liquibase in the archive '\(archive)'")]
        }
    }

    static let noXMLLibrary = noLibrary(
        "libxml2", use: "changelogs of XML are checked", package: "libxml2")
    private static let noZlib = noLibrary(
        "zlib", use: "archives are unpacked", package: "zlib1g")

    /// What keeps an archive from being read, or unpacked.
    init(_ error: ZipError, archive: String) {
        self = error == .noLibrary ? .noZlib : .brokenArchive(archive, reason: "\(error)")
    }

    var exitStatus: ExitStatus {
        switch self {
        case .targetNeeded, .noSuchTarget, .protectedTarget, .badLogLevel, .ownDefaultsFile,
            .ownLogFile, .sharedOutputFile, .argumentFile,
            .commandNeeded, .checksumNeeded, .ownCommandAfterOptions, .optionBeforeName,
            .misspeltOption, .misspeltCommand, .badValue:
            .usage
        case .noSearchPath, .protectedFromEnvironment, .destroyingFromEnvironment:
            .badConfiguration
        case .noJava, .noLiquibase, .noChosenJava, .noChosenLiquibase, .noTool, .toolFailed,
            .downloadFailed, .noDriver, .noServer, .noLibrary:
            .unavailable
        case .checksumMismatch, .brokenArchive, .notLiquibase: .badData
        case .lockNotAvailable: .timedOut
        case .folderWithColon: .cannotCreate
        }
    }
}
