public import ArgumentParser

/// `devtool plugins`: lists and runs commands that are separate programs.
public struct PluginsCommand: Plugin {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "plugins", abstract: "List the plugins: programs that add commands.",
        discussion: """
            '\(Suite.placeholder) NAME' runs the program \(ExternalPlugin.prefix)NAME from the plugin folder \
            ($XDG_DATA_HOME/\(Suite.placeholder)/plugins, by default \
            ~/.local/share/\(Suite.placeholder)/plugins) or else from the PATH. Built-in commands take \
            precedence. A program that contains the text \(PluginDescriber.option) is run with this option to \
            get its version and summary. Before NAME, --json and --dry-run apply to the plugin, which must support \
            them.
            """, subcommands: [PluginsListCommand.self, PluginsRunCommand.self],
        defaultSubcommand: PluginsListCommand.self)

    /// Examples for the help and the manual page.
    public static let examples = [CommandExample("plugins", "List the plugins, and show why a file is ignored.")]

    /// Creates the command.
    public init() {}

    /// Does nothing: ArgumentParser runs the default subcommand instead.
    public mutating func run(in context: Context) async throws {}
}
