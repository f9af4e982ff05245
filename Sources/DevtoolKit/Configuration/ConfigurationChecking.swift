package import ArgumentParser

/// A command that checks more than the types of its settings, for `devtool config check`.
package protocol ConfigurationChecking: Plugin {
    /// Finds all problems except those that depend on the machine.
    ///
    /// - Parameters:
    ///   - reading: the configuration, which may have errors.
    ///   - context: the context of `devtool config check`.
    /// - Returns: the problems.
    static func findings(in reading: ConfigurationReading, context: Context) -> [Diagnostic]
}

/// A command that can check its arguments beyond parsing, without running.
///
/// Tasks that run the command are thereby rejected before anything starts.
package protocol ArgumentsChecking: ParsableCommand {
    /// Checks the parsed arguments.
    ///
    /// - Parameters:
    ///   - configuration: the configuration that the command will use.
    ///   - context: the command's context.
    /// - Throws: a ``DiagnosableError``.
    func checkArguments(with configuration: Configuration, in context: Context) throws
}

/// A command that owns top-level keys of `devtool.yml` in addition to its section.
///
/// It reads their nodes from the ``ConfigurationReading``. The command's ``PluginTraits`` must name it.
package protocol DocumentOwner: ConfigurationChecking {
    static var documentKeys: [String] { get }

    /// The schemas of the keys.
    static func documents(in context: Context) -> [ConfigurationDocument]
}
