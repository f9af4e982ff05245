public import ArgumentParser

/// The options that say which configuration a command uses; a command that reads one includes them with
/// `@OptionGroup`.
public struct ConfigurationOptions: ParsableArguments {
    /// The file named on the command line.
    @Option(
        name: .customLong("config"),
        help: help,
        completion: .file(extensions: ["yml", "yaml"]))
    public var file: String?

    /// What the option does; it is the global one's, too.
    static let help = ArgumentHelp(
        "Use this file instead of the nearest devtool.yml.", valueName: "file")

    /// Creates options without a file.
    public init() {}
}
