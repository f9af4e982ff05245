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
            secrets: secrets.all + SystemProperty.secrets(in: launch.java.options + javaOptions),
            hidden: secrets.variables + LiquibaseOptions.listenerVariables(in: environment),
            gracePeriod: section[TargetSetting.gracePeriod])

        var words = arguments
        var reporting: JavaReporting?
        if launch.liquibase.core != nil, !mode.raw, !arguments.isAboutLiquibase {
            reporting = JavaReporting(showsLog: isTelling || verbosity >= .verbose)
            if command?.isReported ?? false {
                reporting?.ofChangeSets = true
                reporting?.listener = options.listener(environment: environment)
                let option = "--" + LiquibaseOptions.listenerOption
                if words.hasOption(option) { words = try LiquibaseArguments(words.removing(option)) }
            }
        }
        var run = base
        run.arguments = job.words(of: words, settingLogLevel: setsLevel)
        run.readsChangelog = command?.readsChangelog ?? true
        run.meant = options.meantDatabase(environment: environment)
        run.properties.merge(target.preferredProperties(isRaw: mode.raw, in: environment)) { said, _ in said }
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
        let setsPath = !target.section[TargetSetting.searchPath].isEmpty
        let isFiltered = options.settings["contexts"] != nil || options.settings["labels"] != nil
        let marking = options.arguments.command.flatMap { $0.marksNext && !isRaw && isFiltered ? $0 : nil }
        guard setsPath || marking != nil, let version = version(), let number = LiquibaseVersion(version) else {
            return
        }
        if setsPath, number < LiquibaseVersion(4, 11) {
            throw Problem(
                .badConfiguration, "Liquibase \(version) does not support 'search-path', which requires 4.11",
                hint: "list the folders in 'classpath' instead")
        }
        if let marking, number < LiquibaseVersion(4, 23) {
            throw Problem(
                .badConfiguration,
                "Liquibase \(version) ignores 'contexts' and 'labels' in '\(marking)', so it could mark the "
                    + "wrong changeset", hint: "use Liquibase 4.23 or later, or 'devtool migrate --raw'")
        }
    }
}

extension LiquibaseOptions {
    fileprivate static let listenerOption = "change-exec-listener-class"

    fileprivate static func listenerVariables(in environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix("LIQUIBASE_COMMAND_") && $0.hasSuffix("CHANGE_EXEC_LISTENER_CLASS") }
    }

    /// The user's own `ChangeExecListener`, which devtool's listener calls.
    fileprivate func listener(environment: [String: String]) -> String? {
        self[Self.listenerOption]
            ?? Self.listenerVariables(in: environment).sorted().lazy.compactMap { environment[$0] }.first
    }

    /// Checksums of the intended database, which ``JavaProgram`` compares; a URL may contain a password.
    ///
    /// It is the database in the settings, unless the command line names another.
    fileprivate func meantDatabase(environment: [String: String]) -> [String: String] {
        func checksum(of text: String) -> String { SHA256(of: Array(text.utf8)).description }
        func checksum(ofName name: String) -> String? { name.isEmpty ? nil : checksum(of: name.lowercased()) }
        guard let url = self["url"] else { return [:] }
        var meant = ["URL": checksum(of: url)]
        let compares = ["diff", "diff-changelog", "snapshot-reference"].contains { arguments.command == $0 }
        let named = environment.first {
            $0.key.hasPrefix("LIQUIBASE_COMMAND_") && $0.key.hasSuffix("_REFERENCE_URL") && !$0.value.isEmpty
        }?.value
        if compares, let reference = self["reference-url"] ?? named {
            // Comparisons use two databases, each with its own user and schema.
            meant["URL", default: ""] += "," + checksum(of: reference)
        } else if ["postgresql", "mysql", "mariadb"].contains(url.engine) {
            // Other drivers report a name derived from the user's.
            meant["USER"] = self["username"].flatMap(checksum(ofName:))
            meant["SCHEMA"] = self["default-schema-name"].flatMap(checksum(ofName:))
        }
        return Dictionary(uniqueKeysWithValues: meant.map { name, text in ("DEVTOOL_MEANT_\(name)", text) })
    }
}
