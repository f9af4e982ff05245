import DevtoolKit
import SystemPackage

struct LiquibaseRun: Sendable {
    var arguments: [String]
    /// The database and its password, which Liquibase gets through a private channel.
    var settings: DefaultsFile
    /// The working directory; a changeset's identity includes the file's path relative to it.
    var directory: FilePath
    /// Java system properties; other users can read them, so they must not contain secrets.
    var properties: [String: String] = [:]
    var readsChangelog = true
    /// The checksums of the intended database for ``JavaProgram``.
    var meant: [String: String] = [:]
    var reporting: JavaReporting?
    /// Jar files and folders that precede Liquibase's own, relative to ``directory``.
    var classPath: [String] = []
    var javaOptions: [String] = []
    var secrets: [Secret] = []
    /// Called if standard output contained a secret; `nil` for a warning.
    var onHidden: (@Sendable () -> Void)?
    /// Variables with passwords to remove from the child's environment, which others can read.
    var hidden: [String] = []
    /// The time from the first signal until the run is killed; `nil` for the default.
    var gracePeriod: Duration?
    var timeout: Duration?
    /// Called before the first signal; see ``Invocation/beforeStop``.
    var beforeStop: (@Sendable () async -> Bool)?
}

/// What ``JavaProgram`` reports (``JavaReport``) in addition to the entries of Java's log.
struct JavaReporting: Sendable {
    var showsLog = false
    var ofChangeSets = false
    /// The class of the user's own change listener, which is called, too.
    var listener: String?
}

extension LiquibaseRun {
    var reported: LiquibaseRun {
        guard let reporting else { return self }
        var run = self
        run.properties["devtool.log"] = "\(reporting.showsLog)"
        guard reporting.ofChangeSets else { return run }
        run.properties["devtool.listener"] = reporting.listener
        run.properties["liquibase.command.changeExecListenerClass"] = JavaProgram.listenerClass
        return run
    }

    var reportOptions: [String] { reporting == nil ? [] : [JavaProgram.logOption] }
}

extension Target {
    /// devtool's defaults that differ from Liquibase's, except those that the user's settings and variables set.
    func preferredProperties(isRaw: Bool, in environment: [String: String]) -> [String: String] {
        func isSet(_ name: String, _ variable: String) -> Bool {
            properties[name] != nil
                || environment.keys.contains {
                    $0.uppercased().hasPrefix(InheritedSettings.prefix) && $0.uppercased().hasSuffix(variable)
                }
        }
        // Since 4.30, Liquibase sends usage data.
        var preferred = [("liquibase.analytics.enabled", "false", "ANALYTICS_ENABLED")]
        // Since 4.22, Liquibase prints a summary among the results, which duplicates devtool's.
        if !isRaw { preferred.append(("liquibase.command.showSummary", "OFF", "SHOW_SUMMARY")) }
        return Dictionary(uniqueKeysWithValues: preferred.filter { !isSet($0.0, $0.2) }.map { ($0.0, $0.1) })
    }
}
