public import ArgumentParser

/// The options that say which configuration a command uses; a command that reads one includes them with
/// `@OptionGroup`.
public struct ConfigurationOptions: ParsableArguments {
    /// The file named on the command line.
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(GlobalOptions.Help.config, valueName: "file"),
        completion: .file(extensions: ["yml", "yaml"]))
    public var file: String?

    /// Creates options without a file.
    public init() {}
}
