public import ArgumentParser

/// The `--config` option, for commands that read the configuration.
public struct ConfigurationOptions: ParsableArguments {
    /// The configuration file named on the command line.
    @Option(name: .customLong("config"), help: help, completion: .file(extensions: ["yml", "yaml"])) public var file:
        String?

    static let help = ArgumentHelp("Use this file instead of the nearest devtool.yml.", valueName: "file")

    /// Creates options without a file.
    public init() {}
}
