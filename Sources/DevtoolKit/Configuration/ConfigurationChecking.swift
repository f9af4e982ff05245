package import ArgumentParser

/// A command that sees more in the configuration than the kinds of its values: it tells what is wrong where
/// `devtool config check` asks it to.
package protocol ConfigurationChecking: Plugin {
    /// All that is wrong, short of what depends on the machine.
    ///
    /// - Parameters:
    ///   - reading: the configuration, as far as it could be read.
    ///   - context: where devtool was started.
    /// - Returns: what is wrong.
    static func findings(in reading: ConfigurationReading, context: Context) -> [Diagnostic]
}

/// A command whose arguments can be looked at closer than they are when they are parsed, without running it:
/// so tasks that run it are refused before anything is started.
package protocol ArgumentsChecking: ParsableCommand {
    /// Checks the arguments.
    ///
    /// - Parameters:
    ///   - configuration: the configuration that the command will see.
    ///   - context: where devtool was started.
    /// - Throws: a ``DiagnosableError``.
    func checkArguments(with configuration: Configuration, in context: Context) throws
}

/// A command that owns keys at the top of a project's `devtool.yml`, beside its section.
///
/// It gets their nodes from the ``ConfigurationReading``. The command's ``PluginTraits`` name it.
package protocol DocumentOwner: ConfigurationChecking {
    /// The keys.
    static var documentKeys: [String] { get }

    /// The keys with the schemas of their values.
    static func documents(in context: Context) -> [ConfigurationDocument]
}
