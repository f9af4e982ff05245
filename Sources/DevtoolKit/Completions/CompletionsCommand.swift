public import ArgumentParser

/// `devtool completions SHELL`: prints the shell's completion script.
public struct CompletionsCommand: Plugin, GlobalOptionsAccepting {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the shell completion script for bash, zsh or fish.",
        discussion: """
            To load the script when the shell starts:

              bash  echo 'eval "$(\(Suite.placeholder) completions bash)"' >>~/.bashrc
              zsh   echo 'eval "$(\(Suite.placeholder) completions zsh)"' >>~/.zshrc, after compinit
              fish  \(Suite.placeholder) completions fish >~/.config/fish/completions/\(Suite.placeholder).fish

            The script asks \(Suite.placeholder) for its commands, their options and values, the plugins, and the \
            names in the project's devtool.yml. Completion does not run code from the project, or any programs except \
            plugins that complete their own arguments.
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
