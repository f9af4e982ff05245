import Changelogs
import DevtoolKit

/// What a command does on a target: Liquibase's options and process, and how its output is shown.
///
/// A pure value. ``TargetRun`` adds the lock and the report.
struct TargetPlan {
    let options: LiquibaseOptions
    /// A process with the target's settings and no command, for sessions of devtool's own.
    let base: LiquibaseRun
    let run: LiquibaseRun
    let style: LiquibaseReporter.Style

    /// Plans a run.
    ///
    /// - Throws: ``Problem`` if this Liquibase would ignore a setting; errors of the arguments.
    init(
        _ job: LiquibaseJob, on target: Target, isAlone: Bool, by launch: LiquibaseLaunch, with secrets: TargetSecrets,
        addedDriver: String?, verbosity: Verbosity, environment: [String: String]
    ) throws {
        let section = target.section
        let (arguments, command, mode) = (job.arguments, job.arguments.command, job.mode)
        var options = LiquibaseOptions(arguments, DefaultsFile(target, password: secrets.password))
        try launch.liquibase.checkUnderstands(options, of: target, isRaw: mode.raw)
        let isTelling = options.tellsWhatIsDone
        // devtool needs the log at its own level, whatever it prints.
        let setsLevel = !mode.raw && !isTelling
        if setsLevel { options.settings.set("logLevel", to: "info") }
        self.options = options

        let javaOptions = section[TargetSetting.javaOptions]
        base = LiquibaseRun(
            arguments: [], settings: options.settings, directory: target.directory,
            properties: job.parameters(of: section), classPath: target.classpath + [addedDriver].compactMap(\.self),
            javaOptions: javaOptions,
            secrets: secrets.all + SystemProperties.secrets(in: launch.java.options + javaOptions),
            hidden: secrets.variables + UserListener.variables(in: environment),
            gracePeriod: section[TargetSetting.gracePeriod])

        var words = arguments
        var reporting: JavaReporting?
        if launch.liquibase.core != nil, !mode.raw, !arguments.isAboutLiquibase {
            reporting = JavaReporting(showsLog: isTelling || verbosity >= .verbose)
            if command?.isReported ?? false {
                reporting?.ofChangeSets = true
                reporting?.listener = UserListener.name(in: options, environment: environment)
                if words.hasOption(UserListener.option) {
                    words = try LiquibaseArguments(words.removing(UserListener.option))
                }
            }
        }
        let preferred = PreferredSettings(for: target, isRaw: mode.raw, in: environment)
        var run = base
        run.arguments = job.words(of: words, settingLogLevel: setsLevel)
        run.readsChangelog = command?.readsChangelog ?? true
        run.meant = MeantDatabase(in: options.settings, for: arguments, environment: environment).variables
        run.properties.merge(preferred.properties) { said, _ in said }
        run.reporting = reporting
        run.timeout = section[TargetSetting.timeout]
        self.run = run

        var style = LiquibaseReporter.Style(isJSON: mode.json || job.tellsPending, showsLog: isTelling)
        style.isSilent = mode.isSilent
        style.isAboutLiquibase = arguments.isAboutLiquibase
        style.dropsBanner = command == nil
        if !isAlone { style.prefix = "\(target.name) | " }
        let changelog = job.changelogs[target.name]
        if let changelog { style.position = { changelog.position(of: $0) } }
        self.style = style
    }
}

extension Liquibase {
    /// Rejects versions that would silently ignore a setting; an unknown version is accepted.
    fileprivate func checkUnderstands(_ options: LiquibaseOptions, of target: Target, isRaw: Bool) throws {
        func require(_ earliest: LiquibaseVersion, or error: (String) -> Problem) throws {
            if let version = version(), let number = LiquibaseVersion(version), number < earliest {
                throw error(version)
            }
        }
        if !target.section[TargetSetting.searchPath].isEmpty {
            try require(LiquibaseVersion(4, 11)) { .noSearchPath(version: $0) }
        }
        if let command = options.arguments.command, command.marksNext, !isRaw,
            options.settings.has("contexts") || options.settings.has("labels")
        {
            try require(LiquibaseVersion(4, 23)) { .ignoredFilters(version: $0, command: command) }
        }
    }
}

/// The user's own `ChangeExecListener`, which devtool's listener calls.
enum UserListener {
    static let option = "--change-exec-listener-class"

    static func variables(in environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix("LIQUIBASE_COMMAND_") && $0.hasSuffix("CHANGE_EXEC_LISTENER_CLASS") }
    }

    static func name(in options: LiquibaseOptions, environment: [String: String]) -> String? {
        options[String(option.dropFirst(2))]
            ?? variables(in: environment).sorted().lazy.compactMap { environment[$0] }.first
    }
}

extension Problem {
    fileprivate static func noSearchPath(version: String) -> Problem {
        Problem(
            .badConfiguration, "Liquibase \(version) does not support 'search-path', which requires 4.11",
            hint: "list the folders in 'classpath' instead")
    }

    fileprivate static func ignoredFilters(version: String, command: CommandName) -> Problem {
        Problem(
            .badConfiguration,
            "Liquibase \(version) ignores 'contexts' and 'labels' in '\(command)', so it could mark the "
                + "wrong changeset", hint: "use Liquibase 4.23 or later, or 'devtool migrate --raw'")
    }
}
