public import ArgumentParser

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
    /// The folder to work in.
    @Option(
        name: .customShort("C"),
        help: ArgumentHelp("Work in this folder, as if started there.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    /// The configuration file named on the command line.
    @Option(
        name: .customLong("config"),
        help: ConfigurationOptions.help,
        completion: .file(extensions: ["yml", "yaml"]))
    var configurationFile: String?

    /// When messages are coloured.
    @Option(
        help: ArgumentHelp("Colour messages.", valueName: "when"))
    var color: ColorChoice?

    /// Whether less is said.
    @Flag(name: .shortAndLong, help: "Show errors and warnings only.")
    var quiet = false

    /// Whether more is said.
    @Flag(name: .shortAndLong, help: "Show more detail.")
    var verbose = false

    /// The reports to write when the command has ended.
    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            "Also write a report file: junit, sarif or json.", valueName: "kind=path"),
        transform: ReportRequest.init(argument:))
    var reports: [ReportRequest] = []

    /// Creates options that are not set.
    public init() {}

    /// Rejects options that contradict each other.
    public func validate() throws {
        if quiet && verbose {
            throw ValidationError("'--quiet' and '--verbose' cannot be combined")
        }
    }

    var values: HostOptions {
        HostOptions(
            folder: folder, configurationFile: configurationFile, color: color,
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
    ) throws -> (options: HostOptions, rest: [String]) {
        let first = arguments.first
        guard first?.hasPrefix("-") == true else { return (HostOptions(), arguments) }
        if let verbosity = Verbosity(flag: first), arguments.dropFirst().first?.first != "-" {
            // ArgumentParser takes a millisecond and a half for it.
            return (HostOptions(verbosity: verbosity), Array(arguments.dropFirst()))
        }
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
        if end == arguments.startIndex { return (HostOptions(), arguments) }
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

    // Asking ArgumentParser for the declarations would take milliseconds of every start; a test compares.
    package static let valued: Set = ["-C", "--config", "--color", "--report"]
    static let flags: Set = ["--quiet", "-q", "--verbose", "-v"]
}

extension Verbosity {
    /// What an option without a value asks for.
    fileprivate init?(flag: String?) {
        switch flag {
        case "--quiet", "-q": self = .quiet
        case "--verbose", "-v": self = .verbose
        default: return nil
        }
    }
}

/// An error in the options before the command's name; the exit status is 64.
enum GlobalOptionsError: DiagnosableError {
    /// In ArgumentParser's words.
    case invalid(String, suite: String)
    /// An option that ends in `=`.
    case missingValue(String)

    var diagnostics: [Diagnostic] {
        switch self {
        case .missingValue(let option):
            [Diagnostic("missing value for '\(option)'")]
        case .invalid(let message, let suite):
            [
                Diagnostic(
                    message, hint: "run '\(suite) --help' for the global options")
            ]
        }
    }

    var exitStatus: ExitStatus { .usage }
}
