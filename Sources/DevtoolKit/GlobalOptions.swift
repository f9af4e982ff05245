public import ArgumentParser
import Processes
import Reporting
import Settings
import YAML

/// The options that every command has; they stand before its name.
///
/// What follows the name belongs to the command, so that `devtool --verbose migrate status --verbose`
/// can give Liquibase its own. A command that has no such options of its own takes them there, too:
///
/// ```swift
/// struct Greet: Plugin, GlobalOptionsAccepting {
///     @OptionGroup var globalOptions: GlobalOptions
/// }
/// ```
public struct GlobalOptions: ParsableArguments, Sendable {
    /// The configuration file named on the command line.
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "The configuration to use, instead of the nearest devtool.yml.", valueName: "file"),
        completion: .file(extensions: ["yml", "yaml"]))
    var configurationFile: String?

    /// When messages are coloured.
    @Option(
        help: ArgumentHelp("Colour messages or not.", valueName: "when"))
    var color: ColorChoice?

    /// Whether less is said.
    @Flag(name: .shortAndLong, help: "Say only what is wrong: no progress, no notes.")
    var quiet = false

    /// Whether more is said.
    @Flag(name: .shortAndLong, help: "Say what is done, too.")
    var verbose = false

    /// The reports to write when the command has ended.
    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            "Write what was found to a file, too: junit, sarif or json.",
            valueName: "kind=path"),
        transform: ReportRequest.init(argument:))
    var reports: [ReportRequest] = []

    /// What the help of a suite says of the options, for the root command's discussion.
    ///
    /// The root command does not have the options themselves: ArgumentParser would take them from what
    /// follows the name of a command, too.
    public static let discussion = """
        Options before the command's name:
          --config <file>         The configuration to use, instead of the nearest
                                  devtool.yml.
          --color <when>          Colour messages or not. (values: auto, always, never)
          -q, --quiet             Say only what is wrong: no progress, no notes.
          -v, --verbose           Say what is done, too.
          --report <kind=path>    Write what was found to a file, too: junit, sarif or
                                  json.
        """

    /// Creates the options that are not given.
    public init() {}

    /// Rejects what contradicts itself.
    public func validate() throws {
        if quiet && verbose {
            throw ValidationError("'--quiet' and '--verbose' exclude each other")
        }
    }

    /// What the options ask for.
    var values: RunOptions {
        RunOptions(
            configurationFile: configurationFile, color: color,
            verbosity: quiet ? .quiet : verbose ? .verbose : nil, reports: reports)
    }
}

/// A command that takes the global options after its name, too.
public protocol GlobalOptionsAccepting: ParsableCommand {
    /// The options, as an `@OptionGroup`.
    var globalOptions: GlobalOptions { get }
}

extension GlobalOptions {
    /// Takes the global options from the front of the arguments; the rest begins with the command's name,
    /// or with an option of the suite itself as `--version`.
    ///
    /// - Throws: ``GlobalOptionsError``, which names the suite.
    static func split(
        _ arguments: [String], of suite: String
    ) throws -> (options: RunOptions, rest: [String]) {
        var end = arguments.startIndex
        while end < arguments.endIndex {
            let name = arguments[end].prefix { $0 != "=" }
            if valued.contains(String(name)) {
                end += name.count == arguments[end].count ? 2 : 1
            } else if flags.contains(arguments[end]) {
                end += 1
            } else {
                break
            }
        }
        if end == arguments.startIndex { return (RunOptions(), arguments) }
        if end == 1, let verbosity = shorthands[arguments[0]] {
            // ArgumentParser takes a millisecond and a half for it.
            return (RunOptions(verbosity: verbosity), Array(arguments.dropFirst()))
        }
        do {
            let options = try parse(Array(arguments.prefix(end)))
            return (options.values, Array(arguments.dropFirst(end)))
        } catch {
            throw GlobalOptionsError.invalid(message(for: error), suite: suite)
        }
    }

    /// An option of a command that ends with its `=`: ArgumentParser would take the next argument for its value.
    ///
    /// One that the command does not declare is its own to judge, as a parameter of a task that may be empty.
    static func missingValue(
        in arguments: [String], of command: any ParsableCommand.Type
    ) -> String? {
        let empty = arguments.prefix { $0 != "--" }
            .filter { $0.hasPrefix("--") && $0.hasSuffix("=") }
        if empty.isEmpty { return nil }
        let declared = command.optionNames
        return empty.first { declared.contains(String($0.dropFirst(2).dropLast())) }
    }

    private static let valued: Set = ["--config", "--color", "--report"]
    private static let flags: Set = ["--quiet", "-q", "--verbose", "-v"]
    private static let shorthands: [String: Verbosity] = [
        "--quiet": .quiet, "-q": .quiet, "--verbose": .verbose, "-v": .verbose,
    ]
}

/// What can be wrong with the options before the command's name; the status is 64.
enum GlobalOptionsError: DiagnosableError {
    /// In ArgumentParser's words.
    case invalid(String, suite: String)
    /// An option that ends in `=`.
    case missingValue(String)

    var diagnostics: [Diagnostic] {
        switch self {
        case .missingValue(let option):
            [Diagnostic("'\(option)' has no value")]
        case .invalid(let message, let suite):
            [
                Diagnostic(
                    message, hint: "'\(suite) --help' shows the options before a command's name")
            ]
        }
    }

    var exitStatus: ExitStatus { .usage }
}
