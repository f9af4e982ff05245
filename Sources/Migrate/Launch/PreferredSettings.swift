/// What devtool has Liquibase do otherwise than it does by itself, where nobody has said what they want.
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
