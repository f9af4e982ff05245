public import ArgumentParser

/// `devtool completions SHELL`: prints the shell's completion script.
public struct CompletionsCommand: Plugin, GlobalOptionsAccepting {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the shell completion script for bash, zsh or fish.",
        discussion: """
            The shell reads it when it starts:

              bash  echo 'eval "$(\(Suite.placeholder) completions bash)"' >>~/.bashrc
              zsh   echo 'eval "$(\(Suite.placeholder) completions zsh)"' >>~/.zshrc, after compinit
              fish  \(Suite.placeholder) completions fish >~/.config/fish/completions/\(Suite.placeholder).fish

            The script asks \(Suite.placeholder), which knows its commands, their options and values, the plugins, and \
            what the project's devtool.yml names. It executes nothing of the project, and nothing else but plugins that \
            complete their arguments.
            """)

    /// Examples for the help and the manual page.
    public static let examples = [CommandExample("completions bash", "Print the script for bash.")]

    @Argument(help: "The shell.") var shell: CompletionShell

    /// The global options.
    @OptionGroup public var globalOptions: GlobalOptions

    /// Creates the command.
    public init() {}

    /// Prints the script.
    public mutating func run(in context: Context) async throws {
        try context.console.print(shell.script(for: context.suiteName))
    }
}
