import DevtoolKit
import SystemPackage

/// The description of one run of Liquibase, before it starts: its command and its settings.
struct LiquibaseRun: Sendable {
    /// The command and its options.
    var arguments: [String]
    /// What Liquibase reads where nobody else can look: the database, and its password.
    var settings: DefaultsFile
    /// The folder of `devtool.yml`; a changeset's identity contains its file's path from there.
    var directory: FilePath
    /// System properties of Java, for instance changelog parameters; others can read them, so they are
    /// no place for a secret.
    var properties: [String: String] = [:]
    /// Whether the command reads the changelog, and so its parameters.
    var readsChangelog = true
    /// What the database that is meant is recognised by, for ``JavaProgram``.
    var meant: [String: String] = [:]
    /// What is reported of it; nil for nothing.
    var reporting: JavaReporting?
    /// Jar files and folders that come before Liquibase's own, from the folder of the run.
    var classPath: [String] = []
    /// Options for the virtual machine, after those of `JAVA_OPTS`.
    var javaOptions: [String] = []
    /// What must not be seen in the output.
    var secrets: [Secret] = []
    /// What is called if one was in the standard output; nil for a warning.
    var onHidden: (@Sendable () -> Void)?
    /// The variables that hold passwords: the child has its own already, and its environment can be read
    /// by others.
    var hidden: [String] = []
    /// How long it may take to end after a signal, before it is killed; nil for what the runner grants.
    var gracePeriod: Duration?
    /// How long it may take; nil for any time.
    var timeout: Duration?
    /// What is tried before a signal, when it is to stop; see ``Invocation/beforeStop``.
    var beforeStop: (@Sendable () async -> Bool)?
}

/// What ``JavaProgram`` reports of a run (``JavaReport``), beginning with the entries of Java's log.
struct JavaReporting: Sendable {
    /// Whether the log is also written, for people.
    var showsLog = false
    /// Whether what becomes of changesets is reported.
    var ofChangeSets = false
    /// The user's own listener for that, a class.
    var listener: String?
}

extension LiquibaseRun {
    /// The run with the properties that have it reported.
    var reported: LiquibaseRun {
        guard let reporting else { return self }
        var run = self
        run.properties["devtool.log"] = "\(reporting.showsLog)"
        guard reporting.ofChangeSets else { return run }
        run.properties["devtool.listener"] = reporting.listener
        run.properties["liquibase.command.changeExecListenerClass"] = JavaProgram.listenerClass
        return run
    }

    /// The options of Java that have it reported.
    var reportOptions: [String] { reporting == nil ? [] : [JavaProgram.logOption] }
}

/// devtool's defaults that differ from Liquibase's, used where nothing is configured.
struct PreferredSettings {
    /// The system properties; versions that do not know one pass it over.
    private(set) var properties: [String: String] = [:]

    /// The settings of a run.
    ///
    /// - Parameters:
    ///   - target: the target, whose file of Liquibase's own settings may say otherwise.
    ///   - isRaw: whether Liquibase's own output is wanted.
    ///   - environment: the environment, whose variables may.
    init(for target: Target, isRaw: Bool, in environment: [String: String]) {
        func prefer(_ name: String, _ value: String, unless key: String) {
            let variable = key.uppercased()
            let isSaid =
                target.properties[name] != nil
                || environment.keys.contains {
                    $0.uppercased().hasPrefix(InheritedSettings.prefix)
                        && $0.uppercased().hasSuffix(variable)
                }
            if !isSaid { properties[name] = value }
        }
        // From 4.30 on it sends data about its use.
        prefer("liquibase.analytics.enabled", "false", unless: "analytics_enabled")
        // From 4.22 on it prints a summary among the results; devtool tells the same.
        if !isRaw { prefer("liquibase.command.showSummary", "OFF", unless: "show_summary") }
    }
}
