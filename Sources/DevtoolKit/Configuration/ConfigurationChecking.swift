package import ArgumentParser

/// A command that checks more than the types of its settings, for `devtool config check`.
package protocol ConfigurationChecking: Plugin {
    /// Finds all problems except those that depend on the machine.
    static func findings(in reading: ConfigurationReading, context: Context) -> [Diagnostic]
}

/// A command that checks parsed arguments without running, so that tasks are rejected before anything starts.
package protocol ArgumentsChecking: ParsableCommand {
    func checkArguments(with configuration: Configuration, in context: Context) throws
}

/// A command that owns top-level keys of `devtool.yml` in addition to its section.
///
/// It reads their nodes from the ``ConfigurationReading``. The command's ``PluginTraits`` must name it.
package protocol DocumentOwner: ConfigurationChecking {
    static var documentKeys: [String] { get }

    static func documents(in context: Context) -> [ConfigurationDocument]
}
